/** What an expression can be. Integers and decimals are both `number`; every type has a blank. */
export const formulaTypes = ['number', 'text', 'boolean', 'date', 'dateTime'] as const
export type FormulaType = (typeof formulaTypes)[number]

/**
 * A value while a formula is worked out: numbers as doubles, dates as `YYYY-MM-DD`, moments as
 * `YYYY-MM-DD HH:MM:SS` in UTC, blank as null.
 */
export type FormulaValue = number | string | boolean | null

/** What one parameter of a function takes. */
export interface Parameter {
  readonly name: string
  /** `any` takes every type; `same` takes the type that the other `same` arguments have. */
  readonly type: FormulaType | 'any' | 'same' | 'moment'
  readonly optional?: true
  /** The last one or the last group of parameters may be given again and again. */
  readonly repeat?: true
  /** Only one of these texts, written out: units and formats become part of the statement. */
  readonly oneOf?: readonly string[]
  /** Only a text that is written out. */
  readonly literal?: true
  /** A text that is written out and is a regular expression: see pattern/. `filled` when it may not match nothing. */
  readonly pattern?: 'any' | 'filled'
}

/** What a function needs to know beside its arguments. */
export interface EvaluationContext {
  /** Now, as `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly now: string
  readonly recordId: string
  /** Called now and then by what takes long; throws to stop it. */
  readonly work?: () => void
}

export const functionGroups = ['logic', 'numbers', 'text', 'dates', 'record'] as const
export type FunctionGroup = (typeof functionGroups)[number]

/** One function: what it takes, what it gives, and its meaning in plain code, to which every database is held. */
export interface FormulaFunction {
  readonly group: FunctionGroup
  readonly parameters: readonly Parameter[]
  /** `same` is the type of the `same` arguments. */
  readonly returns: FormulaType | 'same'
  /** An example that the documentation shows and a test runs. */
  readonly example: string
  readonly evaluate: (args: readonly FormulaValue[], context: EvaluationContext) => FormulaValue
}
