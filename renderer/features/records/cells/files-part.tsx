import { files } from '@renderer/api'
import { faces, fileIndexAt, thumbnails } from '@renderer/cells'
import { upload, UploadTray, viewFiles, Viewer } from '@renderer/features/attachments'
import { useTranslation } from '@renderer/i18n'
import { pictures } from '@renderer/ui'
import { useEffect, useRef, useState } from 'react'
import type { CellPosition, DataGridColumn } from '../painter/data-grid'
import type { CellMenuEntry } from '../frame/menu-entries'
import { cellSelection } from '../painter/selection'
import type { GridSession } from '../session/session'
import { useSessionState } from '../session/session-store'
import styles from './cells.module.css'
import { cellTarget, enterModel, filesIn, leaveModel } from './cell-target'
import type { GridPart } from '../parts/grid-part'

thumbnails.connect((url) => files.read(url))
faces.connect(pictures)

const holdsFiles = (column: DataGridColumn | undefined): column is DataGridColumn => column?.display === 'files'

/** Returns the column of a cell that takes files: a column of files that the user may edit, in an existing row. */
function takes(cell: CellPosition, { model, columns }: GridSession): DataGridColumn | undefined {
  const column = columns[cell.column]
  return holdsFiles(column) && column.editable && model.valueAt(cell.row, column.column) !== undefined
    ? column
    : undefined
}

function add(cell: CellPosition, given: readonly File[], session: GridSession): void {
  const column = takes(cell, session)
  if (column && given.length > 0) upload(given, cellTarget(session.projectId, session.model, cell.row, column.column))
}

/** Files of cells: drop, paste and preview. */
export function useFilesPart(session: GridSession): GridPart {
  const { t } = useTranslation()
  const { projectId, model, columns, grid, area, boundsOf } = session
  const [target, setTarget] = useState<CellPosition>()
  const latest = useRef(session)
  latest.current = session

  useEffect(() => thumbnails.subscribe(() => grid.current?.repaint()), [grid])
  useEffect(() => faces.subscribe(() => grid.current?.repaint()), [grid])
  useEffect(() => {
    enterModel(model)
    return () => leaveModel(model)
  }, [model])

  const filesOfCell = (cell: CellPosition) => {
    const column = columns[cell.column]
    return holdsFiles(column) ? filesIn(model.valueAt(cell.row, column.column)) : []
  }
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const now = latest.current
      const { selection, editor } = now.state.getState()
      const { active } = selection
      const given = [...(event.clipboardData?.files ?? [])]
      const isHere = area.current?.contains(document.activeElement) === true
      if (!isHere || !active || given.length === 0 || editor) return
      // Spreadsheets copy an image of the cells along with their text: use the text.
      if ((event.clipboardData?.getData('text/plain') ?? '') !== '' || !takes(active, now)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      add(active, given, now)
    }
    document.addEventListener('paste', paste, true)
    return () => document.removeEventListener('paste', paste, true)
  }, [area])

  const bounds = target && boundsOf(target)
  // Asked only when it shows something: the answer makes the browser lay out the page.
  const frame = bounds && area.current?.getBoundingClientRect()
  return {
    stage: (
      <>
        {bounds && frame && (
          <div
            className={styles.dropRing}
            data-drop-target
            style={{
              left: bounds.x - frame.x,
              top: bounds.y - frame.y,
              width: bounds.width,
              height: bounds.height,
            }}
          />
        )}
        <Uploads session={session} />
      </>
    ),
    overlay: <Viewer onClosed={() => grid.current?.focus()} />,
    cellClick: (cell, click) => {
      const column = columns[cell.column]
      if (!holdsFiles(column) || click.control || click.extends || !click.wasActive) return false
      const at = fileIndexAt(model.valueAt(cell.row, column.column), click.x, click.bounds)
      if (at === undefined) return false
      viewFiles({ projectId, files: filesOfCell(cell), at })
      return true
    },
    dragOver: (cell, data) => {
      const fits = cell !== undefined && data?.types.includes('Files') === true && takes(cell, session) !== undefined
      if (data) data.dropEffect = fits ? 'copy' : 'none'
      setTarget(fits ? cell : undefined)
    },
    drop: (cell, data) => {
      setTarget(undefined)
      const given = [...(data?.files ?? [])]
      if (!takes(cell, session) || given.length === 0) return
      session.select(cellSelection(cell))
      add(cell, given, session)
    },
    cellMenu: (cell) => {
      const shown = filesOfCell(cell)
      const entry: CellMenuEntry = {
        id: 'cell.files',
        group: 'cell',
        icon: 'eye',
        label: t('attachments.viewFiles'),
        run: () => viewFiles({ projectId, files: shown, at: 0 }),
      }
      return shown.length === 0 ? [] : [entry]
    },
  }
}

/** Running uploads, without those of the open editor, which shows them itself. */
function Uploads({ session }: { readonly session: GridSession }) {
  const { projectId, model, columns } = session
  const edited = useSessionState(session, ({ editor }) => editor?.cell)
  const column = edited && columns[edited.column]
  return (
    <UploadTray
      except={edited && holdsFiles(column) ? cellTarget(projectId, model, edited.row, column.column).cell : undefined}
    />
  )
}
