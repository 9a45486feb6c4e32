import { scaledRow } from '@common/settings'
import { rowHeights, withSortKey } from '@common/views'
import { languageDirection, useTranslation } from '@renderer/i18n'
import { useHidden, useSetting } from '@renderer/stores'
import { later } from '@renderer/ui'
import type { Bounds } from '@renderer/ui'
import { useCallback, useMemo } from 'react'
import { addLast } from '@renderer/features/records/columns/add-last'
import {
  columnWidthMax,
  columnWidthMin,
  isSortable,
  movedOrder,
  nextSort,
} from '@renderer/features/records/columns/grid-columns'
import type { ViewMenu } from '@renderer/features/records/frame/ViewFrame'
import type { CellPosition, DataGridProps, GridHighlight, GridKey } from '@renderer/features/records/painter/data-grid'
import type { GridSession } from '@renderer/features/records/session/session'
import { useSessionState } from '@renderer/features/records/session/session-store'
import { useRowColours } from '@renderer/features/records/session/use-row-colours'
import { AddColumn, useAppearance } from './grid-view-parts'
import { LinedGrid } from './group/LinedGrid'
import { clickCell, pressCellKey, type CellCommands, type CellContext } from './use-cell-keys'
import type { GridPart } from '../records/parts/grid-part'

const HiddenColumns = later(async () => (await import('./hidden/HiddenColumns')).HiddenColumns)

export interface GridPainterProps {
  readonly session: GridSession
  readonly parts: readonly GridPart[]
  readonly menu: ViewMenu | undefined
  readonly onMenu: (menu: ViewMenu | undefined) => void
  readonly onScroll: () => void
}

const headerHeight = 32
/** Always the same list: the painter draws again for another one. */
const noHighlights: readonly GridHighlight[] = []

/** The cells of the view. Only this component renders on a selection change. */
export function GridPainter(props: GridPainterProps) {
  const { session, parts, onScroll } = props
  const { model, columns, select, grid, settings, actions, columnCommands, mayAddRows } = session
  const { t } = useTranslation()
  const density = useSetting('density')
  const fontSize = useSetting('fontSize')
  const appearance = useAppearance()
  const rowColours = useRowColours(session)
  const selection = useSessionState(session, (state) => state.selection)
  const cellAt = useCallback(
    ({ column, row }: CellPosition) => {
      const at = columns[column]
      return at ? model.cellAt(row, at) : ({ state: 'loading' } as const)
    },
    [columns, model],
  )
  const highlights = parts.flatMap((part) => part.highlights ?? [])
  const { name } = session.table
  const hasHidden = useHidden((state) => state.isShown && state.columns.some(({ table }) => table === name))
  const afterColumns = useMemo(() => {
    // The element contains texts.
    void t
    return hasHidden ? (
      <HiddenColumns table={name} />
    ) : (
      columnCommands && <AddColumn onAdd={(at) => addLast(columns, columnCommands, at)} />
    )
  }, [columns, columnCommands, hasHidden, name, t])
  return (
    <LinedGrid
      groups={session.groups}
      key={appearance.count}
      ref={grid}
      label={t('grid.label', { table: session.table.title })}
      columns={columns}
      rowCount={model.rowCount}
      frozenColumns={session.frozen}
      {...rowColours}
      rowHeight={scaledRow(rowHeights[settings.rowHeight], density, fontSize)}
      headerHeight={headerHeight}
      cellAt={cellAt}
      selection={selection}
      onSelectionChange={select}
      highlights={highlights.length === 0 ? noHighlights : highlights}
      fill={parts.find((part) => part.fill)?.fill}
      startAt={appearance.place}
      onVisible={(range) => {
        appearance.remember({ column: range.column, row: range.row })
        model.rows.show(range.row, range.row + range.rows)
      }}
      addRowLabel={mayAddRows && !model.drafts.unfinished ? t('grid.addRow') : undefined}
      onAddRow={actions.addRow}
      isDraftRow={(row) => model.isDraft(row)}
      onScroll={onScroll}
      afterColumns={afterColumns}
      {...cellHandlers(props)}
      {...headerHandlers(props)}
    />
  )
}

/** Returns key and pointer handlers for cells: the parts come first, then the grid. */
function cellHandlers({ session, parts, onMenu }: GridPainterProps) {
  const { actions, select, state, notes, openEditor } = session
  const context = (): CellContext => ({ ...session, selection: state.getState().selection })
  const commands: CellCommands = {
    open: openEditor,
    clear: actions.clear,
    deleteRows: () => actions.remove(state.getState().selection.rows),
    addRow: actions.addRow,
    addRowIn: actions.addRowIn,
    select,
    explain: notes.explain,
  }
  return {
    onActivate: (cell) => openEditor(cell),
    onKey: (key) =>
      openMenuByKey(key, session, onMenu) ||
      parts.some((part) => part.key?.(key)) ||
      pressCellKey(key, context(), commands),
    onCellMenu: (cell, at) => onMenu({ kind: 'cell', cell, at: pointOf(at) }),
    onRowMenu: (row, at) => onMenu({ kind: 'row', row, at: pointOf(at) }),
    onRowOpen: (row) => parts.forEach((part) => part.openRow?.(row)),
    onRowMove: parts.find((part) => part.moveRow)?.moveRow,
    rowMark: (row) => parts.find((part) => part.rowMark)?.rowMark?.(row),
    onCellClick: (cell, click) =>
      parts.some((part) => part.cellClick?.(cell, click)) || clickCell(cell, click, context(), commands),
    onHover: (cell) => parts.forEach((part) => part.hover?.(cell)),
    onDragOver: (cell, data) => parts.forEach((part) => part.dragOver?.(cell, data)),
    onDrop: (cell, data) => parts.forEach((part) => part.drop?.(cell, data)),
  } satisfies Partial<DataGridProps>
}

/** Returns click and drag handlers for headers. */
function headerHandlers({ session, parts, menu, onMenu }: GridPainterProps) {
  const { columns, settings, changeSettings } = session
  return {
    onHeaderClick: (at, extending) => {
      const column = columns[at]
      if (column && isSortable(column))
        changeSettings({ sorts: (extending ? withSortKey : nextSort)(settings.sorts, column.id) })
    },
    onHeaderEdge: (at, press) => parts.forEach((part) => part.headerEdge?.(at, press)),
    onHeaderMenu: (at, bounds) => {
      const column = columns[at]
      if (column) onMenu({ kind: 'header', column, at: bounds })
    },
    onColumnDrag: () => {
      if (menu?.kind === 'header') onMenu(undefined)
    },
    onColumnResize: (at, width) => {
      const column = columns[at]
      const within = Math.round(Math.min(columnWidthMax, Math.max(columnWidthMin, width)))
      if (column) changeSettings({ widths: { ...settings.widths, [column.id]: within } })
    },
    onColumnMove: (from, to) => changeSettings({ order: movedOrder(columns, from, to) }),
  } satisfies Partial<DataGridProps>
}

const pointOf = (at: { readonly x: number; readonly y: number }): Bounds => ({ ...at, width: 1, height: 1 })

/** Opens the menu of the selected records, or of the active cell, on Shift+F10 and the menu key. */
function openMenuByKey(
  { key, shift }: GridKey,
  { state, boundsOf }: GridSession,
  onMenu: (menu: ViewMenu) => void,
): boolean {
  if (key !== 'ContextMenu' && !(key === 'F10' && shift)) return false
  const { selection } = state.getState()
  const [span] = selection.rows
  const cell = selection.active ?? { column: 0, row: span?.from ?? 0 }
  const bounds = boundsOf(cell)
  if (!bounds) return true
  const x = languageDirection() === 'rtl' ? bounds.x + bounds.width - 8 : bounds.x + 8
  const at = pointOf({ x, y: bounds.y + bounds.height })
  onMenu(span ? { kind: 'row', row: span.from, at } : { kind: 'cell', cell, at })
  return true
}
