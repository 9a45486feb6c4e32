import { parentPort, workerData } from 'node:worker_threads'
import type { Measured } from '@common/api-client/performance'
import autocannon, { type Options, type Result } from 'autocannon'
import type { PerformanceOrder } from './measure'

/* Sends requests in a thread of its own, so that waiting for the server's own work doesn't lengthen the times. */

// autocannon parses its address with an old function of Node.
process.noDeprecation = true

const order = workerData as PerformanceOrder
/** Seconds until a request counts as lost. */
const requestTimeoutSeconds = 10

async function run(): Promise<Measured> {
  const times: number[] = []
  const perSecond: number[] = []
  const statuses: Record<number, number> = {}
  let bytes = 0
  const begun = performance.now()
  const options: Options = {
    url: order.url,
    method: order.method,
    headers: order.headers,
    ...(order.body !== undefined && { body: order.body }),
    duration: order.seconds,
    connections: order.connections,
    timeout: requestTimeoutSeconds,
  }
  const { errors, timeouts, duration } = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(options, (error: unknown, result) => {
      if (error instanceof Error) reject(error)
      else resolve(result)
    })
    running.on('response', (_client, status, size, ms) => {
      times.push(ms)
      bytes += size
      statuses[status] = (statuses[status] ?? 0) + 1
      const second = Math.floor((performance.now() - begun) / 1_000)
      perSecond[second] = (perSecond[second] ?? 0) + 1
    })
  })
  return {
    seconds: duration,
    connections: order.connections,
    times: Float64Array.from(times),
    // The last second is not a whole one.
    perSecond: Array.from({ length: order.seconds }, (_, second) => perSecond[second] ?? 0),
    statuses,
    bytes,
    errors,
    timeouts,
  }
}

const measured = await run()
parentPort?.postMessage(measured)
