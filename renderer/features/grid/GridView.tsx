import type { Table } from '@common/model'
import { can, type Role } from '@common/permissions'
import type { Sort } from '@common/query/tree'
import { PeopleProvider, type EditorMove } from '@renderer/cells'
import { ApiPanelButton } from '@renderer/features/api-panel'
import { useTranslation } from '@renderer/i18n'
import { missingInNewRows } from './bulk-edits'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CellEditorOverlay } from './CellEditorOverlay'
import type { Bounds, CellPosition, DataGridColumn, DataGridHandle } from './data-grid'
import { GlideDataGrid } from './glide/GlideDataGrid'
import { DeleteRowsDialog, PasteRowsDialog } from './grid-dialogs'
import { isSortable, nextSort, readOnlyReason } from './grid-columns'
import styles from './grid.module.css'
import { gridStatus } from './grid-status'
import { CellMenu, HeaderMenu, type ColumnCommands } from './GridMenus'
import { EmptyGrid, FailedGrid } from './GridStates'
import { GridToolbar } from './GridToolbar'
import { LinkEditor } from './links/LinkEditor'
import { useLinkLabels } from './links/use-link-labels'
import { AddColumn, addLast, linkCommand, useCountTold, useAppearance, useFindKey, useQuery } from './grid-view-parts'
import { RefusalNote } from './RefusalNote'
import { cellSelection, countRows, emptySelection, moveCell, type GridSelection } from './selection'
import { clickCell, pressCellKey } from './use-cell-keys'
import { useDebounced } from './use-debounced'
import { useGridActions } from './use-grid-actions'
import { useGridClipboard } from './use-grid-clipboard'
import { useGridColumns } from './use-grid-columns'
import { useGridModel } from './use-grid-model'
import { useGridNotes } from './use-grid-notes'
import { usePeople } from './use-people'
import { useRowHistory } from './use-row-history'

export interface GridViewProps {
  readonly projectId: string
  readonly table: Table
  readonly roles: readonly Role[]
  readonly columnCommands: ColumnCommands | undefined
}

const searchDelayMs = 250
const rowHeight = 28
const headerHeight = 32

type Popup =
  | { readonly kind: 'header'; readonly column: DataGridColumn; readonly at: Bounds }
  | { readonly kind: 'cell'; readonly cell: CellPosition; readonly at: Bounds }

/** One table as a grid: toolbar, cells, editors, and what is said about them. */
export function GridView({ projectId, table, roles, columnCommands }: GridViewProps) {
  const { t } = useTranslation()
  const grid = useRef<DataGridHandle>(null)
  const area = useRef<HTMLDivElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const [sort, setSort] = useState<readonly Sort[]>([])
  const [search, setSearch] = useState('')
  const [selection, setSelection] = useState<GridSelection>(emptySelection)
  const [editing, setEditing] = useState<{ readonly cell: CellPosition; readonly typed: string | undefined }>()
  const [scrolled, setScrolled] = useState(0)
  const [popup, setPopup] = useState<Popup>()
  const appearance = useAppearance()
  const query = useQuery(sort, useDebounced(search.trim(), searchDelayMs), grid)

  const readOnly = readOnlyReason(table, can(roles, 'row.update'))
  const mayAddRows = table.type === 'table' && can(roles, 'row.create')
  const mayDeleteRows = readOnly === undefined && can(roles, 'row.delete')
  const model = useGridModel(projectId, table, query, grid)
  const { columns, resize, move } = useGridColumns(projectId, table, sort, readOnly !== undefined)
  useLinkLabels(projectId, table, model, grid)
  const people = usePeople(projectId, table, readOnly === undefined)
  const notes = useGridNotes(model, selection, readOnly)
  const actions = useGridActions({
    model,
    columns,
    notes,
    grid,
    select: setSelection,
    mayAddRows,
    isReadOnly: readOnly !== undefined,
  })
  useEffect(() => gridStatus.show(notes.status), [notes.status])
  useEffect(() => gridStatus.clear, [])
  useFindKey(searchField)
  useCountTold(projectId, table.name, model.search === '' && !model.rows.countIsOld ? model.rows.count : undefined)
  useGridClipboard({
    model,
    columns,
    selection,
    area,
    onCopied: (rows, across) => notes.announce(t('grid.copied', { rows, columns: across })),
    onCut: actions.clear,
    onPaste: actions.pasteBlock,
    onError: actions.fail(t('grid.notCopied')),
  })

  const openEditor = (cell: CellPosition, typed?: string): void => {
    const column = columns[cell.column]
    if (!column || cell.row >= model.rowCount) return
    const bounds = grid.current?.boundsOf(cell)
    // What is computed is changed where it is said how.
    if (column.computed && typed === undefined && columnCommands && bounds)
      return columnCommands.edit(column.id, bounds)
    const isList = column.column.uiType === 'LinkToAnotherRecord'
    if (isList && model.isDraft(cell.row)) return notes.say(t('grid.links.draft'))
    if (!column.editable && !isList) return notes.explain(column)
    if (model.valueAt(cell.row, column.column) === undefined) return
    setEditing({ cell, typed: typed ?? model.refusedAt(cell.row, column.column)?.text })
  }
  const leaveEditor = (cell: CellPosition, moveTo: EditorMove): void => {
    setEditing(undefined)
    const [across, down] = steps[moveTo]
    const size = { columns: columns.length, rows: model.rowCount + (mayAddRows && !model.drafts.unfinished ? 1 : 0) }
    const next = moveCell(cell, { columns: across, rows: down }, size)
    setSelection(cellSelection(next))
    grid.current?.focus()
    if (moveTo !== 'stay') grid.current?.scrollTo(next)
  }
  const history = useRowHistory({
    projectId,
    model,
    columns,
    mayRead: can(roles, 'row.history'),
    onClose: () => grid.current?.focus(),
  })
  const context = { model, columns, selection, mayAddRows, mayDeleteRows }
  const commands = {
    open: openEditor,
    clear: actions.clear,
    deleteRows: () => actions.remove(selection.rows),
    addRow: actions.addRow,
    select: setSelection,
    explain: notes.explain,
  }
  const { question } = actions
  const { countError } = model.rows
  const failure = model.rows.visibleError ?? (countError === undefined ? undefined : { index: 0, error: countError })
  const editedColumn = editing && columns[editing.cell.column]
  const boundsOf = useCallback((cell: CellPosition) => grid.current?.boundsOf(cell), [])
  const cellAt = useCallback(
    ({ column, row }: CellPosition) => {
      const at = columns[column]
      return at ? model.cellAt(row, at) : ({ state: 'loading' } as const)
    },
    [columns, model],
  )

  return (
    <section className={styles.view} aria-label={table.title}>
      <GridToolbar
        sort={sort}
        onSort={setSort}
        search={search}
        onSearch={setSearch}
        searchField={searchField}
        selectedRows={countRows(selection.rows)}
        onDeleteRows={mayDeleteRows ? commands.deleteRows : undefined}
        onAddRow={mayAddRows ? actions.addRow : undefined}
        onRefresh={() => model.rows.refresh()}
        calls={
          <ApiPanelButton
            projectId={projectId}
            table={table}
            sort={sort}
            search={search.trim()}
            fields={columns.map(({ column }) => column.title)}
          />
        }
      />
      <div className={styles.stage} ref={area}>
        <GlideDataGrid
          key={appearance.count}
          ref={grid}
          label={t('grid.label', { table: table.title })}
          columns={columns}
          rowCount={model.rowCount}
          frozenColumns={1}
          rowHeight={rowHeight}
          headerHeight={headerHeight}
          cellAt={cellAt}
          selection={selection}
          onSelectionChange={setSelection}
          startAt={appearance.place}
          onVisible={(range) => {
            appearance.remember({ column: range.column, row: range.row })
            model.rows.show(range.row, range.row + range.rows)
          }}
          onActivate={(cell) => openEditor(cell)}
          onKey={(key) => pressCellKey(key, context, commands)}
          onHeaderClick={(at) => {
            const column = columns[at]
            if (column && isSortable(column)) setSort(nextSort(sort, column.title))
          }}
          onHeaderMenu={(at, bounds) => {
            const column = columns[at]
            if (column) setPopup({ kind: 'header', column, at: bounds })
          }}
          onCellMenu={(cell, at) => setPopup({ kind: 'cell', cell, at: { ...at, width: 1, height: 1 } })}
          onCellClick={(cell, click) => clickCell(cell, click, context, commands)}
          onColumnResize={resize}
          onColumnMove={move}
          addRowLabel={mayAddRows && !model.drafts.unfinished ? t('grid.addRow') : undefined}
          onAddRow={actions.addRow}
          isDraftRow={(row) => model.isDraft(row)}
          onScroll={() => setScrolled((count) => count + 1)}
          afterColumns={columnCommands && <AddColumn onAdd={(at) => addLast(columns, columnCommands, at)} />}
        />
        {model.rowCount === 0 && model.rows.count === 0 && (
          <EmptyGrid
            table={table.title}
            search={query.search}
            onAddRow={mayAddRows ? actions.addRow : undefined}
            onClearSearch={() => setSearch('')}
          />
        )}
        {failure && (
          <FailedGrid
            error={failure.error}
            onRetry={() => (countError === undefined ? model.rows.retry(failure.index) : model.rows.refresh())}
          />
        )}
        {history.panel}
      </div>
      {editing && editedColumn?.link && (
        <LinkEditor
          key={`${editing.cell.column} ${editing.cell.row}`}
          projectId={projectId}
          model={model}
          cell={editing.cell}
          column={editedColumn}
          typed={editing.typed}
          mayChange={readOnly === undefined}
          mayCreate={can(roles, 'row.create')}
          boundsOf={boundsOf}
          scrolled={scrolled}
          onDone={(moveTo) => leaveEditor(editing.cell, moveTo)}
        />
      )}
      {editing && editedColumn && !editedColumn.link && (
        <PeopleProvider people={people}>
          <CellEditorOverlay
            key={`${editing.cell.column} ${editing.cell.row}`}
            model={model}
            cell={editing.cell}
            column={editedColumn}
            typed={editing.typed}
            boundsOf={boundsOf}
            scrolled={scrolled}
            onDone={(moveTo) => leaveEditor(editing.cell, moveTo)}
          />
        </PeopleProvider>
      )}
      {!editing && (
        <RefusalNote model={model} columns={columns} cell={selection.active} boundsOf={boundsOf} scrolled={scrolled} />
      )}
      {popup?.kind === 'header' && (
        <HeaderMenu
          at={popup.at}
          column={popup.column}
          onSort={setSort}
          commands={columnCommands}
          onClose={() => setPopup(undefined)}
        />
      )}
      {popup?.kind === 'cell' && (
        <CellMenu
          at={popup.at}
          onClose={() => setPopup(undefined)}
          onEdit={columns[popup.cell.column]?.editable ? () => openEditor(popup.cell) : undefined}
          onOpenLink={linkCommand(
            (row, column) => model.cellAt(row, column),
            columns[popup.cell.column],
            popup.cell.row,
          )}
          onCopy={() => {
            grid.current?.focus()
            document.execCommand('copy')
          }}
          onClear={
            readOnly === undefined && selection.range
              ? () => selection.range && actions.clear(selection.range)
              : undefined
          }
          onHistory={history.commandAt(popup.cell)}
          onDelete={
            mayDeleteRows && !model.isDraft(popup.cell.row)
              ? () => actions.remove([{ from: popup.cell.row, to: popup.cell.row + 1 }])
              : undefined
          }
        />
      )}
      {question?.kind === 'delete' && (
        <DeleteRowsDialog
          count={countRows(question.spans)}
          loading={actions.working}
          onConfirm={() => actions.remove(question.spans, true)}
          onClose={actions.closeQuestion}
        />
      )}
      {question?.kind === 'paste' && (
        <PasteRowsDialog
          updates={question.plan.updates.size}
          creates={question.plan.creates.length}
          missing={missingInNewRows(model.table, columns, question.plan)}
          loading={actions.working}
          onConfirm={() => actions.paste(question.plan, true)}
          onClose={actions.closeQuestion}
        />
      )}
      <div className={styles.visuallyHidden} aria-live="polite">
        {notes.polite}
      </div>
      <div className={styles.visuallyHidden} aria-live="assertive">
        {notes.assertive}
      </div>
    </section>
  )
}

const steps = { stay: [0, 0], down: [0, 1], up: [0, -1], left: [-1, 0], right: [1, 0] } as const
