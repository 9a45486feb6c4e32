import { valueKind } from '@common/columns/value-kind'
import { sqlite as capabilities } from '@common/dialects'
import type { Dialect } from '@main/db/dialect'
import { rowsWithReturning } from '../returning'
import { numberRowsFrom } from '../row-numbering'
import { translateError } from './errors'
import { exactMeasures } from './exact-measures'
import { comparison } from './exact-decimal'
import { formula } from './formula'
import { introspect } from './introspect'
import { quote } from './literals'
import { models } from './model'
import { objects } from './objects'
import { schema } from './schema-sql'
import { script } from './script'
import { nativeType, uiTypeOf } from './types'
import { loadQueryCompiler } from './query-compiler'

const placeholder = (): string => '?'

/** The built-in database, and users' SQLite files. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  capabilities,
  quote,
  placeholder,
  nativeType,
  uiTypeOf,
  introspect,
  schema,
  objects,
  models,
  formula,
  exactMeasures,
  // LIKE itself ignores the case of ASCII letters.
  like: (expression, placeholder, negated, escape) =>
    `${expression} ${negated ? 'NOT ' : ''}LIKE ${placeholder}${escape === undefined ? '' : ` ESCAPE '${escape}'`}`,
  // Responses write infinity as text, which SQLite would store as text.
  bound: (column, value) =>
    (value === 'Infinity' || value === '-Infinity') && valueKind(column) === 'number' ? Number(value) : value,
  comparison,
  order: (expression, { descending }) => (descending ? `${expression} DESC` : expression),
  page: (limit, offset) => ` LIMIT ${limit} OFFSET ${offset}`,
  rows: rowsWithReturning({ quote, placeholder }),
  // SQLite can't be interrupted here, so statements check for cancellation, rarely enough to cost little. Using the row
  // number costs a tenth of a random number; views and tables without one use random numbers. 4093 is prime, so keys
  // that increase in steps still hit it.
  pagesOfKeys: true,
  cancellation: (rowId) => `(${rowId === null ? 'random()' : quote(rowId)} % 4093 OR basalt_tick())`,
  numberRows: numberRowsFrom,
  script,
  loadQueryCompiler,
  translateError,
}
