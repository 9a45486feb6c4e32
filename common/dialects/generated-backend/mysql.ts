import { binary, decimal, kindBy, serverUrl, text, whole, type BackendEngine } from './engine'
import { versionsOf } from './packages'

/** Types as `COLUMN_TYPE` writes them. */
const kindOf = kindBy([
  [/^(tinyint\(1\)|bit\(1\)|bool)/, { kind: 'boolean' }],
  [/^(datetime|timestamp)/, { kind: 'datetime' }],
  [/^date$/, { kind: 'date' }],
  [/^time\b/, { kind: 'time' }],
  [/^year/, { kind: 'integer', minimum: 1901, maximum: 2155 }],
  [/^json$/, { kind: 'json' }],
  [/^tinyint.*unsigned/, whole(8, true)],
  [/^tinyint/, whole(8)],
  [/^smallint.*unsigned/, whole(16, true)],
  [/^smallint/, whole(16)],
  [/^mediumint.*unsigned/, whole(24, true)],
  [/^mediumint/, whole(24)],
  [/^int.*unsigned/, whole(32, true)],
  [/^int/, whole(32)],
  [/^bigint/, { kind: 'bigint' }],
  [/^(decimal|numeric)/, decimal],
  [/^(float|double|real)/, { kind: 'number' }],
  [/^(var)?char\b/, text],
  [/^(var)?binary\b/, binary],
  [/blob$|^bit\b/, { kind: 'binary' }],
])

export const mysqlBackend: BackendEngine = {
  file: 'mysql',
  dependencies: versionsOf('mysql2'),
  devDependencies: versionsOf('better-sqlite3'),
  kindOf,
  returnsKeys: false,
  url: (connection) => serverUrl('mysql', connection, connection.encrypted ? { tls: 'true' } : {}),
}
