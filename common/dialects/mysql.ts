import type { Capabilities } from './capabilities'

/**
 * MariaDB 10.5, MySQL 8.0 and later. Each schema statement is atomic, but several can't form a transaction.
 * https://dev.mysql.com/doc/refman/8.0/en/atomic-ddl.html, https://mariadb.com/kb/en/atomic-ddl/
 */
export const mysql: Capabilities = {
  returning: false,
  transactionalSchema: false,
  booleanType: false,
  textWithNul: true,
  infinities: [],
  severalCascades: true,
  absentFunctions: [],
  autoNumber: false,
  functions: true,
  procedures: true,
  sequences: false,
  maxParameters: 65_535,
  maxIdentifier: 64,
  systemColumns: [],
  syntax: {
    hashComments: true,
    dashNeedsBlank: true,
    nestedComments: false,
    codeComments: true,
    backslashes: 'always',
    dollarQuotes: false,
    doubleQuotes: 'text',
    backticks: true,
    brackets: false,
    delimiterCommand: true,
    batchCommand: false,
    bodies: 'compound',
    placeholders: '?',
  },
}
