/** Relations and virtual columns in the format of scripts (wire §7). */
import type { Table } from '@common/model'
import type { Link, VirtualColumn } from '@common/model/relations'
import { defaultDbAlias } from '@common/constants'
import { referencesOf, rewriteReferences } from '@common/formula'
import { findByName, type Names } from '@common/wire/named'
import { english } from '@main/lib/messages'
import type { WireManyToMany, WireRelation, WireVirtualColumn } from './schemas'

/** Tables that the links of a table lead to, by name. */
export type RelatedTables = ReadonlyMap<string, Table>

/** Scripts get the problem of a column in English, and as a message beside it. */
function virtualColumnToWire(column: VirtualColumn): WireVirtualColumn['column'] {
  const { problem, problemText: _text, ...rest } = column
  return problem === undefined ? rest : { ...rest, problem: english(problem), message: problem }
}

interface RelationLists {
  readonly hasMany: WireRelation[]
  readonly belongsTo: WireRelation[]
  readonly manyToMany: WireManyToMany[]
  readonly v: WireVirtualColumn[]
}

type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

/** Returns `hasMany`, `belongsTo`, `manyToMany` and `v` of a table. */
export function relationsToWire(table: Table, related: RelatedTables): RelationLists {
  const links = table.virtualColumns.filter((column) => column.kind === 'link')
  const ofKind = (kind: Link['kind']): LinkColumn[] => links.filter((column) => column.link.kind === kind)
  const oneToMany = (column: LinkColumn): WireRelation | [] =>
    column.problem === undefined ? relationToWire(table, column, related) : []
  return {
    hasMany: ofKind('hasMany').flatMap(oneToMany),
    belongsTo: ofKind('belongsTo').flatMap(oneToMany),
    manyToMany: ofKind('manyToMany').flatMap((column) => manyToManyToWire(table, column, related) ?? []),
    // The many-to-many link replaces the has-many to its junction table, which scripts and the page never see.
    v: table.virtualColumns
      .filter((column) => column.kind !== 'link' || column.link.toAssociation !== true)
      .map((column) => ({
        _cn: column.title,
        ...termsOf(table, column, related),
        column: virtualColumnToWire(column),
      })),
  }
}

/** Returns the wire form of a virtual column. A composite key is reduced to its first column. */
function termsOf(
  table: Table,
  column: VirtualColumn,
  related: RelatedTables,
): Omit<WireVirtualColumn, '_cn' | 'column'> {
  switch (column.kind) {
    case 'link': {
      if (column.link.kind === 'manyToMany') {
        const mm = manyToManyToWire(table, column, related)
        return mm === undefined ? {} : { mm }
      }
      const relation = relationToWire(table, column, related)
      return column.link.kind === 'hasMany' ? { hm: relation } : { bt: relation }
    }
    case 'lookup': {
      const followed = follow(table, column.linkId, related)
      const target = followed && columnTitle(followed.to, column.column)
      // A broken lookup stays a lookup; `column` holds the problem.
      if (followed === undefined || target === undefined) return { lk: { lcn: column.column } }
      const { to, terms } = followed
      return { lk: { ...terms, ltn: to.name, _ltn: to.title, lcn: column.column, _lcn: target } }
    }
    case 'rollup':
    case 'count': {
      const followed = follow(table, column.linkId, related)
      const fn = column.kind === 'rollup' ? column.function : 'count'
      const name = column.kind === 'rollup' ? column.column : (followed?.link.relatedColumns[0] ?? '')
      const target = followed && columnTitle(followed.to, name)
      if (followed === undefined || target === undefined) return { rl: { rlcn: name, fn } }
      const { to, terms } = followed
      return { rl: { ...terms, rltn: to.name, _rltn: to.title, rlcn: name, _rlcn: target, fn } }
    }
    case 'formula':
      return {
        formula: {
          value: shownFormula(column.formula, table),
          ...(column.problem === undefined ? {} : { error: [english(column.problem)] }),
        },
      }
  }
}

/** Returns a formula with column titles instead of the stored identities. */
export function shownFormula(formula: string, table: Pick<Table, 'columns' | 'virtualColumns'>): string {
  const titles = new Map<string, string>([
    ...table.columns.map(({ name, title }) => [name, title] as const),
    ...table.virtualColumns.map(({ id, title }) => [id, title] as const),
  ])
  try {
    return referencesOf(formula).length === 0 ? formula : rewriteReferences(formula, (name) => titles.get(name))
  } catch {
    // Invalid formulas stay unchanged, so that users can correct them.
    return formula
  }
}

interface Followed {
  readonly to: Table
  readonly link: Link
  /** Fields of the relation that a lookup or rollup repeats. */
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
  const { tn, _tn, rtn, _rtn, cn, rcn } = relationToWire(table, column, related)
  return {
    to,
    link: column.link,
    terms: { type: column.link.kind === 'hasMany' ? 'hm' : 'bt', tn, _tn, rtn, _rtn, cn, rcn },
  }
}

const columnTitle = (table: Table, name: string): string | undefined =>
  table.columns.find((column) => column.name === name)?.title ??
  table.virtualColumns.find((column) => column.id === name)?.title

/** Returns a has-many or belongs-to. `tn` is always the child, `rtn` the parent. */
function relationToWire(table: Table, column: LinkColumn, related: RelatedTables): WireRelation {
  const { link } = column
  const own = { table: namesOf(table), column: endOf(table, link.columns[0]) }
  const far = otherEnd(column, related)
  const [child, parent] = link.kind === 'belongsTo' ? [own, far] : [far, own]
  return {
    ...relationFacts([child.table.name, child.column.name, parent.table.name, parent.column.name]),
    tn: child.table.name,
    _tn: child.table.title,
    cn: child.column.name,
    _cn: child.column.title,
    rtn: parent.table.name,
    _rtn: parent.table.title,
    rcn: parent.column.name,
    _rcn: parent.column.title,
    type: link.real ? 'real' : 'virtual',
    ur: link.onUpdate,
    dr: link.onDelete,
  }
}

/**
 * Returns the facts that scripts of the original expect in every relation: its id, its databases, `enabled`.
 *
 * @param names  child table and column, parent table and column
 */
export function relationFacts(names: readonly string[]) {
  return {
    id: relationId(names),
    db_alias: defaultDbAlias,
    referenced_db_alias: defaultDbAlias,
    enabled: 1 as const,
  }
}

/** Returns a stable number for a relation, a hash of the names of its ends. */
function relationId(names: readonly string[]): number {
  let [high, low] = [0x811c9dc5, 0x9dc5811c]
  for (const character of JSON.stringify(names)) {
    const code = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x85ebca6b) ^ (low >>> 15)
  }
  // 53 bits fit a double.
  return (high >>> 11) * 2 ** 32 + (low >>> 0) + 1
}

function manyToManyToWire(table: Table, column: LinkColumn, related: RelatedTables): WireManyToMany | undefined {
  const { through, columns } = column.link
  const [vcn, vrcn] = [through?.columns[0], through?.relatedColumns[0]]
  if (through === undefined || vcn === undefined || vrcn === undefined) return undefined
  const own = endOf(table, columns[0])
  const far = otherEnd(column, related)
  return {
    tn: table.name,
    _tn: table.title,
    cn: own.name,
    _cn: own.title,
    vtn: through.table,
    vcn,
    vrcn,
    rtn: far.table.name,
    _rtn: far.table.title,
    rcn: far.column.name,
    _rcn: far.column.title,
  }
}

const namesOf = ({ name, title }: Names): Names => ({ name, title })

/** Returns a link's column by name. For a dropped column, the name is also the title. */
const endOf = (table: Table, name = ''): Names => findByName(table.columns, name) ?? { name, title: name }

/** Returns the target table and column of a link, with placeholders for missing ones. */
function otherEnd({ link, relatedTitle }: LinkColumn, related: RelatedTables): { table: Names; column: Names } {
  const [name = ''] = link.relatedColumns
  const table = related.get(link.relatedTable)
  if (table !== undefined) return { table: namesOf(table), column: endOf(table, name) }
  return { table: { name: link.relatedTable, title: relatedTitle }, column: { name, title: name } }
}
