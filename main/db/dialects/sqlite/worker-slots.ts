import { workerData } from 'node:worker_threads'
import { AppError } from '@common/errors'
import { slotState, wakeIndex, type WorkerData } from './protocol'

/** The memory shared with the server, seen from the thread: which jobs are still wanted. */
const shared = new Int32Array((workerData as WorkerData).shared)

let running = wakeIndex

/** Claims a job. False when its caller has left: then it never runs. */
export function startJob(slot: number): boolean {
  running = slot
  return Atomics.compareExchange(shared, slot, slotState.queued, slotState.running) === slotState.queued
}

/** Goes on with a job that was claimed before: the next of a group, or one that is run again. */
export function continueJob(slot: number): void {
  running = slot
}

/** @throws AppError QUERY_CANCELLED when nobody waits for the running job any more */
export function stopIfCancelled(): void {
  if (Atomics.load(shared, running) === slotState.cancelled) throw new AppError('QUERY_CANCELLED')
}

/** How often the server has called. Taken before the port is emptied, so that no call is slept through. */
export const wakeCount = (): number => Atomics.load(shared, wakeIndex)

/** Sleeps until the server calls. Quicker to wake than the event loop, which a thread like this has no other use for. */
export function sleepUntilCalled(count: number): void {
  Atomics.wait(shared, wakeIndex, count)
}
