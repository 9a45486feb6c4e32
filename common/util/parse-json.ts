/** A run of digits that may be a whole number too large for a JavaScript number. */
const longDigits = /\d{16}/

/** The third argument of a reviver (ES2026): the text the value was read from. */
interface ReviverContext {
  readonly source?: string
}
type Reviver = (this: unknown, key: string, value: unknown, context?: ReviverContext) => unknown

const keepDigits: Reviver = (_key, value, context) => {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source
  return source !== undefined && /^-?\d+$/.test(source) ? source : value
}

/**
 * `JSON.parse` that loses no digits: a whole number beyond 2^53 comes out as its digits in text, which
 * column types read like a number. Everything else is as usual; `__proto__` is an ordinary own key.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return longDigits.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
}
