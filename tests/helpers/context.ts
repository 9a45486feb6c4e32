import { apiTokenPrincipal, type Principal } from '@common/principal'
import type { RoleAccess } from '@common/principal/access'
import type { ProjectRole } from '@common/permissions'
import type { CallContext } from '@main/operations/context'

/** A principal with one role in the project `p`, and the access rules of this role. */
export const inRole = (projectRole: ProjectRole, own: { email?: string; access?: RoleAccess } = {}): Principal =>
  apiTokenPrincipal({
    tokenId: `test-${projectRole}`,
    title: 'Test',
    userId: 1,
    email: 'test@example.com',
    projectId: 'p',
    projectRole,
    ...own,
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
