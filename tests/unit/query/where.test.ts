import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { AppError } from '@common/errors'
import { limits } from '@common/constants'
import type { Filter } from '@common/query/tree'
import { parseWhere } from '@common/query/where'

/** A filter written short: `a eq 1`, `and(…)`, `or(…)`, `not(…)`. */
function short(filter: Filter | undefined): string {
  if (!filter) return ''
  switch (filter.kind) {
    case 'not':
      return `not(${short(filter.filter)})`
    case 'condition':
      return `${filter.column} ${filter.operator} ${Array.isArray(filter.value) ? filter.value.join('|') : String(filter.value)}`
    case 'related':
      return `${filter.relation ?? ''} ${filter.table}(${short(filter.filter)})`
    default:
      return `${filter.kind}(${filter.filters.map(short).join('; ')})`
  }
}

/** Returns the code and details of a parse error. */
function failure(text: string): { code: string; details: unknown } {
  try {
    parseWhere(text)
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, details: error.details }
    throw error
  }
  throw new Error(`${text} was accepted`)
}

describe('where is understood', () => {
  test.each<[string, string]>([
    ['', ''],
    ['   ', ''],
    ['(a,eq,1)', 'a eq 1'],
    ['(a,eq,)', 'a eq '],
    ['(a,eq,x,y)', 'a eq x,y'],
    ['(First Name,like,A%)', 'First Name like A%'],
    ['(a-b,not,1)', 'a-b not 1'],
    ['(Preis (netto),gt,3)', 'Preis (netto) gt 3'],
    ['((net) price,gt,3)', '(net) price gt 3'],
    ['((a),eq,1)~and(b,eq,2)', 'and((a) eq 1; b eq 2)'],
    ['(title,eq,Live (at home))', 'title eq Live (at home)'],
    ['(title,eq,a~b)', 'title eq a~b'],
    ['(a, eq ,1)', 'a eq 1'],
    ['(a,in,1,2,3)', 'a in 1|2|3'],
    ['(a,in,)', 'a in '],
    ['(a,nin,1,2)', 'a nin 1|2'],
    ['(a,btw,1,5)', 'a btw 1|5'],
    ['(a,nbtw,1,5)', 'a nbtw 1|5'],
    ['(a,is,null)', 'a is null'],
    ['(a,isnot,null)', 'a isnot null'],
    ['(a,eq,null)', 'a eq null'],
    ['(a,eq,1)~and(b,eq,2)', 'and(a eq 1; b eq 2)'],
    ['(a,eq,1) ~and (b,eq,2)', 'and(a eq 1; b eq 2)'],
    ['(a,eq,1)~or(b,eq,2)', 'or(a eq 1; b eq 2)'],
    ['(a,eq,1)~or(b,eq,2)~and(c,eq,3)', 'or(a eq 1; and(b eq 2; c eq 3))'],
    ['(a,eq,1)~and(b,eq,2)~or(c,eq,3)', 'or(and(a eq 1; b eq 2); c eq 3)'],
    ['(a,eq,1)~andnot(b,eq,2)', 'and(a eq 1; not(b eq 2))'],
    ['(a,eq,1)~ornot(b,eq,2)', 'or(a eq 1; not(b eq 2))'],
    ['~not(a,eq,1)', 'not(a eq 1)'],
    ['~not~not(a,eq,1)', 'not(not(a eq 1))'],
    ['~not((a,eq,1)~or(b,eq,2))', 'not(or(a eq 1; b eq 2))'],
    ['(a,eq,1)~and~not(b,eq,2)', 'and(a eq 1; not(b eq 2))'],
    ['(~not(a,eq,1))', 'not(a eq 1)'],
    ['(a,eq,1)~or((b,eq,2)~and(c,like,x%))', 'or(a eq 1; and(b eq 2; c like x%))'],
    ['((a,eq,1)~and(b,eq,2))~or(c,eq,3)', 'or(and(a eq 1; b eq 2); c eq 3)'],
    ['((a,eq,1)~or(b,eq,2))~and((c,eq,3)~or(d,eq,4))', 'and(or(a eq 1; b eq 2); or(c eq 3; d eq 4))'],
    ['(((a,eq,1)))', 'a eq 1'],
    ["(a,eq,'; DROP TABLE x; --)", "a eq '; DROP TABLE x; --"],
    ['(a,eq,😀)', 'a eq 😀'],
  ])('%s', (text, expected) => {
    expect(short(parseWhere(text))).toBe(expected)
  })
})

describe('where that is not understood is refused, with the place', () => {
  test.each<[string, string, unknown]>([
    ['a', 'FILTER_INVALID', { position: 0, expected: 'condition' }],
    ['(', 'FILTER_INVALID', { position: 1, expected: 'condition' }],
    ['()', 'FILTER_INVALID', { position: 1, expected: 'condition' }],
    ['(a)', 'FILTER_INVALID', { position: 1, expected: 'condition' }],
    ['( ,eq,1)', 'FILTER_INVALID', { position: 1, expected: 'condition' }],
    ['(a,)', 'FILTER_INVALID', { position: 3, expected: 'operator' }],
    ['(a,eq)', 'FILTER_INVALID', { position: 5, expected: 'value' }],
    ['(a,eq,1', 'FILTER_INVALID', { position: 7, expected: 'closingBracket' }],
    ['((a,eq,1)', 'FILTER_INVALID', { position: 9, expected: 'closingBracket' }],
    ['(a,eq,1))', 'FILTER_INVALID', { position: 8, expected: 'joiner' }],
    ['(a,eq,1)~xor(b,eq,2)', 'FILTER_INVALID', { position: 8, expected: 'joiner' }],
    ['((a,eq,1)~xor(b,eq,2))', 'FILTER_INVALID', { position: 9, expected: 'joiner' }],
    ['(a,eq,1)(b,eq,2)', 'FILTER_INVALID', { position: 8, expected: 'joiner' }],
    ['(a,eq,1) and (b,eq,2)', 'FILTER_INVALID', { position: 9, expected: 'joiner' }],
    ['(a,eq,1)~and', 'FILTER_INVALID', { position: 12, expected: 'condition' }],
    ['~and(a,eq,1)', 'FILTER_INVALID', { position: 0, expected: 'condition' }],
    ['~not', 'FILTER_INVALID', { position: 4, expected: 'condition' }],
    ['(a,eq,1)~not(b,eq,2)', 'FILTER_INVALID', { position: 8, expected: 'joiner' }],
    ['(a,eq,x(y)~or(b,eq,1))', 'FILTER_INVALID', { position: 10, expected: 'closingBracket' }],
    ['(a,eq,:))', 'FILTER_INVALID', { position: 8, expected: 'joiner' }],
    ['(a,is,1)', 'FILTER_INVALID', { position: 6, expected: 'null' }],
    ['(a,isnot,)', 'FILTER_INVALID', { position: 9, expected: 'null' }],
    ['(a,btw,1)', 'FILTER_INVALID', { position: 7, expected: 'twoValues' }],
    ['(a,btw,1,2,3)', 'FILTER_INVALID', { position: 7, expected: 'twoValues' }],
    ['(a,nbtw,1)', 'FILTER_INVALID', { position: 8, expected: 'twoValues' }],
    ['(a,ne,1)', 'FILTER_OPERATOR_INVALID', { operator: 'ne', position: 3 }],
    ['(a,EQ,1)', 'FILTER_OPERATOR_INVALID', { operator: 'EQ', position: 3 }],
    ['(a,=,1)', 'FILTER_OPERATOR_INVALID', { operator: '=', position: 3 }],
    ['(a,constructor,1)', 'FILTER_OPERATOR_INVALID', { operator: 'constructor', position: 3 }],
    ['(a;b,eq 1)', 'FILTER_OPERATOR_INVALID', { operator: 'eq 1', position: 5 }],
    ['(a,eq,1)~and(b,foo,2)', 'FILTER_OPERATOR_INVALID', { operator: 'foo', position: 15 }],
  ])('%s', (text, code, details) => {
    expect(failure(text)).toEqual({ code, details })
  })

  test.each([
    ['too many signs', `(a,eq,${'x'.repeat(limits.filterCharacters)})`, 'characters'],
    [
      'too many terms',
      Array(limits.filterTerms + 1)
        .fill('(a,eq,1)')
        .join('~or'),
      'terms',
    ],
    ['brackets too deep', `${'('.repeat(5_000)}a,eq,1${')'.repeat(5_000)}`, 'depth'],
    ['negations too deep', `${'~not'.repeat(5_000)}(a,eq,1)`, 'depth'],
  ])('%s', (_name, text, limit) => {
    expect(failure(text)).toEqual({ code: 'FILTER_TOO_LARGE', details: { limit } })
  })
})

test('a filter at the limits is accepted', () => {
  const terms = Array(limits.filterTerms).fill('(a,eq,1)').join('~or')
  expect(parseWhere(terms)).toMatchObject({ kind: 'or' })
  const depth = limits.filterDepth - 1
  expect(parseWhere(`${'('.repeat(depth)}(a,eq,1)${')'.repeat(depth)}`)).toMatchObject({ kind: 'condition' })
})

describe('whatever is sent', () => {
  const piece = fc.constantFrom(
    '(',
    ')',
    ',',
    '~and',
    '~or',
    '~not',
    '~andnot',
    '~xor',
    'a',
    'eq',
    'in',
    'is',
    'null',
    ' ',
    '1',
    '((',
    '))',
    '~',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
  )

  /** Returns parse errors other than AppError. */
  const faultOf = (text: string): unknown => {
    try {
      parseWhere(text)
      return undefined
    } catch (error) {
      return error instanceof AppError ? undefined : error
    }
  }

  test('the parser answers a tree or an AppError', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(faultOf(text)).toBeUndefined()
      }),
      { numRuns: 3_000 },
    )
  })

  /** Writes a tree with every group in brackets. */
  const write = (filter: Filter): string => {
    switch (filter.kind) {
      case 'condition':
        return `(${filter.column},${filter.operator},${String(filter.value)})`
      case 'not':
        return `~not${bracketed(filter.filter)}`
      case 'related':
        throw new Error('where names no tables')
      default:
        return filter.filters.map(bracketed).join(`~${filter.kind}`)
    }
  }
  const bracketed = (filter: Filter): string => (filter.kind === 'condition' ? write(filter) : `(${write(filter)})`)
  const { tree } = fc.letrec<{ tree: Filter; leaf: Filter }>((tie) => ({
    leaf: fc.record({
      kind: fc.constant('condition' as const),
      column: fc.string({ minLength: 1, maxLength: 8 }).filter((name) => !/[,()~]/.test(name) && name.trim() !== ''),
      operator: fc.constantFrom('eq' as const, 'gt' as const, 'like' as const),
      value: fc.string({ maxLength: 10 }).filter((value) => !/[()]/.test(value)),
    }),
    tree: fc.oneof(
      { maxDepth: 5 },
      tie('leaf'),
      fc.record({ kind: fc.constant('not' as const), filter: tie('tree') }),
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        filters: fc.array(tie('tree'), { minLength: 2, maxLength: 4 }),
      }),
    ),
  }))

  test('what is accepted is the whole text: a tree written down is read back as it was', () => {
    fc.assert(
      fc.property(tree, (filter) => {
        expect(parseWhere(write(filter))).toEqual(filter)
      }),
      { numRuns: 500 },
    )
  })

  test('cutting a sign off the end, or adding one, is never accepted', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(')', '(', 'x', '~', ',', '~and'), (filter, extra) => {
        const text = write(filter)
        expect(() => parseWhere(text.slice(0, -1))).toThrow(AppError)
        expect(() => parseWhere(text + extra)).toThrow(AppError)
      }),
      { numRuns: 500 },
    )
  })
})
