import { decimal, kindBy, serverUrl, text, whole, type BackendEngine } from './engine'
import { versionsOf } from './packages'

/** Types as `format_type` writes them. Arrays match first; types without a rule are texts in both directions. */
const kindOf = kindBy([
  [/\[\]$/, { kind: 'text' }],
  [/^bool/, { kind: 'boolean' }],
  [/^timestamp/, { kind: 'datetime' }],
  [/^date$/, { kind: 'date' }],
  [/^time\b(?!.*with time zone)/, { kind: 'time' }],
  [/^jsonb?$/, { kind: 'json' }],
  [/^smallint/, whole(16)],
  [/^integer/, whole(32)],
  [/^bigint/, { kind: 'bigint' }],
  [/^(numeric|decimal)/, decimal],
  [/^(real|double precision)/, { kind: 'number' }],
  [/^character( varying)?\b/, text],
  [/^uuid$/, { kind: 'uuid' }],
  [/^bytea$/, { kind: 'binary' }],
])

export const postgresBackend: BackendEngine = {
  file: 'postgres',
  dependencies: versionsOf('pg'),
  devDependencies: versionsOf('@types/pg', 'better-sqlite3'),
  kindOf,
  returnsKeys: true,
  url: (connection) =>
    serverUrl('postgres', connection, {
      ...(connection.encrypted && { sslmode: 'require' }),
      ...(connection.schema !== undefined && { options: `-c search_path=${connection.schema}` }),
    }),
}
