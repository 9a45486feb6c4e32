import { insertInto, metaTables, type MetaStep, type MetaStore } from '@main/db/meta'
import type { CallContext } from '@main/operations/context'
import type { Inverse } from '@common/operations/inverse'

const { inverses } = metaTables

/** An inverse with its id and its change, ready to be stored. */
export interface NamedInverse extends Inverse {
  readonly id: string
  readonly change: string
  readonly userId: number | null
}

/** An inverse in the log. */
export interface LoggedInverse {
  /** Name of an operation. Older and newer versions of the application know others. */
  readonly operation: string
  readonly input: unknown
  readonly userId: number | null
  /** ISO 8601, UTC. */
  readonly when: string
}

/** Gives inverses their ids. A call that isn't logged stores none. */
export function namedInverses(
  { change, userId = null }: { readonly change?: CallContext['change']; readonly userId?: number | null },
  undoneBy: readonly Inverse[],
): readonly NamedInverse[] {
  if (change === undefined) return []
  return undoneBy.map((each) => ({ ...each, id: change.nextInverse(), change: change.id, userId }))
}

/** Returns the statement that stores an inverse. It belongs in the transaction of the command. */
export function inverseStep(
  projectId: string,
  { id, change, operation, input, userId }: NamedInverse,
  now: string,
): MetaStep {
  return insertInto(inverses, {
    id,
    project_id: projectId,
    change_id: change,
    operation,
    input: JSON.stringify(input),
    user_id: userId,
    created_at: now,
  })
}

/** Returns the calls that reverse the commands of a change, in the order of the commands. */
export async function readInverses(store: MetaStore, projectId: string, change: string): Promise<LoggedInverse[]> {
  const rows = await store.select(inverses, { project_id: projectId, change_id: change }, { orderBy: ['id'] })
  return rows.map(({ operation, input, user_id, created_at }) => ({
    operation,
    input: JSON.parse(input) as unknown,
    userId: user_id,
    when: created_at,
  }))
}
