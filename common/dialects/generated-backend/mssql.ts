import { binary, decimal, kindBy, serverUrl, text, whole, type BackendEngine } from './engine'
import { versionsOf } from './packages'

const kindOf = kindBy([
  [/^bit$/, { kind: 'boolean' }],
  [/^(datetime|smalldatetime)/, { kind: 'datetime' }],
  [/^date$/, { kind: 'date' }],
  [/^time\b/, { kind: 'time' }],
  [/^tinyint$/, whole(8, true)],
  [/^smallint$/, whole(16)],
  [/^int$/, whole(32)],
  [/^bigint$/, { kind: 'bigint' }],
  [/^(decimal|numeric)/, decimal],
  [/^money$/, { kind: 'decimal', precision: 19, scale: 4 }],
  [/^smallmoney$/, { kind: 'decimal', precision: 10, scale: 4 }],
  [/^(float|real)/, { kind: 'number' }],
  [/^n?(var)?char/, text],
  [/^uniqueidentifier$/, { kind: 'uuid' }],
  [/^(timestamp|rowversion)$/, { kind: 'binary', readOnly: true }],
  [/^(var)?binary/, binary],
  [/^image$/, { kind: 'binary' }],
])

export const mssqlBackend: BackendEngine = {
  file: 'mssql',
  dependencies: versionsOf('tedious'),
  devDependencies: versionsOf('better-sqlite3'),
  kindOf,
  returnsKeys: true,
  url: (connection) => serverUrl('mssql', connection, connection.encrypted ? {} : { tls: 'false' }),
}
