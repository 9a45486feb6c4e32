import type { OperationInput, OperationOutput } from '@common/operations'
import { messageOf, useOperation } from '@renderer/api'
import { useEffect, useState } from 'react'

export type Plan = OperationInput<'objectPlan'>

/** Debounce for requests while the user types. */
const typingDelayMs = 400

export interface ShownPlan {
  /** Undefined while the plan is incomplete or loading. */
  readonly plan: OperationOutput<'objectPlan'> | undefined
  /** Why the change can't be made. */
  readonly problem: string | undefined
}

/**
 * Returns the statements of a change before it is made.
 *
 * @param plan  undefined while it is incomplete
 */
export function usePlan(projectId: string, plan: Plan | undefined): ShownPlan {
  const wanted = plan === undefined ? '' : JSON.stringify(plan)
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), asked === '' || wanted === '' ? 0 : typingDelayMs)
    return () => clearTimeout(timer)
  }, [wanted, asked])
  const isCurrent = plan !== undefined && asked === wanted
  const query = useOperation(
    'objectPlan',
    // The disabled request needs some input.
    plan ?? { change: 'deleteView', name: ' ' },
    { projectId, enabled: isCurrent, silent: true, refetchOnMount: 'always' },
  )
  if (!isCurrent) return { plan: undefined, problem: undefined }
  return { plan: query.data, problem: query.error === null ? undefined : messageOf(query.error) }
}
