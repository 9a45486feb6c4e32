import { escapeExpression, perLocale, withoutDirectionMarks } from './locale'
import { plainNumber, type PlainNumber } from './numeric'

/** How a locale writes numbers. */
interface NumberSymbols {
  readonly digits: readonly string[]
  readonly decimal: string
  /** Possible group separators, and the pattern of a grouped number for each. */
  readonly grouped: readonly { readonly separator: string; readonly form: RegExp }[]
  readonly whole: Intl.NumberFormat
  /** Text around a negative number. */
  readonly negative: readonly [string, string]
}

const spaces = /[\s\u00A0\u202F]/g
const apostrophes = /['’]/g
const withPlainSpaces = (text: string): string => text.replace(spaces, ' ').replace(apostrophes, "'")
const groupedForm = (separator: string, decimal: string): RegExp =>
  new RegExp(`^([1-9]\\d{0,2}(?:${separator}\\d{2,3})*${separator}\\d{3})(?:${decimal}(\\d*))?$`)

const symbolsOf = perLocale((locale): NumberSymbols => {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(-1234567.5)
  const bare = new Intl.NumberFormat(locale, { useGrouping: false })
  const first = parts.findIndex(({ type }) => type === 'integer')
  const last = parts.findLastIndex(({ type }) => type === 'fraction')
  const joined = (some: readonly Intl.NumberFormatPart[]): string => some.map(({ value }) => value).join('')
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const group = parts.find(({ type }) => type === 'group')?.value ?? ','
  return {
    digits: Array.from({ length: 10 }, (_, digit) => bare.format(digit)),
    decimal,
    // Computed once: an import parses millions of numbers.
    grouped: [...new Set([withPlainSpaces(group), ' ', "'"])].map((separator) => ({
      separator,
      form: groupedForm(escapeExpression(separator), escapeExpression(decimal)),
    })),
    whole,
    negative: [joined(parts.slice(0, first)), joined(parts.slice(last + 1))],
  }
})

/** Converts the digits of a text to those of the locale. */
export function localDigits(text: string, locale: string): string {
  const { digits } = symbolsOf(locale)
  return digits[0] === '0' ? text : text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)
}

/** Converts the digits of a text to ASCII. */
export function plainDigits(text: string, locale: string): string {
  const { digits } = symbolsOf(locale)
  return digits[0] === '0'
    ? text
    : text.replace(/\p{Nd}/gu, (digit) => {
        const found = digits.indexOf(digit)
        return found < 0 ? digit : String(found)
      })
}

/**
 * Formats a number with the grouping and decimal point of the locale. Never rounds, so that users can edit and store
 * the shown text.
 *
 * @param fractionMin  minimum digits after the point, filled with zeros
 */
export function formatNumber(number: PlainNumber, locale: string, fractionMin = 0): string {
  const symbols = symbolsOf(locale)
  const fraction = number.fraction.padEnd(fractionMin, '0')
  const whole = symbols.whole.format(BigInt(number.whole))
  const unsigned = fraction === '' ? whole : `${whole}${symbols.decimal}${localDigits(fraction, locale)}`
  return number.negative ? `${symbols.negative[0]}${unsigned}${symbols.negative[1]}` : unsigned
}

/**
 * Parses a typed or pasted number: with the locale's grouping and decimal sign, or in plain notation. Accepts group
 * separators only in valid positions, so that `1.5` isn't fifteen in German.
 */
export function readNumber(text: string, locale: string): PlainNumber | undefined {
  const symbols = symbolsOf(locale)
  const clean = plainDigits(withoutDirectionMarks(text).trim(), locale).replace(/[\u2212\uFE63\uFF0D]/g, '-')
  const inParentheses = /^\((.+)\)$/.exec(clean)
  const [, sign = '', body = ''] = /^([+-]?)\s*(.*)$/s.exec(inParentheses?.[1] ?? clean) ?? []
  if (inParentheses !== null && sign !== '') return undefined
  const negative = sign === '-' || inParentheses !== null
  const normal = ungrouped(withPlainSpaces(body), symbols)
  return plainNumber(`${negative ? '-' : ''}${normal}`)
}

function ungrouped(body: string, { grouped, decimal }: NumberSymbols): string {
  for (const { separator, form } of grouped) {
    const found = form.exec(body)
    if (found?.[1] !== undefined) return `${found[1].replaceAll(separator, '')}.${found[2] ?? ''}`
  }
  // One sign that cannot be a group is a decimal sign, whichever the locale prefers.
  return /^\d*[.,٫]\d*$/.test(body) ? body.replace(/[,٫]/, '.') : body.replace(decimal, '.')
}

/** Text around a number in a style, e.g. `$` before it or ` %` after it. */
interface Affixes {
  readonly positive: readonly [string, string]
  readonly negative: readonly [string, string]
  /** The symbol alone, as the parser recognizes it. */
  readonly symbol: string
}

function affixesOf(format: Intl.NumberFormat): Affixes {
  const around = (value: number): readonly [string, string] => {
    const parts = format.formatToParts(value)
    const isNumber = ({ type }: Intl.NumberFormatPart): boolean =>
      type === 'integer' || type === 'group' || type === 'decimal' || type === 'fraction'
    const first = parts.findIndex(isNumber)
    const last = parts.findLastIndex(isNumber)
    const joined = (some: readonly Intl.NumberFormatPart[]): string => some.map((part) => part.value).join('')
    return [joined(parts.slice(0, first)), joined(parts.slice(last + 1))]
  }
  const symbol = format.formatToParts(1).find(({ type }) => type === 'currency' || type === 'percentSign')?.value ?? ''
  return { positive: around(1), negative: around(-1), symbol: withoutDirectionMarks(symbol) }
}

const percentAffixes = perLocale((locale) => affixesOf(new Intl.NumberFormat(locale, { style: 'percent' })))
const currencyAffixes = perLocale((locale) => {
  const known = new Map<string, Affixes & { readonly fraction: number }>()
  return (currency: string) => {
    const found = known.get(currency)
    if (found !== undefined) return found
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
    const fresh = { ...affixesOf(format), fraction: format.resolvedOptions().maximumFractionDigits ?? 2 }
    known.set(currency, fresh)
    return fresh
  }
})

function surrounded(number: PlainNumber, { positive, negative }: Affixes, locale: string, fractionMin: number): string {
  const unsigned = formatNumber({ ...number, negative: false }, locale, fractionMin)
  const [before, after] = number.negative ? negative : positive
  return `${before}${unsigned}${after}`
}

export function formatPercent(number: PlainNumber, locale: string, fractionMin = 0): string {
  return surrounded(number, percentAffixes(locale), locale, fractionMin)
}

/** @param currency  ISO 4217; any other value shows only the number */
export function formatCurrency(
  number: PlainNumber,
  locale: string,
  currency: string | undefined,
  fractionMin?: number,
): string {
  if (!isCurrency(currency)) return formatNumber(number, locale, fractionMin ?? 2)
  const affixes = currencyAffixes(locale)(currency)
  return surrounded(number, affixes, locale, fractionMin ?? affixes.fraction)
}

/** True if a text has the form of an ISO 4217 code, which is all that Intl requires. */
export function isCurrency(code: string | undefined): code is string {
  return code !== undefined && /^[A-Za-z]{3}$/.test(code)
}

export function readPercent(text: string, locale: string): PlainNumber | undefined {
  const { symbol } = percentAffixes(locale)
  return readNumber(withoutDirectionMarks(text).replace(symbol, '').replace(/[%٪]/, ''), locale)
}

export function readCurrency(text: string, locale: string, currency: string | undefined): PlainNumber | undefined {
  let amount = withoutDirectionMarks(text)
  if (isCurrency(currency)) {
    const { symbol } = currencyAffixes(locale)(currency)
    amount = amount.replace(symbol, '').replace(new RegExp(currency, 'i'), '')
  }
  return readNumber(amount.replace(/\p{Sc}/u, ''), locale)
}
