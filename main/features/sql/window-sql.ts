import type { StoredValue } from '@common/columns/column-type'
import type { SqlColumn, SqlResultFilters, SqlResultSort } from '@common/sql/shapes'
import type { Statement } from '@main/db/statement'
import type { WindowOptions } from './types'

/*
 * SQL on stored results. Names are our own (`r1`, `c0`); values of callers are bound. Exact decimals and dates are
 * text there.
 */

/** The value of a column as it sorts: exact decimals by their number. */
function sortable(columns: readonly SqlColumn[], at: number): string {
  return columns[at]?.kind === 'number'
    ? `CASE typeof(c${at}) WHEN 'text' THEN CAST(c${at} AS REAL) ELSE c${at} END`
    : `c${at}`
}

/** Returns an ORDER BY list, by position last. NULL sorts last in both directions. */
export function orderSql(columns: readonly SqlColumn[], sort: SqlResultSort): string {
  const terms = sort
    .filter(({ column }) => column < columns.length)
    .map(({ column, descending }) => `${sortable(columns, column)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`)
  return [...terms, 'position'].join(', ')
}

/** Returns a WHERE clause with a leading blank, or nothing. */
export function whereSql(columns: readonly SqlColumn[], filters: SqlResultFilters): Statement {
  const params: StoredValue[] = []
  const conditions = filters.flatMap((filter) => {
    const { column, operator, value } = filter
    const places = column === null ? columns.map((_, at) => at) : column < columns.length ? [column] : []
    if (places.length === 0) return []
    const isNegative = operator === 'notContains' || operator === 'notEqual'
    const each = places.map((at) => condition(columns, at, operator, value, params))
    return [`(${each.join(isNegative ? ' AND ' : ' OR ')})`]
  })
  return { sql: conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`, params }
}

const compared = {
  equal: '=',
  notEqual: '<>',
  greater: '>',
  greaterOrEqual: '>=',
  less: '<',
  lessOrEqual: '<=',
} as const

function condition(
  columns: readonly SqlColumn[],
  at: number,
  operator: SqlResultFilters[number]['operator'],
  value: string,
  params: StoredValue[],
): string {
  const name = `c${at}`
  switch (operator) {
    case 'empty':
      return `(${name} IS NULL OR ${name} = '')`
    case 'notEmpty':
      return `(${name} IS NOT NULL AND ${name} <> '')`
    case 'contains':
    case 'notContains': {
      params.push(`%${value.replaceAll(/[!%_]/g, '!$&')}%`)
      const text = columns[at]?.kind === 'binary' ? `hex(${name})` : `CAST(${name} AS TEXT)`
      return operator === 'contains'
        ? `${text} LIKE ? ESCAPE '!'`
        : `(${name} IS NULL OR ${text} NOT LIKE ? ESCAPE '!')`
    }
    default: {
      const { kind = 'text' } = columns[at] ?? {}
      const number = Number(value)
      const isNumber = kind === 'number' && value.trim() !== '' && !Number.isNaN(number)
      params.push(kind === 'boolean' ? (/^(?:true|1|t|yes)$/i.test(value) ? 1 : 0) : isNumber ? number : value)
      const left = isNumber ? sortable(columns, at) : kind === 'boolean' ? name : `CAST(${name} AS TEXT)`
      const test = `${left} ${compared[operator]} ?`
      return operator === 'notEqual' ? `(${name} IS NULL OR ${test})` : test
    }
  }
}

/** Returns the statements of a window: its rows, and the number of all matching ones. */
export function windowSql(
  table: string,
  columns: readonly SqlColumn[],
  { offset, limit, sort, filters }: WindowOptions,
): { readonly rows: Statement; readonly total: Statement } {
  const where = whereSql(columns, filters)
  return {
    rows: {
      sql: `SELECT * FROM ${table}${where.sql} ORDER BY ${orderSql(columns, sort)} LIMIT ${limit} OFFSET ${offset}`,
      params: where.params,
    },
    total: { sql: `SELECT count(*) FROM ${table}${where.sql}`, params: where.params },
  }
}
