import { typeFor } from '@common/columns/new-types'
import {
  computedOf,
  isVirtual,
  placeOf,
  relationOf,
  tableOf,
  type Draft,
  type DraftColumn,
  type DraftTable,
  type Followed,
  type RelationKind,
} from './draft'
import type { NewId } from './edits'
import { pairedLinks, type LinkEnd } from './link-pairs'
import { quotedList, readQuotedList } from './quoted-list'
import type { StoredColumn, StoredTable, StoredTemplate, StoredVirtual } from './stored'

/*
 * The stored form of a template and its draft. Relations and computed columns have lists of their own in the stored form,
 * so the draft lists them behind the other columns.
 */

/** Reads a stored template. Relations without their other end get it; what leads nowhere is empty. */
export function readDraft(stored: StoredTemplate, newId: NewId): Draft {
  const { title, category, tags, description, image_url, tables, ...extra } = stored
  const named = tables.map((table) => ({ id: newId(), table }))
  const idOf = new Map(named.map(({ id, table }) => [table.tn, id]))
  const end = (from: string, relation: RelationKind, to: string, name = to): LinkEnd => {
    const relatedId = idOf.get(to)
    return { id: newId(), tableId: from, relation, name, ...(relatedId !== undefined && { relatedId }) }
  }
  const linked = pairedLinks(
    named.flatMap(({ id, table }) => [
      ...table.hasMany.map(({ tn, _cn }) => end(id, 'hm', tn, _cn)),
      ...table.manyToMany.map(({ rtn, _cn }) => end(id, 'mm', rtn, _cn)),
      ...table.belongsTo.map(({ tn, _cn }) => end(id, 'bt', tn, _cn)),
    ]),
    new Map(named.map(({ id, table }) => [id, table.tn])),
    newId,
  )
  const plain = named.map(({ id, table }): DraftTable => {
    const { tn, columns, hasMany: _hm, manyToMany: _mm, belongsTo: _bt, v: _v, ...rest } = table
    return {
      id,
      name: tn,
      columns: [...columns.map((column) => readColumn(column, newId())), ...(linked.get(id) ?? [])],
      ...(Object.keys(rest).length > 0 && { extra: rest }),
    }
  })
  return {
    title,
    category,
    tags,
    description,
    image: image_url,
    tables: plain.map((table, at) => ({
      ...table,
      columns: [...table.columns, ...(tables[at]?.v ?? []).map((each) => readVirtual(each, table, plain, newId()))],
    })),
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}

/** Writes a draft without problems (`problems.ts`). Incomplete columns are left out. */
export function writeDraft(draft: Draft): StoredTemplate {
  const { title, category, tags, description, image, extra } = draft
  return {
    ...extra,
    title,
    category,
    tags: [...tags],
    description,
    image_url: image,
    tables: draft.tables.map((table) => writeTable(draft, table)),
  }
}

function writeTable(draft: Draft, table: DraftTable): StoredTable {
  const related = (kind: RelationKind) =>
    table.columns.flatMap((column) => {
      const other = relationOf(column) === kind ? tableOf(draft, column.relatedId) : undefined
      return other === undefined ? [] : [{ name: other.name, _cn: column.name }]
    })
  return {
    ...table.extra,
    tn: table.name,
    columns: table.columns.flatMap(writeColumn),
    hasMany: related('hm').map(({ name, _cn }) => ({ tn: name, _cn })),
    manyToMany: related('mm').map(({ name, _cn }) => ({ rtn: name, _cn })),
    belongsTo: related('bt').map(({ name, _cn }) => ({ tn: name, _cn })),
    v: table.columns.flatMap((column) => writeVirtual(draft, column)),
  }
}

function writeColumn(column: DraftColumn): StoredColumn[] {
  const { name, uiType, choices, extra } = column
  if (uiType === undefined || isVirtual(column)) return []
  return [{ ...extra, cn: name, uidt: uiType, ...(choices !== undefined && { dtxp: quotedList(choices) }) }]
}

function writeVirtual(draft: Draft, column: DraftColumn): StoredTable['v'] {
  const { name: _cn, extra } = column
  const kind = computedOf(column)
  if (kind === undefined) return []
  if (kind === 'formula' || kind === 'count') return [{ ...extra, _cn }]
  const link = placeOf(draft, column.follows?.linkId)?.column
  const type = link === undefined ? undefined : relationOf(link)
  const related = tableOf(draft, link?.relatedId)
  const taken = placeOf(draft, column.follows?.columnId)?.column
  if (type === undefined || related === undefined || taken === undefined) return []
  if (kind === 'lookup') return [{ ...extra, _cn, lk: { ltn: related.name, type, lcn: taken.name } }]
  return column.rollup === undefined
    ? []
    : [{ ...extra, _cn, rl: { rltn: related.name, type, rlcn: taken.name, fn: column.rollup } }]
}

function readColumn({ cn, uidt, dtxp, ...extra }: StoredColumn, id: string): DraftColumn {
  const choices = typeof dtxp === 'string' ? readQuotedList(dtxp) : dtxp
  return {
    id,
    name: cn,
    uiType: uidt,
    ...(choices !== undefined && { choices }),
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}

function readVirtual(
  { _cn: name, lk, rl, ...extra }: StoredVirtual,
  table: DraftTable,
  tables: readonly DraftTable[],
  id: string,
): DraftColumn {
  const rest = Object.keys(extra).length > 0 ? { extra } : {}
  const follow = (related: string, type: RelationKind, column: string): Followed => {
    const other = tables.find((each) => each.name === related)
    const link = table.columns.find((each) => relationOf(each) === type && each.relatedId === other?.id)
    const taken = other?.columns.find((each) => each.name === column)
    return { ...(link && { linkId: link.id }), ...(link && taken && { columnId: taken.id }) }
  }
  if (lk !== undefined) return { id, name, uiType: typeFor.lookup, follows: follow(lk.ltn, lk.type, lk.lcn), ...rest }
  if (rl !== undefined)
    return { id, name, uiType: typeFor.rollup, follows: follow(rl.rltn, rl.type, rl.rlcn), rollup: rl.fn, ...rest }
  return { id, name, uiType: extra.formula === undefined ? typeFor.count : typeFor.formula, ...rest }
}
