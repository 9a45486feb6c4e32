import { AppError } from '@common/errors'
import { permits, type Principal } from '@common/principal'
import { actorOf } from '@common/principal/actor'
import { metaTables, type MetaStore } from '@main/db/meta'
import { shownEmail } from '@main/features/auth'
import type { Trail } from '@main/lib/automation-trail'
import type { CallContext, ProjectContext } from '@main/operations/context'

export interface AuthorPorts {
  /** Returns a person with the rights of now. */
  readonly personNow: (userId: number, projectId: string) => Promise<Principal>
  /** @param trail  the automations that led to it */
  readonly newChange: (trail?: Trail) => NonNullable<CallContext['change']>
}

interface Authored {
  readonly projectId: string
  /** Null if the account is deleted. */
  readonly userId: number | null
}

/** Returns the context of a run: it has the rights that its author has now. @throws AppError JOB_AUTHOR_GONE */
export async function authorContext(
  { personNow, newChange }: AuthorPorts,
  { userId, projectId }: Authored,
  requestId: string,
  signal: AbortSignal,
  trail?: Trail,
): Promise<ProjectContext> {
  const principal = userId === null ? undefined : await personNow(userId, projectId)
  if (principal?.projectId === undefined || !permits(principal, 'job.manage')) throw new AppError('JOB_AUTHOR_GONE')
  const actor = actorOf(principal, { ip: null, fromPage: false })
  return {
    principal,
    projectId,
    actor: { ...actor, origin: 'automation' },
    change: newChange(trail),
    requestId,
    signal,
  }
}

/** Returns e-mail addresses by id of the account. @param ids  SQL that selects the ids, with `?` for each of `params` */
export async function emailsOf(
  store: MetaStore,
  ids: string,
  params: readonly string[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await store.read(`SELECT id, email FROM ${metaTables.users.name} WHERE id IN (${ids})`, params)
  return new Map(rows.map(([id, email]) => [Number(id), shownEmail(String(email))]))
}
