import type { Readable } from 'node:stream'
import { metadataExportPath } from '@common/constants'
import { AppError } from '@common/errors'
import { fileNames } from '@main/lib/file-names'
import type { CallContext } from '@main/operations/context'
import type { Invoker } from '@main/operations/invoke'
import type { FastifyInstance } from 'fastify'
import { callFacts } from './call'

/** Metadata of projects as files, as this server needs them. */
export interface MetadataFiles {
  readonly open: (
    context: CallContext,
    rows: boolean,
  ) => Promise<{ readonly name: string; readonly size: number; readonly content: Readable }>
}

/** Returns the metadata of a project (`?project=`) as a zip file, with all rows by `rows=true`. */
export function addMetadataRoutes(app: FastifyInstance, invoker: Invoker, files: MetadataFiles): void {
  app.post(metadataExportPath, async (request, reply) => {
    const { project, rows = 'false', ...unknown } = request.query as Readonly<Record<string, unknown>>
    const [other] = Object.keys(unknown)
    if (other !== undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: other })
    if (typeof project !== 'string') throw new AppError('PROJECT_NOT_FOUND')
    if (rows !== 'true' && rows !== 'false') throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'rows' })
    const context = await invoker.context(callFacts(request, reply, project))
    const { name, size, content } = await files.open(context, rows === 'true')
    return reply
      .header('content-type', 'application/zip')
      .header('content-length', size)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; ${fileNames(name)}`)
      .send(content)
  })
}
