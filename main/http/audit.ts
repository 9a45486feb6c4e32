import { Readable } from 'node:stream'
import { auditExportPath } from '@common/constants'
import { AppError } from '@common/errors'
import { auditFilters, projectAuditFilters, type AuditFilters } from '@common/operations/audit'
import { fileNames } from '@main/lib/file-names'
import type { CallContext } from '@main/operations/context'
import { parseInput } from '@main/operations/input'
import type { Invoker } from '@main/operations/invoke'
import type { FastifyInstance } from 'fastify'
import { callFacts } from './call'
import { plainArguments } from './json-body'

/** Files with the lines of an audit, as this server needs them. */
export interface AuditFiles {
  readonly permit: (context: CallContext, isInstallation: boolean) => void
  readonly open: (
    context: CallContext,
    format: 'csv' | 'json',
    filters: AuditFilters,
    isInstallation: boolean,
  ) => { readonly name: string; readonly contentType: string; readonly chunks: AsyncIterable<string> }
}

/**
 * Returns all lines of the audit of a project (`?project=`) or of the installation that match the filters in the body,
 * as a file.
 */
export function addAuditRoutes(app: FastifyInstance, invoker: Invoker, files: AuditFiles): void {
  app.post(auditExportPath, async (request, reply) => {
    const { project, format = 'csv', ...unknown } = request.query as Readonly<Record<string, unknown>>
    const [other] = Object.keys(unknown)
    if (other !== undefined) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: other })
    if (project !== undefined && typeof project !== 'string')
      throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'project' })
    if (format !== 'csv' && format !== 'json') throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'format' })
    const context = await invoker.context(callFacts(request, reply, project))
    const isInstallation = project === undefined
    // Rights first, so that callers without them learn nothing about the filters.
    files.permit(context, isInstallation)
    const filters = parseInput(isInstallation ? auditFilters : projectAuditFilters, plainArguments(request.body) ?? {})
    const { name, contentType, chunks } = files.open(context, format, filters, isInstallation)
    return reply
      .header('content-type', contentType)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; ${fileNames(name)}`)
      .send(Readable.from(chunks))
  })
}
