import type { Table, TableSummary } from '@common/model'
import { permits, userOf, type Principal } from '.'
import { relationKey, routineKey, type RoleAccess } from './access'
import { isListedFor, rulesInScope, scopeOf } from './scope'
import type { TablesByName } from './hidden-columns'
import type { RowRights, TableRules } from './table-rules'

const sharedRules = new Map<string, TableRules>()

/** Rules without hidden columns or rows: one object per set of rights. */
function rulesOfRights(rights: RowRights): TableRules {
  const key = [rights.read, rights.create, rights.change, rights.delete].join()
  const rules = sharedRules.get(key) ?? rights
  sharedRules.set(key, rules)
  return rules
}

/** Rules that hide nothing and forbid nothing: those of the server itself. */
export const fullRules = rulesOfRights({ read: true, create: true, change: true, delete: true })
const noRights: RowRights = { read: false, create: false, change: false, delete: false }

const rulesOfPrincipals = new WeakMap<Principal, TableRules>()
const rulesOfTables = new WeakMap<Principal, WeakMap<Table, TableRules>>()

/**
 * Returns the rules of a principal for a table. The only source of rules: roles, their access rules, shared views and
 * forms.
 *
 * @param tables  what links and computed columns of the table reach (`needsTables`)
 */
export function rulesFor(principal: Principal, table: Table, tables: TablesByName = noTables): TableRules {
  if (isRestricted(principal)) return ownRules(principal, table)
  const rights = rulesOfRoles(principal)
  const scope = scopeOf(principal.access, rights, userOf(principal)?.email ?? null)
  return scope === undefined ? rights : rulesInScope(scope, table, tables)
}

const noTables: TablesByName = new Map()

/** True if `rulesFor` needs the tables that a table's links reach. */
export const needsTables = (principal: Principal): boolean => principal.access !== undefined

function rulesOfRoles(principal: Principal): TableRules {
  const known = rulesOfPrincipals.get(principal)
  if (known !== undefined) return known
  const rules = rulesOfRights({
    read: permits(principal, 'row.read'),
    create: permits(principal, 'row.create'),
    change: permits(principal, 'row.update'),
    delete: permits(principal, 'row.delete'),
  })
  rulesOfPrincipals.set(principal, rules)
  return rules
}

/** Returns the object that stands for all rules of a principal: a cache key for everything made from several tables. */
export function rulesKey(principal: Principal): object {
  if (isRestricted(principal)) return principal
  const rights = rulesOfRoles(principal)
  return scopeOf(principal.access, rights, userOf(principal)?.email ?? null) ?? rights
}

/** True if access rules of its role hide something from a principal: tables, columns, rows or relations. */
export function isLimited({ access }: Pick<Principal, 'access'>): boolean {
  if (access === undefined) return false
  const known = limiting.get(access) ?? hidesSomething(access)
  limiting.set(access, known)
  return known
}

/** Asked for every event and write, over all tables with rules. */
const limiting = new WeakMap<RoleAccess, boolean>()

const hidesSomething = ({ tables, relations }: RoleAccess): boolean =>
  relations !== undefined ||
  [...tables.values()].some(
    ({ disabled, read, columns = {}, rows }) =>
      disabled === true || read === false || rows !== undefined || Object.values(columns).includes('hidden'),
  )

/** True if a table exists for the principal. */
export function isListed(principal: Principal, { name, isQuery }: Pick<TableSummary, 'name' | 'isQuery'>): boolean {
  if (isRestricted(principal)) return principal.kind === 'sharedView' && name === principal.table
  if (isQuery === true && principal.access !== undefined && !showsQuery(principal.access, name)) return false
  return isListedFor(principal.access, name)
}

/**
 * Rules can't look into SQL, so a query could show what they hide. A role from which rules hide something sees a query
 * table only if it has rules for this table too: then its owner decided it.
 */
function showsQuery(access: RoleAccess, name: string): boolean {
  if (access.parts !== undefined) return access.parts.every((part) => showsQuery(part, name))
  return access.tables.has(name) || !isLimited({ access })
}

/** True if a function or procedure exists for the principal. */
export const isRoutineListed = ({ access }: Principal, kind: 'function' | 'procedure', name: string): boolean =>
  access?.routines?.has(routineKey(kind, name)) !== true

/** True if a view of a table exists for the principal. Its table may still be hidden. */
export const isViewListed = ({ access }: Principal, viewId: string): boolean => access?.views?.has(viewId) !== true

/** True if a relation exists for the principal. */
export const isRelationListed = ({ access }: Principal, childTable: string, childColumns: readonly string[]): boolean =>
  access?.relations?.has(relationKey(childTable, childColumns)) !== true

const isRestricted = (principal: Principal): principal is Visitor =>
  principal.kind === 'sharedView' || principal.kind === 'formVisitor'

type Visitor = Extract<Principal, { kind: 'sharedView' | 'formVisitor' }>

function ownRules(principal: Visitor, table: Table): TableRules {
  const own = rulesOfTables.get(principal) ?? new WeakMap<Table, TableRules>()
  rulesOfTables.set(principal, own)
  const known = own.get(table)
  if (known !== undefined) return known
  const rules: TableRules = { ...visitorRules(principal, table), visitor: true }
  own.set(table, rules)
  return rules
}

function visitorRules(principal: Visitor, table: Table): TableRules {
  const { columns } = principal
  if (table.name !== principal.table) return { ...noRights, columns: linkedColumns(table) }
  if (principal.kind === 'formVisitor') return { ...noRights, create: true, columns }
  return { ...noRights, read: true, columns, ...(principal.filter && { rows: principal.filter }) }
}

/** A linked record shows its key and its name. */
function linkedColumns({ primaryKey, columns }: Table): ReadonlySet<string> {
  return new Set([...primaryKey, ...columns.filter(({ primaryValue }) => primaryValue).map(({ name }) => name)])
}
