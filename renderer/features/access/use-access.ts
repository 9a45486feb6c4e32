import type { ListedRole, TableRulesEntry } from '@common/operations/access'
import { customRole, isAbove, type HeldRole } from '@common/permissions/custom-role'
import { projectRoles, type ProjectRole } from '@common/permissions'
import type { OptionColor } from '@common/model'
import type { ProjectListEntry } from '@common/operations/projects'
import { useOperation, type ApiError } from '@renderer/api'
import { roleName, useLanguage } from '@renderer/i18n'
import { useCallback, useMemo } from 'react'
import { draftKey, drafts, draftsOf, useDrafts, type Drafts } from './drafts'
import { isChanged, storedRules, type Granted, type RoleRules } from './rules'

/** A role with its column in the matrix. */
export interface RoleColumn {
  /** Name of a system role, or the id of a custom one. */
  readonly id: string
  readonly name: string
  readonly color: OptionColor
  readonly isSystem: boolean
  /** False for the own role, equal ones and those above it. */
  readonly isEditable: boolean
}

export type RulesEntry = TableRulesEntry

const colors: Readonly<Record<ProjectRole, OptionColor>> = {
  owner: 'pink',
  creator: 'blue',
  editor: 'teal',
  commenter: 'amber',
  viewer: 'grey',
}

const isSystemRole = (role: string): role is ProjectRole => projectRoles.some((name) => name === role)

export const colorOfRole = (role: string): OptionColor => (isSystemRole(role) ? colors[role] : 'violet')

const heldRole = ({ id, title, permissions }: Pick<ListedRole, 'id' | 'title' | 'permissions'>): HeldRole =>
  isSystemRole(id) ? id : customRole({ id, title, description: '', permissions })

/** Returns the role of the reader. A custom one is known by its permissions. */
function ownRole({ role, role_title: title, permissions }: ProjectListEntry): HeldRole {
  const system = projectRoles.find((name) => name === role) ?? 'viewer'
  return title === null ? system : customRole({ id: '', title, description: '', permissions })
}

/** Members can't change the rules of their own role, of an equal or of a stronger one (`RULES_NOT_YOURS`). */
function mayRule(role: HeldRole, own: HeldRole): boolean {
  return own === 'owner' || (!isAbove(role, own) && isAbove(own, role))
}

export function roleColumns(list: readonly ListedRole[], project: ProjectListEntry): RoleColumn[] {
  const own = ownRole(project)
  return list
    .filter(({ id }) => id !== 'owner')
    .map((role) => ({
      id: role.id,
      name: roleName({ role: role.id, roleTitle: role.title }),
      color: colorOfRole(role.id),
      isSystem: role.system,
      isEditable: mayRule(heldRole(role), own),
    }))
}

export interface Access {
  readonly entries: readonly RulesEntry[] | undefined
  readonly roles: readonly RoleColumn[] | undefined
  readonly error: ApiError | null
  readonly retry: () => void
}

/** Returns the access rules and the roles of a project. */
export function useAccess(project: ProjectListEntry): Access {
  const rules = useOperation('accessRulesRead', {}, { projectId: project.id })
  const roles = useOperation('roleList', {}, { projectId: project.id })
  const list = roles.data?.list
  const language = useLanguage()
  return {
    entries: rules.data?.list,
    roles: useMemo(() => {
      // Names of roles change with the language.
      void language
      return list && roleColumns(list, project)
    }, [list, project, language]),
    error: rules.error ?? roles.error,
    retry: () => {
      void rules.refetch()
      void roles.refetch()
    },
  }
}

type OfRole = RulesEntry['roles'][number]

export const rulesOfRole = (entry: RulesEntry, role: string): OfRole | undefined =>
  entry.roles.find((each) => each.role === role)

/** Returns the rules of a role for a table, with unsaved changes. */
export function rulesNow(entry: RulesEntry, of: OfRole, unsaved: Drafts): RoleRules {
  return unsaved[draftKey(entry.table, of.role)] ?? storedRules(of)
}

export type Edit = (rules: RoleRules, granted: Granted) => RoleRules

/** Returns a function that edits the rules of tables and roles, as unsaved changes. */
export function useEdit(projectId: string) {
  return useCallback(
    (entries: readonly RulesEntry[], roles: readonly RoleColumn[], edit: Edit): void => {
      const unsaved = draftsOf(projectId)(useDrafts.getState())
      const changed: Record<string, RoleRules | undefined> = {}
      for (const entry of entries)
        for (const { id } of roles.filter(({ isEditable }) => isEditable)) {
          const of = rulesOfRole(entry, id)
          if (of === undefined) continue
          const next = edit(rulesNow(entry, of, unsaved), of.granted)
          changed[draftKey(entry.table, id)] = isChanged(storedRules(of), next) ? next : undefined
        }
      drafts.put(projectId, changed)
    },
    [projectId],
  )
}
