import { apiTokenPrincipal, type Principal } from '@common/principal'
import type { ProjectRole } from '@common/permissions'
import type { CallContext } from '@main/operations/context'

/** A principal with one role in the project `p`. */
export const inRole = (projectRole: ProjectRole): Principal =>
  apiTokenPrincipal({
    tokenId: `test-${projectRole}`,
    title: 'Test',
    userId: 1,
    email: 'test@example.com',
    projectId: 'p',
    projectRole,
  })

/** Returns the context of a call in the project `p`, by default of its owner. */
export function contextOf(principal: Principal = inRole('owner'), own: Partial<CallContext> = {}): CallContext {
  return {
    principal,
    projectId: 'p',
    actor: { kind: 'person', userId: null, email: null, ip: null, origin: 'script' },
    requestId: 'r',
    signal: new AbortController().signal,
    ...own,
  }
}
