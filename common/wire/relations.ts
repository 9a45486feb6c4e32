/** Relations and virtual columns as scripts know them (wire §7). */
import type { Column, Table } from '@common/model'
import type { Link, VirtualColumn } from '@common/model/relations'
import { referencesOf, rewriteReferences } from '@common/formula'
import type { WireManyToMany, WireRelation, WireVirtualColumn } from './schemas'

/** The tables that links of a table lead to, by name. Without one, what follows its link has no terse form. */
export type RelatedTables = ReadonlyMap<string, Table>

interface RelationLists {
  readonly hasMany: WireRelation[]
  readonly belongsTo: WireRelation[]
  readonly manyToMany: WireManyToMany[]
  readonly v: WireVirtualColumn[]
}

type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

/** `hasMany`, `belongsTo`, `manyToMany` and `v` of a table. */
export function relationsToWire(table: Table, related: RelatedTables): RelationLists {
  const links = table.virtualColumns.filter((column) => column.kind === 'link')
  const ofKind = (kind: Link['kind']): LinkColumn[] => links.filter((column) => column.link.kind === kind)
  const oneToMany = (column: LinkColumn): WireRelation | [] => relationToWire(table, column, related) ?? []
  return {
    hasMany: ofKind('hasMany').flatMap(oneToMany),
    belongsTo: ofKind('belongsTo').flatMap(oneToMany),
    manyToMany: ofKind('manyToMany').flatMap((column) => manyToManyToWire(table, column, related) ?? []),
    v: table.virtualColumns.map((column) => ({
      _cn: column.title,
      ...termsOf(table, column, related),
      column,
    })),
  }
}

/** What scripts know of a column; nothing for those that the wire has no words for: keys of several columns. */
function termsOf(
  table: Table,
  column: VirtualColumn,
  related: RelatedTables,
): Omit<WireVirtualColumn, '_cn' | 'column'> {
  switch (column.kind) {
    case 'link': {
      if (column.link.toAssociation === true) return {}
      if (column.link.kind === 'manyToMany') {
        const mm = manyToManyToWire(table, column, related)
        return mm === undefined ? {} : { mm }
      }
      const relation = relationToWire(table, column, related)
      if (relation === undefined) return {}
      return column.link.kind === 'hasMany' ? { hm: relation } : { bt: relation }
    }
    case 'lookup': {
      const followed = follow(table, column.linkId, related)
      const target = followed && columnTitle(followed.to, column.column)
      if (followed === undefined || target === undefined) return {}
      const { to, terms } = followed
      return { lk: { ...terms, ltn: to.name, _ltn: to.title, lcn: column.column, _lcn: target } }
    }
    case 'rollup':
    case 'count': {
      const followed = follow(table, column.linkId, related)
      if (followed === undefined) return {}
      const { to, terms, link } = followed
      const name = column.kind === 'rollup' ? column.column : (link.relatedColumns[0] ?? '')
      const fn = column.kind === 'rollup' ? column.function : 'count'
      const target = columnTitle(to, name)
      if (target === undefined) return {}
      return { rl: { ...terms, rltn: to.name, _rltn: to.title, rlcn: name, _rlcn: target, fn } }
    }
    case 'formula':
      return {
        formula: {
          value: shownFormula(column.formula, table),
          ...(column.problem === undefined ? {} : { error: [column.problem] }),
        },
      }
  }
}

/** A formula with the titles that people see in place of the names that it is kept with. */
export function shownFormula(formula: string, table: Pick<Table, 'columns' | 'virtualColumns'>): string {
  const titles = new Map<string, string>([
    ...table.columns.map(({ name, title }) => [name, title] as const),
    ...table.virtualColumns.map(({ id, title }) => [id, title] as const),
  ])
  try {
    return referencesOf(formula).length === 0 ? formula : rewriteReferences(formula, (name) => titles.get(name))
  } catch {
    // Text that is no formula is shown as it is, so that it can be put right.
    return formula
  }
}

interface Followed {
  readonly to: Table
  readonly link: Link
  /** The fields of the relation that a lookup or rollup repeats. */
  readonly terms: Record<string, string>
}

function follow(table: Table, linkId: string, related: RelatedTables): Followed | undefined {
  const column = table.virtualColumns.find(({ id }) => id === linkId)
  if (column?.kind !== 'link') return undefined
  const to = related.get(column.link.relatedTable)
  if (to === undefined) return undefined
  if (column.link.kind === 'manyToMany') {
    const mm = manyToManyToWire(table, column, related)
    return mm && { to, link: column.link, terms: { type: 'mm', ...mm } }
  }
  const relation = relationToWire(table, column, related)
  if (relation === undefined) return undefined
  const { tn, _tn, rtn, _rtn, cn, rcn } = relation
  return {
    to,
    link: column.link,
    terms: { type: column.link.kind === 'hasMany' ? 'hm' : 'bt', tn, _tn, rtn, _rtn, cn, rcn },
  }
}

const columnTitle = (table: Table, name: string): string | undefined =>
  table.columns.find((column) => column.name === name)?.title ??
  table.virtualColumns.find((column) => column.id === name)?.title

/** A has-many or belongs-to of one column: `tn` is the child, `rtn` the parent, whichever of them is asked. */
function relationToWire(table: Table, { link }: LinkColumn, related: RelatedTables): WireRelation | undefined {
  const other = related.get(link.relatedTable)
  if (other === undefined || link.columns.length !== 1) return undefined
  const own = named(table, link.columns[0])
  const far = named(other, link.relatedColumns[0])
  if (own === undefined || far === undefined) return undefined
  const isChild = link.kind === 'belongsTo'
  const [child, childColumn, parent, parentColumn] = isChild ? [table, own, other, far] : [other, far, table, own]
  return {
    tn: child.name,
    _tn: child.title,
    cn: childColumn.name,
    _cn: childColumn.title,
    rtn: parent.name,
    _rtn: parent.title,
    rcn: parentColumn.name,
    _rcn: parentColumn.title,
    type: link.real ? 'real' : 'virtual',
    ur: link.onUpdate,
    dr: link.onDelete,
  }
}

function manyToManyToWire(table: Table, { link }: LinkColumn, related: RelatedTables): WireManyToMany | undefined {
  const { through } = link
  const other = related.get(link.relatedTable)
  if (other === undefined || through === undefined || link.columns.length !== 1 || link.relatedColumns.length !== 1)
    return undefined
  const own = named(table, link.columns[0])
  const far = named(other, link.relatedColumns[0])
  const [vcn, vrcn] = [through.columns[0], through.relatedColumns[0]]
  if (own === undefined || far === undefined || vcn === undefined || vrcn === undefined) return undefined
  return {
    tn: table.name,
    _tn: table.title,
    cn: own.name,
    _cn: own.title,
    vtn: through.table,
    vcn,
    vrcn,
    rtn: other.name,
    _rtn: other.title,
    rcn: far.name,
    _rcn: far.title,
  }
}

const named = (table: Table, name: string | undefined): Column | undefined =>
  table.columns.find((column) => column.name.toLowerCase() === name?.toLowerCase())
