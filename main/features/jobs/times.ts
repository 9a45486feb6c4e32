import { AppError } from '@common/errors'
import { lazyPackage } from '@main/lib/lazy-package'
import type * as Croner from 'croner'

const croner = lazyPackage<typeof Croner>('croner')

/** A schedule: a cron expression in a time zone. */
export interface JobSchedule {
  readonly pattern: string
  readonly timeZone: string
}

const listedTimes = 5

/** @throws AppError JOB_SCHEDULE_INVALID, JOB_TIME_ZONE_INVALID */
export function checkSchedule({ pattern, timeZone }: JobSchedule): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw new AppError('JOB_TIME_ZONE_INVALID', { zone: timeZone })
  }
  try {
    cronOf({ pattern, timeZone })
  } catch {
    throw new AppError('JOB_SCHEDULE_INVALID', { pattern })
  }
}

/** Returns the first time of a valid schedule after another time; null if it has none, as on 30 February. */
export function nextTime(schedule: JobSchedule, after: Date): string | null {
  return cronOf(schedule).nextRun(after)?.toISOString() ?? null
}

/** Returns the first time of a valid schedule after another time. @throws AppError JOB_SCHEDULE_NEVER */
export function firstTime(schedule: JobSchedule, after: Date): string {
  const time = nextTime(schedule, after)
  if (time === null) throw new AppError('JOB_SCHEDULE_NEVER', { pattern: schedule.pattern })
  return time
}

/** Returns the next five times of a valid schedule. */
export function nextTimes(schedule: JobSchedule, after: Date): string[] {
  return cronOf(schedule)
    .nextRuns(listedTimes, after)
    .map((time) => time.toISOString())
}

/** Only computes times: our own schedule starts the runs. */
function cronOf({ pattern, timeZone }: JobSchedule): Croner.Cron {
  return new (croner().Cron)(pattern, { timezone: timeZone, paused: true, mode: '5-or-6-parts' })
}
