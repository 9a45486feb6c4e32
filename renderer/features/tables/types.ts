import type { Table } from '@common/model'

export interface ColumnDialogProps {
  readonly projectId: string
  readonly table: Table
  /** Name of a stored column or id of a computed one to change; undefined for a new one. */
  readonly column: string | undefined
  readonly at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly onClose: () => void
  /** Called with the name or id before the table reloads. */
  readonly onSave?: ((name: string) => void) | undefined
}
