import type { Parsed } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { accept, refuse } from './outcome'

/** Parts of a decimal number. No redundant zeros: 0 is `whole: '0'`, `fraction: ''`, not negative. */
export interface PlainNumber {
  readonly negative: boolean
  readonly whole: string
  readonly fraction: string
}

/** Maximum digits on one side of the point. Doubles need up to 309 and 340, so this covers every use. */
const sideDigitsMax = 1_000
const notation = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,4}))?$/

/** Range of database integers: 64 bits, signed. */
const wholeMin = -(2n ** 63n)
const wholeMax = 2n ** 63n - 1n

/** Parses a number in JSON or SQL notation: `-1.50`, `.5`, `1e3`. Undefined for anything else. */
export function plainNumber(text: string): PlainNumber | undefined {
  const match = notation.exec(text)
  if (match === null || text.length > 3 * sideDigitsMax) return undefined
  const [, sign, before = '', after = '', alone = '', exponent = '0'] = match
  const fraction = after + alone
  const digits = before + fraction
  const point = before.length + Number(exponent)
  const whole = (point > 0 ? digits.slice(0, point).padEnd(Math.min(point, 10_000), '0') : '').replace(/^0+/, '') || '0'
  const rest = (point >= 0 ? digits.slice(point) : '0'.repeat(-point) + digits).replace(/0+$/, '')
  if (whole === '0' && rest === '') return { negative: false, whole, fraction: '' }
  return { negative: sign === '-', whole, fraction: rest }
}

/** The number as SQL writes it, without exponent. */
export function plainNumberText({ negative, whole, fraction }: PlainNumber): string {
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Returns the parts of a stored number; undefined for other values. */
export function plainNumberOf(value: unknown): PlainNumber | undefined {
  if (Number.isSafeInteger(value)) {
    const whole = Number(value)
    return { negative: whole < 0, whole: String(Math.abs(whole)), fraction: '' }
  }
  if (typeof value === 'number' || typeof value === 'bigint') return plainNumber(String(value))
  return typeof value === 'string' ? plainNumber(value.trim()) : undefined
}

const unsignedMax = 2n ** 64n - 1n

/**
 * Returns a whole number, above 2^53 as bigint to preserve every digit. The limit is 64 bits signed. An unsigned native
 * type, or a decimal without fraction, accepts more.
 */
export function wholeValue(
  number: PlainNumber,
  { nativeType }: Pick<Column, 'nativeType'> = { nativeType: 'bigint' },
): Parsed {
  if (number.fraction !== '') return refuse('notWholeNumber')
  if (/^(?:decimal|numeric)\b/i.test(nativeType)) return decimalValue(number)
  if (number.whole.length > 20) return refuse('numberTooLarge')
  const exact = BigInt(plainNumberText(number))
  const most = /^bigint\b.*\bunsigned\b/i.test(nativeType) ? unsignedMax : wholeMax
  if (exact < wholeMin || exact > most) return refuse('numberTooLarge')
  const near = Number(exact)
  return accept(Number.isSafeInteger(near) ? near : exact)
}

/** True if a double preserves its digits: many parsers change those of large integers. */
export function keepsDigits(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
}

/**
 * Returns a decimal number in the same form for every database. A double if it preserves every digit, otherwise text
 * without trailing zeros.
 *
 * @returns the unchanged text if it isn't a number
 */
export function exactNumber(text: string): number | string {
  // A double holds up to fifteen digits, which covers most prices.
  if (text.length <= 15 && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text) + 0
  const number = plainNumber(text)
  if (number === undefined) return text
  const plain = plainNumberText(number)
  const double = Number(plain)
  if (!keepsDigits(double)) return plain
  const back = plainNumber(String(double))
  return back !== undefined && plainNumberText(back) === plain ? double : plain
}

/** Returns a decimal number: a double if it preserves every digit, otherwise text. */
export function decimalValue(number: PlainNumber): Parsed {
  if (number.whole.length > sideDigitsMax || number.fraction.length > sideDigitsMax) return refuse('numberTooLarge')
  const text = plainNumberText(number)
  if (!Number.isFinite(Number(text))) return refuse('numberTooLarge')
  return accept(exactNumber(text))
}

/** The nearest double. */
export function floatValue(number: PlainNumber): Parsed {
  const double = Number(plainNumberText(number))
  return Number.isFinite(double) ? accept(double) : refuse('numberTooLarge')
}

/**
 * Parses a number of a JSON body.
 *
 * Whole numbers beyond 2^53 may have lost digits when the body was parsed. With `exact`, such numbers are rejected;
 * texts preserve their digits.
 */
export function numberOfJson(value: unknown, exact: boolean): PlainNumber | Parsed {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return refuse('notNumber')
    if (exact && Number.isInteger(value) && !Number.isSafeInteger(value)) return refuse('numberNotExact')
  } else if (typeof value !== 'bigint' && typeof value !== 'string') return refuse('notNumber')
  return plainNumberOf(value) ?? refuse('notNumber')
}

/** True if parsing already returned a result instead of a number. */
export function isParsed(outcome: PlainNumber | Parsed): outcome is Parsed {
  return 'ok' in outcome
}
