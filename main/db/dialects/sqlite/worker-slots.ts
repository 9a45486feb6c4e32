import { workerData } from 'node:worker_threads'
import { AppError } from '@common/errors'
import { notShortCode, slotState, wakeIndex, type WorkerData } from './protocol'

/** The memory shared with the server, seen from the thread: which jobs are still wanted. */
const shared = new Int32Array((workerData as WorkerData).shared)

/**
 * What was thought to be short is given up after this long, and after so many looks whether to go on, each of which
 * stands for some thousand rows: time alone also passes while the machine does other work.
 */
const triedMs = 8
const triedLooks = 6

class NotShort extends Error {
  readonly code = notShortCode
}

let running = wakeIndex
let giveUpAtMs = Number.POSITIVE_INFINITY
let looks = 0

/** Claims a job. False when its caller has left: then it never runs. */
export function startJob(slot: number): boolean {
  running = slot
  giveUpAtMs = Number.POSITIVE_INFINITY
  return Atomics.compareExchange(shared, slot, slotState.queued, slotState.running) === slotState.queued
}

/** Goes on with a job that was claimed before: the next of a group, or one that is run again. */
export function continueJob(slot: number): void {
  running = slot
}

/** The running job is to be short, or to be given up. */
export function tryShort(): void {
  giveUpAtMs = performance.now() + triedMs
  looks = 0
}

/**
 * @throws AppError QUERY_CANCELLED when nobody waits for the running job any more
 * @throws an error with `notShortCode` when it was tried for long enough
 */
export function stopIfCancelled(): void {
  if (giveUpAtMs !== Number.POSITIVE_INFINITY && ++looks > triedLooks && performance.now() > giveUpAtMs)
    throw new NotShort()
  if (Atomics.load(shared, running) === slotState.cancelled) throw new AppError('QUERY_CANCELLED')
}

/** How often the server has called. Taken before the port is emptied, so that no call is slept through. */
export const wakeCount = (): number => Atomics.load(shared, wakeIndex)

/**
 * Sleeps until the server calls. Quicker to wake than the event loop, which a thread like this has no other use for.
 *
 * @param atMostMs  for this long; without it as long as it takes
 * @returns whether it was called
 */
export function sleepUntilCalled(count: number, atMostMs?: number): boolean {
  return Atomics.wait(shared, wakeIndex, count, atMostMs) !== 'timed-out'
}
