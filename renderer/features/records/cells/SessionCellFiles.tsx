import { CellFilesProvider, viewFiles } from '@renderer/features/attachments'
import type { ReactNode } from 'react'
import type { DataGridColumn } from '../painter/data-grid'
import { useGridSession } from '../session/session'
import { cellTarget, filesIn } from './cell-target'

export interface SessionCellFilesProps {
  /** The line of the record. */
  readonly row: number
  readonly column: DataGridColumn
  /** The editor is to be left: something lies over it. */
  readonly onLeave: () => void
  readonly children: ReactNode
}

/** Says to an editor of files which cell it stands in. */
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
