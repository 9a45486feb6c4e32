import { join } from 'node:path'
import { apisFolder, type ApiRequest } from '@common/api-client/request'
import { requestFileText } from '@common/api-client/request-file'
import { withoutSecrets } from '@common/api-client/secrets'
import type { apiClientOperations } from '@common/operations/api-client'
import { noteChange, noteGone } from '@main/lib/note-change'
import { inProject } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { createCollections } from './collection'
import { createPerformanceTests } from './performance'
import { createSender, type SenderOptions } from './sender'

export interface ApiClientOptions extends SenderOptions {
  readonly profileFolder: string
  /** The bundled worker that runs performance tests. */
  readonly performanceWorkerUrl: URL
  /** Reports errors without a caller. */
  readonly report: (error: unknown) => void
}

export { createFiller, type Filler } from './fill'

/** Sends the requests of the API client, and stores those that users save. */
export function createApiClient(options: ApiClientOptions): FeatureModule<typeof apiClientOperations> {
  const sender = createSender(options)
  const testPerformance = createPerformanceTests(sender, options)
  const collections = createCollections((projectId) => join(options.profileFolder, 'workspaces', projectId, apisFolder))
  return {
    handlers: {
      apiRequestSend: (context, { request }) => sender.send(context, request),
      apiPerformanceTest: (context, input) => testPerformance(context, input),
      apiCollectionRead: async (context) => ({ list: await collections.read(inProject(context).projectId) }),
      apiRequestSave: async (context, given) => {
        const { path, replaced } = await collections.save(inProject(context).projectId, given)
        noteChange(context, replaced === undefined ? {} : { path: given.formerly, request: textOf(replaced) }, {
          path,
          request: textOf(given.request),
        })
        return { path }
      },
      apiRequestImport: async (context, { requests }) => {
        const paths = await collections.add(inProject(context).projectId, requests)
        noteChange(context, {}, { paths: paths.slice(0, 100) })
        return { paths }
      },
      apiRequestDelete: async (context, { path }) => {
        const deleted = await collections.remove(inProject(context).projectId, path)
        noteGone(context, { paths: deleted.slice(0, 100) })
        return { deleted: deleted.length }
      },
    },
    onCommand: ({ operation, context: { projectId } }) => {
      if (operation.changes === undefined || operation.removesProject !== true || projectId === undefined) return
      collections.removeAll(projectId).catch(options.report)
    },
    audit: {
      apiRequestSend: ({ input: { request }, output }) => ({
        operation: 'API_CLIENT/SEND',
        // The address may hold secrets in its query.
        details: { method: request.method, address: withoutQuery(output.url), status: output.status },
      }),
      apiPerformanceTest: ({ input: { request }, output }) => ({
        operation: 'API_CLIENT/PERFORMANCE_TEST',
        details: { method: request.method, address: withoutQuery(request.url), requests: output.requests },
      }),
      apiRequestSave: () => ({ operation: 'API_CLIENT/SAVE' }),
      apiRequestImport: () => ({ operation: 'API_CLIENT/IMPORT' }),
      apiRequestDelete: () => ({ operation: 'API_CLIENT/DELETE' }),
    },
  }
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '').slice(0, 500)

const textOf = (request: ApiRequest): string => requestFileText(withoutSecrets(request)).slice(0, 2_000)
