import type { Clock } from './clock'

/**
 * Repeated and later work. Timers stand still while a computer sleeps, so a timer alone would be late by the whole
 * sleep: `wake` starts what is due, once. A server without a desktop notices a sleep itself, within half a minute.
 */
export interface Schedule {
  /**
   * Repeats work.
   *
   * @param options  `firstMs`: time until the first run; default: `everyMs`
   * @returns ends it
   */
  readonly every: (everyMs: number, work: () => void, options?: { readonly firstMs?: number }) => () => void
  /** Runs work once at a time, in milliseconds since the epoch. @returns cancels it */
  readonly at: (timeMs: number, work: () => void) => () => void
  /** Call it when the computer woke up. Work that is due runs once, however many runs the sleep skipped. */
  readonly wake: () => void
}

interface Entry {
  dueMs: number
  readonly everyMs: number | undefined
  readonly work: () => void
  timer: NodeJS.Timeout | undefined
}

/** Longest delay of a timer. Longer waits are taken in parts. */
const timerMaxMs = 2 ** 31 - 1
/** How often the time of day is compared with the time that timers know, and the difference that is a sleep. */
const compareEveryMs = 30_000
const sleepMinMs = 10_000

export function createSchedule(clock: Clock): Schedule {
  const entries = new Set<Entry>()
  let comparing: NodeJS.Timeout | undefined
  const nowMs = (): number => clock.now().getTime()

  const arm = (entry: Entry): void => {
    clearTimeout(entry.timer)
    const wait = Math.min(timerMaxMs, Math.max(0, entry.dueMs - nowMs()))
    // Waiting work never keeps a process running.
    entry.timer = setTimeout(() => (wait === timerMaxMs ? arm(entry) : run(entry)), wait).unref()
  }
  const end = (entry: Entry): void => {
    clearTimeout(entry.timer)
    entries.delete(entry)
    if (entries.size > 0) return
    clearInterval(comparing)
    comparing = undefined
  }
  const run = (entry: Entry): void => {
    if (entry.everyMs === undefined) end(entry)
    else {
      // From now on, not from the time that was missed: runs of a long sleep don't follow each other.
      entry.dueMs = nowMs() + entry.everyMs
      arm(entry)
    }
    entry.work()
  }
  const add = (entry: Entry): (() => void) => {
    entries.add(entry)
    arm(entry)
    comparing ??= noticeSleep(clock, wake)
    return () => end(entry)
  }
  function wake(): void {
    for (const entry of entries) {
      if (entry.dueMs <= nowMs()) run(entry)
      else arm(entry)
    }
  }

  return {
    every: (everyMs, work, { firstMs = everyMs } = {}) =>
      add({ dueMs: nowMs() + firstMs, everyMs, work, timer: undefined }),
    at: (timeMs, work) => add({ dueMs: timeMs, everyMs: undefined, work, timer: undefined }),
    wake,
  }
}

/** Calls back after the time of day ran ahead of the timers: the computer slept, or its clock was set. */
function noticeSleep(clock: Clock, slept: () => void): NodeJS.Timeout {
  const ahead = (): number => clock.now().getTime() - clock.monotonicMs()
  let before = ahead()
  return setInterval(() => {
    const now = ahead()
    if (now - before > sleepMinMs) slept()
    before = now
  }, compareEveryMs).unref()
}
