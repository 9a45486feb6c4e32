import type { StoredValue } from '@common/columns/column-type'
import { hasRole, holdsPeople, isFlagType, holdsJson, isPlainText, takesOptions } from '@common/columns/questions'
import { typeFor, typeOfKind } from '@common/columns/new-types'
import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import { rewrittenFormula } from '@common/formula'
import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import type { CopiedView } from '@common/project-copy'
import {
  emptyDraft,
  extraOfColumn,
  extraOfTable,
  extraOfValues,
  templateLimits,
  type Draft,
  type DraftColumn,
  type DraftTable,
  type StoredView,
} from '@common/templates'
import { followFilter, followOptions, followSettings, plainSettings, type NewName } from '@common/views'
import { holdsSecret } from '@common/util/redact-secrets'
import { titleOfTable } from '@common/wire/names'
import { plainDefault, type CopiedRows } from '@main/features/tables'

/** The tables of a project. */
export interface ProjectTables {
  readonly prefix: string
  readonly tables: readonly Table[]
  readonly views: readonly CopiedView[]
  /** Places of links that have titles, by id. */
  readonly places: ReadonlyMap<string, number>
}

type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>
type Through = NonNullable<LinkColumn['link']['through']>
type Rows = readonly (readonly StoredValue[])[]

/** A table that becomes one of the template, with its sample rows. */
interface Source {
  readonly table: Table
  readonly name: string
  readonly rows: Rows
  /** Columns that the template stores. */
  readonly columns: readonly Column[]
  /** References to other tables of the template, by the name of their column. */
  readonly references: ReadonlyMap<string, LinkColumn>
}

/**
 * Turns the tables of a project into a template: without SQL views, query tables, files, people, secrets in default values
 * and addresses of buttons, links over several columns, and rows beyond the limit of a template. Many-to-many links stand for the tables that only pair their rows.
 *
 * @param rowsOf  reads the rows of a table; undefined for a template without rows
 */
export async function templateOfProject(
  { prefix, tables: given, views, places }: ProjectTables,
  rowsOf: ((table: Table) => CopiedRows) | undefined,
): Promise<Draft> {
  const placeOf = ({ id }: VirtualColumn): number => places.get(id) ?? Number.MAX_SAFE_INTEGER
  const tables = given.map((table) => ({
    ...table,
    virtualColumns: table.virtualColumns.toSorted((one, other) => placeOf(one) - placeOf(other)),
  }))
  const pairings = new Set(
    tables.flatMap(({ virtualColumns }) =>
      virtualColumns.flatMap((column) => (isPairing(column) ? [column.link.through.table] : [])),
    ),
  )
  const included = tables
    .filter(
      ({ name, type, query, association }) =>
        type === 'table' && query === undefined && association !== true && !pairings.has(name),
    )
    .toSorted((one, other) => one.order - other.order)
  const read = async (table: Table): Promise<Rows> => (rowsOf === undefined ? [] : firstRows(rowsOf(table)))
  const sources = new Map<string, Source>()
  for (const table of included)
    sources.set(table.name, { ...sourceOf(table, prefix, included), rows: await read(table) })
  const junctionRows = new Map<string, { readonly table: Table; readonly rows: Rows }>()
  for (const table of tables)
    if (pairings.has(table.name)) junctionRows.set(table.name, { table, rows: await read(table) })
  return {
    ...emptyDraft,
    tables: [...sources.values()].map((source) => draftTable(source, sources, junctionRows, views)),
  }
}

async function firstRows(chunks: CopiedRows): Promise<Rows> {
  const rows: (readonly StoredValue[])[] = []
  for await (const chunk of chunks) {
    rows.push(...chunk.slice(0, templateLimits.rows - rows.length))
    if (rows.length >= templateLimits.rows) break
  }
  return rows
}

function sourceOf(table: Table, prefix: string, included: readonly Table[]): Omit<Source, 'rows'> {
  const names = new Set(included.map(({ name }) => name))
  const links = new Map(
    table.virtualColumns.flatMap((column): [string, LinkColumn][] => {
      if (column.kind !== 'link' || column.link.kind !== 'belongsTo' || column.problem !== undefined) return []
      const [name, ...more] = column.link.columns
      const isKept = name !== undefined && more.length === 0 && names.has(column.link.relatedTable)
      return isKept ? [[name, column]] : []
    }),
  )
  const references = new Map(
    table.columns.flatMap(({ name }): [string, LinkColumn][] => {
      const link = links.get(name)
      return link === undefined ? [] : [[name, link]]
    }),
  )
  return {
    table,
    name: titleOfTable(table.name, prefix),
    references,
    columns: table.columns.filter((column) => !references.has(column.name) && !isImplicit(table, column)),
  }
}

const isCountedKey = ({ primaryKey }: Table, column: Column): boolean =>
  column.primaryKey && primaryKey.length === 1 && (column.autoIncrement || hasRole(column, 'key'))

/** True for a column that every table of a template gets. */
function isImplicit(table: Table, column: Column): boolean {
  const { name } = column
  if (name === 'id') return isCountedKey(table, column)
  if (name === 'created_at') return hasRole(column, 'createdAt')
  return name === 'updated_at' && hasRole(column, 'changedAt')
}

function draftTable(
  source: Source,
  sources: ReadonlyMap<string, Source>,
  junctions: ReadonlyMap<string, { readonly table: Table; readonly rows: Rows }>,
  views: readonly CopiedView[],
): DraftTable {
  const { table, name, columns, references } = source
  const naming = columns.find(({ primaryValue }) => primaryValue)
  const plainNaming = columns.find(isPlainText)
  const stored = columns.map((column) => storedColumn(source, column, column === naming && naming !== plainNaming))
  const ends = [...references].map(([columnName, link]): DraftColumn => {
    const title = table.columns.find((column) => column.name === columnName)?.title ?? columnName
    const related = sources.get(link.link.relatedTable)
    return {
      id: columnId(table, columnName),
      name: title,
      storedName: title,
      uiType: typeFor.reference,
      relatedId: link.link.relatedTable,
      ...extraOfValues(related === undefined ? [] : referencedRows(source, columnName, related, link)),
    }
  })
  const links = inReferenceOrder(table, sources).map((column) => linkEnd(source, column, sources, junctions))
  const computed = table.virtualColumns.flatMap((column) => computedColumn(source, column, sources))
  return {
    id: table.name,
    name,
    storedName: name,
    columns: [...stored, ...ends, ...links, ...computed],
    ...extraOfTable(name, { title: table.title, icon: table.icon ?? null, views: viewsOf(source, views) }),
  }
}

const columnId = (table: Table, column: string): string => `${table.name}\n${column}`

function storedColumn({ table, rows }: Source, column: Column, namesRecord: boolean): DraftColumn {
  const { name, title, options, unique, defaultValue, primaryKey } = column
  const { address, ...settings } = options
  const uiType = templateType(table, column)
  const choices = (options.options ?? []).map((option) => ({ ...option, storedTitle: option.title }))
  const at = table.columns.indexOf(column)
  const isKey = hasRole({ uiType }, 'key')
  const isWritten = !column.generated && !column.autoIncrement && !holdsPeople(column)
  return {
    id: columnId(table, name),
    name,
    storedName: name,
    uiType,
    ...(takesOptions(column) && choices.length > 0 && { choices }),
    ...extraOfColumn(name, {
      title,
      required: !isKey && column.required,
      unique: !isKey && (unique || (primaryKey && table.primaryKey.length === 1)),
      namesRecord,
      defaultValue: isWritten ? withoutSecret(plainDefault(defaultValue)) : null,
      options: withoutSecret(address) === null ? settings : options,
      values: isKey ? [] : rows.map((row) => sampleValue(column, row[at] ?? null)),
    }),
  }
}

/** Returns null for a text with a secret. The columns that an address names in braces are none. */
const withoutSecret = (text: string | null | undefined): string | null =>
  text === null || text === undefined || holdsSecret(text.replaceAll(/\{[^{}]*\}/g, '')) ? null : text

/** Numbers of the database, references to tables outside, and native types become plain ones. */
function templateType(table: Table, column: Column): UiType {
  if (isCountedKey(table, column)) return typeFor.key
  if (hasRole(column, 'key', 'reference')) return isText(column) ? typeFor.text : typeFor.whole
  if (hasRole(column, 'counter')) return typeFor.whole
  return hasRole(column, 'native') ? typeFor.longText : column.uiType
}

const isText = ({ nativeType }: Column): boolean => /char|text|clob|uuid|uniqueidentifier/i.test(nativeType)

/** Returns a value as JSON; null for files, people and bytes, which belong to this installation. */
function sampleValue(column: Column, value: StoredValue): unknown {
  if (value === null || value instanceof Uint8Array) return null
  const { content } = columnType(column.uiType)
  if (content === 'files' || content === 'person') return null
  const parsed = columnType(column.uiType).parse(value, column)
  const stored = parsed.ok ? parsed.value : value
  if (stored === null || stored instanceof Uint8Array) return null
  if (isFlagType(column.uiType)) return stored === true || Number(stored) === 1
  if (holdsJson(column) && typeof stored === 'string') return jsonOf(stored)
  if (typeof stored !== 'bigint') return stored
  return Number.isSafeInteger(Number(stored)) ? Number(stored) : String(stored)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Returns the row that each row references, by its number from 1; null for none and for rows beyond the limit. */
function referencedRows(source: Source, columnName: string, related: Source, { link }: LinkColumn): (number | null)[] {
  const numbers = rowNumbers(related, link.relatedColumns[0])
  const at = source.table.columns.findIndex(({ name }) => name === columnName)
  return source.rows.map((row) => numbers.get(keyText(row[at] ?? null)) ?? null)
}

/** Numbers of rows by the value of a column. Default: the key. */
function rowNumbers({ table, rows }: Source, column: string = table.primaryKey[0] ?? ''): Map<string, number> {
  const at = table.columns.findIndex(({ name }) => name === column)
  return new Map(rows.map((row, n) => [keyText(row[at] ?? null), n + 1]))
}

const keyText = (value: StoredValue): string => (value === null ? '' : String(value))

/** True for a many-to-many link that a template can store: it links rows by one column each. */
function isPairing(column: VirtualColumn): column is LinkColumn & { readonly link: { readonly through: Through } } {
  if (column.kind !== 'link' || column.problem !== undefined) return false
  const { columns, relatedColumns, through } = column.link
  if (through === undefined) return false
  return [columns, relatedColumns, through.columns, through.relatedColumns].every(({ length }) => length < 2)
}

const isListed = (column: VirtualColumn, sources: ReadonlyMap<string, Source>): column is LinkColumn => {
  if (column.kind !== 'link' || column.problem !== undefined) return false
  const { link } = column
  const related = sources.get(link.relatedTable)
  if (link.kind === 'hasMany') return related?.references.has(link.relatedColumns[0] ?? '') === true
  return related !== undefined && isPairing(column)
}

/** Several has-many links to one table come in the order of their references there: readers pair them so. */
function inReferenceOrder(table: Table, sources: ReadonlyMap<string, Source>): LinkColumn[] {
  const links = table.virtualColumns.filter((column) => isListed(column, sources))
  const place = ({ link }: LinkColumn): number =>
    [...(sources.get(link.relatedTable)?.references.keys() ?? [])].indexOf(link.relatedColumns[0] ?? '')
  const byTable = Map.groupBy(links, ({ link }) => `${link.kind} ${link.relatedTable}`)
  for (const [key, group] of byTable)
    if (group[0]?.link.kind === 'hasMany')
      byTable.set(
        key,
        group.toSorted((one, other) => place(one) - place(other)),
      )
  return links
    .map(({ link }) => byTable.get(`${link.kind} ${link.relatedTable}`)?.shift())
    .filter((each) => each !== undefined)
}

function linkEnd(
  source: Source,
  { id, title, link }: LinkColumn,
  sources: ReadonlyMap<string, Source>,
  junctions: ReadonlyMap<string, { readonly table: Table; readonly rows: Rows }>,
): DraftColumn {
  const { through } = link
  const related = sources.get(link.relatedTable)
  const junction = junctions.get(through?.table ?? '')
  const names = [...sources.keys()]
  const [own] = through?.columns ?? []
  // One of both ends holds the rows: the one whose table comes first.
  const places = [names.indexOf(source.table.name), names.indexOf(link.relatedTable)] as const
  const isFirst =
    places[0] < places[1] ||
    (places[0] === places[1] && (junction?.table.columns.findIndex(({ name }) => name === own) ?? 0) === 0)
  const values =
    junction === undefined || related === undefined || !isFirst ? [] : linkedRows(source, related, junction, link)
  return {
    id,
    name: title,
    storedName: title,
    uiType: typeFor.link,
    relation: link.kind === 'hasMany' ? 'hm' : 'mm',
    relatedId: link.relatedTable,
    ...extraOfValues(values),
  }
}

function linkedRows(
  source: Source,
  related: Source,
  { table, rows }: { readonly table: Table; readonly rows: Rows },
  { columns, relatedColumns, through }: LinkColumn['link'],
): number[][] {
  const [here, there] = [rowNumbers(source, columns[0]), rowNumbers(related, relatedColumns[0])]
  const placeOf = (name: string | undefined): number => table.columns.findIndex((column) => column.name === name)
  const [own, other] = [placeOf(through?.columns[0]), placeOf(through?.relatedColumns[0])]
  const lists: number[][] = source.rows.map(() => [])
  for (const row of rows) {
    const from = here.get(keyText(row[own] ?? null))
    const to = there.get(keyText(row[other] ?? null))
    if (from !== undefined && to !== undefined) lists[from - 1]?.push(to)
  }
  return lists.map((list) => list.toSorted((one, next) => one - next))
}

function computedColumn(source: Source, column: VirtualColumn, sources: ReadonlyMap<string, Source>): DraftColumn[] {
  if (column.kind === 'link') return []
  const base = { id: column.id, name: column.title, storedName: column.title, uiType: typeOfKind[column.kind] }
  if (column.kind === 'formula') return [{ ...base, formula: rewrittenFormula(column.formula, namesOf(source)) }]
  const link = source.table.virtualColumns.find(({ id }) => id === column.linkId)
  if (link?.kind !== 'link') return []
  const related = sources.get(link.link.relatedTable)
  const [reference] = link.link.kind === 'belongsTo' ? link.link.columns : []
  const isHere = reference === undefined ? isListed(link, sources) : source.references.has(reference)
  if (related === undefined || !isHere) return []
  const linkId = reference === undefined ? link.id : columnId(source.table, reference)
  if (column.kind === 'count') return [{ ...base, follows: { linkId } }]
  const isStored = related.table.columns.some(({ name }) => name === column.column)
  const follows = { linkId, columnId: isStored ? columnId(related.table, column.column) : column.column }
  return [column.kind === 'lookup' ? { ...base, follows } : { ...base, follows, rollup: column.function }]
}

/** Returns how views and formulas of a template name a column. */
function namesOf({ table, columns, references }: Source): NewName {
  const names = new Map(table.virtualColumns.map(({ id, title }) => [id, title]))
  for (const { name } of columns) names.set(name, name)
  for (const [name, link] of references) {
    const title = table.columns.find((column) => column.name === name)?.title ?? name
    names.set(name, title).set(link.id, title)
  }
  return (name) => names.get(name)
}

/** Conditions on people name users of this installation, so they stay behind. */
function viewsOf(source: Source, views: readonly CopiedView[]): StoredView[] {
  const nameOf = namesOf(source)
  const people = new Set(source.columns.filter(holdsPeople).map(({ name }) => name))
  const withoutPeople: NewName = (name) => (people.has(name) ? undefined : name)
  return views
    .filter(({ table }) => table === source.table.name)
    .toSorted((one, other) => one.position - other.position)
    .map(({ title, kind, settings, options }) => {
      const { filter, colours, ...rest } = settings
      const copied = {
        ...rest,
        ...(filter && { filter: followFilter(filter, withoutPeople) }),
        ...(colours && { colours: followSettings({ colours }, withoutPeople).colours ?? [] }),
      }
      const named = Object.entries(followSettings(copied, nameOf)).filter(
        ([key, value]) => JSON.stringify(value) !== JSON.stringify(plainSettings[key as keyof typeof plainSettings]),
      )
      return { title, kind, settings: Object.fromEntries(named), options: followOptions(options, nameOf) }
    })
}
