import type { Table } from '@common/model'
import { can, type Role } from '@common/permissions'
import { rowHeights, withSortKey } from '@common/views'
import { PeopleProvider } from '@renderer/cells'
import type { TableView } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { useCallback, useMemo, useState } from 'react'
import { CellEditorOverlay } from './CellEditorOverlay'
import type { ColumnCommands } from '@renderer/features/records/columns/column-commands'
import type { CellPosition, GridHighlight, GridKey } from '@renderer/features/records/painter/data-grid'
import { LinedGrid } from './group/LinedGrid'
import {
  columnWidthMax,
  columnWidthMin,
  isSortable,
  movedOrder,
  nextSort,
} from '@renderer/features/records/columns/grid-columns'
import { LinkEditor } from '@renderer/features/records/links/LinkEditor'
import { addLast } from '@renderer/features/records/columns/add-last'
import { AddColumn, useAppearance } from './grid-view-parts'
import { useGridParts } from './parts'
import { RefusalNote } from './RefusalNote'
import { clickCell, pressCellKey } from './use-cell-keys'
import { useNewGridSession } from '@renderer/features/records/session/use-grid-session'
import { useRowColours } from '@renderer/features/records/session/use-row-colours'
import { usePeople } from '@renderer/features/records/session/use-people'
import { ViewFrame, type ViewMenu } from '@renderer/features/records/frame/ViewFrame'

export interface GridViewProps {
  readonly projectId: string
  readonly table: Table
  readonly roles: readonly Role[]
  readonly columnCommands: ColumnCommands | undefined
  readonly view: TableView
}

const headerHeight = 32
/** Always the same list: the painter draws again for another one. */
const noHighlights: readonly GridHighlight[] = []

/** One table as a grid: the painter, the editor over it, and whatever its parts bring. */
export function GridView(props: GridViewProps) {
  const { t } = useTranslation()
  const [menu, openMenu] = useState<ViewMenu>()
  const appearance = useAppearance()
  const { session, editor, leaveEditor, keepTyped, onScroll } = useNewGridSession(props)
  const { projectId, table, roles, columnCommands } = props
  const { model, columns, selection, select, grid, settings, changeSettings, notes, actions, boundsOf } = session
  const { mayAddRows, mayDeleteRows, readOnly, openEditor, scrolled } = session
  const parts = useGridParts(session)
  const rowColours = useRowColours(session)
  const people = usePeople(projectId, table, readOnly === undefined)

  const context = { model, columns, selection, mayAddRows, mayDeleteRows }
  const commands = {
    open: openEditor,
    clear: actions.clear,
    deleteRows: () => actions.remove(selection.rows),
    addRow: actions.addRow,
    addRowIn: actions.addRowIn,
    select,
    explain: notes.explain,
  }
  const editedColumn = editor && columns[editor.cell.column]
  const cellAt = useCallback(
    ({ column, row }: CellPosition) => {
      const at = columns[column]
      return at ? model.cellAt(row, at) : ({ state: 'loading' } as const)
    },
    [columns, model],
  )

  const highlights = parts.flatMap((part) => part.highlights ?? [])
  const afterColumns = useMemo(
    () => columnCommands && <AddColumn onAdd={(at) => addLast(columns, columnCommands, at)} />,
    [columns, columnCommands],
  )

  /** Opens the menu of the selected records, or of the active cell, on Shift+F10 and the menu key. */
  const openMenuByKey = ({ key, shift }: GridKey): boolean => {
    if (key !== 'ContextMenu' && !(key === 'F10' && shift)) return false
    const [span] = selection.rows
    const cell = selection.active ?? { column: 0, row: span?.from ?? 0 }
    const bounds = boundsOf(cell)
    if (!bounds) return true
    const at = { x: bounds.x + 8, y: bounds.y + bounds.height, width: 1, height: 1 }
    openMenu(span ? { kind: 'row', row: span.from, at } : { kind: 'cell', cell, at })
    return true
  }

  return (
    <ViewFrame
      session={session}
      parts={parts}
      menu={menu}
      onMenuClose={() => {
        openMenu(undefined)
        // Returns the focus to the cells, unless the chosen command has moved it.
        requestAnimationFrame(() => {
          if (document.activeElement === null || document.activeElement === document.body) grid.current?.focus()
        })
      }}
      beside={
        <>
          {editor && editedColumn?.link && (
            <LinkEditor
              key={`${editor.cell.column} ${editor.cell.row}`}
              projectId={projectId}
              model={model}
              cell={editor.cell}
              column={editedColumn}
              typed={editor.typed}
              mayChange={readOnly === undefined}
              mayCreate={can(roles, 'row.create')}
              boundsOf={boundsOf}
              scrolled={scrolled}
              onDone={(moveTo) => leaveEditor(editor.cell, moveTo)}
            />
          )}
          {editor && editedColumn && !editedColumn.link && (
            <PeopleProvider people={people}>
              <CellEditorOverlay
                key={`${editor.cell.column} ${editor.cell.row}`}
                model={model}
                cell={editor.cell}
                column={editedColumn}
                typed={editor.typed}
                boundsOf={boundsOf}
                scrolled={scrolled}
                onTyped={(text) => keepTyped(editor.cell, text)}
                onDone={(moveTo) => leaveEditor(editor.cell, moveTo)}
              />
            </PeopleProvider>
          )}
          {!editor && (
            <RefusalNote
              model={model}
              columns={columns}
              cell={selection.active}
              boundsOf={boundsOf}
              scrolled={scrolled}
            />
          )}
        </>
      }
    >
      <LinedGrid
        groups={session.groups}
        key={appearance.count}
        ref={grid}
        label={t('grid.label', { table: table.title })}
        columns={columns}
        rowCount={model.rowCount}
        frozenColumns={session.frozen}
        {...rowColours}
        rowHeight={rowHeights[settings.rowHeight]}
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
        onActivate={(cell) => openEditor(cell)}
        onKey={(key) =>
          openMenuByKey(key) || parts.some((part) => part.key?.(key)) || pressCellKey(key, context, commands)
        }
        onHeaderClick={(at, extending) => {
          const column = columns[at]
          if (column && isSortable(column))
            changeSettings({ sorts: (extending ? withSortKey : nextSort)(settings.sorts, column.id) })
        }}
        onHeaderEdge={(at, press) => parts.forEach((part) => part.headerEdge?.(at, press))}
        onColumnDrag={() => {
          if (menu?.kind === 'header') openMenu(undefined)
        }}
        onHeaderMenu={(at, bounds) => {
          const column = columns[at]
          if (column) openMenu({ kind: 'header', column, at: bounds })
        }}
        onCellMenu={(cell, at) => openMenu({ kind: 'cell', cell, at: { ...at, width: 1, height: 1 } })}
        onRowMenu={(row, at) => openMenu({ kind: 'row', row, at: { ...at, width: 1, height: 1 } })}
        onRowOpen={(row) => parts.forEach((part) => part.openRow?.(row))}
        onRowMove={parts.find((part) => part.moveRow)?.moveRow}
        rowMark={(row) => parts.find((part) => part.rowMark)?.rowMark?.(row)}
        onCellClick={(cell, click) =>
          parts.some((part) => part.cellClick?.(cell, click)) || clickCell(cell, click, context, commands)
        }
        onHover={(cell) => parts.forEach((part) => part.hover?.(cell))}
        onDragOver={(cell, data) => parts.forEach((part) => part.dragOver?.(cell, data))}
        onDrop={(cell, data) => parts.forEach((part) => part.drop?.(cell, data))}
        onColumnResize={(at, width) => {
          const column = columns[at]
          const within = Math.round(Math.min(columnWidthMax, Math.max(columnWidthMin, width)))
          if (column) changeSettings({ widths: { ...settings.widths, [column.id]: within } })
        }}
        onColumnMove={(from, to) => changeSettings({ order: movedOrder(columns, from, to) })}
        addRowLabel={mayAddRows && !model.drafts.unfinished ? t('grid.addRow') : undefined}
        onAddRow={actions.addRow}
        isDraftRow={(row) => model.isDraft(row)}
        onScroll={onScroll}
        afterColumns={afterColumns}
      />
    </ViewFrame>
  )
}
