import type { Capabilities } from '@common/dialects'
import type { TableSummary } from '@common/model'
import type { HiddenTable } from '@renderer/stores'
import type { Loaded } from '../tables'
import type { RoutineGroup } from './tree-nodes'
import type { TableMenuEntry } from './TreeMenu'

export interface TreeProps {
  readonly projectId: string
  readonly tables: Loaded<readonly TableSummary[]> & { readonly reload: () => Promise<unknown> }
  /** The capabilities of the project's database. */
  readonly capabilities: Capabilities
  /** Tables that a preview hides: shown with a lock. */
  readonly hidden: readonly HiddenTable[]
  readonly onHidden: (table: HiddenTable) => void
  /** Name of the active table, and its open view. */
  readonly activeName: string | undefined
  readonly activeView: string | undefined
  /** True if the user may create, rename, move and delete views. */
  readonly mayManageViews: boolean
  readonly onOpen: (table: TableSummary, view?: string) => void
  /** Called when the pointer is over a table, usually before it opens. */
  readonly onPoint: (table: TableSummary) => void
  /** Undefined commands aren't available to the user. */
  readonly onCreate: (() => void) | undefined
  readonly onImport: (() => void) | undefined
  readonly onCreateSqlView: (() => void) | undefined
  readonly onCreateRoutine: ((group: RoutineGroup) => void) | undefined
  readonly onOpenRoutine: ((group: RoutineGroup, name: string) => void) | undefined
  readonly onDeleteRoutine: ((group: RoutineGroup, name: string) => void) | undefined
  readonly onDeleteSqlView: ((table: TableSummary) => void) | undefined
  readonly onRename: ((table: TableSummary) => void) | undefined
  readonly onDuplicate: ((table: TableSummary) => void) | undefined
  readonly onIcon: ((table: TableSummary) => void) | undefined
  readonly onDelete: ((table: TableSummary) => void) | undefined
  /** Items of other screens for a table's menu. */
  readonly more?: readonly TableMenuEntry[]
}
