import type { Permission } from '@common/permissions'

export const permissionGroups = ['records', 'views', 'structure', 'people', 'project'] as const
export type PermissionGroup = (typeof permissionGroups)[number]

/**
 * Group of each permission that roles of a project grant; null for those of no such role, and for opening the project,
 * which every role grants. The texts are `team.permissions` and the name with a capital instead of the dot.
 */
const groupOf = {
  'account.public': null,
  'account.self': null,
  'installation.read': null,
  'installation.users': null,
  'installation.audit': null,
  'installation.manage': null,
  'project.list': null,
  'template.use': null,
  'project.create': null,
  'project.connect': null,
  'project.openFile': null,
  'share.answer': null,
  'project.read': null,
  'row.read': 'records',
  'row.export': 'records',
  'row.create': 'records',
  'row.update': 'records',
  'row.delete': 'records',
  'row.comment': 'records',
  'row.history': 'records',
  'file.read': 'records',
  'file.upload': 'records',
  'trash.use': 'records',
  'trash.empty': 'records',
  'view.read': 'views',
  'view.personal': 'views',
  'view.save': 'views',
  'view.change': 'views',
  'share.manage': 'views',
  'table.read': 'structure',
  'schema.read': 'structure',
  'schema.change': 'structure',
  'sql.read': 'structure',
  'sql.write': 'structure',
  'member.invite': 'people',
  'member.manage': 'people',
  'member.transfer': 'people',
  'role.manage': 'people',
  'access.manage': 'people',
  'token.use': 'people',
  'token.manage': 'people',
  'project.configure': 'project',
  'environment.read': 'project',
  'environment.manage': 'project',
  'plugin.manage': 'project',
  'project.delete': 'project',
  'api.call': 'project',
  'api.callOut': 'project',
  'api.measure': 'project',
  'job.manage': 'project',
  'api.collect': 'project',
  'audit.read': 'project',
  'audit.write': 'project',
} as const satisfies Readonly<Record<Permission, PermissionGroup | null>>

/** A permission that roles are made of. */
export type ChosenPermission = {
  [P in Permission]: (typeof groupOf)[P] extends null ? never : P
}[Permission]

/** Returns the permissions of a group, in the order above. */
export const permissionsIn = (group: PermissionGroup): readonly ChosenPermission[] =>
  (Object.keys(groupOf) as ChosenPermission[]).filter((permission) => groupOf[permission] === group)

type Capitals<P extends string> = P extends `${infer Subject}.${infer Action}` ? `${Subject}${Capitalize<Action>}` : P

/** Returns the key of a permission's text: `rowRead` for `row.read`. */
export function permissionKey<P extends ChosenPermission>(permission: P): Capitals<P> {
  return permission.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()) as Capitals<P>
}
