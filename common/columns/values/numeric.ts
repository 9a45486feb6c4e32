import type { Parsed } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { accept, refuse } from './outcome'

/** A decimal number taken apart. No needless zeros: 0 is `whole: '0'`, `fraction: ''`, not negative. */
export interface PlainNumber {
  readonly negative: boolean
  readonly whole: string
  readonly fraction: string
}

/** Digits on one side of the point. Doubles need up to 309 and 340; nobody needs more. */
const sideDigitsMax = 1_000
const notation = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,4}))?$/

/** Whole numbers that databases keep: 64 bits, signed. */
const wholeMin = -(2n ** 63n)
const wholeMax = 2n ** 63n - 1n

/** Reads a number as JSON and SQL write it: `-1.50`, `.5`, `1e3`. Undefined for anything else. */
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

/** A stored value as a number taken apart, when it is one. */
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
 * A whole number, above 2^53 as bigint, so that no digit is lost. It has 64 bits unless the column's native type is
 * unsigned, or a decimal without fraction, which takes more.
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

/** True if a double keeps its digits: many parsers change those of large integers. */
export function keepsDigits(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
}

/**
 * A decimal number as every database answers it: a double when that keeps every digit, otherwise its text, without
 * zeros at the end of the fraction.
 *
 * @returns the text as it is when it is no number
 */
export function exactNumber(text: string): number | string {
  // A double keeps up to fifteen digits, which covers most prices.
  if (text.length <= 15 && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text) + 0
  const number = plainNumber(text)
  if (number === undefined) return text
  const plain = plainNumberText(number)
  const double = Number(plain)
  if (!keepsDigits(double)) return plain
  const back = plainNumber(String(double))
  return back !== undefined && plainNumberText(back) === plain ? double : plain
}

/** A decimal number: as a double when that keeps every digit, otherwise as text. */
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
 * A value of a JSON body as a number taken apart.
 *
 * Whole numbers beyond 2^53 may already have lost digits when the body was read, so they are
 * refused as numbers where `exact` is asked for; as text they are kept.
 */
export function numberOfJson(value: unknown, exact: boolean): PlainNumber | Parsed {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return refuse('notNumber')
    if (exact && Number.isInteger(value) && !Number.isSafeInteger(value)) return refuse('numberNotExact')
  } else if (typeof value !== 'bigint' && typeof value !== 'string') return refuse('notNumber')
  return plainNumberOf(value) ?? refuse('notNumber')
}

/** True if reading already gave a result instead of a number. */
export function isParsed(outcome: PlainNumber | Parsed): outcome is Parsed {
  return 'ok' in outcome
}
