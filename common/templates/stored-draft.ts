import { typeFor } from '@common/columns/new-types'
import { splitOptions } from '@common/columns/values/options'
import { rewriteReferences } from '@common/formula'
import type { ColumnOptions } from '@common/model'
import { colorAt } from '@common/model/column-definition'
import { readColumnOptions } from '@common/wire/column-options'
import { quotedList, readQuotedList } from '@common/wire/quoted-list'
import { followOptions, followSettings, type NewName } from '@common/views'
import {
  computedOf,
  isVirtual,
  placeOf,
  relationOf,
  tableOf,
  type Draft,
  type DraftChoice,
  type DraftColumn,
  type DraftTable,
  type Followed,
  type RelationKind,
} from './draft'
import type { NewId } from './edits'
import { pairedLinks, type LinkEnd } from './link-pairs'
import {
  storedViews,
  type StoredColumn,
  type StoredTable,
  type StoredTemplate,
  type StoredView,
  type StoredVirtual,
} from './stored'

/*
 * The stored form of a template and its draft. Relations and computed columns have lists of their own in the stored form,
 * so the draft lists them behind the other columns.
 */

/** Reads a stored template. Relations without their other end get it; what leads nowhere is empty. */
export function readDraft(stored: StoredTemplate, newId: NewId): Draft {
  const { title, category, tags, description, image_url, tables, ...extra } = stored
  const named = tables.map((table) => ({ id: newId(), table }))
  const idOf = new Map(named.map(({ id, table }) => [table.tn, id]))
  const end = (
    from: string,
    relation: RelationKind,
    to: string,
    { _cn: name = to, ...rest }: { readonly _cn?: string | undefined },
  ): LinkEnd => {
    const relatedId = idOf.get(to)
    return {
      id: newId(),
      tableId: from,
      relation,
      name,
      storedName: name,
      ...(relatedId !== undefined && { relatedId }),
      ...extraOf(rest),
    }
  }
  const linked = pairedLinks(
    named.flatMap(({ id, table }) => [
      ...table.hasMany.map(({ tn, ...rest }) => end(id, 'hm', tn, rest)),
      ...table.manyToMany.map(({ rtn, ...rest }) => end(id, 'mm', rtn, rest)),
      ...table.belongsTo.map(({ tn, ...rest }) => end(id, 'bt', tn, rest)),
    ]),
    new Map(named.map(({ id, table }) => [id, table.tn])),
    newId,
  )
  const plain = named.map(({ id, table }): DraftTable => {
    const { tn, columns, hasMany: _hm, manyToMany: _mm, belongsTo: _bt, v: _v, ...rest } = table
    return {
      id,
      name: tn,
      storedName: tn,
      columns: [...columns.map((column) => readColumn(column, newId())), ...(linked.get(id) ?? [])],
      ...extraOf(rest),
    }
  })
  const computed = named.map(({ table }) => table.v.map((each) => ({ id: newId(), stored: each })))
  const all = plain.map((table, at) => ({
    ...table,
    columns: [...table.columns, ...(computed[at] ?? []).map(({ id, stored: { _cn } }) => ({ id, name: _cn }))],
  }))
  return {
    title,
    category,
    tags,
    description,
    image: image_url,
    tables: plain.map((table, at) => ({
      ...table,
      columns: [...table.columns, ...(computed[at] ?? []).map((each) => readVirtual(each.stored, table, all, each.id))],
    })),
    ...extraOf(extra),
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
    table.columns.flatMap(({ extra, name, ...column }) => {
      const other = relationOf({ name, ...column }) === kind ? tableOf(draft, column.relatedId) : undefined
      return other === undefined ? [] : [{ name: other.name, rest: { ...extra, _cn: name } }]
    })
  const names = new Map(table.columns.map(({ storedName, name }) => [storedName, name]))
  const renamed = (name: string): string | undefined => names.get(name)
  const { views, ...extra } = titledExtra(table, '_tn')
  return {
    ...extra,
    ...(views !== undefined && { views: followViews(views, renamed) }),
    tn: table.name,
    columns: table.columns.flatMap(writeColumn),
    hasMany: related('hm').map(({ name, rest }) => ({ ...rest, tn: name })),
    manyToMany: related('mm').map(({ name, rest }) => ({ ...rest, rtn: name })),
    belongsTo: related('bt').map(({ name, rest }) => ({ ...rest, tn: name })),
    v: table.columns.flatMap((column) => writeVirtual(draft, table, column, renamed)),
  }
}

function writeColumn(column: DraftColumn): StoredColumn[] {
  const { name, uiType, choices } = column
  if (uiType === undefined || isVirtual(column)) return []
  const extra = titledExtra(column, '_cn')
  return [
    {
      ...extra,
      cn: name,
      uidt: uiType,
      ...(choices !== undefined && { dtxp: quotedList(choices.map(({ title }) => title)) }),
      ...(choices !== undefined && styledChoices(choices, extra['meta'])),
      ...(choices !== undefined && rechosen(choices, extra['values'])),
    },
  ]
}

/** Returns the options with their colours, unless they have the usual ones. */
function styledChoices(choices: readonly DraftChoice[], meta: unknown): Pick<StoredColumn, 'meta'> {
  const before = typeof meta === 'object' && meta !== null ? meta : {}
  const isUsual = choices.every(({ color }, at) => color === colorAt(at))
  if (isUsual && !('options' in before)) return {}
  return { meta: { ...before, options: choices.map(({ title, color }) => ({ title, color })) } }
}

/** Renames options in sample values, and drops those that no longer exist. */
function rechosen(choices: readonly DraftChoice[], values: unknown): Pick<StoredColumn, 'values'> {
  if (!Array.isArray(values)) return {}
  const titles = new Map(choices.map(({ storedTitle, title }) => [storedTitle, title]))
  const isSame = choices.every(({ storedTitle, title }) => storedTitle === title)
  const renamed = (value: unknown): StoredValues[number] => {
    if (Array.isArray(value)) return value.flatMap((each) => titles.get(String(each)) ?? [])
    if (typeof value !== 'string') return null
    const whole = titles.get(value)
    const parts = whole === undefined ? splitOptions(value).flatMap((each) => titles.get(each) ?? []) : [whole]
    return parts.length === 0 ? null : parts.join(',')
  }
  return { values: isSame && titles.size > 0 ? (values as StoredValues) : values.map(renamed) }
}
type StoredValues = NonNullable<StoredColumn['values']>

/** Returns the settings of a column's type. */
export const settingsOf = ({ extra }: Pick<DraftColumn, 'extra'>): ColumnOptions =>
  readColumnOptions(extra?.['meta'] ?? {}) ?? {}

function writeVirtual(draft: Draft, table: DraftTable, column: DraftColumn, renamed: NewName): StoredTable['v'] {
  const { name: _cn, extra } = column
  const kind = computedOf(column)
  if (kind === undefined) return []
  if (kind === 'formula') {
    const { formula } = column
    return formula === undefined ? [] : [{ ...extra, _cn, formula: rewriteReferences(formula, renamed) }]
  }
  const link = placeOf(draft, column.follows?.linkId)?.column
  const type = link === undefined ? undefined : relationOf(link)
  const related = tableOf(draft, link?.relatedId)
  const isOnly = table.columns.filter((each) => relationOf(each) === type && each.relatedId === related?.id).length < 2
  const via = isOnly || link === undefined ? {} : { via: link.name }
  if (kind === 'count')
    return type === undefined || related === undefined
      ? []
      : [{ ...extra, _cn, count: { tn: related.name, type, ...via } }]
  const taken = placeOf(draft, column.follows?.columnId)?.column
  if (type === undefined || related === undefined || taken === undefined) return []
  if (kind === 'lookup') return [{ ...extra, _cn, lk: { ltn: related.name, type, ...via, lcn: taken.name } }]
  return column.rollup === undefined
    ? []
    : [{ ...extra, _cn, rl: { rltn: related.name, type, ...via, rlcn: taken.name, fn: column.rollup } }]
}

function readColumn({ cn, uidt, dtxp, ...extra }: StoredColumn, id: string): DraftColumn {
  const styled = settingsOf({ extra }).options
  const titles =
    (typeof dtxp === 'string' ? readQuotedList(dtxp).filter(Boolean) : dtxp) ?? styled?.map(({ title }) => title)
  const choices = titles?.map((title, at): DraftChoice => {
    const color = styled?.find((each) => each.title === title)?.color ?? colorAt(at)
    return { title, color, storedTitle: title }
  })
  return {
    id,
    name: cn,
    storedName: cn,
    uiType: uidt,
    ...(choices !== undefined && { choices }),
    ...extraOf(extra),
  }
}

function readVirtual(
  { _cn: name, lk, rl, count, formula, ...extra }: StoredVirtual,
  table: DraftTable,
  tables: readonly DraftTable[],
  id: string,
): DraftColumn {
  const follow = (related: string, { type, via }: FollowedLink, column?: string): Followed => {
    const other = tables.find((each) => each.name === related)
    const links = table.columns.filter((each) => relationOf(each) === type && each.relatedId === other?.id)
    const link = links.find((each) => each.name === via) ?? links[0]
    const taken = other?.columns.find((each) => each.name === column)
    return { ...(link && { linkId: link.id }), ...(link && taken && { columnId: taken.id }) }
  }
  const plain = { id, name, storedName: name, ...extraOf(extra) }
  if (lk !== undefined) return { ...plain, uiType: typeFor.lookup, follows: follow(lk.ltn, lk, lk.lcn) }
  if (rl !== undefined)
    return { ...plain, uiType: typeFor.rollup, follows: follow(rl.rltn, rl, rl.rlcn), rollup: rl.fn }
  if (count !== undefined) return { ...plain, uiType: typeFor.count, follows: follow(count.tn, count) }
  return { ...plain, uiType: typeFor.formula, ...(formula !== undefined && { formula }) }
}

interface FollowedLink {
  readonly type: RelationKind
  readonly via?: string | undefined
}

const extraOf = (rest: Readonly<Record<string, unknown>>): Pick<DraftColumn, 'extra'> =>
  Object.keys(rest).length > 0 ? { extra: rest } : {}

/** Returns the other parts of the stored form. A title apart from the name doesn't fit another name. */
function titledExtra(
  { name, storedName, extra = {} }: Pick<DraftColumn, 'name' | 'storedName' | 'extra'>,
  key: '_tn' | '_cn',
): Readonly<Record<string, unknown>> {
  const { [key]: _title, ...rest } = extra
  return name === storedName ? extra : rest
}

/** Renames columns in the views of a table. Views that aren't ours are left out. */
function followViews(views: unknown, renamed: NewName): StoredView[] {
  return storedViews.parse(views).map(({ settings, options, ...view }) => ({
    ...view,
    settings: followSettings(settings, renamed),
    options: followOptions(options, renamed),
  }))
}
