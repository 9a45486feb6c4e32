import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import type { Link, LinkKind, VirtualColumn } from '@common/model/relations'
import type { NestedKind, NestedList, NestedQuery } from '@common/query/nested'
import { pageRowsDefault } from '@common/constants'
import { nameKey } from '@common/wire/names'
import { computedOf, hasComputed, type ComputedTable } from '@main/db/computed'
import type { Dialect } from '@main/db/dialect'
import { readableByKey, tableIndex, type TableIndex } from '../columns'
import { planList, type OrderKey } from '../plan'
import type { ListQuery } from '@common/query/tree'

type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

/** A link whose rows a list shows. */
export interface NestedPlan {
  /** Key of the linked rows in a row of the list. */
  readonly key: string
  readonly link: Link
  /** Columns of the list's table that the link begins with. */
  readonly from: readonly Column[]
  readonly index: TableIndex
  /** Computed columns of the related table, where it has any. */
  readonly computed?: ComputedTable | undefined
  /** Columns of the related table that the link ends with. */
  readonly to: readonly Column[]
  /** What is shown of the linked rows. */
  readonly columns: readonly Column[]
  readonly query: ListQuery
  readonly order: readonly OrderKey[]
  /** Of a many-to-many: the association table. */
  readonly through?: { readonly index: TableIndex; readonly from: readonly Column[]; readonly to: readonly Column[] }
  /** Whether an index finds the rows, so that the time it takes does not grow with the tables. */
  readonly bounded: boolean
}

/** A table of the project by its name in the database; undefined when it has gone. */
export type TableNamed = (name: string) => Promise<Table | undefined>

/**
 * The links that a list shows, with the tables they lead to. Links that lead nowhere any more are left out.
 *
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

/** Whether a list shows any linked rows: the common case of none costs nothing. */
export function showsLinks(index: TableIndex, query: NestedQuery): boolean {
  return wantedLinks(index, query).length > 0
}

interface Wanted {
  readonly column: LinkColumn
  readonly list: NestedList | undefined
}

function wantedLinks({ table }: TableIndex, query: NestedQuery): Wanted[] {
  const links = table.virtualColumns.filter((column) => column.kind === 'link')
  return [
    ...ofKind(links, 'belongsTo', query.belongsTo),
    ...ofKind(links, 'hasMany', query.hasMany),
    ...ofKind(links, 'manyToMany', query.manyToMany),
  ].filter(({ column }) => column.problem === undefined)
}

function ofKind(all: readonly LinkColumn[], kind: LinkKind, { names, lists }: NestedKind): Wanted[] {
  const links = all.filter((column) => column.link.kind === kind)
  if (names === undefined)
    return links.filter(({ link }) => link.toAssociation !== true).map((column) => ({ column, list: undefined }))
  const wanted = names.flatMap((name, at) => {
    const found = links.filter((column) => isNamed(column, name))
    // wire §9.2: a table that is not linked is a fault in mm, and left alone in hm and bt.
    if (found.length === 0 && kind === 'manyToMany') throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'mm' })
    return found.map((column) => ({ column, list: lists.get(at) }))
  })
  return wanted.filter(({ column }, at) => wanted.findIndex((other) => other.column === column) === at)
}

function isNamed({ id, title, link, relatedTitle }: LinkColumn, name: string): boolean {
  return id === name || [link.relatedTable, relatedTitle, title].some((known) => nameKey(known) === nameKey(name))
}

async function planLink(
  dialect: Dialect,
  own: TableIndex,
  { link, key }: LinkColumn,
  list: NestedList | undefined,
  tableNamed: TableNamed,
): Promise<NestedPlan | undefined> {
  const [related, association] = await Promise.all([
    tableNamed(link.relatedTable),
    link.through && tableNamed(link.through.table),
  ])
  if (related === undefined || (link.through !== undefined && association === undefined)) return undefined
  const index = tableIndex(related)
  const from = namedColumns(own, link.columns)
  const to = namedColumns(index, link.relatedColumns)
  const through = association && link.through ? throughColumns(tableIndex(association), link.through) : undefined
  if (from === undefined || to === undefined || (association !== undefined && through === undefined)) return undefined
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
    columns: shownColumns(index, computed, link.kind === 'hasMany' ? to : [], list?.fields),
    query,
    order: planList(index, query, undefined, computed).order,
    ...(through === undefined ? {} : { through }),
    bounded:
      isLeading(found.index, found.columns) &&
      (through === undefined || isLeading(index, to)) &&
      computed?.bounded !== false,
  }
}

function throughColumns(
  index: TableIndex,
  through: NonNullable<Link['through']>,
): { index: TableIndex; from: readonly Column[]; to: readonly Column[] } | undefined {
  const from = namedColumns(index, through.columns)
  const to = namedColumns(index, through.relatedColumns)
  return from && to && { index, from, to }
}

function namedColumns(index: TableIndex, names: readonly string[]): readonly Column[] | undefined {
  const columns = names.map(
    (name) => index.byName.get(name) ?? index.table.columns.find((column) => nameKey(column.name) === nameKey(name)),
  )
  return columns.every((column) => column !== undefined) ? columns : undefined
}

/** wire §9.3: the key and the record's name; of children also what leads to their parent; and what was asked for. */
function shownColumns(
  index: TableIndex,
  computed: ComputedTable | undefined,
  leading: readonly Column[],
  fields: NestedList['fields'],
): readonly Column[] {
  if (fields?.[0] === '*') return [...index.table.columns, ...(computed?.columns ?? [])]
  const name = index.table.columns.filter((column) => column.primaryValue)
  const asked = (fields ?? []).map((field) => readableByKey(index, computed, field))
  return [...new Set([...index.key, ...name, ...leading, ...asked])]
}

function isLeading({ table }: TableIndex, columns: readonly Column[]): boolean {
  const [first] = columns
  return [table.primaryKey, ...table.indexes.map((index) => index.columns)].some(([leading]) => leading === first?.name)
}
