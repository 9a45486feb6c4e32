import type { DuplicatesQuery } from '@common/query/duplicates-query'
import { isComparable } from '@common/query/duplicates-query'
import type { Column } from '@common/model'
import { isComputed } from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'
import type { Expression, FormulaSql } from '@main/db/formula-sql'
import { raw, sql as fragment, type Fragment } from '@main/db/sql-fragment'
import type { Statement } from '@main/db/statement'
import { filledValue } from '../group/compile'
import {
  finishedStatement,
  innerOutput,
  listPlace,
  listSource,
  listWhere,
  outerOutput,
  textValue,
} from '../compile/list-sql'
import type { ListPlan } from '../plan/plan'
import { SqlText } from '../compile/sql-text'

/** A resolved search for duplicates: the list, the compared columns and the returned ones. */
export interface DuplicatesPlan {
  readonly list: ListPlan
  readonly query: DuplicatesQuery
  /** Compared columns. */
  readonly columns: readonly Column[]
  /** Columns returned with each record. */
  readonly values: readonly Column[]
}

const keyName = (at: number): string => `~k${at}`
const valueName = (at: number): string => `~v${at}`

/**
 * Compiles a search for duplicates, group by group: totals of groups and records, offset of the group's first record,
 * number of filled columns, values. Groups and records are in list order.
 */
export function compileDuplicates(dialect: Dialect, plan: DuplicatesPlan): Statement {
  const sql = new SqlText(dialect)
  const { quote } = dialect
  const { list, columns, values, query } = plan
  const names = values.map((_, at) => quote(valueName(at)))
  const [place, group, count, filled] = ['~p', '~g', '~n', '~f'].map(quote)
  const together = columns.map((_, at) => quote(keyName(at))).join(', ')
  // Placeholders follow the order of the text.
  const compared = [
    `${listPlace(sql, list)} AS ${place}`,
    ...keys(sql, plan),
    `${filledText(sql, plan)} AS ${filled}`,
    ...values.map((column, at) => `${innerOutput(sql, column)} AS ${quote(valueName(at))}`),
  ]
  const rows = `SELECT ${compared.join(', ')} FROM ${listSource(sql, list)}${listWhere(sql, list)}`
  const counted = [
    place,
    filled,
    ...names,
    `count(*) OVER (PARTITION BY ${together}) AS ${count}`,
    `min(${place}) OVER (PARTITION BY ${together}) AS ${group}`,
  ]
  const grouped = `SELECT ${counted.join(', ')} FROM (${rows}) AS ${quote('~r')}${whereFilled(sql, plan)}`
  const totals = [`sum(CASE WHEN ${place} = ${group} THEN 1 ELSE 0 END) OVER ()`, 'count(*) OVER ()']
  const shown = [
    ...totals,
    group,
    filled,
    ...values.map((column, at) => outerOutput(dialect, column, quote(valueName(at)))),
  ]
  const text = `SELECT ${shown.join(', ')} FROM (${grouped}) AS ${quote('~d')} WHERE ${count} > 1 ORDER BY ${group}, ${place}`
  const { limit, offset } = query.page
  return finishedStatement(sql, `${text}${dialect.page(sql.bind(limit), sql.bind(offset), true)}`)
}

function keys(sql: SqlText, { columns, query }: DuplicatesPlan): string[] {
  return columns.map((column, at) => `${keyText(sql, column, query)} AS ${sql.dialect.quote(keyName(at))}`)
}

function whereFilled({ dialect: { quote } }: SqlText, { columns, query }: DuplicatesPlan): string {
  if (query.withEmpty) return ''
  return ` WHERE ${columns.map((_, at) => `${quote(keyName(at))} IS NOT NULL`).join(' AND ')}`
}

/** Returns the SQL of the key by which a value is compared; NULL for an empty value. */
function keyText(sql: SqlText, column: Column, query: DuplicatesQuery): string {
  const { dialect } = sql
  const { formula } = dialect
  const type = isComputed(column) ? column.computed.expression.type : formula.typeOf(column)
  if (type !== 'text') {
    const name = sql.name(column)
    return isComputed(column) ? name : dialect.comparison.sortable(column, name)
  }
  const compared = comparedText(formula, textValue(dialect, column).sql, query)
  return sql.write(formula.textKey(fragment`NULLIF(${compared}, '')`))
}

/** Invisible blanks besides the space. */
const otherSpaces = ['\t', '\n', '\r', '\u{a0}']
/** Characters that texts don't contain. */
const [open, close] = ['\u{1}', '\u{2}']

/** Text functions of formulas mean the same on every engine. */
function comparedText(formula: FormulaSql, given: Fragment, { ignoreCase, ignoreSpaces }: DuplicatesQuery): Fragment {
  const literal = (text: string): Expression => ({
    sql: formula.literal(text, 'text'),
    type: 'text',
    literal: text,
    filled: true,
  })
  const context = { recordId: raw("''"), refuse: refused }
  const replaced = (text: Fragment, search: string, by: string): Fragment =>
    formula.functions.SUBSTITUTE([{ sql: text, type: 'text' }, literal(search), literal(by)], context)
  const { LOWER, TRIM } = formula.functions
  let text = given
  if (ignoreSpaces) {
    for (const space of otherSpaces) text = replaced(text, space, ' ')
    // Collapses spaces without patterns, which SQL Server lacks.
    text = replaced(text, ' ', `${open}${close}`)
    text = replaced(text, `${close}${open}`, '')
    text = TRIM([{ sql: replaced(text, `${open}${close}`, ' '), type: 'text' }], context)
  }
  // Some engines choose the small sigma by its position in a word, others don't.
  const folded = (): Fragment => formula.folded?.(text) ?? LOWER([{ sql: text, type: 'text' }], context)
  return ignoreCase ? replaced(folded(), 'ς', 'σ') : text
}

const refused = (): never => {
  throw new Error('Every engine replaces, trims and folds texts')
}

/** Counts the stored columns with a value. */
function filledText(sql: SqlText, { list }: DuplicatesPlan): string {
  const { dialect } = sql
  return list.index.table.columns
    .map((column) => {
      const name = raw(dialect.quote(column.name))
      const value = isComparable(column)
        ? filledValue(column, { sql: dialect.formula.column(name, column), type: dialect.formula.typeOf(column) })
        : name
      return `CASE WHEN ${sql.write(value)} IS NOT NULL THEN 1 ELSE 0 END`
    })
    .join(' + ')
}
