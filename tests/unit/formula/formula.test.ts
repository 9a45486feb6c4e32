import { describe, expect, it } from 'vitest'
import {
  checkFormula,
  columnText,
  evaluateFormula,
  formulaFunctions,
  FormulaProblem,
  functionNames,
  parseFormula,
  referencesOf,
  rewriteReferences,
  type FormulaColumn,
  type FormulaProblemCode,
} from '@common/formula'

const columns: readonly FormulaColumn[] = [
  { name: 'price', title: 'Price', type: 'number' },
  { name: 'rating', title: 'Rating', type: 'number' },
  { name: 'length', title: 'Length', type: 'number' },
  { name: 't', title: 'Title', type: 'text' },
  { name: 'tags', title: 'Tags', type: 'text' },
  { name: 'd', title: 'Released', type: 'date' },
  { name: 'at', title: 'Recorded', type: 'dateTime' },
  { name: 'live', title: 'Live', type: 'boolean' },
]
const row = {
  price: 1.29,
  rating: 4,
  length: 125,
  t: 'Low Water',
  tags: null,
  d: '2026-01-31',
  at: '2025-09-18 14:05:06',
  live: true,
}
const run = (formula: string) =>
  evaluateFormula(checkFormula(parseFormula(formula), columns), row, { now: '2026-09-18 14:05:00', recordId: '1' })

function problemOf(formula: string): FormulaProblem {
  try {
    checkFormula(parseFormula(formula), columns)
  } catch (error) {
    if (error instanceof FormulaProblem) return error
    throw error
  }
  throw new Error(`${formula} is right`)
}

describe('a formula', () => {
  it.each([
    ['Price > 1', true],
    ['price > 1', true],
    ['{Title}&"!"', 'Low Water!'],
    ["if(Live; 'a'; 'b')", 'a'],
    ['IF(TRUE, 1, 2)', 1],
    ['SWITCH(Title,"a",1,"Low Water",2,3)', 2],
    ['Released < "2026-02-01"', true],
    ['MID(Title,2,2)', 'ow'],
  ] as const)('names columns by title or name, with or without brackets: %s', (formula, result) => {
    expect(run(formula)).toEqual(result)
  })

  it.each(functionNames)('shows how %s is used by an example that works', (name) => {
    expect(() => run(formulaFunctions[name].example)).not.toThrow()
  })

  const cases: readonly (readonly [string, FormulaProblemCode, from: number, to: number])[] = [
    ['', 'empty', 0, 0],
    ['   ', 'empty', 3, 3],
    ['1 +', 'expectedValue', 3, 3],
    ['* 2', 'expectedValue', 0, 1],
    ['1 2', 'expectedEnd', 2, 3],
    ['1 @ 2', 'unexpectedSign', 2, 3],
    ['1 😀', 'unexpectedSign', 2, 4],
    ['"abc', 'unclosedText', 0, 4],
    ['ROUND({Price} * {Sold, 2)', 'unclosedColumn', 16, 25],
    ['ROUND(1, 2', 'unclosedCall', 10, 10],
    ['(1 + 2', 'unclosedCall', 6, 6],
    ['NOPE(1)', 'unknownFunction', 0, 4],
    ['1 + {Nope}', 'unknownColumn', 4, 10],
    ['Nope', 'unknownColumn', 0, 4],
    ['ROUND()', 'tooFewArguments', 0, 7],
    ['NOW(1)', 'tooManyArguments', 0, 6],
    ['1 + "a"', 'wrongType', 4, 7],
    ['{Title} * 2', 'wrongType', 0, 7],
    ['YEAR({Title})', 'wrongType', 5, 12],
    ['YEAR("2026-02-30")', 'wrongType', 5, 17],
    ['{Title} = 1', 'notComparable', 0, 11],
    ['{Released} < "soon"', 'notComparable', 0, 19],
    ['IF(Live, 1, "a")', 'notCombinable', 12, 15],
    ['SWITCH({Rating}, "a", 1)', 'notComparable', 17, 20],
    ['DATEADD({Released}, 1, {Title})', 'notLiteral', 23, 30],
    ['DATEADD({Released}, 1, "fortnights")', 'unknownUnit', 23, 35],
    ['REGEX_MATCH({Title}, {Title})', 'notLiteral', 21, 28],
    ['REGEX_MATCH({Title}, "a(b")', 'patternUnclosed', 23, 24],
    ['REGEX_MATCH({Title}, "a[b")', 'patternUnclosed', 23, 24],
    ['REGEX_MATCH({Title}, "a)b")', 'patternUnclosed', 23, 24],
    ['REGEX_MATCH({Title}, "*a")', 'patternNothingToRepeat', 22, 23],
    ['REGEX_MATCH({Title}, "a*?")', 'patternUnsupported', 24, 25],
    ['REGEX_MATCH({Title}, "(?=a)")', 'patternUnsupported', 22, 23],
    ['REGEX_MATCH({Title}, "[b-a]")', 'patternRange', 24, 25],
    ['REGEX_MATCH({Title}, "a{3,2}")', 'patternRange', 23, 24],
    ['REGEX_MATCH({Title}, "(a{200}){200}")', 'patternTooLarge', 22, 23],
    ['REGEX_MATCH({Title}, "(a)\\\\1")', 'patternUnknownEscape', 21, 29],
    ['REGEX_REPLACE({Title}, "a*", "b")', 'patternMatchesEmpty', 23, 27],
    ['1e400', 'numberTooLarge', 0, 5],
  ]
  it.each(cases)('%s is refused as %s at its place', (formula, code, from, to) => {
    const problem = problemOf(formula)
    expect([problem.code, problem.span]).toEqual([code, { from, to }])
  })

  it.each([
    ['twenty thousand characters', `1${' + 1'.repeat(5_000)}`, 'tooLong'],
    ['brackets', `${'('.repeat(5_000)}1${')'.repeat(5_000)}`, 'tooDeep'],
    ['signs', `${'-'.repeat(15_000)}1`, 'tooDeep'],
    ['calls', `${'ABS('.repeat(3_000)}1${')'.repeat(3_000)}`, 'tooDeep'],
    ['a long row of differences', `1${'-1'.repeat(9_000)}`, 'tooDeep'],
  ] as const)('of too many %s is refused', (_what, formula, code) => {
    expect(problemOf(formula).code).toBe(code)
  })

  it('joins and adds up as many parts as there is room for', () => {
    expect(run(`0${'+1'.repeat(5_000)}`)).toBe(5_000)
    expect(run(`""${'&"a"'.repeat(4_000)}`)).toBe('a'.repeat(4_000))
  })
})

describe('references', () => {
  it('are kept by identity, whatever columns are called', () => {
    const titles = new Map([
      ['Price', 'price'],
      ['A } \\ B', 'odd'],
    ])
    const stored = rewriteReferences('ROUND(Price, 2) & {A \\} \\\\ B} & "Price" & TRUE', (title) => titles.get(title))
    expect(stored).toBe('ROUND({price}, 2) & {odd} & "Price" & TRUE')
    expect(referencesOf(stored)).toEqual(['price', 'odd'])
    expect(rewriteReferences(stored, (name) => (name === 'odd' ? 'A } \\ B' : undefined))).toContain(
      columnText('A } \\ B'),
    )
  })
})
