import { AppError } from '@common/errors'
import type { CallContext } from './context'
import type { CallFacts, Invoker } from './invoke'

/** True if the API of a project is running. */
export type IsRunning = (projectId: string, sinceMs?: number) => boolean | Promise<boolean>

/**
 * Rejects API calls to stopped projects: members get 404 (wire §5), others the same response as always. The dashboard
 * still works.
 */
export function whileRunning(invoker: Invoker, isRunning: IsRunning): Invoker {
  const checked = (context: CallContext, { fromDashboard }: CallFacts): CallContext | Promise<CallContext> => {
    const { projectId, sinceMs } = context
    if (projectId === undefined || fromDashboard === true) return context
    const running = isRunning(projectId, sinceMs)
    return running === true ? context : laterIf(running, context)
  }
  return {
    ...invoker,
    context: (facts) => {
      const context = invoker.context(facts)
      return context instanceof Promise ? context.then((found) => checked(found, facts)) : checked(context, facts)
    },
  }
}

async function laterIf(running: boolean | Promise<boolean>, context: CallContext): Promise<CallContext> {
  if (!(await running)) throw new AppError('PROJECT_STOPPED')
  return context
}
