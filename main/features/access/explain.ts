import type { Table } from '@common/model'
import type { AccessExplanation } from '@common/operations/access'
import type { NamedView } from '@common/operations/views'
import { isCustomRole, projectPermissions, roleReference, type HeldRole } from '@common/permissions/custom-role'
import { heldRole, permits, type Principal } from '@common/principal'
import { tableRights, type TableAccess, type TableRight } from '@common/principal/access'
import { hiddenVirtual, type TablesByName } from '@common/principal/hidden-columns'
import { isViewListed, rulesFor } from '@common/principal/rules'
import { hidingOf } from '@common/principal/scope'
import { wholeOf, type SightedTable } from '@common/principal/sight'
import type { TableRules } from '@common/principal/table-rules'
import { conditionsOf } from '@common/views'
import { grantedRights } from './table-rules'

type ExplainedTable = AccessExplanation['tables'][number]

/** A table as the caller sees it, with the whole tables that it reaches. */
export interface ExplainedPlace {
  readonly table: SightedTable
  readonly reached: TablesByName
  /** Views of the table that the caller sees. */
  readonly views: readonly NamedView[]
}

const ruleRights = { create: 'create', read: 'read', update: 'change', delete: 'delete' } as const

/**
 * Returns what a principal can't see or do in these tables, and why. Computed by the functions that hide it, so that the
 * answer never differs from what happens. Names nothing that the caller doesn't see.
 */
export function explain(principal: Principal, places: readonly ExplainedPlace[]): AccessExplanation {
  const role: HeldRole = heldRole(principal) ?? 'viewer'
  return {
    role: roleReference(role),
    roleTitle: isCustomRole(role) ? role.title : '',
    missing: projectPermissions.filter((permission) => !permits(principal, permission)),
    tables: places.map((place) => explainTable(principal, role, place)),
  }
}

function explainTable(principal: Principal, role: HeldRole, { table, reached, views }: ExplainedPlace): ExplainedTable {
  const whole = wholeOf(table)
  const rules = rulesFor(principal, whole, reached)
  const own: TableAccess = principal.access?.tables.get(whole.name) ?? {}
  const granted = grantedRights(role, whole.type)
  const because = (right: TableRight) => {
    if (!granted[right]) return 'permission' as const
    return own.disabled === true ? ('disabled' as const) : ('rule' as const)
  }
  return {
    table: whole.name,
    title: whole.title,
    type: whole.type,
    rights: tableRights.flatMap((right) =>
      granted[right] && rules[ruleRights[right]] ? [] : [{ right, because: because(right) }],
    ),
    columns: explainColumns(principal, whole, reached, rules).filter(({ column }) => isSeen(table, column)),
    ...explainRows(own.rows, table),
    views: views.flatMap(({ id, title }) => (isViewListed(principal, id) ? [] : [{ view: id, title }])),
  }
}

function explainRows(
  rule: TableAccess['rows'],
  { columns, virtualColumns }: SightedTable,
): Pick<ExplainedTable, 'rowsRuled' | 'rows' | 'rowColumns'> {
  const titles = new Map([
    ...columns.map(({ name, title }) => [name, title] as const),
    ...virtualColumns.map(({ id, title }) => [id, title] as const),
  ])
  const named = [...new Set(rule === undefined ? [] : conditionsOf(rule).map(({ column }) => column))]
  return {
    rowsRuled: named.length > 0,
    rows: rule !== undefined && named.every((column) => titles.has(column)) ? rule : null,
    rowColumns: named.flatMap((column) => titles.get(column) ?? []),
  }
}

const isSeen = ({ columns, virtualColumns }: SightedTable, column: string): boolean =>
  columns.some(({ name }) => name === column) || virtualColumns.some(({ id }) => id === column)

function explainColumns(
  principal: Principal,
  whole: Table,
  reached: TablesByName,
  { columns, writable }: TableRules,
): ExplainedTable['columns'] {
  const causes = principal.access === undefined ? new Map() : hiddenVirtual(whole, reached, hidingOf(principal.access))
  const all = [
    ...whole.columns.map(({ name, title }) => ({ column: name, title })),
    ...whole.virtualColumns.map(({ id, title }) => ({ column: id, title })),
  ]
  return all.flatMap((each): ExplainedTable['columns'] => {
    const isHidden = columns?.has(each.column) === false
    if (!isHidden && writable?.has(each.column) !== false) return []
    const cause = isHidden ? causes.get(each.column) : undefined
    const isOwn = cause === undefined || (cause.table === whole.name && cause.column === each.column)
    return [
      {
        ...each,
        access: isHidden ? 'hidden' : 'read',
        because: cause?.isRelation === true ? 'disabled' : isOwn ? 'rule' : 'madeFromHidden',
        cause: isOwn || cause.isRelation === true ? null : { table: cause.table, column: cause.column ?? null },
      },
    ]
  })
}
