import { setTimeout as after } from 'node:timers/promises'

/**
 * Resolves at a random moment of the given time. Only tests that kill a process use it: the kill must be able to hit
 * any step of the work, so it can't wait for one. All other tests wait for a condition (`until`).
 */
export const randomMoment = (withinMs: number): Promise<void> => after(Math.random() * withinMs)
