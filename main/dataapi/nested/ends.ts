import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { Link, LinkKind, VirtualColumn } from '@common/model/relations'
import type { SightedTable } from '@common/principal/sight'
import { findByName } from '@common/wire/named'
import { nameKey } from '@common/wire/names'
import type { ReadOptions } from '@main/db/database'
import { tableIndex, wholeIndex, type TableIndex } from '../plan/columns'

export type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

/** The tables and columns of a link. */
export interface LinkEnds {
  /** Columns of the table where the link starts. */
  readonly from: readonly Column[]
  /** The related table. */
  readonly index: TableIndex
  /** Its columns where the link ends. */
  readonly to: readonly Column[]
  /** The junction table of a many-to-many link. */
  readonly through?: { readonly index: TableIndex; readonly from: readonly Column[]; readonly to: readonly Column[] }
}

/** Returns the links of a table. */
export function linksOf({ table }: TableIndex): readonly LinkColumn[] {
  return table.virtualColumns.filter((column) => column.kind === 'link').filter(({ problem }) => problem === undefined)
}

/**
 * Finds links by id, title, key in rows or target table: exact matches, else ignoring letter case if all matches lead
 * to one table.
 */
export function linksNamed(links: readonly LinkColumn[], name: string): readonly LinkColumn[] {
  const isOwn = ({ id, title, key }: LinkColumn): boolean => [id, title, key].includes(name)
  const exact = links.filter((column) => isOwn(column) || column.link.relatedTable === name)
  const titled = exact.length > 0 ? exact : links.filter(({ relatedTitle }) => relatedTitle === name)
  if (titled.length > 0) return titled
  const folded = links.filter(({ title, key, link, relatedTitle }) =>
    [link.relatedTable, relatedTitle, title, key].some((known) => nameKey(known) === nameKey(name)),
  )
  return new Set(folded.map(({ link }) => link.relatedTable)).size > 1 ? [] : folded
}

const kinds: readonly LinkKind[] = ['hasMany', 'belongsTo', 'manyToMany']

/**
 * Finds a link. Among several links to one table, has-many takes precedence over belongs-to; others need their title,
 * id or key.
 */
export function linkNamed(
  index: TableIndex,
  name: string,
  wanted: readonly LinkKind[] = kinds,
): LinkColumn | undefined {
  const named = linksNamed(linksOf(index), name)
  const exact = named.filter(({ id, title, key }) => [id, title, key].includes(name))
  for (const links of [exact, named])
    for (const kind of kinds) {
      const found = wanted.includes(kind) ? links.find(({ link }) => link.kind === kind) : undefined
      if (found) return found
    }
  return undefined
}

/** Returns undefined if a table or column of the link was dropped. */
export async function linkEnds(own: TableIndex, link: Link, tableNamed: TableNamed): Promise<LinkEnds | undefined> {
  const [related, association] = await Promise.all([
    tableNamed(link.relatedTable),
    link.through && tableNamed(link.through.table),
  ])
  if (related === undefined || (link.through !== undefined && association === undefined)) return undefined
  const index = tableIndex(related)
  // A visible link may lead over hidden columns.
  const from = namedColumns(wholeIndex(own), link.columns)
  const to = namedColumns(wholeIndex(index), link.relatedColumns)
  const through = association && link.through ? throughColumns(tableIndex(association), link.through) : undefined
  if (from === undefined || to === undefined || (association !== undefined && through === undefined)) return undefined
  return { from, index, to, ...(through && { through }) }
}

/** Returns the link in the opposite direction. */
export function reversed(own: TableIndex, { from, to, through }: LinkEnds): LinkEnds {
  const back = through && { index: through.index, from: through.to, to: through.from }
  return { from: to, index: own, to: from, ...(back && { through: back }) }
}

/** @throws AppError RELATION_NOT_FOUND */
export async function requireLink(
  index: TableIndex,
  name: string,
  tableNamed: TableNamed,
  wanted?: readonly LinkKind[],
): Promise<{ readonly column: LinkColumn; readonly ends: LinkEnds }> {
  const column = linkNamed(index, name, wanted)
  const ends = column && (await linkEnds(index, column.link, tableNamed))
  if (!column || !ends)
    throw new AppError('RELATION_NOT_FOUND', { child: name.slice(0, 200), parent: index.table.title })
  return { column, ends }
}

function throughColumns(
  index: TableIndex,
  through: NonNullable<Link['through']>,
): NonNullable<LinkEnds['through']> | undefined {
  const from = namedColumns(wholeIndex(index), through.columns)
  const to = namedColumns(wholeIndex(index), through.relatedColumns)
  return from && to && { index, from, to }
}

function namedColumns(index: TableIndex, names: readonly string[]): readonly Column[] | undefined {
  const columns = names.map((name) => index.byName.get(name) ?? findByName(index.table.columns, name))
  return columns.every((column) => column !== undefined) ? columns : undefined
}

/** A table of the project by its name in the database, as the principal sees it; undefined if it is gone. */
export type TableNamed = (name: string) => Promise<SightedTable | undefined>

/** Options of reads with linked rows. */
export interface NestedOptions extends Pick<ReadOptions, 'signal'> {
  /** Called with the key of omitted linked rows, or of a column in them, and the reason. */
  readonly omitted?: ((key: string, reason: AppError) => void) | undefined
  /** Without it, linked rows are omitted as a whole if one of their columns is unreadable. */
  readonly tableNamed?: TableNamed | undefined
}
