import { sqlite as capabilities } from '@common/dialects'
import type { Dialect } from '@main/db/dialect'
import { translateError } from './errors'
import { introspect } from './introspect'
import { quote } from './literals'
import { schema } from './schema-sql'
import { nativeType, uiTypeOf } from './types'

/** The built-in database, and files of it that people bring along. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  capabilities,
  quote,
  placeholder: () => '?',
  nativeType,
  uiTypeOf,
  introspect,
  schema,
  // LIKE itself ignores the case of ASCII letters.
  like: (expression, placeholder, negated) => `${expression} ${negated ? 'NOT ' : ''}LIKE ${placeholder}`,
  // SQLite as built here cannot be interrupted: it has to ask, seldom enough not to be noticed. A random number
  // serves views and tables without a row number as well, at the same price.
  cancellation: '((random() & 4095) <> 0 OR basalt_tick())',
  translateError,
}
