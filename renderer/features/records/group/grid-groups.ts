import type { GroupLines } from '@common/views/group-lines'
import type { GroupState } from '@common/views/group-state'
import type { GroupNode } from '@common/views/group-tree'
import type { GridLine } from '../painter/data-grid'
import type { GroupLevel } from './group-level'

/** A line that is no record and that the keyboard is at. */
export interface LineChoice {
  readonly kind: 'head' | 'add' | 'more'
  /** Key of the group. */
  readonly key: string
  readonly column: number
}

/** The groups of an open grid, with their actions. */
export interface GridGroups {
  /** Undefined without groups, and until they are read. */
  readonly lines: GroupLines | undefined
  readonly levels: readonly GroupLevel[]
  readonly state: GroupState
  readonly choice: LineChoice | undefined
  readonly choose: (choice: LineChoice | undefined) => void
  /** Returns the content of a line that isn't a record; the same object while unchanged. */
  readonly lineAt: (line: number) => GridLine | undefined
  /** A line that is no record was pressed: a group opens or closes, a record is added, further groups are read. */
  readonly press: (line: number) => void
  readonly setOpen: (group: Pick<GroupNode, 'key' | 'level'>, open: boolean) => void
  /** Opens or closes all groups of a level, or of all levels. */
  readonly setAllOpen: (open: boolean, level?: number) => void
  /** Adds a record with the values of a group. */
  readonly addTo: (group: GroupNode) => void
  /** Returns the group of a record. */
  readonly groupOf: (row: number) => GroupNode | undefined
  readonly isLoading: boolean
  readonly error: unknown
  readonly retry: () => void
}
