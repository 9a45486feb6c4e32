import { projectRoles, strongestRole, userRoles, type ProjectRole, type Role } from '@common/permissions'
import { z } from 'zod'
import { createPersisted } from './persist'

const user = z.object({
  id: z.number().nullable().catch(null),
  email: z.string(),
  firstName: z.string().nullable().catch(null),
  lastName: z.string().nullable().catch(null),
  isSuperAdmin: z.boolean().catch(false),
  /** Flags of the user's roles, e.g. `{owner: true, creator: true}` (S1 §3). */
  roles: z.record(z.string(), z.literal(true)).catch({}),
})
export type User = z.infer<typeof user>

const shape = z.object({
  token: z.string().nullable().catch(null),
  user: user.nullable().catch(null),
  previewAs: z.string().nullable().catch(null),
  role: z.string().nullable().catch(null),
})
export type UsersState = z.infer<typeof shape>

const signedOut: UsersState = { token: null, user: null, previewAs: null, role: null }

/** Persisted module `users` (S1 §3): the signed-in user. */
export const useUsers = createPersisted({
  name: 'users',
  shape,
  initial: signedOut,
  actions: (set) => ({
    tokenGiven: (token: string) => set({ token }),
    userLoaded: (loaded: User) => set({ user: loaded, role: strongestRole(rolesOf(loaded)) ?? null }),
    cleared: () => set(signedOut),
  }),
})

const known: ReadonlySet<string> = new Set([...projectRoles, ...userRoles])

/** The roles a user's flags grant. The super admin flag counts as a role of its own. */
export function rolesOf(holder: Pick<User, 'roles' | 'isSuperAdmin'> | null): Role[] {
  if (holder === null) return ['guest']
  const held = Object.keys(holder.roles).filter((role) => known.has(role)) as Role[]
  return holder.isSuperAdmin && !held.includes('super') ? ['super', ...held] : held
}

/** The role that counts in this window: the previewed one when there is one (S1 §6). */
export function effectiveRoles(state: UsersState): Role[] {
  return state.previewAs === null ? rolesOf(state.user) : [state.previewAs as ProjectRole]
}
