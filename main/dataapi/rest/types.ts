import type { Clock } from '@main/lib/clock'
import type { Groups } from '../group'
import type { LinkedRows } from '../nested/linked-rows'
import type { LinkedWrites } from '../linked-writes'
import type { DataApiPorts } from '../ports'
import type { Reads } from '../run/reads'
import type { Upsert } from '../rows/upsert'
import type { RowService } from '../rows/types'

export interface RestParts {
  readonly ports: DataApiPorts
  readonly reads: Reads
  readonly groups: Groups
  readonly rows: RowService
  readonly upsert: Upsert
  readonly linkedRows: LinkedRows
  readonly linkedWrites: LinkedWrites
  readonly clock: Clock
}
