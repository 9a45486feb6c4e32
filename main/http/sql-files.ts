import { Readable } from 'node:stream'
import { sqlExportPath } from '@common/constants'
import { AppError } from '@common/errors'
import { sqlResultFile, type SqlResultFile } from '@common/operations/sql-editor'
import { fileNames } from '@main/lib/file-names'
import type { CallContext } from '@main/operations/context'
import { parseInput } from '@main/operations/input'
import type { Invoker } from '@main/operations/invoke'
import type { FastifyInstance } from 'fastify'
import { callFacts } from './call'
import { plainArguments } from './json-body'

/** Results of the SQL editor as files, as this server needs them. */
export interface SqlFiles {
  readonly openFile: (
    context: CallContext,
    file: SqlResultFile,
  ) => Promise<{
    readonly name: string
    readonly contentType: string
    readonly chunks: AsyncIterable<string | Uint8Array>
  }>
}

/** Returns all rows of a result of a run (`?project=`) as a file. It has the rights and errors of `sqlResultRows`. */
export function addSqlFileRoutes(app: FastifyInstance, invoker: Invoker, files: SqlFiles): void {
  app.post(sqlExportPath, async (request, reply) => {
    const { project, ...unknown } = request.query as Readonly<Record<string, unknown>>
    const [other] = Object.keys(unknown)
    if (other !== undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: other })
    if (typeof project !== 'string') throw new AppError('PROJECT_NOT_FOUND')
    const context = await invoker.context(callFacts(request, reply, project))
    const body = plainArguments(request.body) ?? {}
    // Checks the rights first, then the order: a file can't fail any more once it is being sent.
    const { run, statement, sort, filters } = body as Partial<SqlResultFile>
    await invoker.invoke('sqlResultRows', { run, statement, sort, filters, limit: 1 }, context, 'operations')
    const { name, contentType, chunks } = await files.openFile(context, parseInput(sqlResultFile, body))
    return reply
      .header('content-type', contentType)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; ${fileNames(name)}`)
      .send(Readable.from(chunks))
  })
}
