import { createHash } from 'node:crypto'
import type { Column, TableSummary } from '@common/model'
import type { Message } from '@common/messages'
import type { Link, LinkKind, VirtualColumn } from '@common/model/relations'
import { nameKey } from '@common/wire/names'
import type { StoredVirtualColumn } from '../virtual-columns/virtual-columns'

/** A relation independent of its sides: child rows reference a parent row. */
export interface Relation {
  readonly childTable: string
  readonly childColumns: readonly string[]
  readonly parentTable: string
  /** Empty: the parent's key. */
  readonly parentColumns: readonly string[]
  readonly onDelete: Link['onDelete']
  readonly onUpdate: Link['onUpdate']
  /** True for a foreign key of the database, false for a relation that only Basalt knows. */
  readonly real: boolean
  /** Id of a relation that only Basalt knows. */
  readonly storedId?: string
  /** True if another relation has the same names in another letter case. Then ids use the exact names. */
  readonly hasTwin?: true
}

/** A link with the id it has as a column; why it leads nowhere any more, if it does not. */
export interface IdentifiedLink {
  readonly id: string
  readonly link: Link
  readonly problem?: Message
}

/** All relations of a project, by table. */
export class RelationGraph {
  private readonly byChild = new Map<string, Relation[]>()
  private readonly byParent = new Map<string, Relation[]>()

  /** Foreign keys of the database take precedence over equal stored relations. */
  constructor(relations: readonly Relation[]) {
    const byKey = new Map<string, Map<string, Relation>>()
    for (const relation of relations) {
      const [key, names] = [relationKey(relation), JSON.stringify(namesOf(relation))]
      const same = byKey.get(key) ?? new Map<string, Relation>()
      byKey.set(key, same)
      if (!same.has(names)) same.set(names, relation)
    }
    for (const same of byKey.values())
      for (const one of same.values()) {
        const relation = same.size === 1 ? one : { ...one, hasTwin: true as const }
        add(this.byChild, relation.childTable, relation)
        add(this.byParent, relation.parentTable, relation)
      }
  }

  all(): readonly Relation[] {
    return [...this.byChild.values()].flat()
  }

  /** Returns the relations in which the table is the child. */
  from(table: string): readonly Relation[] {
    return this.byChild.get(table) ?? []
  }

  /** Returns the relations in which the table is the parent. */
  to(table: string): readonly Relation[] {
    return this.byParent.get(table) ?? []
  }
}

function add(map: Map<string, Relation[]>, table: string, relation: Relation): void {
  const known = map.get(table)
  if (known === undefined) map.set(table, [relation])
  else known.push(relation)
}

const namesOf = ({ childTable, childColumns, parentTable }: Relation): string[] => [
  childTable,
  ...childColumns,
  parentTable,
]

/** Identifies a relation by its child, the columns and the parent. */
const relationKey = (relation: Relation): string =>
  JSON.stringify(relation.hasTwin === true ? namesOf(relation) : namesOf(relation).map(nameKey))

export function isSameRelation(left: Relation, right: Relation): boolean {
  return relationKey(left) === relationKey(right)
}

/** Returns the id of a link, derived from its tables and columns: equal on all servers and after restarts. */
export function linkId(kind: LinkKind, relation: Relation, other?: Relation): string {
  const text = [kind, relationKey(relation), ...(other === undefined ? [] : [relationKey(other)])].join(' ')
  return `${prefixes[kind]}_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`
}
const prefixes: Readonly<Record<LinkKind, string>> = { hasMany: 'hm', belongsTo: 'bt', manyToMany: 'mm' }

/** A relation seen from the child. */
export function belongsToLink(relation: Relation): IdentifiedLink {
  const { parentTable, childColumns, parentColumns, real, onDelete, onUpdate } = relation
  return {
    id: linkId('belongsTo', relation),
    link: {
      kind: 'belongsTo',
      relatedTable: parentTable,
      columns: childColumns,
      relatedColumns: parentColumns,
      real,
      onDelete,
      onUpdate,
    },
  }
}

/** A relation seen from the parent. */
export function hasManyLink(relation: Relation, toAssociation: boolean): IdentifiedLink {
  const { childTable, childColumns, parentColumns, real, onDelete, onUpdate } = relation
  return {
    id: linkId('hasMany', relation),
    link: {
      kind: 'hasMany',
      relatedTable: childTable,
      columns: parentColumns,
      relatedColumns: childColumns,
      real,
      onDelete,
      onUpdate,
      ...(toAssociation ? { toAssociation: true as const } : {}),
    },
  }
}

/** Returns the link over two relations of a junction table, from the parent of the first. */
export function manyToManyLink(own: Relation, other: Relation): IdentifiedLink {
  return {
    id: linkId('manyToMany', own, other),
    link: {
      kind: 'manyToMany',
      relatedTable: other.parentTable,
      columns: own.parentColumns,
      relatedColumns: other.parentColumns,
      through: { table: own.childTable, columns: own.childColumns, relatedColumns: other.childColumns },
      real: own.real && other.real,
      onDelete: own.onDelete,
      onUpdate: own.onUpdate,
    },
  }
}

const arrows: Readonly<Record<LinkKind, string>> = { hasMany: '=>', belongsTo: '<=', manyToMany: '<=>' }

/**
 * Returns links and stored virtual columns of a table with unique titles. The default title of a link contains its
 * tables (wire §7); a second link between them adds the columns.
 *
 * @param titleOf  returns the title of a table
 * @param problems  problems of stored columns, by id
 */
export function titledColumns(
  table: TableSummary,
  columns: readonly Column[],
  links: readonly IdentifiedLink[],
  stored: readonly StoredVirtualColumn[],
  titleOf: (table: string) => string,
  problems: ReadonlyMap<string, Message>,
): VirtualColumn[] {
  const byId = new Map(stored.map((column) => [column.id, column]))
  const computed = stored.filter(({ definition }) => definition.kind !== 'link')
  const isLink = new Set(links.map(({ id }) => id))
  const taken = new Set(
    [...columns, ...stored.filter(({ id, definition }) => definition.kind !== 'link' || isLink.has(id))].map(
      ({ title }) => nameKey(title),
    ),
  )
  const free = (...candidates: readonly string[]): string => {
    const last = candidates.at(-1) ?? ''
    let title = candidates.find((candidate) => !taken.has(nameKey(candidate)))
    for (let n = 2; title === undefined; n += 1) if (!taken.has(nameKey(`${last} ${n}`))) title = `${last} ${n}`
    taken.add(nameKey(title))
    return title
  }
  const keys = new Set(columns.map(({ title }) => title))
  const linkColumns = links.map(({ id, link, problem }): VirtualColumn => {
    const relatedTitle = titleOf(link.relatedTable)
    const [left, right] = link.kind === 'belongsTo' ? [relatedTitle, table.title] : [table.title, relatedTitle]
    const plain = `${left} ${arrows[link.kind]} ${right}`
    const by = (link.through?.relatedColumns ?? (link.kind === 'hasMany' ? link.relatedColumns : link.columns)).join(
      ', ',
    )
    return {
      kind: 'link',
      id,
      title: byId.get(id)?.title ?? free(plain, `${plain} (${by})`),
      link,
      relatedTitle,
      key: freeKey(keys, `${relatedTitle}${endings[link.kind]}`, by),
      ...(problem === undefined ? {} : { problem }),
    }
  })
  return [
    ...linkColumns,
    ...computed.flatMap(({ id, title, definition }): VirtualColumn[] => {
      if (definition.kind === 'link') return []
      const problem = problems.get(id)
      return [{ id, title, ...definition, ...(problem === undefined ? {} : { problem }) }]
    }),
  ]
}

const endings: Readonly<Record<LinkKind, string>> = { hasMany: 'List', belongsTo: 'Read', manyToMany: 'MMList' }

/** Two links to one table, or a column called like one, must not hide each other in a row. */
function freeKey(taken: Set<string>, wanted: string, by: string): string {
  let key = taken.has(wanted) ? `${wanted}_${by}` : wanted
  for (let n = 2; taken.has(key); n += 1) key = `${wanted}_${by}_${n}`
  taken.add(key)
  return key
}
