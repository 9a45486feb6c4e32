import type { SchemaPlan } from '@main/db/dialect'
import { inProject, type CallContext } from '@main/operations/context'
import type { Call } from './changes/changes'

/** What operations that list something answer (wire §4.3). */
export const answer = <T>(list: T[]) => ({ code: 0 as const, message: '', data: { list } })

export function callOf(context: CallContext): Call {
  const { projectId, actor, change, trashed } = inProject(context)
  return { projectId, userId: actor.userId, change, trashed }
}

/** The statements of a change; those that only look whether it may be made are not part of it. */
export function changed({ up, down }: SchemaPlan) {
  const statements = (steps: SchemaPlan['up']): { sql: string }[] =>
    steps.filter((step) => step.expectRows === undefined).map(({ sql }) => ({ sql }))
  return {
    code: 0 as const,
    message: '',
    data: { object: { upStatement: statements(up), downStatement: statements(down) } },
  }
}
