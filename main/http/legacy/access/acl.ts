import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { TableRulesEntry } from '@common/operations/access'
import { tableRights, type ColumnAccess, type TableRight } from '@common/principal/access'
import { viewFilterGroup, type ViewFilterGroup } from '@common/views'
import type { WantedRules } from '@main/features/access'
import { z } from 'zod'
import { rowRuleFrom } from './custom'

/** Access rules in the words of the original (wire §13.3): by role and operation. */

type RoleRules = TableRulesEntry['roles'][number]

const columns = z.record(z.string().max(255), z.boolean())
const wireOperation = z.union([
  z.boolean(),
  z.strictObject({
    /** Columns that are false are hidden, or can't be written. */
    columns: columns.optional(),
    /** The row rule: a filter of Basalt, or a condition of the original (wire §10). */
    custom: z.union([viewFilterGroup, z.record(z.string(), z.unknown())]).nullish(),
  }),
])
type WireOperation = z.infer<typeof wireOperation>

const wireRoleAcl = z.strictObject({
  create: wireOperation.optional(),
  read: wireOperation.optional(),
  update: wireOperation.optional(),
  delete: wireOperation.optional(),
})
type WireRoleAcl = z.infer<typeof wireRoleAcl>

export const wireAcl = z.record(z.string().min(1).max(64), wireRoleAcl)
export type WireAcl = z.infer<typeof wireAcl>

/** Guests reach no table; no rule changes that. */
const guest = { create: false, read: false, update: false, delete: false }

/** Returns the rules of all roles for a table. */
export const aclOf = ({ roles }: TableRulesEntry): WireAcl => ({
  ...Object.fromEntries(roles.map((role) => [role.role, roleAcl(role)])),
  guest,
})

function roleAcl(role: RoleRules): WireRoleAcl {
  const ruled = (accesses: readonly ColumnAccess[]) =>
    Object.fromEntries(
      Object.entries(role.columns).flatMap(([name, of]) => (accesses.includes(of) ? [[name, false]] : [])),
    )
  const operation = (right: TableRight): WireOperation => {
    if (!role[right]) return false
    const closed = right === 'delete' ? {} : ruled(right === 'read' ? ['hidden'] : ['hidden', 'read'])
    const custom = right === 'read' ? role.rows : null
    if (Object.keys(closed).length === 0 && custom === null) return true
    return { columns: closed, ...(custom !== null && { custom }) }
  }
  return Object.fromEntries(tableRights.map((right) => [right, operation(right)]))
}

/** True for each operation that a role has on at least one table. */
export function aggregatedAcl(entries: readonly TableRulesEntry[]): Record<string, Record<string, boolean>> {
  const all: Record<string, Record<string, boolean>> = { guest }
  for (const { roles } of entries)
    for (const role of roles) {
      const known = all[role.role] ?? {}
      all[role.role] = Object.fromEntries(tableRights.map((right) => [right, known[right] === true || role[right]]))
    }
  return all
}

/**
 * Returns the rules that scripts want for a role; undefined if nothing changes. Operations and row rules that are left
 * out stay as they are.
 *
 * @param table  as the caller sees it
 * @throws AppError RIGHT_NOT_GRANTED for a right that the permissions of the role don't grant, ROW_RULE_INVALID
 */
export function wantedRules(role: RoleRules, sent: WireRoleAcl, table: Table): WantedRules | undefined {
  const wanted: WantedRules = {
    ...Object.fromEntries(tableRights.flatMap((right) => (isTaken(role, right, sent[right]) ? [[right, false]] : []))),
    columns: columnsOf(role, sent),
    rows: rowsOf(role, sent.read, table),
  }
  return sameRules(wanted, currentRules(role)) ? undefined : wanted
}

/** True if a rule takes a right that the role's permissions grant. */
function isTaken(role: RoleRules, right: TableRight, sent: WireOperation | undefined): boolean {
  if (sent === undefined) return role.granted[right] && !role[right]
  if (sent !== false && !role.granted[right]) throw new AppError('RIGHT_NOT_GRANTED', { role: role.role, right })
  return sent === false && role.granted[right]
}

function columnsOf(role: RoleRules, { create, read, update }: WireRoleAcl): Record<string, ColumnAccess> {
  const sent = [read, create, update]
  if (sent.every((operation) => operation === undefined)) return role.columns
  const closed = (operation: WireOperation | undefined): string[] =>
    typeof operation === 'object'
      ? Object.entries(operation.columns ?? {}).flatMap(([name, on]) => (on ? [] : [name]))
      : []
  const readOnly = [create, update].flatMap(closed).map((name): [string, ColumnAccess] => [name, 'read'])
  const hidden =
    read === undefined
      ? Object.entries(role.columns).flatMap(([name, of]) => (of === 'hidden' ? [name] : []))
      : closed(read)
  return Object.fromEntries([...readOnly, ...hidden.map((name): [string, ColumnAccess] => [name, 'hidden'])])
}

function rowsOf({ rows }: RoleRules, read: WireOperation | undefined, table: Table): ViewFilterGroup | null {
  if (typeof read !== 'object' || read.custom === undefined) return rows
  const custom = read.custom
  if (custom === null) return null
  const filter = viewFilterGroup.safeParse(custom)
  return filter.success ? filter.data : rowRuleFrom({ ...custom }, table)
}

/** Returns the rules of a role as `accessRulesSave` takes them. */
export const currentRules = (role: RoleRules): WantedRules => ({
  ...Object.fromEntries(tableRights.flatMap((right) => (role.granted[right] && !role[right] ? [[right, false]] : []))),
  columns: role.columns,
  rows: role.rows,
})

function sameRules(one: WantedRules, other: WantedRules): boolean {
  const text = ({ columns: of = {}, rows, ...rights }: WantedRules): string =>
    JSON.stringify([
      tableRights.map((right) => rights[right] === false),
      Object.entries(of).toSorted(([left], [right]) => (left < right ? -1 : 1)),
      rows ?? null,
    ])
  return text(one) === text(other)
}
