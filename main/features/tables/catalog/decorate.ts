import { typeFor } from '@common/columns/new-types'
import { hasRole } from '@common/columns/questions'
import type { UiType } from '@common/columns/ui-types'
import { columnType } from '@common/columns/registry'
import type { Column, ColumnOptions, ForeignKey, Project, Table, TableSummary } from '@common/model'
import type { Inflection } from '@common/model/connection'
import type { VirtualColumn } from '@common/model/relations'
import { colorAt } from '@common/model/column-definition'
import { inflected, nameKey, titleOfTable } from '@common/wire/names'
import type { Dialect, NativeColumn, NativeTable } from '@main/db/dialect'
import type { ColumnMetadata, ProjectMetadata } from './metadata'

type Listed = Pick<TableSummary, 'name' | 'type' | 'isQuery'>

/** Project settings for deriving titles from names. */
export type Naming = Pick<Project, 'prefix' | 'inflection'>

/**
 * Returns the list of tables with chosen titles and order. Tables without a position come last, by name; titles are
 * unique.
 */
export function decorateList(
  listed: readonly Listed[],
  metadata: ProjectMetadata,
  { prefix, inflection }: Naming,
): TableSummary[] {
  const ordered = listed
    .map((table) => ({ ...table, chosen: metadata.tables.get(table.name) }))
    .toSorted((left, right) => {
      const [one, other] = [left.chosen?.order ?? Infinity, right.chosen?.order ?? Infinity]
      return one === other ? compareNames(left.name, right.name) : one - other
    })
  const highest = Math.max(0, ...ordered.map(({ chosen }) => chosen?.order ?? 0))
  const titles = uniqueTitles(
    ordered.map(({ name, chosen }) => ({
      name,
      title: chosen?.title,
      guess: inflected(titleOfTable(name, prefix), inflection?.table),
    })),
  )
  let unordered = 0
  return ordered.map(({ name, type, isQuery, chosen }, at) => ({
    name,
    title: titles[at] ?? name,
    type,
    order: chosen?.order ?? Math.floor(highest) + (unordered += 1),
    ...(chosen?.association === true ? { association: true } : {}),
    ...(chosen?.icon === undefined ? {} : { icon: chosen.icon }),
    ...(isQuery === true && { isQuery }),
  }))
}

const compareNames = (left: string, right: string): number => {
  const [one, other] = [nameKey(left), nameKey(right)]
  return one < other ? -1 : one > other ? 1 : left < right ? -1 : 1
}

/**
 * Returns a unique title for each entry. Keeps chosen titles; replaces a guess that is taken by the name, then by a
 * numbered one. No title equals the name of another entry, because look-ups try names first.
 */
function uniqueTitles(
  entries: readonly { readonly name: string; readonly title: string | undefined; readonly guess: string }[],
): string[] {
  const names = new Set(entries.map(({ name }) => name))
  const isOther = (candidate: string, name: string): boolean => candidate !== name && names.has(candidate)
  const chosen = new Set<string>()
  const stands = entries.map(({ name, title }) => {
    if (title === undefined || isOther(title, name) || chosen.has(title)) return undefined
    chosen.add(title)
    return title
  })
  const taken = new Set([...chosen].map(nameKey))
  return entries.map(({ name, title, guess }, at) => {
    const standing = stands[at]
    if (standing !== undefined) return standing
    const base = title ?? name
    const candidates = title === undefined ? [guess, name] : []
    const isFree = (candidate: string): boolean => !taken.has(nameKey(candidate)) && !isOther(candidate, name)
    let free = candidates.find(isFree)
    for (let n = 2; free === undefined; n += 1) if (isFree(`${base}_${n}`)) free = `${base}_${n}`
    taken.add(nameKey(free))
    return free
  })
}

/**
 * Combines facts of the database with metadata.
 *
 * @param foreignKeys  with the referenced columns
 * @param linked  names of columns with a relation, in the database or only in Basalt
 * @param inflection  for columns without a chosen title
 * @param virtualOf  returns the virtual columns, given the stored ones
 */
export function decorateTable(
  native: NativeTable,
  summary: TableSummary,
  chosen: readonly ColumnMetadata[],
  foreignKeys: readonly ForeignKey[],
  dialect: Dialect,
  linked: ReadonlySet<string> = new Set(),
  virtualOf: (columns: readonly Column[]) => readonly VirtualColumn[] = () => [],
  inflection: Inflection = 'none',
): Table {
  const byName = new Map(chosen.map((column) => [column.name, column]))
  const titles = uniqueTitles(
    native.columns.map(({ name }) => ({
      name,
      title: byName.get(name)?.title || undefined,
      guess: inflected(name, inflection),
    })),
  )
  const primaryKey = native.columns
    .filter((column) => column.keyPosition > 0)
    .toSorted((left, right) => left.keyPosition - right.keyPosition)
    .map((column) => column.name)
  const columns = native.columns.map((column, at): Column => {
    const { name, nativeType, defaultValue, autoIncrement, generated } = column
    const metadata = byName.get(name)
    return {
      name,
      title: titles[at] ?? name,
      uiType: shownType(metadata?.uiType, linked.has(name), () => guessType(column, native, dialect)),
      nativeType,
      required: (column.notNull || column.keyPosition > 0) && !autoIncrement && !generated,
      primaryKey: column.keyPosition > 0,
      autoIncrement,
      unique: isUnique(native, name, primaryKey),
      defaultValue,
      generated,
      primaryValue: false,
      options: described(metadata?.uiType === undefined ? choicesOf(column) : metadata.options, column.comment),
    }
  })
  const primaryValue = chosen.find((column) => column.primaryValue)?.name ?? primaryValueOf(columns, foreignKeys)
  return {
    ...summary,
    name: native.name,
    columns: inOrder(columns, byName).map((column) =>
      column.name === primaryValue ? { ...column, primaryValue: true } : column,
    ),
    virtualColumns: virtualOf(columns),
    primaryKey,
    foreignKeys,
    indexes: native.indexes,
    rowId: native.rowId,
    ...(native.storage === undefined ? {} : { storage: native.storage }),
  }
}

/** The limit of `column-options.ts`. */
const descriptionCharacters = 2_000

/** The description in the database wins, except in databases that truncate long texts. */
function described(options: ColumnOptions, comment: string | undefined): ColumnOptions {
  if (comment === undefined || options.description?.startsWith(comment) === true) return options
  const description = comment.trim().slice(0, descriptionCharacters)
  return description === '' ? options : { ...options, description }
}

/** Sorts columns by their chosen position; new columns follow. */
function inOrder(columns: readonly Column[], chosen: ReadonlyMap<string, ColumnMetadata>): readonly Column[] {
  const placeOf = ({ name }: Column): number => chosen.get(name)?.place ?? Infinity
  if (columns.every((column) => placeOf(column) === Infinity)) return columns
  return columns
    .map((column, at) => ({ column, at, place: placeOf(column) }))
    .toSorted((left, right) => (left.place === right.place ? left.at - right.at : left.place - right.place))
    .map(({ column }) => column)
}

/** Uses the enumerated values of a type as options of a column without settings. */
function choicesOf({ choices }: NativeColumn): ColumnOptions {
  return choices === undefined ? {} : { options: choices.map((title, at) => ({ title, color: colorAt(at) })) }
}

/** A plain value becomes a reference while a relation uses the column. */
function shownType(chosen: UiType | undefined, isLinked: boolean, guess: () => UiType): UiType {
  if (chosen !== undefined && !(isLinked && plainTypes.includes(chosen))) return chosen
  return isLinked ? typeFor.reference : guess()
}
const plainTypes: readonly UiType[] = [typeFor.whole, typeFor.text]

function guessType(column: NativeColumn, table: NativeTable, dialect: Dialect): UiType {
  const points = table.foreignKeys.some((key) => key.columns.includes(column.name))
  return points ? typeFor.reference : dialect.uiTypeOf(column)
}

function isUnique(table: NativeTable, name: string, primaryKey: readonly string[]): boolean {
  const isAlone = (columns: readonly string[]): boolean => columns.length === 1 && columns[0] === name
  return isAlone(primaryKey) || table.indexes.some((index) => index.unique && isAlone(index.columns))
}

/**
 * Returns the column that names a record: the first text column, else the first column, ignoring keys and links. The
 * key's position doesn't matter: columns added behind it must not take over the name.
 */
function primaryValueOf(columns: readonly Column[], foreignKeys: readonly ForeignKey[]): string | undefined {
  const candidates = columns.filter((column) => !column.primaryKey)
  const isText = (column: Column): boolean =>
    ['text', 'longText'].includes(columnType(column.uiType).storage) &&
    !hasRole(column, 'native') &&
    !foreignKeys.some((key) => key.columns.includes(column.name))
  return (candidates.find(isText) ?? candidates[0])?.name
}
