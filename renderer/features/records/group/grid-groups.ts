import type { GroupLines } from '@common/views/group-lines'
import type { GroupState } from '@common/views/group-state'
import type { GroupNode } from '@common/views/group-tree'
import type { GridLine } from '../painter/data-grid'
import type { GroupLevel } from './group-level'

/** A line that is no record and that the keyboard is at. */
export interface LineChoice {
  readonly kind: 'head' | 'add' | 'more'
  /** Of the group. */
  readonly key: string
  readonly column: number
}

/** The groups of an open grid, and what can be done to them. */
export interface GridGroups {
  /** Undefined without groups, and until they are read. */
  readonly lines: GroupLines | undefined
  readonly levels: readonly GroupLevel[]
  readonly state: GroupState
  readonly choice: LineChoice | undefined
  readonly choose: (choice: LineChoice | undefined) => void
  /** What stands on a line that is no record; the same object while nothing of it changes. */
  readonly lineAt: (line: number) => GridLine | undefined
  /** A line that is no record was pressed: a group opens or closes, a record is added, further groups are read. */
  readonly press: (line: number) => void
  readonly setOpen: (group: Pick<GroupNode, 'key' | 'level'>, open: boolean) => void
  /** Opens or closes every group of a level, or of all levels. */
  readonly setAllOpen: (open: boolean, level?: number) => void
  /** Begins a record with the values of a group. */
  readonly addTo: (group: GroupNode) => void
  /** The group that a record stands in. */
  readonly groupOf: (row: number) => GroupNode | undefined
  readonly isLoading: boolean
  readonly error: unknown
  readonly retry: () => void
}
