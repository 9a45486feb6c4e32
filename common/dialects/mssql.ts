import type { Capabilities } from './capabilities'

/**
 * SQL Server 2017 and later, and Azure SQL.
 * https://learn.microsoft.com/sql/sql-server/maximum-capacity-specifications-for-sql-server
 */
export const mssql: Capabilities = {
  returning: false,
  transactionalSchema: true,
  booleanType: true,
  textWithNul: true,
  infinities: [],
  severalCascades: false,
  // The server has no regular expressions.
  absentFunctions: ['REGEX_MATCH', 'REGEX_EXTRACT', 'REGEX_REPLACE'],
  autoNumber: false,
  functions: true,
  procedures: true,
  sequences: true,
  // 2,100, of which the statement and its parameter list take two.
  maxParameters: 2_098,
  maxIdentifier: 128,
  systemColumns: [],
  syntax: {
    hashComments: false,
    dashNeedsBlank: false,
    nestedComments: true,
    codeComments: false,
    backslashes: 'never',
    dollarQuotes: false,
    doubleQuotes: 'name',
    backticks: false,
    brackets: true,
    delimiterCommand: false,
    batchCommand: true,
    bodies: 'none',
    placeholders: '@p',
  },
}
