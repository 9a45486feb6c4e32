import type { Table } from '@common/model'
import { can, type Role } from '@common/permissions'
import { rowHeights, withSortKey } from '@common/views'
import { PeopleProvider } from '@renderer/cells'
import type { TableView } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { Fragment, useCallback, useEffect, useRef, useState } from 'react'
import { CellEditorOverlay } from './CellEditorOverlay'
import type { ColumnCommands } from './column-commands'
import type { Bounds, CellPosition, DataGridColumn } from './data-grid'
import { LinedGrid } from './group/LinedGrid'
import { columnWidthMax, columnWidthMin, isSortable, movedOrder, nextSort } from './grid-columns'
import styles from './grid.module.css'
import { gridStatus } from './grid-status'
import { CellMenu, HeaderMenu } from './GridMenus'
import { EmptyGrid, FailedGrid } from './GridStates'
import { GridToolbar } from './GridToolbar'
import { LinkEditor } from './links/LinkEditor'
import { AddColumn, addLast, useAppearance, useCountTold } from './grid-view-parts'
import { useGridParts } from './parts'
import { RefusalNote } from './RefusalNote'
import { GridSessionProvider } from './session'
import { clickCell, pressCellKey } from './use-cell-keys'
import { useNewGridSession } from './use-grid-session'
import { useRowColours } from './use-row-colours'
import { usePeople } from './use-people'

export interface GridViewProps {
  readonly projectId: string
  readonly table: Table
  readonly roles: readonly Role[]
  readonly columnCommands: ColumnCommands | undefined
  readonly view: TableView
}

const headerHeight = 32

type Popup =
  | { readonly kind: 'header'; readonly column: DataGridColumn; readonly at: Bounds }
  | { readonly kind: 'cell'; readonly cell: CellPosition; readonly at: Bounds }
  | { readonly kind: 'row'; readonly row: number; readonly at: Bounds }

/** One table as a grid: the painter, the editor over it, and whatever its parts bring. */
export function GridView(props: GridViewProps) {
  const { t } = useTranslation()
  const searchField = useRef<HTMLInputElement>(null)
  const [popup, setPopup] = useState<Popup>()
  const appearance = useAppearance()
  const { session, editor, leaveEditor, onScroll } = useNewGridSession(props)
  const { projectId, table, roles, columnCommands } = props
  const { model, columns, selection, select, grid, area, settings, changeSettings, notes, actions, boundsOf } = session
  const { mayAddRows, mayDeleteRows, readOnly, openEditor, scrolled } = session
  const parts = useGridParts(session)
  const rowColours = useRowColours(session)
  const people = usePeople(projectId, table, readOnly === undefined)

  useEffect(() => gridStatus.show(notes.status), [notes.status])
  useEffect(() => gridStatus.clear, [])
  useCountTold(
    projectId,
    table.name,
    model.search === '' && session.rowFilter.filter === undefined && !model.rows.countIsOld
      ? model.rows.count
      : undefined,
  )

  const context = { model, columns, selection, mayAddRows, mayDeleteRows }
  const commands = {
    open: openEditor,
    clear: actions.clear,
    deleteRows: () => actions.remove(selection.rows),
    addRow: actions.addRow,
    select,
    explain: notes.explain,
  }
  const { countError } = model.rows
  const failure = model.rows.visibleError ?? (countError === undefined ? undefined : { index: 0, error: countError })
  const editedColumn = editor && columns[editor.cell.column]
  const cellAt = useCallback(
    ({ column, row }: CellPosition) => {
      const at = columns[column]
      return at ? model.cellAt(row, at) : ({ state: 'loading' } as const)
    },
    [columns, model],
  )

  return (
    <GridSessionProvider value={session}>
      <section className={styles.view} aria-label={table.title}>
        <GridToolbar parts={parts} searchField={searchField} />
        <div className={styles.stage} ref={area}>
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
            highlights={parts.flatMap((part) => part.highlights ?? [])}
            fill={parts.find((part) => part.fill)?.fill}
            startAt={appearance.place}
            onVisible={(range) => {
              appearance.remember({ column: range.column, row: range.row })
              model.rows.show(range.row, range.row + range.rows)
            }}
            onActivate={(cell) => openEditor(cell)}
            onKey={(key) => parts.some((part) => part.key?.(key)) || pressCellKey(key, context, commands)}
            onHeaderClick={(at, extending) => {
              const column = columns[at]
              if (column && isSortable(column))
                changeSettings({ sorts: (extending ? withSortKey : nextSort)(settings.sorts, column.id) })
            }}
            onHeaderMenu={(at, bounds) => {
              const column = columns[at]
              if (column) setPopup({ kind: 'header', column, at: bounds })
            }}
            onCellMenu={(cell, at) => setPopup({ kind: 'cell', cell, at: { ...at, width: 1, height: 1 } })}
            onRowMenu={(row, at) => setPopup({ kind: 'row', row, at: { ...at, width: 1, height: 1 } })}
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
            afterColumns={columnCommands && <AddColumn onAdd={(at) => addLast(columns, columnCommands, at)} />}
          />
          {model.rowCount === 0 && model.rows.count === 0 && !failure && (
            <EmptyGrid
              table={table.title}
              search={model.search}
              onClearFilters={
                session.rowFilter.filter === undefined
                  ? undefined
                  : () => changeSettings({ filter: { join: 'and', filters: [] } })
              }
              onAddRow={mayAddRows ? actions.addRow : undefined}
              onClearSearch={() => session.changeSearch('')}
            />
          )}
          {failure && (
            <FailedGrid
              error={failure.error}
              onRetry={() => (countError === undefined ? model.rows.retry(failure.index) : model.rows.refresh())}
            />
          )}
          {parts.map(({ stage }, at) => (
            <Fragment key={at}>{stage}</Fragment>
          ))}
        </div>
        {parts.map(({ foot }, at) => (
          <Fragment key={at}>{foot}</Fragment>
        ))}
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
        {popup?.kind === 'header' && (
          <HeaderMenu
            at={popup.at}
            column={popup.column}
            entries={parts.flatMap((part) => part.headerMenu?.(popup.column, popup.at) ?? [])}
            onClose={() => setPopup(undefined)}
          />
        )}
        {popup?.kind === 'row' && (
          <CellMenu
            at={popup.at}
            entries={parts.flatMap((part) => part.rowMenu?.(popup.row) ?? [])}
            onClose={() => setPopup(undefined)}
          />
        )}
        {popup?.kind === 'cell' && (
          <CellMenu
            at={popup.at}
            entries={parts.flatMap((part) => part.cellMenu?.(popup.cell) ?? [])}
            onClose={() => setPopup(undefined)}
          />
        )}
        {parts.map(({ overlay }, at) => (
          <Fragment key={at}>{overlay}</Fragment>
        ))}
        <div className={styles.visuallyHidden} aria-live="polite">
          {notes.polite}
        </div>
        <div className={styles.visuallyHidden} aria-live="assertive">
          {notes.assertive}
        </div>
      </section>
    </GridSessionProvider>
  )
}
