import type { Bounds } from '@renderer/ui'

/** Column actions that the user may perform. */
export interface ColumnCommands {
  readonly add: (at: Bounds) => void
  /** Adds a column beside another one. */
  readonly insert: (beside: string, side: 'left' | 'right', at: Bounds) => void
  readonly edit: (column: string, at: Bounds) => void
  readonly remove: (column: string) => void
}
