import type { SqlColumn, SqlResultFilters, SqlValue } from '@common/sql/shapes'
import { rowHeights } from '@common/views'
import { scaledRow } from '@common/settings'
import { DataGrid } from '@renderer/features/grid'
import {
  cellSelection,
  countRows,
  emptySelection,
  rangesOf,
  rowIndexes,
  type Bounds,
  type CellPosition,
  type DataGridCell,
  type DataGridHandle,
  type GridKey,
  type GridSelection,
} from '@renderer/features/records'
import { useTranslation } from '@renderer/i18n'
import { useSetting } from '@renderer/stores'
import { Skeleton, useLatest } from '@renderer/ui'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { CellInput } from './CellInput'
import { nextSorting, resultCell, resultColumns } from './result-columns'
import { ResultMenus, type ResultMenu } from './ResultMenus'
import styles from './results.module.css'
import { typedValue, withDeleted, withInsertedValue, withValue, type StagedEdits } from './staging'
import { useResultRows, type ResultOf, type ResultOrder } from './use-result'
import type { ResultRows } from './result-rows'

export interface ResultGridProps extends ResultOf {
  readonly order: ResultOrder
  readonly onOrder: (order: ResultOrder) => void
  readonly edits: StagedEdits
  /** Absent for a result that can't be edited. */
  readonly onEdits: ((edits: StagedEdits) => void) | undefined
  readonly onRows: (rows: ResultRows) => void
  readonly onCopy: (selection: GridSelection, withNames: boolean) => void
}

/** The rows of one result in the grid. */
export function ResultGrid(props: ResultGridProps) {
  const { statement, order, onOrder, edits, onEdits } = props
  const { t } = useTranslation()
  const grid = useRef<DataGridHandle>(null)
  const { rows, version } = useResultRows(props, order, () => grid.current?.repaint())
  const handed = useRef<ResultRows>(undefined)
  if (handed.current !== rows) {
    handed.current = rows
    queueMicrotask(() => props.onRows(rows))
  }
  const [selection, select] = useState<GridSelection>(emptySelection)
  const [widths, setWidths] = useState<Readonly<Record<number, number>>>({})
  const [menu, setMenu] = useState<ResultMenu>()
  const [open, setOpen] = useState<{ readonly cell: CellPosition; readonly text: string; readonly at: Bounds }>()
  const height = scaledRow(rowHeights.short, useSetting('density'), useSetting('fontSize'))

  const { columns: facts } = statement
  const sample = useMemo(() => {
    void version
    return Array.from({ length: 50 }, (_, at) => rows.at(at)?.values ?? [])
  }, [rows, version])
  const columns = useMemo(
    () =>
      resultColumns({
        columns: facts,
        sort: order.sort,
        widths,
        filtered: new Set(order.filters.flatMap(({ column }) => column ?? [])),
        editable: new Set(
          onEdits === undefined ? [] : facts.flatMap(({ origin }, at) => (origin === null ? [] : [at])),
        ),
        sample,
      }),
    [facts, order, widths, onEdits, sample],
  )
  const rowCount = rows.count + edits.inserts.length
  const cellAt = useCallback(
    ({ column, row }: CellPosition) => cellOf(rows, edits, facts, column, row),
    [rows, edits, facts],
  )
  const valueAt = (cell: CellPosition): SqlValue | undefined => {
    const shown = cellAt(cell)
    return shown.state === 'ready' ? (shown.value as SqlValue) : undefined
  }

  const put = (cell: CellPosition, value: SqlValue): void => {
    if (onEdits === undefined || columns[cell.column]?.editable !== true) return
    const stored = rows.at(cell.row)
    if (cell.row >= rows.count) onEdits(withInsertedValue(edits, cell.row - rows.count, cell.column, value))
    else if (stored) onEdits(withValue(edits, stored.position, cell.column, value, stored.values[cell.column] ?? null))
  }
  const openCell = (cell: CellPosition, typed?: string): void => {
    const value = valueAt(cell)
    const at = grid.current?.boundsOf(cell)
    if (value === undefined || at === undefined) return
    setOpen({ cell, text: typed ?? (value === null ? '' : String(value)), at })
  }
  const positionsOf = (indexes: readonly number[]): number[] => indexes.flatMap((at) => rows.at(at)?.position ?? [])
  const removeRows = (): void => onEdits?.(withDeleted(edits, positionsOf(rowIndexes(selection.rows))))
  const clearCells = (): void => {
    // Rows beyond the first thousand of a selection are not what somebody means to empty by one key.
    if (onEdits === undefined) return
    let next = edits
    for (const range of rangesOf(selection))
      for (let row = range.row; row < Math.min(range.row + range.rows, range.row + 1_000); row += 1)
        for (let column = range.column; column < range.column + range.columns; column += 1) {
          const stored = rows.at(row)
          if (stored && columns[column]?.editable === true)
            next = withValue(next, stored.position, column, null, stored.values[column] ?? null)
        }
    onEdits(next)
  }
  const latest = useLatest({ selection })
  const filterBy = (filter: SqlResultFilters[number]): void =>
    onOrder({ ...order, filters: [...order.filters, filter] })
  const press = (key: GridKey): boolean => {
    const { active } = selection
    if (key.control && key.key.toLowerCase() === 'c') {
      props.onCopy(selection, key.shift)
      return true
    }
    if (key.key === 'Escape') {
      select(active ? cellSelection(active) : emptySelection)
      return true
    }
    if (key.key === 'ContextMenu' || (key.key === 'F10' && key.shift)) {
      const at = active && grid.current?.boundsOf(active)
      if (active && at) setMenu({ kind: 'cell', cell: active, at })
      return true
    }
    if (key.key === 'Delete' || key.key === 'Backspace') {
      if (countRows(selection.rows) > 0) removeRows()
      else clearCells()
      return true
    }
    if (!active || key.control || key.alt) return false
    const isWritten = /^[\p{L}\p{M}\p{N}\p{S}\p{P}]$/u.test(key.key)
    if (key.key === 'Enter' || key.key === 'F2') openCell(active)
    else if (isWritten && onEdits !== undefined && columns[active.column]?.editable === true) openCell(active, key.key)
    else return false
    return true
  }
  return (
    <div className={styles.grid}>
      <Suspense fallback={<Skeleton height={32} />}>
        <DataGrid
          ref={grid}
          label={t('sql.result.label')}
          columns={columns}
          rowCount={rowCount}
          frozenColumns={0}
          rowHeight={height}
          headerHeight={32}
          cellAt={cellAt}
          selection={selection}
          onSelectionChange={select}
          onVisible={({ row, rows: many }) => rows.show(row, row + many)}
          startAt={{ column: 0, row: 0 }}
          onActivate={(cell) => openCell(cell)}
          onKey={press}
          onHeaderClick={(at, isExtending) => onOrder({ ...order, sort: nextSorting(order.sort, at, isExtending) })}
          onHeaderEdge={(at) =>
            select({
              active: { column: at, row: 0 },
              range: { column: at, row: 0, columns: 1, rows: rowCount },
              rows: [],
            })
          }
          onHeaderMenu={(column, at) => setMenu({ kind: 'header', column, at })}
          onCellMenu={(cell, { x, y }) => {
            if (!isSelected(latest.current.selection, cell)) select(cellSelection(cell))
            setMenu({ kind: 'cell', cell, at: { x, y, width: 1, height: 1 } })
          }}
          onCellClick={() => false}
          onColumnResize={(at, width) => setWidths((before) => ({ ...before, [at]: Math.round(width) }))}
          onColumnMove={() => undefined}
          addRowLabel={onEdits === undefined ? undefined : t('sql.edit.addRow')}
          onAddRow={() => onEdits?.({ ...edits, inserts: [...edits.inserts, {}] })}
          isDraftRow={(row) => row >= rows.count}
          onScroll={() => setOpen(undefined)}
          afterColumns={undefined}
        />
      </Suspense>
      {open && (
        <CellInput
          key={`${open.cell.column} ${open.cell.row}`}
          at={open.at}
          text={open.text}
          label={facts[open.cell.column]?.name ?? ''}
          isReadOnly={columns[open.cell.column]?.editable !== true}
          onClose={(text) => {
            const fact = facts[open.cell.column]
            if (text !== undefined && fact) put(open.cell, typedValue(text, fact))
            setOpen(undefined)
            grid.current?.focus()
          }}
        />
      )}
      {menu && (
        <ResultMenus
          menu={menu}
          columns={facts}
          valueAt={valueAt}
          mayEdit={onEdits !== undefined}
          onClose={() => setMenu(undefined)}
          onSort={(column, descending) => onOrder({ ...order, sort: [{ column, descending }] })}
          onFilter={filterBy}
          onCopy={(withNames) => props.onCopy(selection, withNames)}
          onOpen={(cell) => openCell(cell)}
          onEmpty={(cell) => put(cell, null)}
          onDeleteRow={(row) => onEdits?.(withDeleted(edits, positionsOf([row])))}
        />
      )}
    </div>
  )
}

function isSelected({ rows, ...cells }: GridSelection, { column, row }: CellPosition): boolean {
  return (
    rows.some(({ from, to }) => row >= from && row < to) ||
    rangesOf({ rows, ...cells }).some(
      (range) =>
        column >= range.column &&
        column < range.column + range.columns &&
        row >= range.row &&
        row < range.row + range.rows,
    )
  )
}

const loading: DataGridCell = { state: 'loading' }

function cellOf(
  rows: ResultRows,
  edits: StagedEdits,
  columns: readonly SqlColumn[],
  column: number,
  row: number,
): DataGridCell {
  const fact = columns[column]
  if (!fact) return loading
  if (row >= rows.count) {
    const inserted = edits.inserts[row - rows.count]
    return inserted ? resultCell(inserted[column] ?? null, fact, ['new']) : loading
  }
  const stored = rows.at(row)
  if (!stored) return loading
  const changed = edits.updates.get(stored.position)
  const isChanged = changed !== undefined && Object.hasOwn(changed, column)
  const value = isChanged ? (changed[column] ?? null) : (stored.values[column] ?? null)
  if (edits.deleted.has(stored.position)) return resultCell(value, fact, ['deleted'])
  return resultCell(value, fact, isChanged ? ['staged'] : [])
}
