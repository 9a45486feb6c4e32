import { AppError } from '@common/errors'
import { defaultDbAlias } from '@common/constants'
import type { FastifyRequest } from 'fastify'

/** Ids of projects are in lower case, and paths are matched without regard to it (wire §1). */
export function projectIdOf(request: FastifyRequest): string {
  const { projectId } = request.params as { readonly projectId: string }
  return projectId.toLowerCase()
}

/** @throws AppError ROUTE_NOT_FOUND for a database that the project does not have */
export function checkDatabaseAlias(request: FastifyRequest): void {
  const { dbAlias } = request.params as { readonly dbAlias: string }
  if (dbAlias.toLowerCase() !== defaultDbAlias) throw new AppError('ROUTE_NOT_FOUND')
}
