import { wordsOfPattern } from '@common/jobs/schedule'
import { formatTime, localeTag, t } from '@renderer/i18n'

/** Returns a schedule as a sentence: “Every day at 06:00”; the expression itself if it has no simple words. */
export function scheduleSentence(pattern: string): string {
  const words = wordsOfPattern(pattern)
  if (words === undefined) return pattern
  switch (words.every) {
    case 'minutes':
      return t('jobs.words.minutes', { count: words.count })
    case 'hour':
      return t('jobs.words.hour', { minute: words.minute })
    case 'day':
      return t('jobs.words.day', { time: shownTime(words.time) })
    case 'weekday':
      return t('jobs.words.weekday', { time: shownTime(words.time) })
    case 'week':
      return t('jobs.words.week', { day: dayName(words.day), time: shownTime(words.time) })
    case 'month':
      return words.day === 'last'
        ? t('jobs.words.lastDay', { time: shownTime(words.time) })
        : t('jobs.words.month', { day: words.day, time: shownTime(words.time) })
  }
}

/** Returns the name of a weekday. @param day  0 for Sunday */
export function dayName(day: number): string {
  // 4 January 1970 was a Sunday.
  const date = new Date(Date.UTC(1970, 0, 4 + day))
  return new Intl.DateTimeFormat(localeTag(), { weekday: 'long', timeZone: 'UTC' }).format(date)
}

/** A time of day as the reader writes it. */
const shownTime = (time: string): string => formatTime(`2026-01-01T${time}`)

/** Returns a time in the zone of a job: “Tue, 1 Dec 2026, 06:00”. */
export function timeInZone(time: string, timeZone: string): string {
  return new Intl.DateTimeFormat(localeTag(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(time),
  )
}
