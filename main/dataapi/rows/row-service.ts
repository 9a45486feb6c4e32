import type { Clock } from '@main/lib/clock'
import type { DataApiPorts } from '../ports'
import { createBulkDeletes, createBulkWrites } from './bulk-writes'
import type { ChangeEvents } from './change-events'
import { createRowWriting } from './row-writing'
import { createSingleWrites } from './single-writes'
import type { RowService } from './types'

/** @param ports  look-ups of the system: a delete changes linked rows that the principal may not see */
export function createRowService(events: ChangeEvents, clock: Clock, ports: Pick<DataApiPorts, 'tables'>): RowService {
  const writing = createRowWriting(events, clock, ports)
  return { ...createSingleWrites(writing), ...createBulkWrites(writing), ...createBulkDeletes(writing) }
}
