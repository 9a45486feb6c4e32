import type { SerialKind } from './block'

/** Day 0 of spreadsheets. Serials up to 60, before March 1900, are wrong, but are rarely copied. */
const epochMs = Date.UTC(1899, 11, 30)
const dayMs = 86_400_000

const two = (value: number): string => String(value).padStart(2, '0')

/** Returns day and time of a serial number: `2026-09-18`, `14:05:00`. Rounds to the second, as spreadsheets do. */
export function serialParts(serial: number): {
  readonly day: string
  readonly clock: string
  readonly seconds: number
} {
  const seconds = Math.round(serial * 86_400)
  const date = new Date(epochMs + seconds * 1000)
  const year = String(date.getUTCFullYear()).padStart(4, '0')
  return {
    day: `${year}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`,
    clock: `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`,
    seconds,
  }
}

/** Returns the serial number of a day and time; undefined unless the texts are ISO forms. */
export function serialOf(day: string, clock = '00:00:00'): number | undefined {
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  const time = /^(\d{2}):(\d{2}):(\d{2})(\.\d+)?$/.exec(clock)
  if (date === null || time === null) return undefined
  const start = new Date(0)
  start.setUTCFullYear(Number(date[1]), Number(date[2]) - 1, Number(date[3]))
  return (start.getTime() - epochMs) / dayMs + clockFraction(clock)
}

/** Returns the elapsed fraction of a day. */
export function clockFraction(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return (hours * 3600 + minutes * 60 + seconds) / 86_400
}

/** Meaning of a spreadsheet's number format; undefined for general ones. */
export type FormatKind = SerialKind | 'text' | 'number' | 'percent' | 'boolean'

const namedFormats: Readonly<Record<string, FormatKind>> = {
  '@': 'text',
  text: 'text',
  percent: 'percent',
  fixed: 'number',
  standard: 'number',
  currency: 'number',
  scientific: 'number',
  'short date': 'date',
  'medium date': 'date',
  'long date': 'date',
  'short time': 'time',
  'medium time': 'time',
  'long time': 'time',
  'general date': 'dateTime',
  'yes/no': 'boolean',
  'true/false': 'boolean',
  'on/off': 'boolean',
  boolean: 'boolean',
}

/** Sorts a number format, e.g. `dd/mm/yyyy`, `[h]:mm:ss`, `0.0%`, `@`. */
export function formatKind(format: string): FormatKind | undefined {
  const named = namedFormats[format.trim().toLowerCase()]
  if (named !== undefined) return named
  if (/\[h+\]|\[m+\]|\[s+\]/i.test(format)) return 'duration'
  const bare = bareFormat(format)
  if (bare.includes('%')) return 'percent'
  const isDate = /[dy]/i.test(bare) || /m{3,}/i.test(bare)
  const isTime = /[hs]/i.test(bare)
  if (isDate) return isTime ? 'dateTime' : 'date'
  if (isTime) return 'time'
  if (bare.trim() === '@') return 'text'
  return /[0#?]/.test(bare) ? 'number' : undefined
}

/** Returns the order of day and month in a number format; undefined if it is ambiguous or irrelevant. */
export function formatOrder(format: string): 'dayMonthYear' | 'monthDayYear' | undefined {
  const bare = bareFormat(format).toLowerCase()
  const [day, month, year] = [bare.indexOf('d'), bare.search(/m/), bare.indexOf('y')]
  if (day < 0 || month < 0 || (year >= 0 && year < day && year < month)) return undefined
  return day < month ? 'dayMonthYear' : 'monthDayYear'
}

/** The language that a format names: `[$-407]dd. mmmm yyyy`. */
export function formatLocale(format: string): string | undefined {
  const code = /\[\$[^\]-]*-([0-9A-Fa-f]+)[^\]]*\]/.exec(format)?.[1]
  return code === undefined ? undefined : languages[Number.parseInt(code, 16) & 0xffff]
}

/** Returns the first section of a format without quoted texts, escapes and brackets. */
function bareFormat(format: string): string {
  const bare = format.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
  return bare.split(';')[0] ?? ''
}

/** Common language codes of office programs. */
export const languages: Readonly<Record<number, string>> = {
  0x0404: 'zh-TW',
  0x0405: 'cs-CZ',
  0x0406: 'da-DK',
  0x0407: 'de-DE',
  0x0408: 'el-GR',
  0x0409: 'en-US',
  0x040a: 'es-ES',
  0x040b: 'fi-FI',
  0x040c: 'fr-FR',
  0x040d: 'he-IL',
  0x040e: 'hu-HU',
  0x0410: 'it-IT',
  0x0411: 'ja-JP',
  0x0412: 'ko-KR',
  0x0413: 'nl-NL',
  0x0414: 'nb-NO',
  0x0415: 'pl-PL',
  0x0416: 'pt-BR',
  0x0418: 'ro-RO',
  0x0419: 'ru-RU',
  0x041a: 'hr-HR',
  0x041b: 'sk-SK',
  0x041d: 'sv-SE',
  0x041f: 'tr-TR',
  0x0422: 'uk-UA',
  0x0424: 'sl-SI',
  0x0804: 'zh-CN',
  0x0807: 'de-CH',
  0x0809: 'en-GB',
  0x080a: 'es-MX',
  0x080c: 'fr-BE',
  0x0816: 'pt-PT',
  0x0c07: 'de-AT',
  0x0c09: 'en-AU',
  0x0c0a: 'es-ES',
  0x0c0c: 'fr-CA',
  0x1009: 'en-CA',
  0x100c: 'fr-CH',
}
