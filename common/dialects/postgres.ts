import type { Capabilities } from './capabilities'

/** PostgreSQL 14 and later. https://www.postgresql.org/docs/current/limits.html */
export const postgres: Capabilities = {
  returning: true,
  transactionalSchema: true,
  booleanType: true,
  textWithNul: false,
  infinities: ['Infinity', '-Infinity', 'NaN'],
  severalCascades: true,
  absentFunctions: [],
  autoNumber: true,
  functions: true,
  procedures: true,
  sequences: true,
  maxParameters: 65_535,
  maxIdentifier: 63,
  // https://www.postgresql.org/docs/current/ddl-system-columns.html, and `oid` of old tables.
  systemColumns: ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid', 'oid'],
  syntax: {
    hashComments: false,
    dashNeedsBlank: false,
    nestedComments: true,
    codeComments: false,
    backslashes: 'prefixed',
    dollarQuotes: true,
    doubleQuotes: 'name',
    backticks: false,
    brackets: false,
    delimiterCommand: false,
    batchCommand: false,
    bodies: 'atomic',
    placeholders: '$',
  },
}
