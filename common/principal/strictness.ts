import { grants, type HeldRole } from '@common/permissions/custom-role'
import type { Permission } from '@common/permissions'
import type { ViewFilterGroup } from '@common/views/settings'
import { tableRights, type RoleAccess, type TableAccess, type TableRight } from './access'

/** Permission behind each right on rows. */
export const rightPermissions = {
  create: 'row.create',
  read: 'row.read',
  update: 'row.update',
  delete: 'row.delete',
} as const satisfies Record<TableRight, Permission>

/**
 * True if the rules of a role show and allow nothing that other rules take. Users under rules may give only such roles,
 * because a second account would lift their own rules.
 */
export function isAsStrict(role: HeldRole, rules: RoleAccess | undefined, own: RoleAccess | undefined): boolean {
  if (own === undefined) return true
  const hides = (kind: 'routines' | 'relations' | 'views'): boolean =>
    [...(own[kind] ?? [])].every((name) => rules?.[kind]?.has(name) === true)
  return (
    hides('routines') &&
    hides('relations') &&
    hides('views') &&
    [...own.tables].every(([table, access]) => isTableAsStrict(role, rules?.tables.get(table) ?? {}, access))
  )
}

/** True if the rules of a role for a table show and allow nothing that other rules take. */
export function isTableAsStrict(role: HeldRole, rules: TableAccess, own: TableAccess): boolean {
  if (rules.disabled === true) return true
  if (own.disabled === true) return false
  const has = (right: TableRight): boolean => grants(role, rightPermissions[right]) && rules[right] !== false
  if (tableRights.some((right) => own[right] === false && has(right))) return false
  const writes = has('create') || has('update')
  for (const [column, access] of Object.entries(own.columns ?? {})) {
    const other = rules.columns?.[column]
    if (other !== 'hidden' && (access === 'hidden' || (other === undefined && writes))) return false
  }
  return own.rows === undefined || !has('read') || includesRule(rules.rows, own.rows)
}

/** True if rows that match a rule match the other one too: it is the same, or one of its conditions. */
function includesRule(rule: ViewFilterGroup | undefined, other: ViewFilterGroup): boolean {
  if (rule === undefined) return false
  const text = JSON.stringify(other)
  if (JSON.stringify(rule) === text) return true
  return rule.join === 'and' && rule.filters.some((each) => JSON.stringify(each) === text)
}
