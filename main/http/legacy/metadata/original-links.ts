import type { VirtualColumn } from '@common/model/relations'
import type { CopiedRelation } from '@common/project-copy'
import { nameKey } from '@common/wire/names'
import { belongsToLink, hasManyLink, manyToManyLink, RelationGraph, type Relation } from '@main/features/tables'
import type { OriginalTables, OriginalTable } from './original-tables'

export type OriginalLink = Extract<VirtualColumn, { kind: 'link' }>

/** Returns the link that an entry of `v` names; undefined if the relations of the file don't have it. */
export type FindLink = (table: OriginalTable, terms: Readonly<Record<string, unknown>>) => OriginalLink | undefined

/** A term of an entry, and what it says about a relation. */
type Said = readonly [given: unknown, of: (relation: Relation) => string | undefined]

/**
 * Makes the links that entries name, and adds them to their tables. A small file can imply millions of others: each two
 * references of a table link what they refer to.
 */
export function originalLinks(tables: OriginalTables, relations: readonly CopiedRelation[]): FindLink {
  const graph = new RelationGraph(relations.map((relation) => ({ ...relation, real: false })))
  const indexes = new Map<string, ReadonlyMap<string, readonly Relation[]>>()
  /** Returns the first two relations to which all given terms apply, from an index by the terms that are given. */
  const firstTwo = (side: 'from' | 'to', table: string, terms: readonly Said[]): readonly Relation[] => {
    const said = terms.map(([given]) => typeof given === 'string' && given !== '')
    const name = JSON.stringify([side, table, said])
    const index =
      indexes.get(name) ?? indexed(graph[side](table), (relation) => keyOf(terms, said, ([, of]) => of(relation)))
    indexes.set(name, index)
    return index.get(keyOf(terms, said, ([given]) => String(given))) ?? []
  }

  const places = new Map<string, number>()
  const linkOf = (table: OriginalTable, { id, link }: ReturnType<typeof belongsToLink>): OriginalLink | undefined => {
    const name = JSON.stringify([table.name, id])
    let place = places.get(name)
    if (place === undefined) {
      const relatedTitle = tables.get(link.relatedTable)?.title ?? link.relatedTable
      place = table.virtualColumns.push({ kind: 'link', id, title: id, link, relatedTitle, key: id }) - 1
      places.set(name, place)
    }
    const found = table.virtualColumns[place]
    return found?.kind === 'link' ? found : undefined
  }

  return (table, { type, tn, rtn, cn, rcn, vtn }) => {
    const columns: readonly Said[] = [
      [cn, ({ childColumns }) => childColumns[0]],
      [rcn, ({ parentColumns }) => parentColumns[0]],
    ]
    const byChild = (given: unknown): Said => [given, ({ childTable }) => childTable]
    const byParent: Said = [rtn, ({ parentTable }) => parentTable]
    if (type === 'bt') {
      const [own] = firstTwo('from', table.name, [byParent, ...columns])
      return own && linkOf(table, belongsToLink(own))
    }
    if (type === 'hm') {
      const [own] = firstTwo('to', table.name, [byChild(tn), ...columns])
      return own && linkOf(table, hasManyLink(own, false))
    }
    if (type !== 'mm') return undefined
    const [own] = typeof vtn === 'string' ? firstTwo('to', table.name, [byChild(vtn)]) : []
    const other = own && firstTwo('from', own.childTable, [byParent]).find((each) => each !== own)
    return own && other && linkOf(table, manyToManyLink(own, other))
  }
}

/** Names differ by more than letter case. */
const keyOf = (terms: readonly Said[], said: readonly boolean[], textOf: (term: Said) => string | undefined): string =>
  JSON.stringify(terms.map((term, at) => (said[at] === true ? nameKey(textOf(term) ?? '') : '')))

function indexed(
  relations: readonly Relation[],
  keyOfRelation: (relation: Relation) => string,
): ReadonlyMap<string, readonly Relation[]> {
  const index = new Map<string, Relation[]>()
  for (const relation of relations) {
    const key = keyOfRelation(relation)
    const known = index.get(key)
    if (known === undefined) index.set(key, [relation])
    else if (known.length === 1) known.push(relation)
  }
  return index
}
