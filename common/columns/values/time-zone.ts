import { epochOf, laterBy, type Moment } from './calendar'

/** True if the platform knows a zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn-hc-h23', {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, made)
  return made
}

/** Modern zones change their offset at quarters of an hour, so a cache per quarter serves a grid's repeated calls. */
const quarter = 900
const offsetsHeld = 5_000
const offsets = new Map<string, number>()

/** Returns the offset of a zone from UTC in seconds, at a moment in seconds since 1970. */
function offsetAt(epoch: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  if (epoch < 0) return computedOffset(epoch, timeZone)
  const key = `${timeZone} ${Math.floor(epoch / quarter)}`
  const held = offsets.get(key)
  if (held !== undefined) return held
  const offset = computedOffset(epoch, timeZone)
  if (offsets.size >= offsetsHeld) offsets.clear()
  offsets.set(key, offset)
  return offset
}

function computedOffset(epoch: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(epoch * 1000)
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((each) => each.type === type)?.value ?? 0)
  const isBefore = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'))
  const local = new Date(0)
  local.setUTCFullYear(isBefore ? 1 - part('year') : part('year'), part('month') - 1, part('day'))
  local.setUTCHours(part('hour'), part('minute'), part('second'))
  return local.getTime() / 1000 - epoch
}

/** A moment in the local time of a zone. */
export interface LocalMoment {
  readonly moment: Moment
  /** Seconds ahead of UTC. */
  readonly offset: number
  /** True for the second of two equal local times in autumn; by default, the first applies. */
  readonly isSecond: boolean
}

/** @returns undefined where the zone's day is outside the years 1 to 9999 */
export function toZone(moment: Moment, timeZone: string): LocalMoment | undefined {
  if (timeZone === 'UTC') return { moment, offset: 0, isSecond: false }
  const epoch = epochOf(moment)
  const offset = offsetAt(epoch, timeZone)
  const local = laterBy(moment, offset)
  if (local === undefined) return undefined
  return { moment: local, offset, isSecond: utcOf(epochOf(local), timeZone) !== epoch }
}

/** Converts a local time to UTC: the earlier moment if two exist, the later local time if none exists. */
export function fromZone(local: Moment, timeZone: string): Moment | undefined {
  const epoch = epochOf(local)
  return laterBy(local, utcOf(epoch, timeZone) - epoch)
}

const day = 86_400

function utcOf(local: number, timeZone: string): number {
  const before = local - offsetAt(local - day, timeZone)
  const after = local - offsetAt(local + day, timeZone)
  const fits = (epoch: number): boolean => epoch + offsetAt(epoch, timeZone) === local
  if (fits(before) && fits(after)) return Math.min(before, after)
  if (fits(after)) return after
  return before
}

/** `UTC+2`, `UTC-3:30`; `UTC` alone for none. */
export function offsetText(offset: number): string {
  if (offset === 0) return 'UTC'
  const size = Math.abs(offset)
  const two = (value: number): string => `:${String(value).padStart(2, '0')}`
  const minutes = Math.floor(size / 60) % 60
  const seconds = size % 60
  const rest = `${minutes === 0 && seconds === 0 ? '' : two(minutes)}${seconds === 0 ? '' : two(seconds)}`
  return `UTC${offset < 0 ? '-' : '+'}${Math.floor(size / 3600)}${rest}`
}

/** Strips `UTC+2` from the end of a text. Returns the offset in seconds and the remaining text. */
export function withoutOffset(text: string): { readonly text: string; readonly offset: number } | undefined {
  const match = /^(.*?)[\s,]*\b(?:UTC|GMT)(?:\s?([+\u2212-])(\d{1,2})(?::?(\d{2}))?(?::(\d{2}))?)?$/i.exec(text)
  if (match === null) return undefined
  const [, rest = '', sign = '+', hours = '0', minutes = '0', seconds = '0'] = match
  if (Number(hours) > 15 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return { text: rest, offset: sign === '+' ? size : -size }
}
