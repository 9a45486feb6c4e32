import { Readable } from 'node:stream'
import type { Message } from '@common/messages'
import { fileNames } from '@main/lib/file-names'
import { english } from '@main/lib/messages'
import type { CallContext } from '@main/operations/context'
import type { Invoker } from '@main/operations/invoke'
import type { FastifyInstance } from 'fastify'
import { callFacts } from './call'
import { dashboardPath } from './paths'

/** Files that are imported, as this server needs them. */
export interface ImportFiles {
  readonly failedRows: (
    context: CallContext,
    id: string,
  ) => { readonly name: string; readonly csv: (textOf: (message: Message) => string) => AsyncIterable<string> }
}

/** Returns all rejected rows of an import to its user. */
export function addImportRoutes(app: FastifyInstance, invoker: Invoker, imports: ImportFiles): void {
  app.get(`${dashboardPath}/imports/:projectId/:importId/failed.csv`, async (request, reply) => {
    const { projectId, importId = '' } = request.params as Readonly<Record<string, string>>
    const context = await invoker.context(callFacts(request, reply, projectId))
    const { name, csv } = imports.failedRows(context, importId)
    return reply
      .header('content-type', 'text/csv; charset=utf-8; header=present')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; ${fileNames(name)}`)
      .send(Readable.from(csv(english)))
  })
}
