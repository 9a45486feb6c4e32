import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { FindQuery } from '@common/query/find-query'
import { escapedPattern, escapeSign, spellings } from '@common/query/patterns'
import type { Column } from '@common/model'
import { isComputed, type ComputedTable } from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'
import type { Expression } from '@main/db/formula-sql'
import { raw, type Fragment } from '@main/db/sql-fragment'
import type { Statement } from '@main/db/statement'
import { readableByKey, type TableIndex } from '../plan/columns'
import {
  finishedStatement,
  innerOutput,
  listOrder,
  listPlace,
  listSource,
  listWhere,
  outerOutput,
  textValue,
} from '../compile/list-sql'
import type { ListPlan } from '../plan/plan'
import { joinBalanced, SqlText } from '../compile/sql-text'

/**
 * Returns the searched columns: the requested ones, or all with texts and numbers. Skips values of several linked rows,
 * because a position inside them couldn't be shown.
 */
export function findColumns(
  index: TableIndex,
  computed: ComputedTable | undefined,
  query: FindQuery,
): readonly Column[] {
  const asked = query.columns?.map((name) => readableByKey(index, computed, name))
  const all = asked ?? [...index.table.columns, ...(computed?.columns ?? [])]
  return [...new Set(all)].filter((column) => {
    if (isComputed(column) && column.computed.many !== undefined) return false
    const { searchable, sort, display } = columnType(column.uiType)
    if (sort === 'number') return query.number !== undefined || query.isPattern
    return asked !== undefined ? display !== 'files' && display !== 'checkbox' : searchable
  })
}

/** A resolved search in a list. */
export interface FindPlan {
  readonly list: ListPlan
  readonly query: FindQuery
  readonly columns: readonly Column[]
  /** Returned with each hit. */
  readonly values: readonly Column[]
}

/**
 * Compiles a search of the next rows after an offset, with a flag per column and the values. Finds frequent texts
 * without numbering the rest.
 */
export function compileNear(dialect: Dialect, plan: FindPlan, rows: number): Statement {
  const sql = new SqlText(dialect)
  const { list, query } = plan
  const flags = flagsOf(sql, plan)
  const shown = plan.values.map((column) => sql.output(column))
  const from = `${listSource(sql, list)}${listWhere(sql, list)}`
  const order = listOrder(sql, list)
  const text = `SELECT ${[...flags, ...shown].join(', ')} FROM ${from}${order === '' ? '' : ` ORDER BY ${order}`}`
  return finishedStatement(sql, `${text}${dialect.page(sql.bind(rows), sql.bind(query.from), order !== '')}`)
}

/**
 * Compiles the hits from an offset on, or before it: offset, flags, values.
 * @throws AppError FILTER_TOO_LARGE, NOT_SUPPORTED for patterns that the engine lacks
 */
export function compileHits(dialect: Dialect, plan: FindPlan): Statement {
  const sql = new SqlText(dialect)
  const { quote } = dialect
  const { query } = plan
  const names = [
    ...plan.columns.map((_, at) => quote(`~m${at}`)),
    ...plan.values.map((column, at) => outerOutput(dialect, column, quote(`~v${at}`))),
  ].join(', ')
  const listed = numbered(sql, plan, true)
  const place = quote('~p')
  const found = `SELECT ${place}, ${names} FROM (${listed}) AS ${quote('~r')} WHERE ${sumOf(sql, plan)} > 0`
  const from = `${place} ${query.backwards ? '<' : '>='} ${sql.bind(query.from)}`
  const text = `${found} AND ${from} ORDER BY ${place}${query.backwards ? ' DESC' : ''}`
  return finishedStatement(sql, `${text}${dialect.page(sql.bind(query.limit), sql.bind(0), true)}`)
}

/** Compiles totals: rows with the text, matching cells, and matching cells before the offset. */
export function compileTotals(dialect: Dialect, plan: FindPlan): Statement {
  const sql = new SqlText(dialect)
  const { quote } = dialect
  const { from } = plan.query
  const sum = sumOf(sql, plan)
  // At the start and the end of the list, row numbers aren't needed.
  const isEnd = from === 0 || from >= Number.MAX_SAFE_INTEGER
  const before = isEnd
    ? `SUM(${from === 0 ? '0' : sum})`
    : `SUM(CASE WHEN ${quote('~p')} < ${sql.bind(from)} THEN ${sum} ELSE 0 END)`
  const listed = isEnd
    ? `SELECT ${flagNames(sql, plan).join(', ')} FROM ${listSource(sql, plan.list)}${listWhere(sql, plan.list)}`
    : numbered(sql, plan, false)
  return finishedStatement(
    sql,
    `SELECT COUNT(*), SUM(${sum}), ${before} FROM (${listed}) AS ${quote('~r')} WHERE ${sum} > 0`,
  )
}

function flagsOf(sql: SqlText, { columns, query }: FindPlan): string[] {
  return columns.map((column) => `CASE WHEN ${condition(sql, column, query)} THEN 1 ELSE 0 END`)
}

const flagNames = (sql: SqlText, plan: FindPlan): string[] =>
  flagsOf(sql, plan).map((flag, at) => `${flag} AS ${sql.dialect.quote(`~m${at}`)}`)

/** Returns the number of matching cells in a row. */
const sumOf = ({ dialect }: SqlText, { columns }: FindPlan): string =>
  columns.map((_, at) => dialect.quote(`~m${at}`)).join(' + ')

/** Selects every row of the list with its offset and flags. */
function numbered(sql: SqlText, plan: FindPlan, withValues: boolean): string {
  const { quote } = sql.dialect
  const { list } = plan
  const place = `${listPlace(sql, list)} AS ${quote('~p')}`
  const flags = flagNames(sql, plan)
  const values = withValues ? plan.values.map((column, at) => `${innerOutput(sql, column)} AS ${quote(`~v${at}`)}`) : []
  return `SELECT ${[place, ...flags, ...values].join(', ')} FROM ${listSource(sql, list)}${listWhere(sql, list)}`
}

/** Returns a condition for a match, which is never NULL. */
function condition(sql: SqlText, column: Column, query: FindQuery): string {
  const { dialect } = sql
  const isNumber = columnType(column.uiType).sort === 'number'
  const text = isNumber && !query.isPattern ? (query.number ?? '') : query.text
  if (!query.isPattern && !query.matchCase) {
    const patterns = spellings(text).map(escapedPattern)
    const fits = patterns.map((pattern) =>
      dialect.like(textName(sql, column), sql.bind(query.wholeCell ? pattern : `%${pattern}%`), false, escapeSign),
    )
    return joinBalanced(fits, 'OR')
  }
  const found = exactCondition(dialect, column, { ...query, text })
  return sql.write(dialect.formula.condition?.(found) ?? found)
}

/** Text columns need no conversion for LIKE; other values are compared as text. */
function textName(sql: SqlText, column: Column): string {
  return isTextual(column) ? sql.name(column) : sql.write(textValue(sql.dialect, column).sql)
}

const isTextual = ({ uiType }: Column): boolean => {
  const { storage } = columnType(uiType)
  return storage === 'text' || storage === 'longText'
}

/** Uses comparisons of formulas, which are equal on all engines: case-sensitive, with our patterns. */
function exactCondition(dialect: Dialect, column: Column, { text, isPattern, wholeCell }: FindQuery): Fragment {
  const refuse = (): never => {
    throw new AppError('NOT_SUPPORTED', {})
  }
  const { formula } = dialect
  const context = { recordId: raw("''"), refuse }
  try {
    const value = textValue(dialect, column)
    const wanted: Expression = { sql: formula.literal(text, 'text'), type: 'text', literal: text, filled: true }
    if (isPattern) return formula.functions.REGEX_MATCH([value, wanted], context)
    if (wholeCell) return formula.operators.equal([value, wanted], true)
    const place: Expression = { sql: formula.functions.FIND([wanted, value], context), type: 'number' }
    const none: Expression = { sql: formula.literal(0, 'number'), type: 'number', literal: 0, filled: true }
    return formula.operators.greater([place, none], true)
  } catch (error) {
    if (error instanceof AppError) throw error
    return refuse()
  }
}
