import * as operationSets from './sets'
import type { InputOf, Operation, OutputOf } from './define'

type Sets = (typeof operationSets)[keyof typeof operationSets]
type Together<S> = (S extends unknown ? (set: S) => void : never) extends (set: infer All) => void ? All : never

/** The declarations of an interface have a name: no other project reads them written out. */
export interface AllOperations extends Together<Sets> {}

/** Every operation of the app, by name. */
export const operations: AllOperations = Object.assign({}, ...Object.values(operationSets))

export type OperationName = keyof typeof operations
export type OperationInput<N extends OperationName> = InputOf<(typeof operations)[N]>
export type OperationOutput<N extends OperationName> = OutputOf<(typeof operations)[N]>

export const operationNames = Object.keys(operations) as OperationName[]

export function operationByName(name: string): Operation | undefined {
  return Object.hasOwn(operations, name) ? operations[name as OperationName] : undefined
}

export { operationSets }
export { isAboutDatabase, isStaleAfter, writesDatabase } from './define'
export type { Command, InputOf, Operation, OutputOf, Query, Subject } from './define'
