import { AppError } from '@common/errors'
import type { Table, TableSummary } from '@common/model'
import type { TableRulesEntry } from '@common/operations/access'
import { projectRoles } from '@common/permissions'
import { grants, isAbove, roleReference, type HeldRole } from '@common/permissions/custom-role'
import { heldRole, type Principal } from '@common/principal'
import { tableRights, type ColumnAccess, type TableAccess, type TableRight } from '@common/principal/access'
import { rowRuleProblem } from '@common/principal/row-rule'
import { isTableAsStrict, rightPermissions } from '@common/principal/strictness'
import { wholeOf, type SightedTable, type TablesInSight } from '@common/principal/sight'
import { conditionsOf, type ViewFilterGroup } from '@common/views'
import { deleteFrom, insertOrUpdate, metaTables, type MetaStep, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { ProjectAccess, ProjectAccesses } from './project-access'
import { accessChanged } from './repository'

const { acl } = metaTables

/** Look-ups of tables that rules need. */
export interface RuleTables extends TablesInSight {
  readonly reached: (projectId: string, table: Table) => Promise<ReadonlyMap<string, Table>>
}

/** Rules as a caller sends them: the wanted rights and columns. */
export interface WantedRules extends Partial<Record<TableRight, boolean | undefined>> {
  readonly columns?: Readonly<Record<string, ColumnAccess>> | undefined
  readonly rows?: ViewFilterGroup | null | undefined
}

/** Rules of a role for a table that replace the stored ones. */
export interface RuleChange {
  readonly at: { readonly table: string; readonly role: string }
  readonly wanted: WantedRules
}

export interface TableRulesService {
  /** @throws AppError TABLE_NOT_FOUND */
  readonly read: (principal: Principal, projectId: string, table?: string) => Promise<TableRulesEntry[]>
  /** @throws AppError TABLE_NOT_FOUND, COLUMN_NOT_FOUND, ROLE_NOT_FOUND, RULES_NOT_YOURS, ROW_RULE_INVALID, ROW_RULE_TOO_LARGE */
  readonly save: (principal: Principal, projectId: string, list: readonly RuleChange[]) => Promise<void>
}

export function createTableRules(options: {
  readonly store: MetaStore
  readonly accesses: ProjectAccesses
  readonly tables: (principal: Principal) => RuleTables
  readonly clock: Clock
}): TableRulesService {
  const { store, accesses, tables, clock } = options

  const find = async (principal: Principal, projectId: string, name: string): Promise<SightedTable> =>
    tables(principal).get(projectId, name)

  const entryOf = (
    access: ProjectAccess,
    summary: Pick<TableSummary, 'name' | 'title' | 'type'>,
    table: SightedTable,
  ): TableRulesEntry => ({
    table: summary.name,
    title: summary.title,
    type: summary.type,
    roles: [...projectRoles.filter((role) => role !== 'owner'), ...access.customRoles].map((role) => {
      const reference = roleReference(role)
      const rules: TableAccess = access.access(reference)?.tables.get(summary.name) ?? {}
      const granted = grantedRights(role, summary.type)
      const shown = (column: string): boolean => isInSight(table, column)
      return {
        role: reference,
        ...rightsOf((right) => granted[right] && rules[right] !== false),
        granted,
        columns: Object.fromEntries(Object.entries(rules.columns ?? {}).filter(([column]) => shown(column))),
        // A rule about hidden columns would tell of them.
        rows: rules.rows && conditionsOf(rules.rows).every(({ column }) => shown(column)) ? rules.rows : null,
        disabled: rules.disabled === true,
      }
    }),
  })

  const stepOf = async (
    principal: Principal,
    projectId: string,
    access: ProjectAccess,
    { at, wanted }: RuleChange,
  ): Promise<MetaStep> => {
    const role = ruledRole(principal, access, at.role)
    const table = await find(principal, projectId, at.table)
    for (const column of Object.keys(wanted.columns ?? {})) requireColumn(table, column)
    const rows = wanted.rows && conditionsOf(wanted.rows).length > 0 ? wanted.rows : undefined
    if (rows !== undefined) {
      refuseLarge(rows)
      for (const { column } of conditionsOf(rows)) requireColumn(table, column)
      const problem = rowRuleProblem(rows, table, await tables(principal).reached(projectId, table))
      if (problem !== undefined)
        throw new AppError('ROW_RULE_INVALID', { ...problem, column: titleOf(table, problem.column) })
    }
    const before: TableAccess = access.access(roleReference(role))?.tables.get(table.name) ?? {}
    const rules = storedRules(before, table, { ...wanted, rows })
    // Rules of others can't be laxer than the own ones, unless they were before.
    const own = principal.access?.tables.get(table.name) ?? {}
    if (!isTableAsStrict(role, rules, own) && !isTableAsStrict(role, rules, before))
      throw new AppError('RULES_NOT_YOURS')
    const place = { project_id: projectId, role: roleReference(role), table_name: table.name }
    return Object.keys(rules).length === 0
      ? deleteFrom(acl, place)
      : insertOrUpdate(acl, ['project_id', 'role', 'table_name'], {
          ...place,
          rules: JSON.stringify(rules),
          updated_at: clock.now().toISOString(),
        })
  }

  return {
    read: async (principal, projectId, name) => {
      const access = await accesses.now(projectId)
      const lookups = tables(principal)
      const list = name === undefined ? await lookups.list(projectId) : [await find(principal, projectId, name)]
      const found = await Promise.all(
        list.map(async (summary) => {
          const table = await lookups.named(projectId, summary.name)
          return table === undefined ? [] : [entryOf(access, summary, table)]
        }),
      )
      return found.flat()
    },

    save: async (principal, projectId, list) => {
      const access = await accesses.now(projectId)
      const steps: MetaStep[] = []
      for (const change of list) steps.push(await stepOf(principal, projectId, access, change))
      if (steps.length > 0) await store.transact([...steps, accessChanged(projectId)])
    },
  }
}

function rightsOf(has: (right: TableRight) => boolean): Record<TableRight, boolean> {
  const [create, read, update, remove] = tableRights.map(has)
  return { create: create === true, read: read === true, update: update === true, delete: remove === true }
}

/** Rights that the permissions of a role grant. An SQL view is read only. */
export function grantedRights(role: HeldRole, type: TableSummary['type']): Record<TableRight, boolean> {
  return rightsOf((right) => (right === 'read' || type === 'table') && grants(role, rightPermissions[right]))
}

/** Returns a role whose rules the caller may set. @throws AppError ROLE_NOT_FOUND, RULES_NOT_YOURS */
export function ruledRole(principal: Principal, access: ProjectAccess, reference: string): HeldRole {
  const role = access.role(reference)
  if (role === undefined) throw new AppError('ROLE_NOT_FOUND')
  const own = heldRole(principal)
  // Members can't lift the rules of their own role, directly or through an equal one. The owner has none.
  if (own === undefined || role === 'owner' || (own !== 'owner' && (isAbove(role, own) || !isAbove(own, role))))
    throw new AppError('RULES_NOT_YOURS')
  return role
}

const isInSight = ({ columns, virtualColumns }: SightedTable, column: string): boolean =>
  columns.some(({ name }) => name === column) || virtualColumns.some(({ id }) => id === column)

/** @throws AppError COLUMN_NOT_FOUND, for a hidden column too */
function requireColumn(table: SightedTable, column: string): void {
  if (!isInSight(table, column)) throw new AppError('COLUMN_NOT_FOUND', { column, table: table.title })
}

const titleOf = ({ columns, virtualColumns }: Table, column: string): string =>
  columns.find(({ name }) => name === column)?.title ?? virtualColumns.find(({ id }) => id === column)?.title ?? column

/** Maximum number of conditions and values of a row rule: every statement of the role holds all of them. */
const ruleValuesMax = 1_000

/** @throws AppError ROW_RULE_TOO_LARGE */
function refuseLarge(rows: ViewFilterGroup): void {
  const values = conditionsOf(rows).reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0)
  if (values > ruleValuesMax) throw new AppError('ROW_RULE_TOO_LARGE', { max: ruleValuesMax })
}

/** Returns the rules to store: restrictions only. Rules about columns that the caller doesn't see stay. */
function storedRules(
  before: TableAccess,
  table: SightedTable,
  { columns = {}, rows, ...rights }: Omit<WantedRules, 'rows'> & { readonly rows: ViewFilterGroup | undefined },
): TableAccess {
  const whole = wholeOf(table)
  const isUnseen = (column: string): boolean =>
    !isInSight(table, column) &&
    (whole.columns.some(({ name }) => name === column) || whole.virtualColumns.some(({ id }) => id === column))
  const unseen = Object.entries(before.columns ?? {}).filter(([column]) => isUnseen(column))
  const wanted = Object.entries(columns).filter((entry): entry is [string, 'hidden' | 'read'] => entry[1] !== 'write')
  const unseenRows =
    before.rows && conditionsOf(before.rows).some(({ column }) => isUnseen(column)) ? before.rows : undefined
  const filters = [unseenRows, rows].filter((each) => each !== undefined)
  const [only] = filters
  const all = Object.fromEntries([...unseen, ...wanted])
  return {
    ...Object.fromEntries(tableRights.flatMap((right) => (rights[right] === false ? [[right, false]] : []))),
    ...(Object.keys(all).length > 0 && { columns: all }),
    ...(only && { rows: filters.length > 1 ? { join: 'and' as const, filters } : only }),
  }
}
