import { isLinkType } from '@common/columns/questions'
import type { Table } from '@common/model'
import { can, type Role } from '@common/permissions'
import type { EditorMove } from '@renderer/cells'
import type { ViewFilterGroup, ViewOrder } from '@common/views'
import type { TableView } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ColumnCommands } from '../columns/column-commands'
import type { CellPosition, DataGridHandle } from '../painter/data-grid'
import { markFiltered, useRowFilter } from '../filter/use-row-filter'
import { useTableCount } from '../filter/use-table-count'
import { frozenColumns, gridColumns, readOnlyReason } from '../columns/grid-columns'
import { useQuery } from './use-query'
import { useGroupOrders } from '../group/use-group-orders'
import { useGroups } from '../group/use-groups'
import { useLinkLabels } from '../links/use-link-labels'
import { cellSelection, emptySelection, moveCell, type GridSelection } from '../painter/selection'
import type { GridSession } from './session'
import { useDebounced } from './use-debounced'
import { useGridActions } from './use-grid-actions'
import { useGridModel } from './use-grid-model'
import { useGridNotes } from './use-grid-notes'
import { useNextFocus } from './use-next-focus'
import { sortedBy } from './sorted-by'
import { typedCell, useTypedCell } from '../unsaved/typed-cell'

const searchDelayMs = 250

export interface GridSessionOptions {
  readonly projectId: string
  readonly table: Table
  readonly roles: readonly Role[]
  readonly columnCommands: ColumnCommands | undefined
  readonly view: TableView
  /** Groups that the kind of view makes of the rows, whatever the view says; a constant list while it says the same. */
  readonly groups?: readonly ViewOrder[] | undefined
  /** Only rows that this finds as well belong to what is shown, such as those of one month. */
  readonly within?: ViewFilterGroup | undefined
}

export interface OpenEditor {
  readonly cell: CellPosition
  /** What was typed to open it, or what was refused before. */
  readonly typed: string | undefined
}

/** Makes the session of one open grid, with what only the grid itself needs beside it. */
export function useNewGridSession(options: GridSessionOptions): {
  readonly session: GridSession
  readonly editor: OpenEditor | undefined
  readonly leaveEditor: (cell: CellPosition, moveTo: EditorMove) => void
  /** Saves uncommitted text of a cell across reloads. */
  readonly keepTyped: (cell: CellPosition, text: string) => void
  readonly onScroll: () => void
} {
  const { projectId, table, roles, columnCommands, view, within } = options
  const { t } = useTranslation()
  const grid = useRef<DataGridHandle>(null)
  const area = useRef<HTMLDivElement>(null)
  const { settings, change: changeSettings } = view
  const [search, changeSearch] = useState('')
  const [selection, select] = useState<GridSelection>(emptySelection)
  const [editor, setEditor] = useState<OpenEditor>()
  const [scrolled, setScrolled] = useState(0)
  const groups = useGroupOrders(table, options.groups ?? settings.groups)
  const sort = useMemo(() => sortedBy(table, [...groups, ...settings.sorts]), [table, groups, settings.sorts])
  const wanted = useMemo<ViewFilterGroup>(
    () => (within === undefined ? settings.filter : { join: 'and', filters: [settings.filter, within] }),
    [settings.filter, within],
  )
  const rowFilter = useRowFilter(projectId, table, wanted)
  const query = useQuery(sort, useDebounced(search.trim(), searchDelayMs), rowFilter, groups, grid)

  const readOnly = readOnlyReason(table, can(roles, 'row.update'))
  const mayAddRows = table.type === 'table' && can(roles, 'row.create')
  const mayDeleteRows = readOnly === undefined && can(roles, 'row.delete')
  const model = useGridModel(projectId, table, view.view.id, query, grid)
  const { widths, order, hidden, sorts } = settings
  const filteredBy = rowFilter.columns
  const columns = useMemo(
    () => gridColumns(table, { widths, order, hidden, sorts }, readOnly !== undefined).map(markFiltered(filteredBy)),
    [table, widths, order, hidden, sorts, readOnly, filteredBy],
  )
  useLinkLabels(projectId, table, model, grid)
  const filtered = rowFilter.filter === undefined ? '' : JSON.stringify(rowFilter.filter)
  const all = useTableCount(projectId, table, filtered !== '')
  const notes = useGridNotes(model, selection, readOnly, { filtered, all })
  const actions = useGridActions({
    projectId,
    model,
    columns,
    notes,
    grid,
    selection,
    select,
    isReadOnly: readOnly !== undefined,
  })
  const lineGroups = useGroups({
    projectId,
    table,
    viewKey: `${projectId}/${table.name}/${view.view.id ?? ''}`,
    model,
    columns,
    query,
    aggregates: settings.aggregates,
    selection,
    select,
    isEditing: editor !== undefined,
    mayAddRows,
    grid,
  })
  const boundsOf = useCallback((cell: CellPosition) => grid.current?.boundsOf(cell), [])
  const onScroll = useCallback(() => setScrolled((count) => count + 1), [])

  const openEditor = (cell: CellPosition, typed?: string): void => {
    const column = columns[cell.column]
    if (!column || cell.row >= model.rowCount) return
    const bounds = boundsOf(cell)
    // What is computed is changed where it is said how.
    if (column.computed && typed === undefined && columnCommands && bounds)
      return columnCommands.edit(column.id, bounds)
    const isList = isLinkType(column.column)
    if (isList && model.isDraft(cell.row)) return notes.say(t('grid.links.draft'))
    if (!column.editable && !isList) return notes.explain(column)
    if (model.valueAt(cell.row, column.column) === undefined) return
    setEditor({ cell, typed: typed ?? model.refusedAt(cell.row, column.column)?.text })
  }
  useNextFocus({ model, columns, selection, select, grid, view: view.view })
  useTypedCell({
    projectId,
    view: view.view.id ?? null,
    model,
    columns,
    open: (cell, typed) => {
      select(cellSelection(cell))
      grid.current?.scrollTo(cell)
      requestAnimationFrame(() => openEditor(cell, typed))
    },
  })
  const leaveEditor = (cell: CellPosition, moveTo: EditorMove): void => {
    setEditor(undefined)
    typedCell.end()
    const [across, down] = steps[moveTo]
    const size = { columns: columns.length, rows: model.rowCount + (mayAddRows && !model.drafts.unfinished ? 1 : 0) }
    const next = moveCell(cell, { columns: across, rows: down }, size)
    select(cellSelection(next))
    grid.current?.focus()
    if (moveTo !== 'stay') grid.current?.scrollTo(next)
  }

  const session: GridSession = {
    projectId,
    table,
    roles,
    model,
    columns,
    selection,
    select,
    grid,
    area,
    view,
    settings,
    changeSettings,
    rowFilter,
    query,
    groups: lineGroups,
    search,
    changeSearch,
    readOnly,
    mayAddRows,
    mayDeleteRows,
    columnCommands,
    notes,
    actions,
    edited: editor?.cell,
    openEditor,
    boundsOf,
    frozen: frozenColumns(columns, settings.frozen, area.current?.clientWidth),
    scrolled,
  }
  const keepTyped = (cell: CellPosition, text: string): void => {
    const column = columns[cell.column]
    const place = { projectId, table: table.name, view: view.view.id ?? null }
    if (column) typedCell.keep({ ...place, ...cell, rowKey: model.keyAt(cell.row), column: column.id, text })
  }
  return { session, editor, leaveEditor, keepTyped, onScroll }
}

const steps = { stay: [0, 0], down: [0, 1], up: [0, -1], left: [-1, 0], right: [1, 0] } as const
