import { AppError } from '@common/errors'
import { can } from '@common/permissions'
import type { CallContext } from '@main/operations/context'
import type { IsRunning } from '@main/operations/running'

/**
 * True if a caller without rights may read what can be asked: names and types, never rows. The administrator decides
 * this with a start option; nothing is guessed from where a request comes from.
 *
 * @throws AppError PROJECT_STOPPED
 */
export type OpenSchema = (context: CallContext, projectId: string) => Promise<boolean>

export function createOpenSchema(isOpen: boolean, isRunning: IsRunning): OpenSchema {
  return async (context, projectId) => {
    if (!isOpen || can(context.roles, 'schema.read')) return false
    // Members of a stopped project have been refused before.
    if (!(await isRunning(projectId))) throw new AppError('PROJECT_STOPPED')
    return true
  }
}
