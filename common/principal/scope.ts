import type { Table } from '@common/model'
import type { Filter } from '@common/query/tree'
import { relationKey, type RoleAccess, type TableAccess } from './access'
import { hiddenVirtual, type Hiding, type TablesByName } from './hidden-columns'
import { rowRuleFilter, ruleNamesUser } from './row-rule'
import type { RowRights, TableRules } from './table-rules'

/** Rules of a role as they apply to some principals. The same for all of them, so caches use it as a key. */
export interface AccessScope {
  readonly access: RoleAccess
  readonly rights: RowRights
  /** E-mail address of the current user, if a row rule names it. */
  readonly email: string | null
}

const scopes = new WeakMap<RoleAccess, Map<string, AccessScope>>()
const rulesOfScopes = new WeakMap<AccessScope, WeakMap<Table, TableRules>>()
const namingUser = new WeakMap<RoleAccess, boolean>()

/** Returns the scope of a principal; undefined if its role has no access rules. */
export function scopeOf(
  access: RoleAccess | undefined,
  rights: RowRights,
  email: string | null,
): AccessScope | undefined {
  if (access === undefined || (access.tables.size === 0 && access.relations === undefined)) return undefined
  const own = scopes.get(access) ?? new Map<string, AccessScope>()
  scopes.set(access, own)
  const user = namesUser(access) ? email : null
  const key = `${[rights.read, rights.create, rights.change, rights.delete].join()}\n${user ?? ''}`
  const made = own.get(key) ?? { access, rights, email: user }
  own.set(key, made)
  return made
}

function namesUser(access: RoleAccess): boolean {
  const known = namingUser.get(access)
  if (known !== undefined) return known
  const made = [...access.tables.values()].some(({ rows }) => rows !== undefined && ruleNamesUser(rows))
  namingUser.set(access, made)
  return made
}

/** True if a table exists for the holders of a role. */
export const isListedFor = (access: RoleAccess | undefined, table: string): boolean =>
  access?.tables.get(table)?.disabled !== true

/** Returns what rules hide. */
export function hidingOf({ tables, relations }: RoleAccess): Hiding {
  return {
    hidesTable: (table) => {
      const { disabled, read } = tables.get(table) ?? {}
      return disabled === true || read === false
    },
    hidesColumn: (table, column) => tables.get(table)?.columns?.[column] === 'hidden',
    hidesRelation: (childTable, childColumns) => relations?.has(relationKey(childTable, childColumns)) === true,
  }
}

/**
 * Returns the rules of a scope for a table. Every table has its own, even without a rule about it, because its links
 * and computed columns may lead to tables with rules.
 */
export function rulesInScope(scope: AccessScope, table: Table, tables: TablesByName): TableRules {
  const own = rulesOfScopes.get(scope) ?? new WeakMap<Table, TableRules>()
  rulesOfScopes.set(scope, own)
  const known = own.get(table)
  if (known !== undefined) return known
  const made = makeRules(scope, table, tables)
  own.set(table, made)
  return made
}

function makeRules({ access, rights, email }: AccessScope, table: Table, tables: TablesByName): TableRules {
  const own: TableAccess = access.tables.get(table.name) ?? {}
  const hiding = hidingOf(access)
  const virtual = hiddenVirtual(table, tables, hiding)
  const names = table.columns.map(({ name }) => name)
  const all = [...names, ...table.virtualColumns.map(({ id }) => id)]
  const visible = all.filter((each) => !hiding.hidesColumn(table.name, each) && !virtual.has(each))
  const ruled = own.columns ?? {}
  const writable = all.filter((each) => !Object.hasOwn(ruled, each))
  const rows = allOf([
    own.rows && rowRuleFilter(own.rows, table, tables, email),
    ...pairRules({ access, rights, email }, table, tables),
  ])
  const guarded = table.foreignKeys
    .map(({ referencedTable }) => referencedTable)
    .filter((name) => hiding.hidesTable(name) || access.tables.get(name)?.rows !== undefined)
  const exists = own.disabled !== true
  const read = exists && rights.read && own.read !== false
  return {
    read,
    create: exists && rights.create && own.create !== false,
    // Changing or deleting a row tells what is in it.
    change: read && rights.change && own.update !== false,
    delete: read && rights.delete && own.delete !== false,
    isUnseen: hiding.hidesTable,
    isUnrelated: (columns) => hiding.hidesRelation(table.name, columns),
    ...(guarded.length > 0 && { guarded: new Set(guarded) }),
    ...(visible.length < all.length && { columns: new Set(visible) }),
    ...(writable.length < all.length && { writable: new Set(writable) }),
    ...(rows && { rows }),
  }
}

/**
 * Returns the filters of a table that only pairs the rows of two others: a pair with a hidden row is hidden too, because
 * it would tell the key of that row and what it is linked to.
 */
function pairRules({ access, email }: AccessScope, table: Table, tables: TablesByName): Filter[] {
  return table.virtualColumns.flatMap((column): Filter[] => {
    if (column.kind !== 'link' || column.link.kind !== 'belongsTo') return []
    const related = tables.get(column.link.relatedTable)
    const isPaired = related?.virtualColumns.some(
      (each) => each.kind === 'link' && each.link.through?.table === table.name,
    )
    const rule = isPaired === true ? access.tables.get(column.link.relatedTable)?.rows : undefined
    const filter = rule && related && rowRuleFilter(rule, related, tables, email)
    return filter === undefined ? [] : [{ kind: 'related', table: column.id, relation: 'belongsTo', filter }]
  })
}

function allOf(given: readonly (Filter | undefined)[]): Filter | undefined {
  const filters = given.filter((filter) => filter !== undefined)
  return filters.length > 1 ? { kind: 'and', filters } : filters[0]
}
