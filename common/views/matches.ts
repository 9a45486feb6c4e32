import type { OptionColor, Table } from '@common/model'
import { rowTest, type JsonRow } from './evaluate'
import { engineFilter } from './filter'
import { filterColumn } from './filter-columns'
import type { ColourRule, ViewFilterGroup } from './settings'
import type { FilterReader } from './filter-reader'

interface Known {
  readonly table: Table
  readonly reader: FilterReader
  readonly fits: (row: JsonRow) => boolean
}
/** A grid tests every row that it paints against the same filter. */
const known = new WeakMap<ViewFilterGroup, Known>()

/**
 * True if a row of the API matches a filter. Matches the same rows as the engine. A filter without applicable
 * conditions matches every row.
 *
 * @param reader  pass the same object for all rows of a paint: the filter is compiled once for it
 */
export function matchesFilter(filter: ViewFilterGroup, row: JsonRow, table: Table, reader: FilterReader): boolean {
  const held = known.get(filter)
  if (held?.table === table && held.reader === reader) return held.fits(row)
  const asked = engineFilter(filter, table, reader)
  const test = asked && rowTest(asked, table, (name) => reader.tables?.(name))
  const fits = (each: JsonRow): boolean => test === undefined || test(each) === true
  known.set(filter, { table, reader, fits })
  return fits(row)
}

/** Colours that rules give to a row. */
export interface RowColours {
  /** Colour of the whole row. */
  readonly row?: OptionColor
  /** Colours of cells, by the column's name in views. */
  readonly cells: ReadonlyMap<string, OptionColor>
}

const noCells: ReadonlyMap<string, OptionColor> = new Map()

/**
 * Returns the colours of a row. For the row and for each column, the first matching rule wins. Rules without applicable
 * conditions or with deleted columns have no effect.
 */
export function colourOf(row: JsonRow, rules: readonly ColourRule[], table: Table, reader: FilterReader): RowColours {
  let whole: OptionColor | undefined
  let cells: Map<string, OptionColor> | undefined
  for (const { column, color, filter } of rules) {
    if (column === undefined ? whole !== undefined : cells?.has(column) === true) continue
    if (!paints(filter, table, reader) || !matchesFilter(filter, row, table, reader)) continue
    if (column === undefined) whole = color
    else if (filterColumn(table, column) !== undefined) (cells ??= new Map()).set(column, color)
  }
  return { ...(whole !== undefined && { row: whole }), cells: cells ?? noCells }
}

const painting = new WeakMap<ViewFilterGroup, { readonly reader: FilterReader; readonly counts: boolean }>()

function paints(filter: ViewFilterGroup, table: Table, reader: FilterReader): boolean {
  const held = painting.get(filter)
  if (held?.reader === reader) return held.counts
  const counts = engineFilter(filter, table, reader) !== undefined
  painting.set(filter, { reader, counts })
  return counts
}
