import type { FormulaFunction, FormulaValue, Parameter } from '../types'

export const numeric = (name: string): Parameter => ({ name, type: 'number' })
export const textual = (name: string): Parameter => ({ name, type: 'text' })
export const moment = (name: string): Parameter => ({ name, type: 'moment' })
export const optional = (parameter: Parameter): Parameter => ({ ...parameter, optional: true })
export const repeated = (parameter: Parameter): Parameter => ({ ...parameter, repeat: true })

/** Characters of a text that repeats another one: as many as a cell of Excel holds. */
export const repeatCharactersMax = 32_767
/** Replacing gives blank when the two texts' lengths multiply to more than this. */
export const replaceCharactersMax = 10_000_000
/** Characters of a text that may say a number. */
export const numberCharactersMax = 100

/** A function that gives blank as soon as one of its arguments is blank. `apply` gets the context last. */
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

/** Overflow and what has no value, such as a root of −1, are blank. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null)

/** Rounds half away from zero, as people and SQL do, on the 15 decimal digits that are sure. */
export function roundTo(value: number, digits: number, rounding: (n: number) => number = halfAway): number | null {
  const places = Math.max(-15, Math.min(15, Math.trunc(digits)))
  return finite(shift(rounding(shift(Number(value.toPrecision(15)), places)), -places))
}
const halfAway = (n: number): number => Math.sign(n) * Math.round(Math.abs(n))

/** From here on the digits of a quotient say nothing of what is left. */
const quotientMax = 1e15

/** What is left of a division, with the sign of the first number; blank for quotients that doubles do not count. */
export function remainder(value: number, divisor: number): number | null {
  if (Math.abs(value) < Math.abs(divisor)) return value
  const quotient = value / divisor
  return Math.abs(quotient) < quotientMax ? finite(value - divisor * Math.trunc(quotient)) : null
}

/** value × 10^places through the decimal text, so that 1.005 moves to 100.5 and not to 100.49999999999999. */
function shift(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}
