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

/** Why a formula is refused, and where: `formula.problems.<code>` of the locales is the sentence. */
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

export const formulaLimits = {
  characters: 20_000,
  depth: 100,
  /** Of the statement's text: a formula over formulas over formulas may grow without end. */
  statementCharacters: 400_000,
  /** Of pieces within pieces of it: engines allow about three times as many levels of brackets. */
  statementDepth: 250,
} as const
