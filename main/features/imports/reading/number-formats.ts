import type { ImportCell } from '@common/import/cells'

/** Meaning of a number in a sheet, by its format. */
export type NumberMeaning = 'number' | 'date' | 'dateTime' | 'time' | 'elapsed' | 'percent'

/** Built-in formats by number (ECMA-376 part 1, 18.8.30). */
export function builtInMeaning(id: number): NumberMeaning {
  if (id === 9 || id === 10) return 'percent'
  if (id === 22) return 'dateTime'
  if (id === 46) return 'elapsed'
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return 'time'
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date'
  return 'number'
}

export function meaningOfFormat(format: string): NumberMeaning {
  // Removes texts, literal characters, colours, conditions and positions.
  const [plain = ''] = format
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\\./g, '')
    .replaceAll(/[_*]./g, '')
    .split(';')
  if (/\[[hms]+\]/i.test(plain)) return 'elapsed'
  const bare = plain.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/AM\/PM|A\/P/gi, 'h')
  if (/^general$/i.test(bare.trim())) return 'number'
  if (bare.includes('%')) return 'percent'
  const hasTime = /[hs]/i.test(bare)
  // An m is a month unless the format contains hours or seconds.
  const hasDay = /[dy]/i.test(bare) || (/m/i.test(bare) && !hasTime)
  if (hasDay) return hasTime ? 'dateTime' : 'date'
  return hasTime ? 'time' : 'number'
}

const daySeconds = 86_400
/** 1899-12-30, the origin of dates in sheets; old Macs use 1904. */
const epochMs = Date.UTC(1899, 11, 30)
const days1904 = 1_462

/** Converts a number by its meaning. */
export function meantBy(value: number, meaning: NumberMeaning, is1904: boolean): ImportCell {
  switch (meaning) {
    case 'number':
      return value
    case 'percent':
      return { plain: `${Number((value * 100).toPrecision(15))}%` }
    case 'elapsed':
      return { plain: elapsed(value) }
    default:
      return moment(value, meaning, is1904)
  }
}

function elapsed(value: number): string {
  const seconds = Math.round(Math.abs(value) * daySeconds)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${value < 0 ? '-' : ''}${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

function moment(value: number, meaning: 'date' | 'dateTime' | 'time', is1904: boolean): ImportCell {
  // Excel counts a 29th of February 1900 that never was.
  const days = is1904 ? value + days1904 : value < 60 && value >= 1 ? value + 1 : value
  const milliseconds = Math.round(days * daySeconds * 1_000)
  const at = new Date(epochMs + milliseconds)
  if (!Number.isFinite(at.getTime()) || at.getUTCFullYear() > 9_999 || value < 0) return value
  const iso = at.toISOString()
  const clock = iso.endsWith('.000Z') ? iso.slice(11, 19) : iso.slice(11, 23)
  if (meaning === 'time' && value < 1) return { plain: clock }
  const isMidnight = milliseconds % (daySeconds * 1_000) === 0
  return { plain: meaning === 'date' && isMidnight ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${clock}` }
}
