import { postgres as capabilities } from '@common/dialects'
import type { Dialect } from '@main/db/dialect'
import { translateError } from './errors'
import { introspect } from './introspect'
import { schema } from './schema-sql'
import { nativeType, uiTypeOf } from './types'

/** PostgreSQL, and what speaks its protocol. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  capabilities,
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  placeholder: (n) => `$${n}`,
  nativeType,
  uiTypeOf,
  introspect,
  schema,
  // Columns of every type can be searched: as text, like everywhere else.
  like: (expression, placeholder, negated) => `${expression}::text ${negated ? 'NOT ' : ''}ILIKE ${placeholder}`,
  translateError: (error) => translateError(error),
}
