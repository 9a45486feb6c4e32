/** A schedule in words, which the form edits by fields. */
export type ScheduleWords =
  | { readonly every: 'minutes'; readonly count: number }
  | { readonly every: 'hour'; readonly minute: number }
  | { readonly every: 'day'; readonly time: string }
  | { readonly every: 'weekday'; readonly time: string }
  /** `day`: 0 for Sunday to 6. */
  | { readonly every: 'week'; readonly day: number; readonly time: string }
  /** `day`: of the month, 1 to 31, or the last one. */
  | { readonly every: 'month'; readonly day: number | 'last'; readonly time: string }

export const scheduleKinds = ['minutes', 'hour', 'day', 'weekday', 'week', 'month'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]

/** Minutes that divide an hour, so that the distance of two runs is always the same. */
export const minuteSteps = [1, 2, 5, 10, 15, 20, 30] as const

/** Returns the cron expression of a schedule in words. */
export function patternOfWords(words: ScheduleWords): string {
  switch (words.every) {
    case 'minutes':
      return words.count === 1 ? '* * * * *' : `*/${words.count} * * * *`
    case 'hour':
      return `${words.minute} * * * *`
    case 'day':
      return `${atTime(words.time)} * * *`
    case 'weekday':
      return `${atTime(words.time)} * * 1-5`
    case 'week':
      return `${atTime(words.time)} * * ${words.day}`
    case 'month':
      return `${atTime(words.time)} ${words.day === 'last' ? 'L' : words.day} * *`
  }
}

/** Returns the words for a cron expression; undefined for one that the fields can't show. */
export function wordsOfPattern(pattern: string): ScheduleWords | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = pattern.trim().split(/\s+/)
  if (more.length > 0 || month !== '*') return undefined
  if (hour === '*' && day === '*' && weekday === '*') {
    const count = minute === '*' ? 1 : Number(/^\*\/(\d+)$/.exec(minute)?.[1] ?? 0)
    if (minuteSteps.some((step) => step === count)) return { every: 'minutes', count }
    return isBetween(minute, 0, 59) ? { every: 'hour', minute: Number(minute) } : undefined
  }
  if (!isBetween(minute, 0, 59) || !isBetween(hour, 0, 23)) return undefined
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (day === '*' && weekday === '*') return { every: 'day', time }
  if (day === '*' && weekday === '1-5') return { every: 'weekday', time }
  if (day === '*' && isBetween(weekday, 0, 6)) return { every: 'week', day: Number(weekday), time }
  if (weekday !== '*') return undefined
  if (day === 'L') return { every: 'month', day: 'last', time }
  return isBetween(day, 1, 31) ? { every: 'month', day: Number(day), time } : undefined
}

function atTime(time: string): string {
  const [hour = '0', minute = '0'] = time.split(':')
  return `${Number(minute)} ${Number(hour)}`
}

const isBetween = (text: string, min: number, max: number): boolean =>
  /^\d{1,2}$/.test(text) && Number(text) >= min && Number(text) <= max
