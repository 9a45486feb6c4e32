import type { FormulaFunction } from '../types'
import { dateFunctions } from './dates'
import { logicFunctions } from './logic'
import { numberFunctions } from './numbers'
import { recordFunctions } from './record'
import { textFunctions } from './text'

const all = { ...logicFunctions, ...numberFunctions, ...textFunctions, ...dateFunctions, ...recordFunctions }
export type FunctionName = keyof typeof all
/** Every function, by its name in capitals. One declaration here, one line of SQL per dialect. */
export const formulaFunctions: Readonly<Record<FunctionName, FormulaFunction>> = all
export const functionNames = Object.keys(all) as FunctionName[]

export function functionByName(name: string): FunctionName | undefined {
  const upper = name.toUpperCase()
  return Object.hasOwn(all, upper) ? (upper as FunctionName) : undefined
}
