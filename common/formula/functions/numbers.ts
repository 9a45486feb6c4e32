import type { FormulaFunction, FormulaValue } from '../types'
import { finite, numberCharactersMax, numeric, optional, remainder, repeated, roundTo, strict } from './define'

/** Surrounding whitespace is allowed. */
const saysNumber = /^[ \t\r\n]*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?[ \t\r\n]*$/

const numbersOf = (args: readonly FormulaValue[]): number[] =>
  args.filter((arg): arg is number => typeof arg === 'number')
const many = [repeated(numeric('number'))]

/** Aggregates skip blanks; with only blanks, the result is blank. */
const overNumbers = (example: string, reduce: (values: number[]) => number | null): FormulaFunction => ({
  group: 'numbers',
  returns: 'number',
  example,
  parameters: many,
  evaluate: (args) => {
    const values = numbersOf(args)
    return values.length === 0 ? null : reduce(values)
  },
})
const one = (example: string, apply: (value: number) => number | null): FormulaFunction =>
  strict({ group: 'numbers', returns: 'number', example, parameters: [numeric('number')], apply })

const sum = (values: number[]): number | null => finite(values.reduce((total, value) => total + value, 0))

const rounded = (example: string, rounding?: (n: number) => number): FormulaFunction => ({
  group: 'numbers',
  returns: 'number',
  example,
  parameters: [numeric('number'), optional(numeric('digits'))],
  evaluate: ([value = null, digits = 0]) =>
    typeof value !== 'number' || typeof digits !== 'number' ? null : roundTo(value, digits, rounding),
})

export const numberFunctions = {
  ADD: overNumbers('ADD({Price}, 1)', sum),
  SUM: overNumbers('SUM({Price}, {Rating}, 1)', sum),
  AVG: overNumbers('AVG({Price}, {Rating})', (values) => finite((sum(values) ?? Number.NaN) / values.length)),
  MIN: overNumbers('MIN({Price}, 1)', (values) => Math.min(...values)),
  MAX: overNumbers('MAX({Price}, 1)', (values) => Math.max(...values)),
  /** Counts the values that aren't blank. */
  COUNT: {
    group: 'numbers',
    returns: 'number',
    example: 'COUNT({Price}, {Rating})',
    parameters: [repeated({ name: 'value', type: 'any' })],
    evaluate: (args) => args.filter((arg) => arg !== null && arg !== '').length,
  },
  ABS: one('ABS({Price} - 2)', Math.abs),
  SIGN: one('SIGN({Price} - 1)', (value) => Math.sign(value) + 0),
  INT: one('INT(2.7)', (value) => Math.trunc(value) + 0),
  ROUND: rounded('ROUND({Price} * 1.19, 2)'),
  ROUNDUP: rounded('ROUNDUP({Price}, 1)', (n) => Math.sign(n) * Math.ceil(Math.abs(n))),
  ROUNDDOWN: rounded('ROUNDDOWN({Price}, 1)', (n) => Math.sign(n) * Math.floor(Math.abs(n))),
  CEILING: one('CEILING({Price})', (value) => Math.ceil(value) + 0),
  FLOOR: one('FLOOR({Price})', Math.floor),
  MOD: strict({
    group: 'numbers',
    returns: 'number',
    example: 'MOD({Length}, 60)',
    parameters: [numeric('number'), numeric('divisor')],
    apply: remainder,
  }),
  POWER: strict({
    group: 'numbers',
    returns: 'number',
    example: 'POWER(2, 10)',
    parameters: [numeric('base'), numeric('exponent')],
    apply: (base: number, exponent: number) => finite(base ** exponent),
  }),
  SQRT: one('SQRT(16)', (value) => finite(Math.sqrt(value))),
  EXP: one('EXP(1)', (value) => finite(Math.exp(value))),
  /** Natural logarithm, or the logarithm to the given base. */
  LOG: {
    group: 'numbers',
    returns: 'number',
    example: 'LOG(100, 10)',
    parameters: [numeric('number'), optional(numeric('base'))],
    evaluate: ([value = null, base = Math.E]) =>
      typeof value !== 'number' || typeof base !== 'number' || value <= 0 || base <= 0 || base === 1
        ? null
        : finite(Math.log(value) / Math.log(base)),
  },
  PI: { group: 'numbers', returns: 'number', example: 'PI()', parameters: [], evaluate: () => Math.PI },
  /** The number in a text, or blank. */
  VALUE: strict({
    group: 'numbers',
    returns: 'number',
    example: 'VALUE("12.5")',
    parameters: [{ name: 'text', type: 'text' }],
    apply: (text: string) =>
      text.length <= numberCharactersMax && saysNumber.test(text) ? finite(Number(text)) : null,
  }),
} as const satisfies Record<string, FormulaFunction>
