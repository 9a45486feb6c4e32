import type { FormulaFunction, FormulaValue, Parameter } from '../types'

export const numeric = (name: string): Parameter => ({ name, type: 'number' })
export const textual = (name: string): Parameter => ({ name, type: 'text' })
export const moment = (name: string): Parameter => ({ name, type: 'moment' })
export const optional = (parameter: Parameter): Parameter => ({ ...parameter, optional: true })
export const repeated = (parameter: Parameter): Parameter => ({ ...parameter, repeat: true })

/** Maximum characters of REPEAT, the size of a cell in Excel. */
export const repeatCharactersMax = 32_767
/** Replacing returns blank if the product of both lengths exceeds this. */
export const replaceCharactersMax = 10_000_000
/** Maximum characters of a text that VALUE parses. */
export const numberCharactersMax = 100

/** Returns a function that is blank if an argument is blank. `apply` gets the context as its last argument. */
export function strict(
  definition: Omit<FormulaFunction, 'evaluate'> & { readonly apply: (...args: never[]) => FormulaValue },
): FormulaFunction {
  const { apply, ...rest } = definition
  return {
    ...rest,
    evaluate: (args, context) =>
      args.some((arg) => arg === null) ? null : apply(...([...args, context] as unknown as never[])),
  }
}

/** Overflow and undefined results, such as the root of −1, are blank. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null)

/** Rounds half away from zero, as SQL does, on the 15 exact decimal digits. */
export function roundTo(value: number, digits: number, rounding: (n: number) => number = halfAway): number | null {
  const places = Math.max(-15, Math.min(15, Math.trunc(digits)))
  return finite(shift(rounding(shift(Number(value.toPrecision(15)), places)), -places))
}
const halfAway = (n: number): number => Math.sign(n) * Math.round(Math.abs(n))

/** Beyond this quotient, a double has no digits left for the remainder. */
const quotientMax = 1e15

/**
 * Returns the remainder of a division, with the sign of the dividend; blank if the quotient is too large for a double.
 */
export function remainder(value: number, divisor: number): number | null {
  if (Math.abs(value) < Math.abs(divisor)) return value
  const quotient = value / divisor
  return Math.abs(quotient) < quotientMax ? finite(value - divisor * Math.trunc(quotient)) : null
}

/** Returns value × 10^places by way of its decimal text, so that 1.005 becomes 100.5 and not 100.49999999999999. */
function shift(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}
