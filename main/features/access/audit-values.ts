import type { TableRulesEntry } from '@common/operations/access'
import type { CustomRole } from '@common/permissions/custom-role'
import { tableRights } from '@common/principal/access'
import { conditionsOf } from '@common/views'
import { changedValues, type ChangedValue } from '@main/lib/changed-values'
import type { ProjectAccess } from './project-access'

/** Returns what changed in a custom role, for the audit. Permissions are listed by the direction of their change. */
export function roleChange(before: CustomRole, after: CustomRole): Readonly<Record<string, unknown>> {
  const facts = ({ title, description }: CustomRole) => ({ title, description })
  const given = after.permissions.filter((each) => !before.permissions.includes(each))
  const taken = before.permissions.filter((each) => !after.permissions.includes(each))
  return {
    changed: after.title,
    values: changedValues(facts(before), facts(after)),
    ...(given.length > 0 && { given }),
    ...(taken.length > 0 && { taken }),
  }
}

/** Returns the access rules that differ, for the audit: rights, columns and the row rule of each role. */
export function changedRules(
  before: readonly TableRulesEntry[],
  after: readonly TableRulesEntry[],
  access: Pick<ProjectAccess, 'customRoles'>,
): ChangedValue[] {
  const titleOf = (id: string): string => access.customRoles.find((role) => role.id === id)?.title ?? id
  return after.flatMap(({ table, title, roles }) => {
    const earlier = before.find((each) => each.table === table)?.roles ?? []
    return roles.flatMap((rules) => {
      const was = earlier.find(({ role }) => role === rules.role)
      const of = `${title}, ${titleOf(rules.role)}`
      return changedValues(was === undefined ? {} : factsOf(was), factsOf(rules)).map((value) => ({ ...value, of }))
    })
  })
}

function factsOf(rules: TableRulesEntry['roles'][number]): Readonly<Record<string, unknown>> {
  return {
    ...Object.fromEntries(tableRights.map((right) => [right, rules[right]])),
    columns: Object.entries(rules.columns).map(([column, allowed]) => `${column}: ${allowed}`),
    rows:
      rules.rows === null
        ? []
        : conditionsOf(rules.rows).map(({ column, operator, value }) =>
            [column, operator, value === undefined ? '' : JSON.stringify(value)].join(' ').trim(),
          ),
  }
}
