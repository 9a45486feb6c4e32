import type { RowChangeToApply } from '@common/model/row-change'
import type { ProjectContext, CallContext } from '@main/operations/context'
import type { StoredValue } from '@common/columns/column-type'
import type { Table } from '@common/model'
import type { Principal } from '@common/principal'
import type { TablesInSight } from '@common/principal/sight'
import type { ChangeLog } from '../audit'
import type { TrashAnswer } from '../trash'

export interface TakeBackCall {
  readonly context: ProjectContext
  readonly change: string
  /** Records that the change created. Others aren't deleted. */
  readonly made: MadeRecords
}

export interface TakenBack {
  /** Records that keep what the change wrote: other clients changed them, or it can't be reversed. */
  readonly left: number
  /** Why taking back ended early. Then more records may keep what the change wrote. */
  readonly error?: unknown
}

export interface UndoOptions {
  readonly log: ChangeLog
  readonly trash: {
    /** Ids of the trash entries of a change, newest first, with their tables. */
    readonly ofChange: (
      projectId: string,
      change: string,
    ) => Promise<readonly { readonly id: string; readonly kind: string; readonly table: string }[]>
    readonly restore: (context: CallContext, projectId: string, id: string) => Promise<TrashAnswer>
  }
  readonly rows: {
    readonly apply: PartPorts['apply']
    readonly check: PartPorts['check']
    /** Wraps a stored value so that it is written back unchanged. */
    readonly exact: (value: StoredValue) => unknown
    /** Returns a stored value as responses contain it. */
    readonly shown: (value: StoredValue) => unknown
    /** Returns the name of a record. */
    readonly nameOf: (projectId: string, table: Table, rowId: string) => Promise<string>
  }
  readonly stored: PartPorts['stored']
  /** Look-ups of tables as a principal sees them. */
  readonly tables: (principal: Principal) => Pick<TablesInSight, 'named'>
  /** Runs a call that reverses a command, with the rights of the context. @returns its response */
  readonly call: (context: CallContext, operation: string, input: unknown) => Promise<unknown>
}

export interface ApplyCall {
  readonly projectId: string
  readonly context: ProjectContext
  readonly changes: readonly RowChangeToApply[]
  readonly anyway: boolean
  readonly why: string
  /** Conflicts that an error names at most. Default: 200. */
  readonly conflictsMax?: number
}

/** Values that a record was created with, by title. */
export type MadeValues = Readonly<Record<string, unknown>>

/** Created records, by table and row id. */
export type MadeRecords = ReadonlyMap<string, ReadonlyMap<string, MadeValues>>

export interface PartPorts {
  /** Writes rows of any tables in one transaction. @returns the created rows */
  readonly apply: (call: ApplyCall) => Promise<{
    readonly made: readonly {
      /** Position of its change. */
      readonly at: number
      readonly rowId: string | null
      readonly row: Readonly<Record<string, unknown>>
    }[]
  }>
  /** Throws what `apply` would throw before it writes. */
  readonly check: (call: ApplyCall) => Promise<unknown>
  /** Resolves when the change log holds all writes so far. */
  readonly stored: () => Promise<unknown>
  /** Reverses what a change has written so far, without overwriting later changes. */
  readonly takeBack: (call: TakeBackCall) => Promise<TakenBack>
}
