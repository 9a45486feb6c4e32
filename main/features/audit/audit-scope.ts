import type { StoredValue } from '@common/columns/column-type'
import type { TableSummary } from '@common/model'
import type { Principal } from '@common/principal'
import { systemPrincipal } from '@common/principal'
import type { SightedTable, TablesInSight } from '@common/principal/sight'
import type { MetaStore } from '@main/db/meta'
import { readMarks, type Mark } from './marks'
import { escaped, Terms } from './sql-terms'

/**
 * Tables of an audit that a caller may see. Entries of other tables don't exist, neither in lists nor in counts. Tables with
 * hidden rows are left out as a whole: nothing tells whether a deleted row was visible.
 */
export interface AuditScope {
  /** Tables without hidden columns and rows. */
  readonly open: readonly string[]
  /** Tables with hidden columns, and the history of their names. */
  readonly limited: readonly LimitedTable[]
  /** True if single views of open tables are hidden. Lines about views and links for visitors name them. */
  readonly hidesViews?: boolean
}

export interface LimitedTable {
  readonly table: SightedTable
  readonly marks: readonly Mark[]
}

/** Returns the look-ups of a principal. */
export type TableLookups = (principal: Principal) => Pick<TablesInSight, 'list' | 'named'>

const known = new WeakMap<Principal, { readonly list: readonly TableSummary[]; readonly names: readonly string[] }>()

/** Returns the scope of a caller; undefined if nothing is hidden. */
export async function auditScope(
  store: MetaStore,
  lookups: TableLookups,
  principal: Principal,
  projectId: string,
): Promise<AuditScope | undefined> {
  const [list, every] = await Promise.all([
    lookups(principal).list(projectId),
    lookups(systemPrincipal).list(projectId),
  ])
  const hidesViews = (principal.access?.views?.size ?? 0) > 0
  const before = known.get(principal)
  if (!hidesViews && before?.list === list && before.names.length === every.length) return undefined
  const found = await Promise.all(list.map(({ name }) => lookups(principal).named(projectId, name)))
  const tables = found.flatMap((table) => (table?.sight.read === true ? [table] : []))
  const open = tables.filter(isOpen).map(({ name }) => name)
  if (!hidesViews && open.length === every.length) {
    known.set(principal, { list, names: open })
    return undefined
  }
  const limited = tables.filter((table) => !isOpen(table) && table.sight.rows === undefined)
  return {
    open,
    hidesViews,
    limited: await Promise.all(
      limited.map(async (table) => ({ table, marks: await readMarks(store, projectId, table.name) })),
    ),
  }
}

const isOpen = ({ columns, virtualColumns, sight: { whole, rows } }: SightedTable): boolean =>
  rows === undefined &&
  columns.length === whole.columns.length &&
  // Lines about views and computed columns name them.
  virtualColumns.length === whole.virtualColumns.length

const listOf = (values: readonly string[]): string => values.map(() => '?').join(', ')

/** Adds the rows of visible tables. Updates need a visible column. */
export function addRowScope(terms: Terms, scope: AuditScope | undefined, text: string | undefined): void {
  if (scope === undefined) return
  const { open, limited } = scope
  // A search must not look into hidden values.
  const shown = text === undefined ? limited : []
  const some = shown.map(({ table, marks }) => visibleRows(table, marks))
  const options = [...(open.length > 0 ? [`table_name IN (${listOf(open)})`] : []), ...some.map(({ sql }) => sql)]
  terms.add(
    options.length === 0 ? '1 = 0' : `(${options.join(' OR ')})`,
    ...open,
    ...some.flatMap(({ params }) => params),
  )
}

/** Adds entries about whole records of visible tables: bulk inserts and comments. */
export function addRecordScope(terms: Terms, scope: AuditScope | undefined): void {
  if (scope === undefined) return
  const names = [...scope.open, ...scope.limited.map(({ table }) => table.name)]
  terms.add(names.length === 0 ? '1 = 0' : `table_name IN (${listOf(names)})`, ...names)
}

/** Types of lines that never name a table or a column. Exports do, with their filters. */
const harmless = ['PROJECT', 'AUTHENTICATION', 'MAIL'] as const

/** Adds lines about visible tables, without types that may name hidden ones in their details. */
export function addLineScope(terms: Terms, scope: AuditScope | undefined): void {
  if (scope === undefined) return
  const { open, hidesViews = false } = scope
  const types = harmless.map(() => "operation LIKE ? ESCAPE '!'").join(' OR ')
  const ofViews = hidesViews ? " AND operation NOT LIKE 'VIEW/%' AND operation NOT LIKE 'SHARE/%'" : ''
  const ofOpen = `operation NOT LIKE 'RELATION/%' AND operation NOT LIKE 'TABLE!_ACL/%' ESCAPE '!'${ofViews}`
  terms.add(
    `(${types}${open.length === 0 ? '' : ` OR (table_name IN (${listOf(open)}) AND ${ofOpen})`})`,
    ...harmless.map((type) => `${type}/%`),
    ...open,
  )
}

/** Rows of a table with hidden columns: every insert and delete, and updates of a visible column. */
function visibleRows({ name, columns }: SightedTable, marks: readonly Mark[]): Terms {
  const terms = new Terms().add('table_name = ?', name)
  const periods: string[] = []
  const params: StoredValue[] = []
  let names = new Set(columns.map((column) => column.name))
  let until: string | undefined
  for (const each of [...marks.toReversed(), undefined]) {
    const since = each?.id ?? ''
    const tuples = [...names].flatMap((column) => {
      const start = `[${JSON.stringify(column)},`
      // Quotes in values are escaped, so these are starts of tuples only.
      return [`%[${escaped(start)}%`, `%],${escaped(start)}%`]
    })
    const changed = tuples.map(() => "changes LIKE ? ESCAPE '!'").join(' OR ')
    periods.push(
      `(id > ?${until === undefined ? '' : ' AND id < ?'} AND (kind <> 'update'${changed === '' ? '' : ` OR ${changed}`}))`,
    )
    params.push(since, ...(until === undefined ? [] : [until]), ...tuples)
    // Entries before this mark belong to an earlier table of the same name.
    if (each?.mark.removed === true) break
    const former = new Map(each?.mark.renamed?.map(([from, to]) => [to, from]))
    names = new Set([...names].map((column) => former.get(column) ?? column))
    until = since
  }
  return terms.add(`(${periods.join(' OR ')})`, ...params)
}
