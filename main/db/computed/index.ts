import { typeFor } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import { formulaMessage, FormulaProblem } from '@common/formula'
import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { message, type Message } from '@common/messages'
import { wholeOf } from '@common/principal/sight'
import type { Dialect } from '../dialect'
import { Broken } from './broken'
import { ComputedBuilder } from './build'
import { hasComputed, type ComputedColumn, type ComputedTable } from './columns'
import { resultColumn } from './result'
import { tablesFor, type TableNamed } from './tables'

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
export { tablesFor, type TableNamed, type TablesByName } from './tables'

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
const made = new WeakMap<Table, Promise<ComputedTable>>()

/**
 * Returns the computed columns of a table. One that can't be computed is blank, with its problem. Visible columns are
 * computed from whole tables: a lookup shows its value even if the column that it looks up is hidden.
 */
export function computedOf(dialect: Dialect, table: Table, named: TableNamed): Promise<ComputedTable> {
  const known = made.get(table)
  if (known) return known
  const whole = wholeOf(table)
  const making = whole === table ? make(dialect, table, wholly(named)) : visibleOf(dialect, table, whole, named)
  made.set(table, making)
  making.catch(() => made.delete(table))
  return making
}

const wholly =
  (named: TableNamed): TableNamed =>
  async (name) => {
    const table = await named(name)
    return table && wholeOf(table)
  }

async function visibleOf(dialect: Dialect, table: Table, whole: Table, named: TableNamed): Promise<ComputedTable> {
  const all = await computedOf(dialect, whole, named)
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
  const tables = await tablesFor(table, virtual, named)
  const builder = new ComputedBuilder(dialect, tables)
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
