import type { TypedOperator } from '@common/formula'

/**
 * Magnitude of a number: at least `least` unless zero, at most `most`. Engines that reject overflow would fail the
 * whole list for one row, so expressions that can overflow need guards, and others don't.
 */
export interface NumberRange {
  readonly least: number
  readonly most: number
}

export const unknownRange: NumberRange = { least: Number.MIN_VALUE, most: Number.MAX_VALUE }
export const wholeRange = (most: number): NumberRange => ({ least: 1, most })

/** Well within the range of a double. */
const largest = 1e300
const smallest = 1e-300
/** A nonzero difference is at least this part of the smaller operand. */
const precision = 1e-16

/** Returns the range of an operator's result, and if all steps stay within the range of a double. */
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
