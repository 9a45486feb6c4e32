import { directionOfLanguage, isolated, joinList, regionalTag, tagOfLanguage } from '@common/messages'
import { i18n } from './i18n'

/** BCP 47 tag of one of our language codes: `it_IT` → `it`. Use it for every direct call of `Intl`. */
export function localeTag(code: string = i18n.language): string {
  return tagOfLanguage(code)
}

/** Returns the time zone of this computer, which date-times are shown in. */
export function readerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Locale and time zone that values are shown and typed in. */
export interface PageReader {
  readonly locale: string
  readonly timeZone: string
}

/** Each painted cell asks for the reader, and the answer takes longer than painting it. */
const zoneKnownMs = 10_000
let zone = ''
let zoneReadMs = -Infinity
let lastReader: PageReader | undefined

/**
 * Returns the format options of the reader: the same object until the language changes, or the time zone of the computer,
 * which shows within ten seconds.
 */
export function pageReader(): PageReader {
  const now = performance.now()
  if (now - zoneReadMs >= zoneKnownMs) [zone, zoneReadMs] = [readerZone(), now]
  const locale = localeTag()
  if (lastReader?.locale !== locale || lastReader.timeZone !== zone) lastReader = { locale, timeZone: zone }
  return lastReader
}

const numberFormats = new Map<string, Intl.NumberFormat>()

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  const tag = localeTag()
  const key = options === undefined ? tag : `${tag} ${JSON.stringify(options)}`
  let format = numberFormats.get(key)
  if (format === undefined) {
    // Formatters are slow to create, and every frame draws numbers.
    format = new Intl.NumberFormat(tag, options)
    numberFormats.set(key, format)
  }
  return format.format(value)
}

/** Orders texts as the language does: ä beside a in German, after z in Swedish. */
export function compareTexts(one: string, other: string): number {
  const tag = localeTag()
  if (collator?.tag !== tag) collator = { tag, compare: new Intl.Collator(tag, { numeric: true }).compare }
  return collator.compare(one, other)
}

let collator: { readonly tag: string; readonly compare: Intl.Collator['compare'] } | undefined

const listed = (name: string): string => isolated(name, i18n.language)

/** `Title, Album and Price`. */
export const formatNames = (names: readonly string[]): string => joinList(names.map(listed), i18n.language)

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `1 track, 3 comments`: facts without words between them. */
export const formatFacts = (facts: readonly string[]): string => joinList(facts.map(listed), i18n.language, 'unit')

/** `18 MB`; one decimal below ten. */
export const formatBytes = (bytes: number): string => byteText(bytes, '')

/** `18 MB/s`; one decimal below ten. */
export const formatByteRate = (bytesPerSecond: number): string => byteText(bytesPerSecond, '-per-second')

function byteText(bytes: number, per: '' | '-per-second'): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < byteUnits.length - 1) {
    value /= 1000
    unit += 1
  }
  const size = formatNumber(value, {
    style: 'unit',
    unit: `${byteUnits[unit] ?? 'byte'}${per}`,
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  })
  // `MB` stays behind its number from right to left.
  return isolated(size, i18n.language)
}

const relativeUnits: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `2 minutes ago`, `yesterday`; a date when it is more than a week away. Narrow where there is little room. */
export function formatRelativeTime(
  time: Date | string | number,
  now: number = Date.now(),
  style: 'long' | 'narrow' = 'long',
): string {
  const date = new Date(time)
  const difference = date.getTime() - now
  if (Math.abs(difference) > 7 * 86_400_000) return formatDate(date)
  const format = new Intl.RelativeTimeFormat(localeTag(), { numeric: 'auto', style })
  for (const [unit, ms] of relativeUnits)
    if (Math.abs(difference) >= ms) return format.format(Math.round(difference / ms), unit)
  return format.format(0, 'second')
}

/** `18 Sep 2026` (ui.md §5). */
export function formatDate(time: Date | string | number): string {
  return withShortMonths(dateFormat({ dateStyle: 'medium' }).format(new Date(time)))
}

/** `18 Sep 2026, 14:05`. */
export function formatDateTime(time: Date | string | number): string {
  return withShortMonths(dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time)))
}

/** `14:05`. */
export function formatTime(time: Date | string | number): string {
  return dateFormat({ timeStyle: 'short' }).format(new Date(time))
}

/** `52:14`: minutes and seconds, never below zero. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${formatNumber(Math.floor(seconds / 60))}:${formatNumber(seconds % 60, { minimumIntegerDigits: 2 })}`
}

/** Formats with `Sep`, as cells do. British English would write `Sept`. */
export function withShortMonths(text: string): string {
  return localeTag().startsWith('en') ? text.replaceAll(/\bSept\b/g, 'Sep') : text
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(regionalTag(localeTag()), options)
}

/** Returns the writing direction of a language. */
export function languageDirection(code: string = i18n.language): 'ltr' | 'rtl' {
  return directionOfLanguage(code)
}

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * Returns the key with the same effect from left to right. From right to left, arrows sideways change places, because
 * they move the way they point.
 */
export function logicalKey(key: string, direction = languageDirection()): string {
  return direction === 'rtl' ? (mirrored[key] ?? key) : key
}
