import { CellFilesProvider, viewFiles } from '@renderer/features/attachments'
import type { ReactNode } from 'react'
import type { DataGridColumn } from '../painter/data-grid'
import { useGridSession } from '../session/session'
import { cellTarget, filesIn } from './cell-target'

export interface SessionCellFilesProps {
  /** Line of the record. */
  readonly row: number
  readonly column: DataGridColumn
  /** Closes the editor, because something covers it. */
  readonly onLeave: () => void
  readonly children: ReactNode
}

/** Provides the cell to an editor of files. */
export function SessionCellFiles({ row, column, onLeave, children }: SessionCellFilesProps) {
  const { projectId, model } = useGridSession()
  const files = filesIn(model.valueAt(row, column.column))
  return (
    <CellFilesProvider
      value={{
        target: cellTarget(projectId, model, row, column.column),
        files,
        change: (next) => model.give(row, column.column, { kind: 'json', value: next }),
        view: (at) => {
          onLeave()
          viewFiles({ projectId, files, at })
        },
      }}
    >
      {children}
    </CellFilesProvider>
  )
}
