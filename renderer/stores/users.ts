import {
  can,
  projectRoles,
  strongestRole,
  userRoles,
  type Permission,
  type Permissions,
  type Role,
} from '@common/permissions'
import { projectPermissions } from '@common/permissions/custom-role'
import { z } from 'zod'
import { createPersisted } from './persist'

const user = z.object({
  id: z.number().nullable().catch(null),
  email: z.string(),
  emailVerified: z.boolean().catch(false),
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
  /** Name or id of the previewed role, in every window of this browser; null without a preview. */
  previewAs: z.string().max(64).nullable().catch(null),
  /** Title of a previewed custom role. */
  previewTitle: z.string().nullable().catch(null),
  role: z.string().nullable().catch(null),
})
export type UsersState = z.infer<typeof shape>

const signedOut: UsersState = { token: null, user: null, previewAs: null, previewTitle: null, role: null }

/** Persisted module `users` (S1 §3): the signed-in user. */
export const useUsers = createPersisted({
  name: 'users',
  shape,
  initial: signedOut,
  actions: (set) => ({
    tokenGiven: (token: string) => set({ token }),
    userLoaded: (loaded: User) => set({ user: loaded, role: strongestRole(rolesOf(loaded)) ?? null }),
    previewChosen: (previewAs: string | null, previewTitle: string | null = null) => set({ previewAs, previewTitle }),
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
export function effectiveRoles({ user, previewAs }: Pick<UsersState, 'user' | 'previewAs'>): readonly Role[] {
  return previewAs === null ? rolesOf(user) : projectRoles.filter((role) => role === previewAs)
}

const setOf = new WeakMap<readonly string[], Permissions>()
const noPermissions: Permissions = new Set()

/** Returns the permissions that count in an open project, those of the preview included; the same set for the same list. */
export function permissionsIn(project: { readonly permissions: readonly string[] } | undefined): Permissions {
  if (project === undefined) return noPermissions
  const { permissions } = project
  const known = setOf.get(permissions) ?? new Set(projectPermissions.filter((name) => permissions.includes(name)))
  setOf.set(permissions, known)
  return known
}

/** True if a permission of the list counts outside of the project, where the server doesn't know the previewed role. */
export function countsOutside(permission: Permission, held: readonly string[], previewAs: string | null): boolean {
  if (!held.includes(permission)) return false
  return previewAs === null || can([projectRoles.find((role) => role === previewAs) ?? 'viewer'], permission)
}

/** True for the super admin, unless a preview lowers the rights. */
export const useIsSuperAdmin = (): boolean =>
  useUsers(({ user, previewAs }) => user?.isSuperAdmin === true && previewAs === null)
