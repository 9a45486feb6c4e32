import type { TypedOperator } from '@common/formula'

/**
 * How far from zero a number can be: at least `least` unless it is zero, at most `most`. Engines that refuse what a
 * double cannot hold would refuse the whole list for one such row; where it cannot happen nothing has to be looked at.
 */
export interface NumberRange {
  readonly least: number
  readonly most: number
}

export const unknownRange: NumberRange = { least: Number.MIN_VALUE, most: Number.MAX_VALUE }
export const wholeRange = (most: number): NumberRange => ({ least: 1, most })

/** Well inside of what doubles hold. */
const largest = 1e300
const smallest = 1e-300
/** A difference of two numbers is at least this part of the smaller one, or nothing. */
const precision = 1e-16

/** What an operator's result can be, and whether every step to it stays within what doubles hold. */
export function operatorRange(
  operator: TypedOperator,
  ranges: readonly NumberRange[],
): NumberRange & { readonly safe: boolean } {
  const [left = unknownRange, right = unknownRange] = ranges
  switch (operator) {
    case 'add':
    case 'subtract':
      return judged(
        Math.min(...ranges.map(({ least }) => least)) * precision,
        ranges.reduce((sum, { most }) => sum + most, 0),
      )
    case 'multiply':
      return judged(left.least * right.least, left.most * right.most)
    case 'divide':
      return judged(left.least / right.most, left.most / right.least)
    case 'remainder': {
      const { safe } = judged(left.least / right.most, left.most / right.least)
      return { ...judged(Math.min(left.least, right.least) * precision, left.most + right.most), safe }
    }
    default:
      return { ...left, safe: true }
  }
}

function judged(least: number, most: number): NumberRange & { readonly safe: boolean } {
  const safe = most < largest && least > smallest
  return { least: Math.max(least, Number.MIN_VALUE), most: Math.min(most, Number.MAX_VALUE), safe }
}
