import { projectRoles, strongestRole, userRoles, type ProjectRole, type Role } from '@common/permissions'
import { lowerRole } from '@common/principal'
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
  /** The previewed role, in every window of this browser; null without a preview. */
  previewAs: z.enum(projectRoles).nullable().catch(null),
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
    previewChosen: (previewAs: ProjectRole | null) => set({ previewAs }),
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

/** Returns the roles that count in this window: the previewed one during a preview (S1 §6). */
export function effectiveRoles(state: UsersState): Role[] {
  return state.previewAs === null ? rolesOf(state.user) : [state.previewAs]
}

const noRoles: readonly ProjectRole[] = []
/** The same role gives the same list, so that components that get it don't render again. */
const listOf = new Map(projectRoles.map((role) => [role, [role] as readonly ProjectRole[]]))

/** Returns the roles that count in a project: none for an unknown role, the lower one during a preview. */
export function projectRolesOf(held: string | undefined, previewAs: ProjectRole | null): readonly ProjectRole[] {
  const role = projectRoles.find((one) => one === held)
  if (role === undefined) return noRoles
  return listOf.get(previewAs === null ? role : lowerRole(role, previewAs)) ?? noRoles
}

/** Returns the roles that count in a project; the same list while nothing changes. */
export const useProjectRoles = (held: string | undefined): readonly ProjectRole[] =>
  useUsers(({ previewAs }) => projectRolesOf(held, previewAs))

/** True for the super admin, unless a preview lowers the rights. */
export const useIsSuperAdmin = (): boolean =>
  useUsers(({ user, previewAs }) => user?.isSuperAdmin === true && previewAs === null)
