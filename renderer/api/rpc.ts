import { rpcEventsPath, type RpcEvent } from '@common/rpc/events'
import { cancelled } from './api-error'
import { eventsOf } from './event-stream'
import { http } from './instance'

/**
 * Follows a running call of the gRPC client until it ends. Aborting `signal` ends the call too.
 *
 * @throws ApiError
 */
export async function followRpcCall(
  projectId: string,
  call: string,
  signal: AbortSignal,
  onEvent: (event: RpcEvent) => void,
): Promise<void> {
  const response = await http.request({ method: 'GET', path: rpcEventsPath(projectId, call), signal })
  if (response.body === null) return
  try {
    for await (const { name, data } of eventsOf(response.body))
      if (name === 'message' && data !== undefined) onEvent(JSON.parse(data) as RpcEvent)
  } catch (error) {
    throw signal.aborted ? cancelled(error) : error
  }
}
