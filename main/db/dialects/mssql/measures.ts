import type { FormulaType } from '@common/formula'
import type { Measures } from '@main/db/dialect'
import type { Expression } from '@main/db/formula-sql'
import { raw, sql } from '@main/db/sql-fragment'
import { kindOf } from './comparison'

const types: Partial<Record<NonNullable<ReturnType<typeof kindOf>>, FormulaType>> = {
  integer: 'number',
  decimal: 'number',
  float: 'number',
  boolean: 'boolean',
  date: 'date',
  moment: 'dateTime',
}

const typeOf: Measures['typeOf'] = ({ nativeType }) => types[kindOf(nativeType) ?? 'text'] ?? 'text'

/** Yes and no are neither added up nor ordered here. */
const counted = ({ sql: value, type }: Expression) => (type === 'boolean' ? sql`CAST(${value} AS float)` : value)

/** Functions over a column, where formulas are not there to say them. */
export const measures: Measures = {
  typeOf,
  column: (expression, column) => {
    const type = typeOf(column)
    if (type === 'number') return sql`CAST(${expression} AS float)`
    return type === 'text' ? sql`CONVERT(nvarchar(max), ${expression})` : expression
  },
  convert: ({ sql: value }) => sql`CAST(${value} AS float)`,
  aggregates: {
    count: ({ sql: value }) => sql`COUNT(${value})`,
    min: (value) => sql`MIN(${counted(value)})`,
    max: (value) => sql`MAX(${counted(value)})`,
    avg: (value) => sql`AVG(${counted(value)})`,
    sum: (value) => sql`SUM(${counted(value)})`,
    countDistinct: ({ sql: value }) => sql`COUNT(DISTINCT ${value})`,
    sumDistinct: (value) => sql`SUM(DISTINCT ${counted(value)})`,
    avgDistinct: (value) => sql`AVG(DISTINCT ${counted(value)})`,
  },
  output: ({ sql: value, type }) => {
    if (type === 'date') return sql`CONVERT(nvarchar(10), ${value}, 23)`
    return type === 'dateTime' ? sql`CONVERT(nvarchar(19), ${value}, ${raw('120')})` : value
  },
}
