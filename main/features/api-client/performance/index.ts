import { figuresOf, type PerformanceFigures } from '@common/api-client/performance'
import type { ApiRequest } from '@common/api-client/request'
import { AppError } from '@common/errors'
import type { CallContext } from '@main/operations/context'
import { headersToSend } from '../own-server'
import type { Sender } from '../sender'
import { measure } from './measure'

export interface PerformanceOptions {
  readonly performanceWorkerUrl: URL
  /** Returns the address at which this computer reaches the server. */
  readonly ownAddress: () => string
}

interface Asked {
  readonly request: ApiRequest
  readonly seconds: number
  readonly connections: number
}

/** Returns a function that runs performance tests, one at a time: several would measure each other. */
export function createPerformanceTests(
  sender: Pick<Sender, 'own'>,
  { performanceWorkerUrl, ownAddress }: PerformanceOptions,
): (context: CallContext, asked: Asked) => Promise<PerformanceFigures> {
  let isRunning = false
  const checkIdle = (seconds: number): void => {
    if (isRunning) throw new AppError('TOO_MANY_REQUESTS', { seconds })
  }
  return async (context, { request, seconds, connections }) => {
    checkIdle(seconds)
    const own = await sender.own(context, request)
    if (own === undefined) throw new AppError('API_PERFORMANCE_ELSEWHERE')
    // Another one may have begun meanwhile.
    checkIdle(seconds)
    isRunning = true
    try {
      const address = new URL(ownAddress())
      const { method, path, body } = own
      const order = { url: `${address.origin}${path}`, method, headers: headersToSend(address.port, own), body }
      return figuresOf(await measure(performanceWorkerUrl, { ...order, seconds, connections }, context.signal))
    } finally {
      isRunning = false
    }
  }
}
