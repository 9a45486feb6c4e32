import { viewFilterGroup, type ViewFilterGroup } from '@common/views/settings'
import { z } from 'zod'

/** Access of a role to the values of a column. */
export const columnAccesses = ['hidden', 'read', 'write'] as const
export type ColumnAccess = (typeof columnAccesses)[number]

/** Operations on the rows of a table that rules can forbid. */
export const tableRights = ['create', 'read', 'update', 'delete'] as const
export type TableRight = (typeof tableRights)[number]

/** Models that can be disabled for a role. `tableView`: a view of a table, by its id. An SQL view is a table here. */
export const modelKinds = ['table', 'tableView', 'function', 'procedure', 'relation'] as const
export type ModelKind = (typeof modelKinds)[number]

const name = z.string().min(1).max(255)

/**
 * Rules of one role for a table or SQL view. They take from the permissions of the role and never add to them. Absent
 * parts don't restrict.
 */
export const tableAccess = z.strictObject({
  create: z.literal(false).optional(),
  read: z.literal(false).optional(),
  update: z.literal(false).optional(),
  delete: z.literal(false).optional(),
  /** By name of the column, or id of a computed column or a link. Others can be read and written. */
  columns: z.record(name, z.enum(['hidden', 'read'])).optional(),
  /** Only rows that match exist for the role. Its conditions may name the current user. */
  rows: viewFilterGroup.optional(),
})
export type TableAccess = z.infer<typeof tableAccess> & {
  /** The table doesn't exist for the role. */
  readonly disabled?: true
}

/** Rules of one role in a project, by name of the table. One object per role and revision, so that caches can use it. */
export interface RoleAccess {
  readonly tables: ReadonlyMap<string, TableAccess>
  /** Functions and procedures that don't exist for the role, as `routineKey` names them; none if absent. */
  readonly routines?: ReadonlySet<string>
  /** Relations that don't exist for the role, as `relationKey` names them; none if absent. */
  readonly relations?: ReadonlySet<string>
  /** Views of tables that don't exist for the role, by id; none if absent. */
  readonly views?: ReadonlySet<string>
  /** The rules that it combines. */
  readonly parts?: readonly RoleAccess[]
}

/** Name of a relation among disabled models: its child table and the columns of the reference. */
export const relationKey = (childTable: string, childColumns: readonly string[]): string =>
  `${childTable}.${childColumns.join(',')}`

export const routineKey = (kind: 'function' | 'procedure', name: string): string => `${kind}\n${name}`

/** Returns rules that combine two roles, for a preview: neither shows what the other hides. */
export function bothAccesses(one: RoleAccess | undefined, other: RoleAccess | undefined): RoleAccess | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other
  const known = combined.get(one) ?? new WeakMap<RoleAccess, RoleAccess>()
  combined.set(one, known)
  const tables = new Map(one.tables)
  for (const [table, access] of other.tables) tables.set(table, bothTables(tables.get(table), access))
  const routines = new Set([...(one.routines ?? []), ...(other.routines ?? [])])
  const relations = new Set([...(one.relations ?? []), ...(other.relations ?? [])])
  const views = new Set([...(one.views ?? []), ...(other.views ?? [])])
  const made = known.get(other) ?? {
    tables,
    ...(routines.size > 0 && { routines }),
    ...(relations.size > 0 && { relations }),
    ...(views.size > 0 && { views }),
    parts: [one, other],
  }
  known.set(other, made)
  return made
}

const combined = new WeakMap<RoleAccess, WeakMap<RoleAccess, RoleAccess>>()

function bothTables(one: TableAccess | undefined, other: TableAccess): TableAccess {
  if (one === undefined) return other
  const columns = { ...one.columns, ...other.columns }
  for (const [column, access] of Object.entries(one.columns ?? {})) if (access === 'hidden') columns[column] = access
  const filters: readonly ViewFilterGroup[] = [one.rows, other.rows].filter((rows) => rows !== undefined)
  const [rows] = filters
  const merged: TableAccess = {
    ...one,
    ...other,
    columns,
    ...(rows && { rows: filters.length > 1 ? { join: 'and', filters: [...filters] } : rows }),
  }
  return merged
}
