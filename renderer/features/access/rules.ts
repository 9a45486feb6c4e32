import type { TableRulesEntry, WantedTableRules } from '@common/operations/access'
import type { ColumnAccess, TableRight } from '@common/principal/access'
import type { ViewFilterGroup } from '@common/views'

/** Rights in the order of the matrix. */
export const shownRights = ['read', 'create', 'update', 'delete'] as const satisfies readonly TableRight[]

/** Rules of one role for one table, as the matrix edits them. */
export interface RoleRules extends Readonly<Record<TableRight, boolean>> {
  /** Restricted columns, by name or id. */
  readonly columns: Readonly<Record<string, Exclude<ColumnAccess, 'write'>>>
  /** Null if every record exists for the role. */
  readonly rows: ViewFilterGroup | null
}

type RulesOfRole = TableRulesEntry['roles'][number]
export type Granted = RulesOfRole['granted']

const known = new WeakMap<RulesOfRole, RoleRules>()

/**
 * Returns the stored rules of a role for a table. The same for the same entry: with a thousand tables, the head of the
 * matrix reads all of them after each change.
 */
export function storedRules(of: RulesOfRole): RoleRules {
  const made = known.get(of) ?? readRules(of)
  known.set(of, made)
  return made
}

function readRules({ create, read, update, delete: remove, columns, rows }: RulesOfRole): RoleRules {
  const restricted = Object.entries(columns).filter(
    (entry): entry is [string, 'hidden' | 'read'] => entry[1] !== 'write',
  )
  return {
    create,
    read,
    update,
    delete: remove,
    columns: Object.fromEntries(restricted),
    rows: rows === null || rows.filters.length === 0 ? null : rows,
  }
}

/**
 * Sets a right, if the permissions of the role grant it. Changing and deleting need reading, because they tell what is in
 * a record: they go and come with it.
 */
export function withRight(rules: RoleRules, granted: Granted, right: TableRight, isOn: boolean): RoleRules {
  if (!granted[right]) return rules
  if (right === 'read' && !isOn) return { ...rules, read: false, update: false, delete: false }
  if ((right === 'update' || right === 'delete') && isOn && !rules.read)
    return granted.read ? { ...rules, read: true, [right]: true } : rules
  return { ...rules, [right]: isOn }
}

/** Sets all rights of a table at once. */
export function withRights(rules: RoleRules, granted: Granted, allowed: readonly TableRight[]): RoleRules {
  const has = (right: TableRight): boolean => granted[right] && allowed.includes(right)
  return { ...rules, create: has('create'), read: has('read'), update: has('update'), delete: has('delete') }
}

/** Removes all rules, so that only the permissions of the role decide. */
export const withoutRules = (_rules: RoleRules, granted: Granted): RoleRules => ({
  ...granted,
  columns: {},
  rows: null,
})

/** True if a rule forbids a right that the permissions of the role grant. */
export const isForbidden = (rules: RoleRules, granted: Granted, right: TableRight): boolean =>
  granted[right] && !rules[right]

/** True if the rules restrict the role in any way. */
export const isRestricted = (rules: RoleRules, granted: Granted): boolean =>
  rules.rows !== null ||
  Object.keys(rules.columns).length > 0 ||
  shownRights.some((right) => isForbidden(rules, granted, right))

/** Sets the access to several columns at once. */
export const withColumns = (rules: RoleRules, columns: readonly string[], access: ColumnAccess): RoleRules =>
  columns.reduce((now, column) => withColumn(now, column, access), rules)

/** Sets the access to a column; `write` removes its rule. */
export function withColumn(rules: RoleRules, column: string, access: ColumnAccess): RoleRules {
  const { [column]: _before, ...others } = rules.columns
  return { ...rules, columns: access === 'write' ? others : { ...others, [column]: access } }
}

/** Sets the row rule; one without conditions is none. */
export const withRows = (rules: RoleRules, rows: ViewFilterGroup): RoleRules => ({
  ...rules,
  rows: rows.filters.length === 0 ? null : rows,
})

/** Returns how many rights the change gives and takes, and how many columns and row rules it changes. */
export function changesOf(before: RoleRules, after: RoleRules) {
  const columns = new Set([...Object.keys(before.columns), ...Object.keys(after.columns)])
  return {
    gained: shownRights.filter((right) => after[right] && !before[right]).length,
    lost: shownRights.filter((right) => !after[right] && before[right]).length,
    rules:
      [...columns].filter((column) => before.columns[column] !== after.columns[column]).length +
      (JSON.stringify(before.rows) === JSON.stringify(after.rows) ? 0 : 1),
  }
}

export const isChanged = (before: RoleRules, after: RoleRules): boolean =>
  Object.values(changesOf(before, after)).some((count) => count > 0)

/** Returns the rules to send. Rights that the permissions of the role don't grant are left out. */
export function wantedRules(table: string, role: string, granted: Granted, rules: RoleRules): WantedTableRules {
  const { columns, rows } = rules
  const rights = shownRights.filter((right) => granted[right]).map((right) => [right, rules[right]] as const)
  return { table, role, rules: { ...Object.fromEntries(rights), columns, rows } }
}

/** State of a tick that stands for several. */
export type TickState = 'on' | 'off' | 'mixed'

export function tickOf(ticks: readonly boolean[]): TickState {
  if (ticks.length > 0 && ticks.every(Boolean)) return 'on'
  return ticks.some(Boolean) ? 'mixed' : 'off'
}
