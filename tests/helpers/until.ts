import { vi } from 'vitest'

/** The time limit of the test ends a wait earlier; this one names the line that waits. */
const patience = { timeout: 100_000, interval: 10 }

/** @param timeout  in milliseconds */
type Options = Partial<typeof patience>

/**
 * Resolves with the first truthy result of a condition. An error of the condition ends the wait.
 *
 * @example
 *   await until(async () => (await rows(table)).length === 3)
 */
export const until = <T>(
  condition: () => T | Promise<T>,
  options?: Options,
): Promise<Exclude<T, false | null | undefined>> =>
  vi.waitUntil(condition, { ...patience, ...options }) as Promise<Exclude<T, false | null | undefined>>

/** Resolves with the first result of an attempt that doesn't throw; rejects with the last error when time is up. */
export const untilItWorks = <T>(attempt: () => T | Promise<T>, options?: Options): Promise<T> =>
  vi.waitFor(attempt, { ...patience, ...options })
