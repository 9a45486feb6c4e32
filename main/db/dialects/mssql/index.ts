import { mssql as capabilities } from '@common/dialects'
import type { Dialect } from '@main/db/dialect'
import { numberRowsInPlace } from '../row-numbering'
import { comparison } from './comparison'
import { translateError } from './errors'
import { exactMeasures } from './exact-measures'
import { formula } from './formula'
import { introspect } from './introspect'
import { placeholder, quote } from './literals'
import { objects } from './objects'
import { routineCall } from './routine-call'
import { rows, selected } from './rows'
import { schema } from './schema-sql'
import { script } from './script'
import { nativeType, uiTypeOf } from './types'

const columnName = /^(?:\[(?:[^\]]|\]\])*\]\.)*\[(?:[^\]]|\]\])*\]$/

/** Wraps computed sort keys: the server rejects those that turn out constant, like the formula `1 + 1`. */
const sortKey = (expression: string): string => (columnName.test(expression) ? expression : `(SELECT ${expression})`)

/** SQL Server and Azure SQL. */
export const mssqlDialect: Dialect = {
  name: 'mssql',
  capabilities,
  quote,
  placeholder,
  nativeType,
  uiTypeOf,
  introspect,
  schema,
  objects,
  formula,
  exactMeasures,
  // A bracket begins a character class; in brackets of its own it is literal.
  like: (expression, pattern, negated, escape) =>
    `CONVERT(nvarchar(max), ${expression}) COLLATE Latin1_General_100_CI_AS ${negated ? 'NOT ' : ''}LIKE REPLACE(${pattern}, N'[', N'[[]')${escape === undefined ? '' : ` ESCAPE '${escape}'`}`,
  comparison,
  order: (expression, { descending }) => `${sortKey(expression)}${descending ? ' DESC' : ''}`,
  // The server pages ordered rows only.
  page: (limit, offset, ordered) =>
    `${ordered ? '' : ' ORDER BY (SELECT NULL)'} OFFSET ${offset} ROWS FETCH NEXT ${limit} ROWS ONLY`,
  rows,
  routineCall,
  numberRows: numberRowsInPlace,
  script,
  selected,
  translateError,
}
