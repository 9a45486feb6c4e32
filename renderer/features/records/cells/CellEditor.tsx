import { columnType } from '@common/columns/registry'
import { AddOptionProvider, cellEditors, type CellEditorProps } from '@renderer/cells'
import { AttachmentEditor } from '@renderer/features/attachments'
import type { ComponentType } from 'react'
import type { DataGridColumn } from '../painter/data-grid'
import { SessionCellFiles } from './SessionCellFiles'
import { useOptionAdding } from './use-option-adding'

/** The editor of a column's cells; undefined for those that are switched in place or not edited at all. */
export function editorOf({ column }: DataGridColumn): ComponentType<CellEditorProps> | undefined {
  const { editor } = columnType(column.uiType)
  return editor === 'files' ? AttachmentEditor : cellEditors[editor]
}

/** An editor of files writes as it goes: it begins with nothing typed, and what changes is its own doing. */
export const writesAsItGoes = ({ column }: DataGridColumn): boolean => columnType(column.uiType).editor === 'files'

export interface CellEditorInSessionProps extends Omit<CellEditorProps, 'column'> {
  /** The line of the record. */
  readonly row: number
  readonly column: DataGridColumn
  /** The editor is to be left: something lies over it. */
  readonly onLeave: () => void
}

/** The editor of a cell with what it needs of the open table: where files go, how options are made. */
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
