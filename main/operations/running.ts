import { AppError } from '@common/errors'
import type { Invoker } from './invoke'

/** Whether the API of a project answers callers. */
export type IsRunning = (projectId: string) => boolean | Promise<boolean>

/**
 * Callers of a stopped project's API: to members it is not there (wire §5: 404), to all others it is what it always was,
 * nothing of theirs. People in the dashboard work on.
 */
export function whileRunning(invoker: Invoker, isRunning: IsRunning): Invoker {
  return {
    ...invoker,
    context: async (facts) => {
      const context = await invoker.context(facts)
      const { projectId } = context
      if (projectId === undefined || facts.fromDashboard === true) return context
      const running = isRunning(projectId)
      if (running !== true && !(await running)) throw new AppError('PROJECT_STOPPED')
      return context
    },
    knownContext: (facts) => {
      const context = invoker.knownContext(facts)
      if (context?.projectId === undefined || facts.fromDashboard === true) return context
      return isRunning(context.projectId) === true ? context : undefined
    },
  }
}
