import { postgres as capabilities } from '@common/dialects'
import type { Dialect } from '@main/db/dialect'
import { numberRowsFrom } from '../row-numbering'
import { comparison } from './comparison'
import { translateError } from './errors'
import { exactMeasures } from './exact-measures'
import { formula } from './formula'
import { introspect } from './introspect'
import { placeholder, quote } from './literals'
import { models } from './model'
import { objects } from './objects'
import { rows } from './rows'
import { schema } from './schema-sql'
import { script } from './script'
import { nativeType, uiTypeOf } from './types'
import { loadQueryCompiler } from './query-compiler'

/** PostgreSQL and databases with its protocol. */
export const postgresDialect: Dialect = {
  name: 'postgres',
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
  // Any column can be searched as text, as on other engines.
  like: (expression, pattern, negated, escape = '') =>
    `${expression}::text ${negated ? 'NOT ' : ''}ILIKE ${pattern} ESCAPE '${escape}'`,
  comparison,
  // The server sorts NULL last. Columns without NULL need no clause, so that an index applies.
  order: (expression, { descending, nullable }) =>
    `${expression}${descending ? ' DESC' : ''}${nullable ? ` NULLS ${descending ? 'LAST' : 'FIRST'}` : ''}`,
  page: (limit, offset) => ` LIMIT ${limit} OFFSET ${offset}`,
  rows,
  routineCall: (kind, name, args) => {
    const list = Array.from({ length: args }, (_, at) => placeholder(at + 1)).join(', ')
    return `${kind === 'function' ? 'SELECT * FROM' : 'CALL'} ${quote(name)}(${list})`
  },
  numberRows: numberRowsFrom,
  script,
  loadQueryCompiler,
  translateError: (error) => translateError(error),
}
