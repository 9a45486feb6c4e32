import { describe, expect, it } from 'vitest'
import { callAt, completed, completionsAt, formulaPieces, parameterNames } from '@renderer/features/tables/formula-text'

const columns = ['Price', 'Length', 'List price', 'A } \\ B']
/** The `|` marks the caret. */
const at = (marked: string): [text: string, caret: number] => [marked.replace('|', ''), marked.indexOf('|')]
const offers = (marked: string, asked = false): string[] =>
  (completionsAt(...at(marked), columns, asked)?.options ?? []).map((option) =>
    option.kind === 'column' ? `{${option.title}}` : option.name,
  )
const taken = (marked: string, n = 0): string => {
  const [text, caret] = at(marked)
  const completions = completionsAt(text, caret, columns, true)
  const option = completions?.options[n]
  if (!completions || !option) return 'nothing'
  const after = completed(text, completions, option)
  return `${after.text.slice(0, after.caret)}|${after.text.slice(after.caret)}`
}

describe('the colours of a formula', () => {
  it('take every sign once, whatever state it is in', () => {
    for (const text of ['ROUND({Price} * 1.5, "a")', '{Pri', '"open \\" text', 'IF (Price > 1', '😀 @', ''])
      expect(formulaPieces(text, columns).map((piece) => piece.text)).toEqual(text === '' ? [] : expect.anything())
    expect(
      formulaPieces('ROUND({Price}, 2) & "x"', columns)
        .map(({ kind, text }) => `${kind}:${text}`)
        .join('|'),
    ).toBe('function:ROUND|plain:(|column:{Price}|plain:, |number:2|plain:) & |text:"x"')
    for (const text of ['a{b"c', "'x' & {A \\} B} + fn(1.e5)", '{{}}""'])
      expect(
        formulaPieces(text, columns)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
  })
})

describe('completion', () => {
  it.each([
    ['RO|', ['ROUND', 'ROUNDUP', 'ROUNDDOWN']],
    ['Pri|', ['{Price}', '{List price}']],
    ['SUM({pr|', ['{Price}', '{List price}']],
    ['{le|', ['{Length}']],
    ['"RO|', []],
    ['"RO" & RO|', ['ROUND', 'ROUNDUP', 'ROUNDDOWN']],
    ['1 + |', []],
    ['|', []],
    ['zzz|', []],
  ])('offers for %s', (text, expected) => {
    expect(offers(text)).toEqual(expected)
  })

  it('offers everything when it is asked for', () => {
    expect(offers('1 + |', true).slice(0, 2)).toEqual(['{Price}', '{Length}'])
  })

  it.each([
    ['Pri|', '{Price}|'],
    ['1 + {Pr|} * 2', '1 + {Price}| * 2'],
    ['rou|', 'ROUND(|)'],
    ['rou|(1)', 'ROUND(|1)'],
    ['tod|', 'TODAY()|'],
    ['{A|', '{A \\} \\\\ B}|'],
  ])('writes into %s', (before, after) => {
    expect(taken(before)).toBe(after)
  })
})

describe('help', () => {
  it.each([
    ['ROUND(|', 'ROUND', 0],
    ['ROUND(1, |', 'ROUND', 1],
    ['IF({Price} > 1, ROUND(1, 2), |', 'IF', 2],
    ['IF(SUM(1, 2, (3 + |', 'SUM', 2],
    ['CONCAT("a, b(", |', 'CONCAT', 1],
  ] as const)('knows the argument at the caret in %s', (text, name, argument) => {
    expect(callAt(...at(text))).toEqual({ name, argument })
  })

  it('knows when the caret is in no call', () => {
    expect(callAt(...at('ROUND(1, 2)|'))).toBeUndefined()
  })

  it('shows what may be left out, and what may be given again', () => {
    expect(parameterNames('ROUND')).toEqual(['number', '[digits]'])
    expect(parameterNames('SUM')).toEqual(['number, …'])
  })
})
