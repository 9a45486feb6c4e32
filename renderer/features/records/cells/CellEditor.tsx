import { columnType } from '@common/columns/registry'
import { AddOptionProvider, cellEditors, type CellEditorProps } from '@renderer/cells'
import { AttachmentEditor } from '@renderer/features/attachments'
import type { ComponentType } from 'react'
import type { DataGridColumn } from '../painter/data-grid'
import { SessionCellFiles } from './SessionCellFiles'
import { useOptionAdding } from './use-option-adding'

/** Returns the editor of a column's cells; undefined if cells toggle in place or aren't editable. */
export function editorOf({ column }: DataGridColumn): ComponentType<CellEditorProps> | undefined {
  const { editor } = columnType(column.uiType)
  return editor === 'files' ? AttachmentEditor : cellEditors[editor]
}

/** True for the editor of files, which saves each change at once and starts without typed text. */
export const writesAsItGoes = ({ column }: DataGridColumn): boolean => columnType(column.uiType).editor === 'files'

export interface CellEditorInSessionProps extends Omit<CellEditorProps, 'column'> {
  /** Line of the record. */
  readonly row: number
  readonly column: DataGridColumn
  /** Closes the editor, because something covers it. */
  readonly onLeave: () => void
}

/** The editor of a cell, with the context of its table: file uploads and new options. */
export function CellEditor({ row, column, onLeave, ...props }: CellEditorInSessionProps) {
  const addOption = useOptionAdding()
  const { editor: name } = columnType(column.column.uiType)
  const Editor = name === 'files' ? AttachmentEditor : cellEditors[name]
  if (!Editor) return null
  const editor = <Editor {...props} column={column.column} />
  return writesAsItGoes(column) ? (
    <SessionCellFiles row={row} column={column} onLeave={onLeave}>
      {editor}
    </SessionCellFiles>
  ) : (
    <AddOptionProvider value={addOption}>{editor}</AddOptionProvider>
  )
}
