import { apiTokenPrincipal, heldRole, membership, previewed, previewedRoleOf, type Principal } from '@common/principal'
import type { HeldRole } from '@common/permissions/custom-role'
import type { RoleAccess } from '@common/principal/access'
import type { ApiTokenCredentials, ApiTokenLookup } from '@main/features/auth'
import type { Ids } from '@main/lib/ids'
import { linkTokenHash, newLinkToken } from '@main/lib/link-token'

/** A token that ends by itself. */
export interface TemporaryToken {
  readonly token: string
  readonly end: () => void
}

export interface TemporaryTokens extends ApiTokenLookup {
  /** Creates a token of a member. @param title  names it in audit and history */
  readonly create: (of: {
    readonly userId: number
    readonly projectId: string
    readonly title: string
  }) => TemporaryToken
}

interface Known {
  readonly id: string
  readonly userId: number
  readonly projectId: string
  readonly title: string
  /** The last principal, and the rights that it was made of. */
  made?: {
    readonly email: string
    readonly role: HeldRole
    readonly access: RoleAccess | undefined
    readonly principal: Principal
  }
}

/**
 * API tokens that exist in memory only, such as that of a terminal: none outlives its terminal or this process. Each
 * grants what its user may do in the project now.
 */
export function createTemporaryTokens({
  personNow,
  ids,
}: {
  readonly personNow: (userId: number, projectId: string) => Promise<Principal>
  readonly ids: Ids
}): TemporaryTokens {
  const known = new Map<string, Known>()

  const principalOf = async (held: Known, preview: string | undefined): Promise<Principal | undefined> => {
    const person = await personNow(held.userId, held.projectId)
    const role = heldRole(person)
    if (person.kind !== 'person' || person.projectId === undefined || role === undefined) return undefined
    const { userId, email, projectId, access } = person
    const { made } = held
    const isSame = made?.email === email && made.role === role && made.access === access
    const { id: tokenId, title } = held
    // Roles and rules are the same objects while nothing changes. The principal must be too: caches use it as a key.
    const principal = isSame
      ? made.principal
      : apiTokenPrincipal({ tokenId, title, userId, email, ...membership(projectId, role, access) })
    held.made = { email, role, access, principal }
    const lower = previewedRoleOf(preview, () => undefined)
    return lower === undefined ? principal : previewed(principal, lower)
  }

  return {
    create: (of) => {
      const token = newLinkToken(ids)
      const key = linkTokenHash(token)
      known.set(key, { ...of, id: ids.hex(8) })
      return { token, end: () => void known.delete(key) }
    },
    principal: ({ apiToken, projectId, preview }: ApiTokenCredentials) => {
      const held = known.get(linkTokenHash(apiToken))
      if (held === undefined || (projectId !== undefined && projectId !== held.projectId)) return undefined
      return principalOf(held, preview).then((found) => (known.has(linkTokenHash(apiToken)) ? found : undefined))
    },
  }
}
