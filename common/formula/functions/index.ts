import type { FormulaFunction } from '../types'
import { dateFunctions } from './dates'
import { logicFunctions } from './logic'
import { numberFunctions } from './numbers'
import { recordFunctions } from './record'
import { textFunctions } from './text'

const all = { ...logicFunctions, ...numberFunctions, ...textFunctions, ...dateFunctions, ...recordFunctions }
export type FunctionName = keyof typeof all
/** All functions by their upper-case names. Each has one declaration here and one line of SQL per dialect. */
export const formulaFunctions: Readonly<Record<FunctionName, FormulaFunction>> = all
export const functionNames = Object.keys(all) as FunctionName[]

/** Aliases that users know from other spreadsheets. */
const otherNames: Readonly<Record<string, FunctionName>> = {
  AVERAGE: 'AVG',
  CONCATENATE: 'CONCAT',
  COUNTA: 'COUNT',
  POW: 'POWER',
  LN: 'LOG',
  CEIL: 'CEILING',
  SUBSTRING: 'SUBSTR',
  IFNULL: 'COALESCE',
}

/** Finds a function by its name or an alias, ignoring case. */
export function functionByName(name: string): FunctionName | undefined {
  const written = name.toUpperCase()
  const upper = Object.hasOwn(otherNames, written) ? (otherNames[written] ?? written) : written
  return Object.hasOwn(all, upper) ? (upper as FunctionName) : undefined
}
