import type { Capabilities } from './capabilities'

/** SQLite 3.54, as built into the application. https://sqlite.org/limits.html */
export const sqlite: Capabilities = {
  returning: true,
  transactionalSchema: true,
  booleanType: false,
  textWithNul: true,
  infinities: ['Infinity', '-Infinity'],
  severalCascades: true,
  absentFunctions: [],
  autoNumber: true,
  functions: false,
  procedures: false,
  sequences: false,
  maxParameters: 32_766,
  maxIdentifier: 1_000,
  systemColumns: [],
  syntax: {
    hashComments: false,
    dashNeedsBlank: false,
    nestedComments: false,
    codeComments: false,
    backslashes: 'never',
    dollarQuotes: false,
    doubleQuotes: 'name',
    backticks: true,
    brackets: true,
    delimiterCommand: false,
    batchCommand: false,
    bodies: 'trigger',
    placeholders: '?',
  },
}
