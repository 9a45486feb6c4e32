import { systemClock, type Clock } from '@main/lib/clock'
import { createGroups } from './group'
import type { DataApiPorts } from './ports'
import { createReads } from './reads'
import { createRestHandler } from './rest/handle'
import type { RestHandler } from './rest/contract'
import { ChangeEvents } from './rows/change-events'
import { createRowService, type RowService } from './rows/row-service'
import { createTableSizes } from './table-sizes'

/** The data APIs of every project: parse → plan → compile → run → shape (design §5). */
export interface DataApi {
  readonly handle: RestHandler
  /** Told of every acknowledged write. */
  readonly events: ChangeEvents
  /** For what writes rows by other ways than REST. */
  readonly rows: RowService
}

export interface DataApiOptions {
  readonly clock?: Clock
  /** Told of faults that no caller can be told of: a listener of change events that throws. */
  readonly report?: (error: unknown) => void
}

export function createDataApi(ports: DataApiPorts, options: DataApiOptions = {}): DataApi {
  const { clock = systemClock, report = () => undefined } = options
  const events = new ChangeEvents(report)
  const rows = createRowService(events, clock)
  const sizes = createTableSizes(clock)
  const reads = createReads(sizes)
  const groups = createGroups(sizes)
  return { handle: createRestHandler({ ports, reads, groups, rows, clock }), events, rows }
}

export type { DataApiPorts } from './ports'
export type { RestHandler, RestRequest, RestResponse } from './rest/contract'
export type { ChangeEvent, ChangeEvents, ChangeListener, StoredRow } from './rows/change-events'
