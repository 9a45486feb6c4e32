import { mysql as capabilities } from '@common/dialects'
import type { Dialect } from '@main/db/dialect'
import { numberRowsJoined } from '../row-numbering'
import { asText, comparison } from './comparison'
import { translateError } from './errors'
import { exactMeasures } from './exact-measures'
import type { ServerVersion } from './flavour'
import { formulaOf } from './formula'
import { introspectionOf } from './introspect'
import { quote } from './literals'
import { models } from './model'
import { objectsOf } from './objects'
import { rowSql, selected } from './rows'
import { loadQueryCompiler } from './query-compiler'
import { sharedSql } from './shared-sql'
import { schemaOf } from './schema-sql'
import { script } from './script'
import { nativeType, uiTypeOf } from './types'
import { bound } from './values'

/** A Unicode noncharacter, which texts never contain: only `%` and `_` are special. */
const noEscape = '\u{fdd0}'

const dialects = new Map<string, Dialect>()

/** MySQL, MariaDB and databases with their protocol: one dialect per family and version. */
export function dialectOf(version: ServerVersion): Dialect {
  const key = `${version.flavour} ${version.number}`
  const known = dialects.get(key)
  if (known !== undefined) return known
  const dialect: Dialect = {
    name: 'mysql',
    capabilities,
    quote,
    placeholder: () => '?',
    nativeType,
    uiTypeOf,
    introspect: introspectionOf(version),
    schema: schemaOf(version),
    objects: objectsOf(version),
    models,
    formula: formulaOf(version.flavour),
    exactMeasures,
    // Independent of the column's collation: ignores case but not accents, as on every other engine.
    like: (expression, pattern, negated, escape = noEscape) =>
      `LOWER(${asText(expression)}) ${negated ? 'NOT ' : ''}LIKE LOWER(${pattern}) ESCAPE '${escape}'`,
    comparison,
    order: (expression, { descending }) => (descending ? `${expression} DESC` : expression),
    page: (limit, offset) => ` LIMIT ${limit} OFFSET ${offset}`,
    rows: rowSql(version.flavour),
    selected,
    bound,
    routineCall: (kind, name, args) => {
      const list = Array.from({ length: args }, () => '?').join(', ')
      return kind === 'function' ? `SELECT ${quote(name)}(${list}) AS ${quote(name)}` : `CALL ${quote(name)}(${list})`
    },
    numberRows: numberRowsJoined,
    script,
    loadQueryCompiler,
    sharedSql,
    translateError,
  }
  dialects.set(key, dialect)
  return dialect
}
