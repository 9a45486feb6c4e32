import type { Principal } from '@common/principal'
import type { TablesInSight } from '@common/principal/sight'
import type { Message } from '@common/messages'
import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { CallContext } from '@main/operations/context'
import type { TrashEntry } from './entries'
import type { TrashRecorder } from './recorder'
import type { RestoreRows } from './rows'

/** Functions of the schema: columns and tables. */
export interface SchemaTrash {
  readonly restore: (
    call: { readonly projectId: string; readonly userId: number | null; readonly change?: CallContext['change'] },
    entry: TrashEntry,
  ) => Promise<readonly Message[]>
  readonly destroy: (projectId: string, entry: TrashEntry) => Promise<void>
}

export interface TrashServiceOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly recorder: TrashRecorder
  readonly schema: SchemaTrash
  readonly restoreRows: RestoreRows
  /** Look-ups of tables as a principal sees them. */
  readonly lookups: (principal: Principal) => TablesInSight
  readonly report: (error: unknown) => void
}
