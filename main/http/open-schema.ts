import { AppError } from '@common/errors'
import { permits } from '@common/principal'
import type { CallContext } from '@main/operations/context'
import type { IsRunning } from '@main/operations/running'

/**
 * True if a caller without rights may read the schema: names and types, never rows. Only a start option of the
 * administrator allows it, never the origin of a request.
 *
 * @throws AppError PROJECT_STOPPED
 */
export type OpenSchema = (context: CallContext, projectId: string) => Promise<boolean>

export function createOpenSchema(isOpen: boolean, isRunning: IsRunning): OpenSchema {
  return async (context, projectId) => {
    if (!isOpen || permits(context.principal, 'schema.read')) return false
    // The caller has already rejected members of a stopped project.
    if (!(await isRunning(projectId))) throw new AppError('PROJECT_STOPPED')
    return true
  }
}
