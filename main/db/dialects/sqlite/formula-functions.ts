import type Sqlite from 'better-sqlite3'
import { formulaFunctions, numberText, type FormulaValue, type FunctionName } from '@common/formula'

/** Formula functions that SQLite lacks or defines differently. Each connection registers them. */
const registered: readonly FunctionName[] = [
  'UPPER',
  'LOWER',
  'ROUND',
  'ROUNDUP',
  'ROUNDDOWN',
  'MOD',
  'VALUE',
  'LEFT',
  'RIGHT',
  'MID',
  'SUBSTITUTE',
  'REPLACE',
  'REPEAT',
  'FIND',
  'REGEX_MATCH',
  'REGEX_EXTRACT',
  'REGEX_REPLACE',
  'DATEADD',
  'DATETIME_DIFF',
  'DATE',
]

export const formulaFunctionName = (name: FunctionName): string => `basalt_${name.toLowerCase()}`
export const numberTextName = 'basalt_number_text'

/**
 * Registers the formula functions on a connection.
 *
 * @param work  called regularly during long work, such as regular expressions over long texts; throws to cancel it. The
 *   matcher doesn't backtrack, so time is linear in the text.
 */
export function registerFormulaFunctions(database: Sqlite.Database, work: () => void): void {
  const context = { now: '', recordId: '', work }
  const options = { deterministic: true, directOnly: true, varargs: true }
  for (const name of registered) {
    const { evaluate } = formulaFunctions[name]
    database.function(formulaFunctionName(name), options, (...args: unknown[]) => {
      const value = evaluate(args as FormulaValue[], context)
      return typeof value === 'boolean' ? Number(value) : value
    })
  }
  database.function(numberTextName, { ...options, varargs: false }, (value: unknown) =>
    typeof value === 'number' ? numberText(value) : null,
  )
}
