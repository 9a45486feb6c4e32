import { decimal, kindBy, text, type BackendEngine } from './engine'
import { versionsOf } from './packages'

/** Declared types, as programs write them for any database. */
const kindOf = kindBy([
  [/^(bool|bit\b|tinyint\s*\(\s*1\s*\))/, { kind: 'boolean' }],
  [/^(timestamp|datetime|smalldatetime)/, { kind: 'datetime' }],
  [/^date\b/, { kind: 'date' }],
  [/^time\b/, { kind: 'time' }],
  [/^jsonb?\b/, { kind: 'json' }],
  [/^(bigint|int8|unsigned big int)\b/, { kind: 'bigint' }],
  [/^(dec|numeric|number|money|smallmoney|currency)/, decimal],
  [/char|^string\b/, text],
  [/text|clob|uuid|^guid|^uniqueidentifier|^enum/, { kind: 'text' }],
  [/^interval|^point|^geo/, { kind: 'text' }],
  [/int|^(big)?serial|^year/, { kind: 'integer' }],
  [/real|floa|doub/, { kind: 'number' }],
  [/blob|binary|^image/, { kind: 'binary' }],
])

export const sqliteBackend: BackendEngine = {
  file: 'sqlite',
  dependencies: versionsOf('better-sqlite3'),
  devDependencies: {},
  kindOf,
  returnsKeys: true,
  url: ({ database }) => database,
}
