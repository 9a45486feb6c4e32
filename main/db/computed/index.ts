import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import { formulaMessage, FormulaProblem } from '@common/formula'
import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { message, type Message } from '@common/messages'
import { wholeOf } from '@common/principal/sight'
import type { Dialect } from '../dialect'
import type { Fragment } from '../sql-fragment'
import { Broken } from './broken'
import { ComputedBuilder } from './build'
import { hasComputed, type ComputedColumn, type ComputedTable } from './columns'
import { resultColumn } from './result'
import { tablesFor, visibleRows, type TableNamed, type TablesByName } from './tables'

export { Broken } from './broken'
export { ComputedBuilder } from './build'
export { resultColumn } from './result'
export {
  hasComputed,
  isComputed,
  rowAlias,
  type Computed,
  type ComputedColumn,
  type ComputedTable,
  type ManyValues,
} from './columns'
export { setVisibleRows, tablesFor, visibleRows, type TableNamed, type TablesByName } from './tables'

/** Returns the table with the result types of its computed columns. */
export async function withResults(dialect: Dialect, table: Table, named: TableNamed): Promise<Table> {
  if (!hasComputed(table)) return table
  const { byKey } = await computedOf(dialect, table, named)
  return { ...table, virtualColumns: table.virtualColumns.map((column) => withResult(column, byKey.get(column.id))) }
}

function withResult(column: VirtualColumn, found: ComputedColumn | undefined): VirtualColumn {
  if (!found) return column
  const { many, problem } = found.computed
  const { uiType, options } = many?.item ?? found
  const result = { uiType, options, ...(many && { many: true as const }) }
  return { ...column, result, ...(problem === undefined ? {} : { problem }) }
}

/** Cached per table object, which is replaced with every change in its project. */
const cache = new WeakMap<Table, Promise<ComputedTable>>()

/**
 * Returns the computed columns of a table. One that can't be computed is blank, with its problem. The rules decide which
 * columns are visible; these are computed from whole columns, but from visible rows only.
 */
export function computedOf(dialect: Dialect, table: Table, named: TableNamed): Promise<ComputedTable> {
  const known = cache.get(table)
  if (known) return known
  const whole = wholeOf(table)
  const making = whole === table ? make(dialect, table, wholly(named)) : visibleOf(dialect, table, whole, named)
  cache.set(table, making)
  making.catch(() => cache.delete(table))
  return making
}

const wholly =
  (named: TableNamed): TableNamed =>
  async (name) => {
    const table = await named(name)
    return table && wholeOf(table)
  }

async function visibleOf(dialect: Dialect, table: Table, whole: Table, named: TableNamed): Promise<ComputedTable> {
  const seen = new Map([[table.name, table]])
  const virtual = table.virtualColumns.filter(({ kind }) => kind !== 'link')
  const tables = await tablesFor(whole, virtual, async (name) => {
    const found = await named(name)
    if (found) seen.set(name, found)
    return found && wholeOf(found)
  })
  const rows = new Map([...seen].flatMap(([name, each]): [string, Fragment][] => one(name, visibleRows(each))))
  if (rows.size > 0) return built(dialect, whole, virtual, tables, rows)
  const all = await computedOf(dialect, whole, wholly(named))
  const ids = new Set(table.virtualColumns.map(({ id }) => id))
  const isVisible = ({ computed }: ComputedColumn): boolean => ids.has(computed.id)
  if (all.columns.every(isVisible)) return all
  return {
    ...all,
    columns: all.columns.filter(isVisible),
    byKey: new Map([...all.byKey].filter(([, column]) => isVisible(column))),
    searchable: all.searchable.filter(isVisible),
  }
}

async function make(dialect: Dialect, table: Table, named: TableNamed): Promise<ComputedTable> {
  const virtual = table.virtualColumns.filter(({ kind }) => kind !== 'link')
  return built(dialect, table, virtual, await tablesFor(table, virtual, named))
}

const one = (name: string, rows: Fragment | undefined): [string, Fragment][] =>
  rows === undefined ? [] : [[name, rows]]

/** @param rows  visible rows of tables that hide some */
function built(
  dialect: Dialect,
  table: Table,
  virtual: readonly VirtualColumn[],
  tables: TablesByName,
  rows?: ReadonlyMap<string, Fragment>,
): ComputedTable {
  const builder = new ComputedBuilder(dialect, tables, rows)
  const columns = virtual.map((column) => computedOrBlank(dialect, builder, table, column))
  const byKey = new Map(columns.map((column) => [column.computed.id, column]))
  for (const column of columns) byKey.set(column.title, column)
  return {
    columns,
    byKey,
    searchable: columns.filter(isSearchable),
    needs: builder.needs,
    bounded: builder.bounded,
    volatile: [...tables.values()].some((each) => each.virtualColumns.some(isVolatile)),
  }
}

/** True if a formula may use the current time. Matches inside texts only cost some caching. */
function isVolatile(column: VirtualColumn): boolean {
  return column.kind === 'formula' && /\b(?:NOW|TODAY)\b/i.test(column.formula)
}

function computedOrBlank(
  dialect: Dialect,
  builder: ComputedBuilder,
  table: Table,
  column: VirtualColumn,
): ComputedColumn {
  if (column.problem !== undefined) return blank(dialect, column, column.problem)
  try {
    return builder.column(table, column)
  } catch (error) {
    return blank(dialect, column, computingProblem(error))
  }
}

/**
 * Returns why a column can't be computed.
 *
 * @throws any other error
 */
function computingProblem(error: unknown): Message {
  if (error instanceof Broken) return message(`virtualProblems.${error.code}`, error.details)
  if (error instanceof FormulaProblem) return formulaMessage(error)
  throw error
}

function blank({ formula }: Dialect, { id, title }: VirtualColumn, problem: Message): ComputedColumn {
  const sql = formula.blank('text')
  const computed = { id, output: sql, value: sql, expression: { sql, type: 'text' as const }, problem }
  return { ...resultColumn(typeFor.text, formula.typeNames.text, {}), name: id, title, computed }
}

function isSearchable({ uiType, computed }: ComputedColumn): boolean {
  if (computed.problem !== undefined) return false
  return columnType(computed.many?.item.uiType ?? uiType).searchable
}
