import type { SchemaChange } from '@common/operations/table-shapes'
import type { SchemaPlan } from '@main/db/schema-plan'
import { inProject, type CallContext } from '@main/operations/context'
import type { Call } from './changes/changes'

export function callOf(context: CallContext): Call {
  const { projectId, actor, change, trashed } = inProject(context)
  return { projectId, userId: actor.userId, change, trashed }
}

/** Returns the statements of a schema change. Statements that only check its conditions are not part of it. */
export function statementsOf({ up, down }: SchemaPlan): SchemaChange {
  const texts = (steps: SchemaPlan['up']): string[] =>
    steps.filter((step) => step.expectRows === undefined).map(({ sql }) => sql)
  return { statements: texts(up), undo: texts(down) }
}
