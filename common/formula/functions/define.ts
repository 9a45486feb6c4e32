import type { FormulaFunction, FormulaValue, Parameter } from '../types'

export const numeric = (name: string): Parameter => ({ name, type: 'number' })
export const textual = (name: string): Parameter => ({ name, type: 'text' })
export const moment = (name: string): Parameter => ({ name, type: 'moment' })
export const optional = (parameter: Parameter): Parameter => ({ ...parameter, optional: true })
export const repeated = (parameter: Parameter): Parameter => ({ ...parameter, repeat: true })

/** A function that gives blank as soon as one of its arguments is blank. */
export function strict(
  definition: Omit<FormulaFunction, 'evaluate'> & { readonly apply: (...args: never[]) => FormulaValue },
): FormulaFunction {
  const { apply, ...rest } = definition
  return {
    ...rest,
    evaluate: (args) => (args.some((arg) => arg === null) ? null : apply(...(args as never[]))),
  }
}

/** Overflow and what has no value, such as a root of −1, are blank. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null)

/** Rounds half away from zero, as people and SQL do, on the decimal digits that are shown. */
export function roundTo(value: number, digits: number, rounding: (n: number) => number = halfAway): number | null {
  const places = Math.max(-15, Math.min(15, Math.trunc(digits)))
  const shifted = Number(`${shift(value, places)}`)
  return finite(shift(rounding(shifted), -places))
}
const halfAway = (n: number): number => Math.sign(n) * Math.round(Math.abs(n))

/** value × 10^places through the decimal text, so that 1.005 moves to 100.5 and not to 100.49999999999999. */
function shift(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}
