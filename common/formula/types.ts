/** Types of expressions. Integers and decimals are both `number`; every type includes blank. */
export const formulaTypes = ['number', 'text', 'boolean', 'date', 'dateTime'] as const
export type FormulaType = (typeof formulaTypes)[number]

/**
 * A value during evaluation: numbers as doubles, dates as `YYYY-MM-DD`, moments as `YYYY-MM-DD HH:MM:SS` in UTC, blank
 * as null.
 */
export type FormulaValue = number | string | boolean | null

/** A parameter of a function. */
export interface Parameter {
  readonly name: string
  /** `any` accepts every type; `same` requires the type of the other `same` arguments. */
  readonly type: FormulaType | 'any' | 'same' | 'moment'
  readonly optional?: true
  /** The last parameter, or the last group, can repeat. */
  readonly repeat?: true
  /** Accepts only these literal texts. Units and formats become part of the statement. */
  readonly oneOf?: readonly string[]
  /** Accepts only a literal text. */
  readonly literal?: true
  /** Accepts only a literal regular expression (see pattern/). `filled` excludes patterns that match empty text. */
  readonly pattern?: 'any' | 'filled'
}

/** Context of an evaluation. */
export interface EvaluationContext {
  /** Current time as `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly now: string
  readonly recordId: string
  /** Called regularly during long work; throws to cancel it. */
  readonly work?: () => void
}

export const functionGroups = ['logic', 'numbers', 'text', 'dates', 'record'] as const
export type FunctionGroup = (typeof functionGroups)[number]

/** A function: parameters, result, and a reference implementation that every database must match. */
export interface FormulaFunction {
  readonly group: FunctionGroup
  readonly parameters: readonly Parameter[]
  /** `same` is the type of the `same` arguments. */
  readonly returns: FormulaType | 'same'
  /** An example that the documentation shows and a test runs. */
  readonly example: string
  readonly evaluate: (args: readonly FormulaValue[], context: EvaluationContext) => FormulaValue
}
