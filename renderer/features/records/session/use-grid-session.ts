import { isLinkType } from '@common/columns/questions'
import type { Table } from '@common/model'
import type { Permissions } from '@common/permissions'
import type { EditorEnd } from '@renderer/cells'
import type { ViewFilterGroup, ViewOrder } from '@common/views'
import type { TableView, ColumnCommands } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { CellPosition, DataGridHandle } from '../painter/data-grid'
import { markFiltered, useRowFilter } from '../filter/use-row-filter'
import { gridColumns, readOnlyReason } from '../columns/grid-columns'
import { useQuery } from './use-query'
import { useGroupOrders } from '../group/use-group-orders'
import { useGroups } from '../group/use-groups'
import { cellSelection, moveCell, type GridSelection } from '../painter/selection'
import type { GridSession } from './session'
import { createSessionStore } from './session-store'
import { useFrozen } from './use-frozen'
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
  readonly permissions: Permissions
  readonly columnCommands: ColumnCommands | undefined
  readonly view: TableView
  /** Groups that the kind of view imposes, regardless of the view's settings. The list is stable while unchanged. */
  readonly groups?: readonly ViewOrder[] | undefined
  /** Additional filter that rows must match, such as one month. */
  readonly within?: ViewFilterGroup | undefined
}

/** Creates the session of one open grid, with extras for the grid alone. */
export function useNewGridSession(options: GridSessionOptions): {
  readonly session: GridSession
  readonly leaveEditor: (cell: CellPosition, end: EditorEnd) => void
  /** Saves uncommitted text of a cell across reloads. */
  readonly keepTyped: (cell: CellPosition, text: string) => void
  readonly onScroll: () => void
} {
  const { projectId, table, permissions, columnCommands, view, within } = options
  const { t } = useTranslation()
  const grid = useRef<DataGridHandle>(null)
  const area = useRef<HTMLDivElement>(null)
  const { settings, change: changeSettings } = view
  const [search, changeSearch] = useState('')
  const [state] = useState(createSessionStore)
  const select = useCallback((selection: GridSelection) => state.setState({ selection }), [state])
  const groups = useGroupOrders(table, options.groups ?? settings.groups)
  const sort = useMemo(() => sortedBy(table, [...groups, ...settings.sorts]), [table, groups, settings.sorts])
  const wanted = useMemo<ViewFilterGroup>(
    () => (within === undefined ? settings.filter : { join: 'and', filters: [settings.filter, within] }),
    [settings.filter, within],
  )
  const rowFilter = useRowFilter(projectId, table, wanted)
  const query = useQuery(sort, useDebounced(search.trim(), searchDelayMs), rowFilter, groups, grid)

  const { rights } = table
  const readOnly =
    view.onlyMe === 'visitor'
      ? 'visitor'
      : readOnlyReason(table, permissions.has('row.update') && rights?.change !== false)
  const mayAddRows = table.type === 'table' && permissions.has('row.create') && rights?.create !== false
  const mayDeleteRows =
    (readOnly === undefined || readOnly === 'role') && permissions.has('row.delete') && rights?.delete !== false
  const model = useGridModel(projectId, table, view.view.id, query, grid)
  const { widths, order, hidden, sorts } = settings
  const filteredBy = rowFilter.columns
  const columns = useMemo(
    () => gridColumns(table, { widths, order, hidden, sorts }, readOnly !== undefined).map(markFiltered(filteredBy)),
    [table, widths, order, hidden, sorts, readOnly, filteredBy],
  )
  const notes = useGridNotes(state, readOnly)
  const actions = useGridActions({
    projectId,
    model,
    columns,
    notes,
    grid,
    state,
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
    state,
    select,
    mayAddRows,
    grid,
  })
  const boundsOf = useCallback((cell: CellPosition) => grid.current?.boundsOf(cell), [])
  const onScroll = useCallback(() => state.setState(({ scrolled }) => ({ scrolled: scrolled + 1 })), [state])

  const openEditor = (cell: CellPosition, typed?: string): void => {
    const column = columns[cell.column]
    if (!column || cell.row >= model.rowCount) return
    const bounds = boundsOf(cell)
    // A computed value is edited through its definition.
    if (column.computed && typed === undefined && columnCommands && bounds)
      return columnCommands.edit(column.id, bounds)
    const isList = isLinkType(column.column)
    if (isList && model.isDraft(cell.row)) return notes.say(t('grid.links.draft'))
    if (!column.editable && !isList) return notes.explain(column)
    if (model.valueAt(cell.row, column.column) === undefined) return
    const { editor } = state.getState()
    const isOpen = editor?.cell.column === cell.column && editor.cell.row === cell.row
    // Keys that come before an open editor has its field continue its text.
    const begun = isOpen && typed !== undefined ? `${editor.typed ?? ''}${typed}` : typed
    state.setState({ editor: { cell, typed: begun ?? model.refusedAt(cell.row, column.column)?.text } })
  }
  useNextFocus({ model, columns, state, select, grid, view: view.view })
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
  const leaveEditor = (cell: CellPosition, end: EditorEnd): void => {
    state.setState({ editor: undefined })
    typedCell.end()
    const [across, down] = steps[end]
    const size = { columns: columns.length, rows: model.rowCount + (mayAddRows && !model.drafts.unfinished ? 1 : 0) }
    const next = moveCell(cell, { columns: across, rows: down }, size)
    select(cellSelection(next))
    if (end !== 'away') grid.current?.focus()
    if (end !== 'stay' && end !== 'away') grid.current?.scrollTo(next)
  }

  const session: GridSession = {
    projectId,
    table,
    permissions,
    model,
    columns,
    state,
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
    openEditor,
    boundsOf,
    frozen: useFrozen(area, columns, settings.frozen),
  }
  const keepTyped = (cell: CellPosition, text: string): void => {
    const column = columns[cell.column]
    const place = { projectId, table: table.name, view: view.view.id ?? null }
    if (column) typedCell.keep({ ...place, ...cell, rowKey: model.keyAt(cell.row), column: column.id, text })
  }
  return { session, leaveEditor, keepTyped, onScroll }
}

const steps = { stay: [0, 0], away: [0, 0], down: [0, 1], up: [0, -1], left: [-1, 0], right: [1, 0] } as const
