import { Worker } from 'node:worker_threads'
import type { Measured } from '@common/api-client/performance'
import type { RequestMethod } from '@common/api-client/request'
import { AppError } from '@common/errors'

/** A performance test, as its thread receives it. */
export interface PerformanceOrder {
  readonly url: string
  readonly method: RequestMethod
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly seconds: number
  readonly connections: number
}

/** Time beyond the test, for its start and its last requests. */
const graceMs = 10_000

/**
 * Sends a request again and again, from a thread of its own.
 *
 * @throws AppError REQUEST_CANCELLED
 */
export async function measure(workerUrl: URL, order: PerformanceOrder, signal: AbortSignal): Promise<Measured> {
  if (signal.aborted) throw new AppError('REQUEST_CANCELLED')
  const worker = new Worker(workerUrl, { workerData: order, resourceLimits: { maxOldGenerationSizeMb: 512 } })
  const ending = AbortSignal.any([signal, AbortSignal.timeout(order.seconds * 1_000 + graceMs)])
  try {
    return await new Promise<Measured>((resolve, reject) => {
      const stop = (): void =>
        reject(signal.aborted ? new AppError('REQUEST_CANCELLED') : new Error('The performance test did not end'))
      ending.addEventListener('abort', stop, { once: true })
      worker.once('message', (measured: Measured) => resolve(measured))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The performance test ended without a result')))
    })
  } finally {
    await worker.terminate()
  }
}
