import { AppError } from '@common/errors'
import type { ListedRole } from '@common/operations/access'
import { projectRoles, type Permission } from '@common/permissions'
import {
  customRole,
  isAbove,
  isCustomRole,
  permissionsOf,
  rankOfRole,
  roleReference,
  type CustomRole,
  type HeldRole,
} from '@common/permissions/custom-role'
import { heldRole, mayGiveRole, type Principal } from '@common/principal'
import { isAsStrict } from '@common/principal/strictness'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { ProjectAccess, ProjectAccesses } from './project-access'
import { titleKey, type RoleRepository } from './repository'

export const customRolesMax = 50

export interface RoleFacts {
  readonly title: string
  readonly description: string
  readonly permissions: readonly Permission[]
}

export interface RoleService {
  readonly list: (principal: Principal, projectId: string) => Promise<ListedRole[]>
  /** @throws AppError ROLE_TITLE_INVALID, ROLE_TITLE_TAKEN, ROLE_ABOVE_OWN, ROLES_FULL */
  readonly create: (principal: Principal, projectId: string, facts: RoleFacts) => Promise<CustomRole>
  /** @throws AppError ROLE_NOT_FOUND, ROLE_TITLE_INVALID, ROLE_TITLE_TAKEN, ROLE_ABOVE_OWN */
  readonly update: (
    principal: Principal,
    projectId: string,
    id: string,
    facts: Partial<RoleFacts>,
  ) => Promise<{ readonly before: CustomRole; readonly after: CustomRole }>
  /** @throws AppError ROLE_NOT_FOUND, ROLE_IN_USE, ROLE_ABOVE_OWN */
  readonly remove: (principal: Principal, projectId: string, id: string, instead?: string) => Promise<CustomRole>
}

/** Rules of custom roles. */
export function createRoleService(options: {
  readonly repository: RoleRepository
  readonly accesses: ProjectAccesses
  readonly clock: Clock
  readonly ids: Ids
}): RoleService {
  const { repository, accesses, clock, ids } = options
  const now = (): string => clock.now().toISOString()

  const found = async (projectId: string, id: string): Promise<CustomRole> => {
    const { customRoles } = await accesses.now(projectId)
    const role = customRoles.find((each) => each.id === id)
    if (role === undefined) throw new AppError('ROLE_NOT_FOUND')
    return role
  }

  /** @throws AppError ROLE_TITLE_INVALID, ROLE_TITLE_TAKEN */
  const checkedTitle = (title: string, others: readonly CustomRole[]): string => {
    const trimmed = title.trim()
    if (trimmed === '') throw new AppError('ROLE_TITLE_INVALID')
    const taken = [...projectRoles, ...others.map((role) => role.title)].map(titleKey)
    if (taken.includes(titleKey(trimmed))) throw new AppError('ROLE_TITLE_TAKEN', { title: trimmed })
    return trimmed
  }

  return {
    list: async (principal, projectId) => {
      const [project, members] = await Promise.all([accesses.now(projectId), repository.memberCounts(projectId)])
      const all: readonly HeldRole[] = [...projectRoles, ...project.customRoles]
      const power = (role: HeldRole): number => projectRoles.indexOf(rankOfRole(role))
      return all
        .toSorted((left, right) => power(left) - power(right))
        .map((role) => ({
          id: roleReference(role),
          title: isCustomRole(role) ? role.title : '',
          description: isCustomRole(role) ? role.description : '',
          system: !isCustomRole(role),
          rank: rankOfRole(role),
          permissions: permissionsOf(role),
          members: members.get(roleReference(role)) ?? 0,
          givable: mayGiveRole(principal, role) && isAsStrictFor(principal, role, project),
        }))
    },

    create: async (principal, projectId, { title, ...facts }) => {
      const { customRoles } = await accesses.now(projectId)
      if (customRoles.length >= customRolesMax) throw new AppError('ROLES_FULL', { max: customRolesMax })
      const role = customRole({ id: ids.hex(16), title: checkedTitle(title, customRoles), ...facts })
      checkNotAbove(principal, role)
      await repository.add(projectId, role, now())
      return role
    },

    update: async (principal, projectId, id, { title, ...facts }) => {
      const before = await found(projectId, id)
      checkNotAbove(principal, before)
      const { customRoles } = await accesses.now(projectId)
      const others = customRoles.filter((each) => each.id !== id)
      const named = title === undefined ? before.title : checkedTitle(title, others)
      const { description = before.description, permissions = before.permissions } = facts
      const role = customRole({ id, title: named, description, permissions })
      checkNotAbove(principal, role)
      await repository.update(projectId, role, now())
      return { before, after: role }
    },

    remove: async (principal, projectId, id, instead) => {
      const role = await found(projectId, id)
      checkNotAbove(principal, role)
      const project = await accesses.now(projectId)
      const other = instead === undefined ? undefined : project.role(instead)
      if (instead !== undefined && (other === undefined || instead === id)) throw new AppError('ROLE_NOT_FOUND')
      if (other !== undefined) checkGivable(principal, other, project)
      await repository.remove(projectId, id, instead)
      return role
    },
  }
}

/** @throws AppError ROLE_ABOVE_OWN */
export function checkNotAbove(principal: Principal, role: HeldRole): void {
  const own = heldRole(principal)
  if (own === undefined || isAbove(role, own)) throw new AppError('ROLE_ABOVE_OWN')
}

/** True if the rules of a role are as strict as those of a principal. */
export const isAsStrictFor = (
  principal: Principal,
  role: HeldRole,
  { access }: Pick<ProjectAccess, 'access'>,
): boolean => isAsStrict(role, access(roleReference(role)), principal.access)

/**
 * Checks that a principal may give a role: it grants no permission that the own one lacks, and its rules hide as much.
 *
 * @throws AppError ROLE_ABOVE_OWN
 */
export function checkGivable(principal: Principal, role: HeldRole, project: Pick<ProjectAccess, 'access'>): void {
  checkNotAbove(principal, role)
  if (!isAsStrictFor(principal, role, project)) throw new AppError('ROLE_ABOVE_OWN')
}
