import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { isSameType } from '@common/columns/ui-types'
import { bulkRowsMax } from '@common/constants'
import { TooManyRows } from '@renderer/features/records/rows/too-many-rows'
import { coerceCell } from '@renderer/features/records/clipboard'
import type { DataGridColumn } from '@renderer/features/records/painter/data-grid'
import type { GridModel } from '@renderer/features/records/model/grid-model'
import type { PastedCell, PastePlan, RefusedPaste } from '@renderer/features/records/writes/paste-plan'
import { jsonValue, storedValue, type Row } from '@renderer/features/records/rows/row-key'
import type { CellRange } from '@renderer/features/records/painter/selection'
import { copies, fillSeries, type Series } from './series'

/** Source and target of a fill. */
export interface Fill {
  /** The cells to continue. */
  readonly source: CellRange
  /** The source with all filled cells above, below or beside it. */
  readonly whole: CellRange
  /** Usual: series where spreadsheets have them. Turned: the other way. */
  readonly mode: 'usual' | 'turned' | 'copy'
}

/**
 * Plans a fill, in the form of a paste plan.
 *
 * @throws TooManyRows
 */
export async function planFill(
  model: GridModel,
  columns: readonly DataGridColumn[],
  { source, whole, mode }: Fill,
): Promise<PastePlan> {
  const last = Math.min(whole.row + whole.rows, model.rows.length)
  if (last - whole.row > bulkRowsMax) throw new TooManyRows()
  const rows = await model.rows.load(source.row, Math.min(source.row + source.rows, model.rows.length))
  const gather = new Gather({ ...whole, rows: Math.max(1, last - whole.row) })
  const isDown = whole.rows > source.rows
  if (isDown) fillDown(model, columns, rows, { source, whole, mode }, last, gather)
  else fillAcross(model, columns, rows, { source, whole, mode }, gather)
  return gather.plan()
}

/** Collects the new values of cells. */
class Gather {
  readonly #updates = new Map<number, PastedCell[]>()
  readonly #refused: RefusedPaste[] = []
  #skipped = 0
  constructor(readonly range: CellRange) {}

  skip(cells: number): void {
    this.#skipped += cells
  }

  give(row: number, at: number, { column }: DataGridColumn, parsed: ReturnType<typeof coerceCell>, text: string): void {
    if (!parsed.ok) {
      this.#refused.push({ row, column, text, problem: parsed.problem })
      return
    }
    const cells = this.#updates.get(row) ?? []
    cells.push({ column: at, value: parsed.value })
    this.#updates.set(row, cells)
  }

  plan(): PastePlan {
    return {
      updates: this.#updates,
      creates: [],
      refused: this.#refused,
      skipped: this.#skipped,
      skippedColumns: [],
      beyond: 0,
      range: this.range,
    }
  }
}

/** A key identifies its row, so it never changes. */
const isFilled = ({ editable, column }: DataGridColumn): boolean => editable && !column.primaryKey

function seriesFor(
  model: GridModel,
  given: readonly StoredValue[],
  column: DataGridColumn,
  mode: Fill['mode'],
): Series {
  return mode === 'copy' ? copies(given) : fillSeries(given, column.column, model.reader, mode === 'turned').valueAt
}

function fillDown(
  model: GridModel,
  columns: readonly DataGridColumn[],
  rows: readonly Row[],
  { source, whole, mode }: Fill,
  last: number,
  gather: Gather,
): void {
  const above = source.row - whole.row
  const below = Math.max(0, last - source.row - source.rows)
  for (let at = source.column; at < source.column + source.columns; at += 1) {
    const column = columns[at]
    if (!column || column.column.autoIncrement) continue
    if (!isFilled(column)) {
      gather.skip(above + below)
      continue
    }
    const type = columnType(column.column.uiType)
    const valueAt = seriesFor(
      model,
      rows.map((row) => storedValue(row[column.column.title])),
      column,
      mode,
    )
    const give = (row: number, place: number): void => {
      const value = valueAt(place)
      const parsed = type.parse(jsonValue(value), column.column)
      gather.give(row, at, column, parsed, parsed.ok ? '' : model.textOf(value, column.column))
    }
    for (let place = 1; place <= below; place += 1) give(source.row + rows.length + place - 1, place)
    for (let place = 1; place <= above; place += 1) give(source.row - place, -place)
  }
}

/** Fills along a row: columns of one type continue as a series, others get values that fit. */
function fillAcross(
  model: GridModel,
  columns: readonly DataGridColumn[],
  rows: readonly Row[],
  { source, whole, mode }: Fill,
  gather: Gather,
): void {
  const given = columns.slice(source.column, source.column + source.columns)
  const [first] = given
  if (!first) return
  const left = source.column - whole.column
  const right = whole.column + whole.columns - source.column - source.columns
  const isOneType = given.every(({ column }) => isSameType(column, first.column))
  rows.forEach((row, down) => {
    const values = given.map(({ column }) => storedValue(row[column.title]))
    const usual = seriesFor(model, values, first, isOneType ? mode : 'copy')
    const places = copies(given.map((_, at) => at))
    const give = (at: number, place: number): void => {
      const target = columns[at]
      if (!target || target.column.autoIncrement) return
      if (!isFilled(target)) return gather.skip(1)
      const from = given[Number(places(place))] ?? first
      const value = usual(place)
      const text = model.textOf(value, from.column)
      const json = jsonValue(value)
      const parsed = coerceCell(
        { text, value: { kind: 'exact', json, uiType: from.column.uiType } },
        target.column,
        model.reader,
      )
      gather.give(source.row + down, at, target, parsed, text)
    }
    for (let place = 1; place <= right; place += 1) give(source.column + source.columns + place - 1, place)
    for (let place = 1; place <= left; place += 1) give(source.column - place, -place)
  })
}

/** Rows per chunk in the search for the end of the adjacent column. */
const scanRows = 500

/**
 * Finds the last row for a double click on the fill handle. As in spreadsheets, it fills as far as the adjacent column
 * has values. Without an adjacent column, it fills to the end of the table.
 *
 * @returns the exclusive last row, limited to the maximum of one change
 */
export async function endOfNeighbour(
  model: GridModel,
  columns: readonly DataGridColumn[],
  range: CellRange,
): Promise<number> {
  const neighbour = columns[range.column - 1] ?? columns[range.column + range.columns]
  const first = range.row + range.rows
  const last = Math.min(model.rows.length, range.row + bulkRowsMax)
  if (!neighbour) return last
  for (let from = first; from < last; from += scanRows) {
    const rows = await model.rows.load(from, Math.min(last, from + scanRows))
    const empty = rows.findIndex((row) => {
      const value = storedValue(row[neighbour.column.title])
      return value === null || value === '' || value === '[]'
    })
    if (empty >= 0) return from + empty
    if (rows.length === 0) return from
  }
  return last
}
