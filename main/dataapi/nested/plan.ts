import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { Link, LinkKind } from '@common/model/relations'
import type { NestedKind, NestedList, NestedQuery } from '@common/query/nested'
import { pageRowsDefault } from '@common/constants'
import type { ListQuery } from '@common/query/tree'
import { computedOf, hasComputed, type ComputedTable } from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'
import { readableByKey, type TableIndex } from '../plan/columns'
import { planList, type OrderKey } from '../plan/plan'
import { linksNamed, linkEnds, linksOf, type LinkColumn, type LinkEnds, type TableNamed } from './ends'

/** A link whose rows a list includes. */
export interface NestedPlan extends LinkEnds {
  /** Key of the linked rows in a row. */
  readonly key: string
  readonly link: Link
  /** Computed columns of the related table, if any. */
  readonly computed?: ComputedTable | undefined
  /** Columns of the linked rows. */
  readonly columns: readonly Column[]
  readonly query: ListQuery
  readonly order: readonly OrderKey[]
  /** True if an index finds the rows, so that the time doesn't grow with the tables. */
  readonly bounded: boolean
}

/**
 * Returns the links of a list with their tables. Skips links to dropped tables.
 * @throws AppError QUERY_PARAMETER_INVALID, COLUMN_NOT_FOUND
 */
export async function planNested(
  dialect: Dialect,
  index: TableIndex,
  query: NestedQuery,
  tableNamed: TableNamed,
): Promise<NestedPlan[]> {
  const wanted = wantedLinks(index, query)
  const plans = await Promise.all(wanted.map(({ column, list }) => planLink(dialect, index, column, list, tableNamed)))
  return plans.filter((plan) => plan !== undefined)
}

/** True if a list includes linked rows. */
export function showsLinks(index: TableIndex, query: NestedQuery): boolean {
  return wantedLinks(index, query).length > 0
}

interface Wanted {
  readonly column: LinkColumn
  readonly list: NestedList | undefined
}

function wantedLinks(index: TableIndex, query: NestedQuery): Wanted[] {
  const links = linksOf(index)
  return [
    ...ofKind(links, 'belongsTo', query.belongsTo),
    ...ofKind(links, 'hasMany', query.hasMany),
    ...ofKind(links, 'manyToMany', query.manyToMany),
  ]
}

function ofKind(all: readonly LinkColumn[], kind: LinkKind, { names, lists }: NestedKind): Wanted[] {
  const links = all.filter((column) => column.link.kind === kind)
  if (names === undefined)
    return links.filter(({ link }) => link.toAssociation !== true).map((column) => ({ column, list: undefined }))
  const wanted = names.flatMap((name, at) => {
    const found = linksNamed(links, name)
    // wire §9.2: an unlinked table is an error in mm, and ignored in hm and bt.
    if (found.length === 0 && kind === 'manyToMany') throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'mm' })
    return found.map((column) => ({ column, list: lists.get(at) }))
  })
  return wanted.filter(({ column }, at) => wanted.findIndex((other) => other.column === column) === at)
}

async function planLink(
  dialect: Dialect,
  own: TableIndex,
  { id, link, key }: LinkColumn,
  list: NestedList | undefined,
  tableNamed: TableNamed,
): Promise<NestedPlan | undefined> {
  const ends = await linkEnds(own, link, tableNamed)
  if (ends === undefined) return undefined
  const { from, index, to, through } = ends
  const related = index.table
  const computed = list && hasComputed(related) ? await computedOf(dialect, related, tableNamed) : undefined
  const query: ListQuery = {
    sort: list?.sort ?? [],
    ...(list?.filter && { filter: list.filter }),
    page: list?.page ?? { limit: pageRowsDefault, offset: 0 },
  }
  const found = through === undefined ? { index, columns: to } : { index: through.index, columns: through.from }
  return {
    key,
    link,
    from,
    index,
    to,
    ...(computed && { computed }),
    columns: shownColumns(
      index,
      computed,
      [...(link.kind === 'hasMany' ? to : []), ...lookedUp(own, id, index)],
      list?.fields,
    ),
    query,
    order: planList(index, query, undefined, computed).order,
    ...(through === undefined ? {} : { through }),
    bounded:
      isLeading(found.index, found.columns) &&
      (through === undefined || isLeading(index, to)) &&
      computed?.bounded !== false,
  }
}

/** wire §9.3: the key, the naming column, foreign keys of children, and requested columns. */
function shownColumns(
  index: TableIndex,
  computed: ComputedTable | undefined,
  leading: readonly Column[],
  fields: NestedList['fields'],
): readonly Column[] {
  if (fields?.[0] === '*') return [...index.table.columns, ...(computed?.columns ?? [])]
  const name = index.table.columns.filter((column) => column.primaryValue)
  const asked = (fields ?? []).map((field) => readableByKey(index, computed, field))
  const visible = leading.filter((column) => index.position.has(column))
  return [...new Set([...index.key, ...name, ...visible, ...asked])]
}

/** Returns the lookups through a link, which nested rows also contain (wire §7). */
function lookedUp({ table }: TableIndex, linkId: string, related: TableIndex): readonly Column[] {
  return table.virtualColumns.flatMap((column) =>
    column.kind === 'lookup' && column.linkId === linkId ? (related.byName.get(column.column) ?? []) : [],
  )
}

function isLeading({ table }: TableIndex, columns: readonly Column[]): boolean {
  const [first] = columns
  return [table.primaryKey, ...table.indexes.map((index) => index.columns)].some(([leading]) => leading === first?.name)
}
