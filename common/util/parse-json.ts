import { plainNumber, plainNumberText } from '@common/columns/values/numeric'

/**
 * Finds numbers that a double may not hold: many digits, or a large exponent. Skips digits inside a word of a text, such
 * as the code `C-4e123`, which would send a whole body through the reviver.
 */
const longNumbers = /(?<![^\s,:[])-?\d(?:[\d.]{15,}(?:[eE][-+]?\d+)?|[\d.]*[eE][-+]?\d{3,})(?![^\s,\]}])/g
/** A number with at most this many characters and no exponent is the same after a round trip through a double. */
const exactCharacters = 15
/** Match all that `longNumbers` matches, and more, in half of its time: V8 skips several characters of such a form at once. */
const maybeLongNumber = [new RegExp('[\\d.]'.repeat(exactCharacters + 1)), /\d[eE][-+]?\d{3,}(?![^\s,\]}])/]

/** The third argument of a reviver (ES2026): the text the value was read from. */
interface ReviverContext {
  readonly source?: string
}
type Reviver = (this: unknown, key: string, value: unknown, context?: ReviverContext) => unknown

/** A JSON number that a double can't hold. `JSON.stringify` writes its original digits. */
export interface ExactNumber {
  readonly rawJSON: string
}

const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  readonly rawJSON: (text: string) => ExactNumber
  readonly isRawJSON: (value: unknown) => value is ExactNumber
}

/** A number as JSON writes it, with all its digits. */
export const exactJsonNumber = (digits: string): ExactNumber => rawJSON(digits)

export const isExactNumber = (value: unknown): value is ExactNumber =>
  typeof value === 'object' && value !== null && isRawJSON(value)

/**
 * `JSON.parse` without loss of digits: returns a number that a double can't hold as text, which column types parse like
 * a number. `__proto__` is an ordinary own key.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return parseDigits(text, (digits) => digits)
}

/**
 * Like `parseJson`, but returns an `ExactNumber` for a number that a double can't hold, so it stays a number inside a
 * JSON value. Runs on the server only.
 *
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  return parseDigits(text, rawJSON)
}

/**
 * Like `parseExactJson`, and returns an `ExactNumber` also for a whole number written with `.0`, which is floating point
 * where a column tells it from an integer.
 *
 * @throws SyntaxError
 */
export function parseTypedJson(text: string): unknown {
  if (!text.includes('.0')) return parseExactJson(text)
  const reviver: Reviver = (_key, value, context) => {
    const source = context?.source
    const isExact = typeof value === 'number' && source !== undefined && (isTypedWhole(source) || losesDigits(source))
    return isExact ? rawJSON(source) : value
  }
  return JSON.parse(text, reviver)
}

const isTypedWhole = (source: string): boolean => /^-?\d+\.0$/.test(source)

function parseDigits(text: string, exact: (digits: string) => unknown): unknown {
  // The reviver takes ten times as long, and nearly every body can do without it.
  const isPlain = !maybeLongNumber.some((form) => form.test(text)) || !text.match(longNumbers)?.some(losesDigits)
  if (isPlain) return JSON.parse(text)
  const reviver: Reviver = (_key, value, context) => {
    const source = context?.source
    return typeof value === 'number' && source !== undefined && losesDigits(source) ? exact(source) : value
  }
  return JSON.parse(text, reviver)
}

/** True if a round trip through a double changes the number. Many parsers change integers beyond 2^53. */
function losesDigits(source: string): boolean {
  if (source.length <= exactCharacters && !/e/i.test(source)) return false
  const number = plainNumber(source)
  if (number === undefined) return false
  const double = Number(source)
  if (!Number.isFinite(double)) return true
  const printed = plainNumber(String(double))
  if (printed === undefined || plainNumberText(printed) !== plainNumberText(number)) return true
  return Number.isInteger(double) && !Number.isSafeInteger(double) && /^-?\d+$/.test(source)
}
