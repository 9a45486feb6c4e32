import { message, type Message, type MessageParams } from '@common/messages'
import { formulaTypes, type FormulaType } from './types'
import type { Span } from './ast'

export const formulaProblems = [
  'empty',
  'unexpectedSign',
  'unclosedText',
  'unclosedColumn',
  'unclosedCall',
  'expectedValue',
  'expectedEnd',
  'unknownFunction',
  'unknownColumn',
  'tooFewArguments',
  'tooManyArguments',
  'wrongType',
  'notComparable',
  'notCombinable',
  'notLiteral',
  'unknownUnit',
  'patternUnclosed',
  'patternUnknownEscape',
  'patternNothingToRepeat',
  'patternUnsupported',
  'patternRange',
  'patternTooLarge',
  'patternMatchesEmpty',
  'notSupported',
  'tooComplex',
  'cycle',
  'brokenColumn',
  'tooDeep',
  'tooLong',
  'numberTooLarge',
] as const
export type FormulaProblemCode = (typeof formulaProblems)[number]

/** A problem of a formula with its position. Texts: `formula.problems.<code>` in the locale. */
export class FormulaProblem extends Error {
  override readonly name = 'FormulaProblem'

  constructor(
    readonly code: FormulaProblemCode,
    readonly span: Span,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(code)
  }
}

/** Parameters that hold the type of a value. */
const typeParams = new Set(['expected', 'found', 'left', 'right'])

/** Returns the text of a problem as a message: `formula.problems.<code>`. Types in it are messages too. */
export function formulaMessage({ code, params }: Pick<FormulaProblem, 'code' | 'params'>): Message {
  const isAboutTypes = code === 'wrongType' || code === 'notComparable' || code === 'notCombinable'
  const named = Object.entries(params).map(([name, value]) => [
    name,
    typeParams.has(name) && isType(value) ? message(`formula.types.${value}`) : value,
  ])
  return message(`formula.problems.${code}`, isAboutTypes ? (Object.fromEntries(named) as MessageParams) : params)
}

const isType = (value: string | number): value is FormulaType => (formulaTypes as readonly unknown[]).includes(value)

export const formulaLimits = {
  characters: 20_000,
  depth: 100,
  /** Characters of the statement. Formulas over formulas can grow without limit. */
  statementCharacters: 400_000,
  /** Nesting of the statement. Engines allow about three times as many levels of brackets. */
  statementDepth: 250,
} as const
