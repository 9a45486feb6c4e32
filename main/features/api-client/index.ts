import type { apiClientOperations } from '@common/operations/api-client'
import type { FeatureModule } from '@main/operations/module'
import { createSender, type SenderOptions } from './sender'

export type ApiClientOptions = SenderOptions

/** Sends the requests of the API client. */
export function createApiClient(options: ApiClientOptions): FeatureModule<typeof apiClientOperations> {
  const sender = createSender(options)
  return {
    handlers: {
      apiRequestSend: (context, { request }) => sender.send(context, request),
    },
    audit: {
      apiRequestSend: ({ input: { request }, output }) => ({
        operation: 'API_CLIENT/SEND',
        // The address may hold secrets in its query.
        details: { method: request.method, address: withoutQuery(output.url), status: output.status },
      }),
    },
  }
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '').slice(0, 500)
