import { workerData } from 'node:worker_threads'
import { AppError } from '@common/errors'
import { notShortCode, slotState, wakeIndex, type WorkerData } from './protocol'

/** The memory shared with the server: tells which jobs are cancelled. */
const shared = new Int32Array((workerData as WorkerData).shared)

/**
 * Limits of a read that was expected to be short: time, and number of checks, each after some thousand rows. Time alone
 * also passes while the machine is busy.
 */
const triedMs = 8
const triedLooks = 6

class NotShort extends Error {
  readonly code = notShortCode
}

let running = wakeIndex
let giveUpAtMs = Number.POSITIVE_INFINITY
let looks = 0

/** Claims a job. Returns false, and the job never runs, if its caller disconnected. */
export function startJob(slot: number): boolean {
  running = slot
  giveUpAtMs = Number.POSITIVE_INFINITY
  return Atomics.compareExchange(shared, slot, slotState.queued, slotState.running) === slotState.queued
}

/** Continues with a claimed job: the next of a group, or a repeated one. */
export function continueJob(slot: number): void {
  running = slot
}

/** Applies the limits of short reads to the running job. */
export function tryShort(): void {
  giveUpAtMs = performance.now() + triedMs
  looks = 0
}

/**
 * @throws AppError QUERY_CANCELLED if the caller of the running job disconnected
 * @throws an error with `notShortCode` after the limits of short reads
 */
export function stopIfCancelled(): void {
  if (giveUpAtMs !== Number.POSITIVE_INFINITY && ++looks > triedLooks && performance.now() > giveUpAtMs)
    throw new NotShort()
  if (Atomics.load(shared, running) === slotState.cancelled) throw new AppError('QUERY_CANCELLED')
}

/** Returns the number of wake-ups. Read before receiving messages, so that no wake-up is missed. */
export const wakeCount = (): number => Atomics.load(shared, wakeIndex)

/**
 * Sleeps until the server wakes the thread. Wakes faster than the event loop, which this thread doesn't need.
 *
 * @param atMostMs  timeout; default none
 * @returns true if the server woke the thread
 */
export function sleepUntilCalled(count: number, atMostMs?: number): boolean {
  return Atomics.wait(shared, wakeIndex, count, atMostMs) !== 'timed-out'
}
