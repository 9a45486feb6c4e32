import type { SqlResultFilters, SqlValue } from '@common/sql/shapes'
import { rowHeights } from '@common/views'
import { scaledRow } from '@common/settings'
import { DataGrid } from '@renderer/features/grid'
import {
  cellSelection,
  emptySelection,
  type CellPosition,
  type DataGridHandle,
  type GridKey,
  type GridSelection,
} from '@renderer/features/records'
import { useTranslation } from '@renderer/i18n'
import { useSetting } from '@renderer/stores'
import { Skeleton, useLatest, type Bounds } from '@renderer/ui'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { CellInput } from './CellInput'
import { cellOf, deleteRows, isSelected, pressResultKey, putValue, type EditedResult } from './result-cells'
import { nextSorting, resultColumns } from './result-columns'
import { ResultMenus, type ResultMenu } from './ResultMenus'
import styles from './results.module.css'
import { typedValue, type StagedEdits } from './staging'
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
  const columns = useMemo(() => {
    // Widths depend on how the language writes numbers.
    void t
    return resultColumns({
      columns: facts,
      sort: order.sort,
      widths,
      filtered: new Set(order.filters.flatMap(({ column }) => column ?? [])),
      editable: new Set(onEdits === undefined ? [] : facts.flatMap(({ origin }, at) => (origin === null ? [] : [at]))),
      sample,
    })
  }, [facts, order, widths, onEdits, sample, t])
  const rowCount = rows.count + edits.inserts.length
  const cellAt = useCallback(
    ({ column, row }: CellPosition) => cellOf(rows, edits, facts, column, row),
    [rows, edits, facts],
  )
  const valueAt = (cell: CellPosition): SqlValue | undefined => {
    const shown = cellAt(cell)
    return shown.state === 'ready' ? (shown.value as SqlValue) : undefined
  }

  const result: EditedResult = { rows, columns, edits, onEdits }
  const openCell = (cell: CellPosition, typed?: string): void => {
    const value = valueAt(cell)
    const at = grid.current?.boundsOf(cell)
    if (value === undefined || at === undefined) return
    setOpen({ cell, text: typed ?? (value === null ? '' : String(value)), at })
  }
  const latest = useLatest({ selection })
  const filterBy = (filter: SqlResultFilters[number]): void =>
    onOrder({ ...order, filters: [...order.filters, filter] })
  const press = (key: GridKey): boolean =>
    pressResultKey(key, result, selection, {
      select,
      copy: (withNames) => props.onCopy(selection, withNames),
      openCell,
      openMenu: (cell) => {
        const at = grid.current?.boundsOf(cell)
        if (at) setMenu({ kind: 'cell', cell, at })
      },
    })
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
            if (text !== undefined && fact) putValue(result, open.cell, typedValue(text, fact))
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
          onEmpty={(cell) => putValue(result, cell, null)}
          onDeleteRow={(row) => deleteRows(result, [row])}
        />
      )}
    </div>
  )
}
