import type { Table } from '@common/model'
import { formatNameList } from '@common/query/name-list'
import { rowIdSegment } from '@common/query/row-id'
import { data, isApiError } from '@renderer/api'
import { recordChange, undoLog, type StepWords } from '@renderer/features/undo'
import { sentence } from '@renderer/i18n'
import { columnsToFill } from '../drafts/draft-row'
import { keyColumns, keyValues, rowIdOf, type Row } from '../rows/row-key'
import { addedWords, nameOf, otherStep } from '../undo/row-steps'
import { linkedRows, takesRecords, wayBack, type LinkColumn } from './linked'

/** The tables of a link: that of the row, the related one and, for a many-to-many, the junction table. */
export interface LinkTables {
  readonly projectId: string
  readonly own: Table
  readonly related: Table
  readonly pairs: Table | undefined
}

const alone = { hm: '', bt: '', mm: '' }
const candidatesShown = 25
/** Linked records that a panel lists. */
export const listedMax = 200

/** Returns records to link, by a text in any of their columns. For a has-many, includes their current parent. */
export function candidates(
  { projectId, related }: Pick<LinkTables, 'projectId' | 'related'>,
  column: LinkColumn,
  search: string,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const owner = column.link.kind === 'hasMany' ? wayBack(related, column) : undefined
  const query = { limit: candidatesShown, fields: fieldsOf(related, column), ...alone, bt: owner?.id ?? '' }
  return data.call<Row[]>(projectId, [related.title], {
    query: search === '' ? query : { ...query, search },
    signal,
  })
}

/** Returns the fields to fetch: name, key, and the columns that form the link. */
function fieldsOf(related: Table, { link }: LinkColumn): string {
  const wanted = related.columns.filter(
    ({ primaryKey, primaryValue, name }) => primaryKey || primaryValue || link.relatedColumns.includes(name),
  )
  return formatNameList(wanted.map(({ title }) => title))
}

/** Returns the records linked to a row, in the order of the related table. */
export async function linkedRecords(
  { projectId, own }: Pick<LinkTables, 'projectId' | 'own'>,
  column: LinkColumn,
  row: Row,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  // A row without a key uses the records that its list contained.
  if (keyColumns(own).length === 0) return linkedRows(row, column)
  const only = { hasMany: 'hm', belongsTo: 'bt', manyToMany: 'mm' } as const
  const kind = only[column.link.kind]
  const query = { ...alone, [kind]: column.id, hlimit1: listedMax, mlimit1: listedMax }
  const read = await data.call<Row>(projectId, [own.title, segmentOf(own, row)], { query, signal })
  const held = read[column.key]
  if (Array.isArray(held)) return held as Row[]
  return held === undefined || held === null ? [] : [held as Row]
}

/**
 * Creates a record of the related table with this name. Links a child at once, because its reference may be required.
 *
 * @param linked  links the new record where it isn't a child
 * @param id  idempotency key: a retry with it creates no second record
 * @returns the record with its key
 */
export async function createRecord(
  tables: LinkTables,
  column: LinkColumn,
  row: Row,
  values: Row,
  linked: (made: Row) => Promise<unknown> = (made) => changeLink(tables, column, row, made, 'linked'),
  id?: string,
): Promise<Row> {
  const { projectId, own, related } = tables
  const isChild = column.link.kind === 'hasMany'
  const body = { ...values, ...(isChild && referenceOf(tables, column, row, {}).linked) }
  const words = addedWords(related, nameOf(related, body))
  return undoLog.group(projectId, words, async () => {
    let change: string | undefined
    const made = await data.call<Row>(projectId, [related.title], {
      method: 'POST',
      body,
      ...(id !== undefined && { idempotencyKey: id }),
      onChange: (written) => (change = written),
    })
    recordChange(projectId, words, related.primaryKey.length === 0 ? undefined : change)
    if (!isChild && takesRecords(column, own)) await linked(made)
    return made
  })
}

export type LinkDone = 'linked' | 'unlinked'

export interface LinkChangeOptions {
  /** Idempotency key: a retry with it links no record twice. */
  readonly id?: string
  /** A retry: the change may be stored already. */
  readonly isRetry?: boolean
  /** Values that the reference must still have, unless it has the new ones already. */
  readonly expected?: Row | undefined
}

interface LinkWriteOptions extends LinkChangeOptions {
  /** Receives the id of the change in the change log. */
  readonly onChange?: (id: string) => void
}

/**
 * Links a record or removes its link, with an undo step that gives a child back to its former owner.
 *
 * @throws ApiError VALUE_CHANGED if the reference has neither the expected values nor the new ones
 */
export async function changeLink(
  tables: LinkTables,
  column: LinkColumn,
  row: Row,
  record: Row,
  done: LinkDone,
  options: LinkChangeOptions = {},
): Promise<void> {
  let change: string | undefined
  const write: LinkWriteOptions = { ...options, onChange: (id) => (change = id) }
  await (done === 'linked' ? link(tables, column, row, record, write) : unlink(tables, column, row, record, write))
  recordLink(tables, column, row, record, { done, change })
}

/** Messages of a link for the history. */
export function linkWords(
  { own, related }: LinkTables,
  column: LinkColumn,
  row: Row,
  record: Row,
  done: LinkDone,
): StepWords {
  const [child, parent] = holdsItself(column)
    ? [nameOf(own, row), nameOf(related, record)]
    : [nameOf(related, record), nameOf(own, row)]
  const names = { record: child, to: parent }
  const [linked, unlinked] = [sentence('undo.linked', names), sentence('undo.unlinked', names)]
  return done === 'linked' ? { label: linked, undone: unlinked } : { label: unlinked, undone: linked }
}

/** The effect of a change on a reference: the row that holds it, and its values before and after. */
export interface ReferenceChange {
  readonly table: Table
  readonly holder: Row
  /** Undefined if the row was loaded without them. */
  readonly before: Row | undefined
  readonly after: Row
}

/** Undefined for a many-to-many, whose links are rows of their own. */
export function referenceChange(
  tables: LinkTables,
  column: LinkColumn,
  row: Row,
  record: Row,
  done: LinkDone,
): ReferenceChange | undefined {
  if (column.link.kind === 'manyToMany') return undefined
  const { table, holder, linked, cleared } = referenceOf(tables, column, row, record)
  if (done === 'unlinked') return { table, holder, before: linked, after: { ...linked, ...cleared } }
  const isKnown = Object.keys(linked).every((title) => Object.hasOwn(holder, title))
  const held = Object.fromEntries(Object.keys(linked).map((title) => [title, holder[title] ?? null]))
  return { table, holder, before: isKnown ? held : undefined, after: linked }
}

/** Records the undo step of a link. @param written  the id of its change; undefined if the server wrote nothing */
function recordLink(
  tables: LinkTables,
  column: LinkColumn,
  row: Row,
  record: Row,
  { done, change }: { readonly done: LinkDone; readonly change: string | undefined },
): void {
  const { projectId, own, pairs } = tables
  const words = linkWords(tables, column, row, record, done)
  if (column.link.kind !== 'manyToMany' || pairs === undefined || pairs.primaryKey.length > 0)
    return recordChange(projectId, words, change)
  // Without a key, the server couldn't find the pair again.
  const there = (): Promise<void> => link(tables, column, row, record)
  const gone = (): Promise<void> => unlink(tables, column, row, record)
  const ways = done === 'linked' ? { undo: gone, redo: there } : { undo: there, redo: gone }
  undoLog.record(projectId, otherStep({ projectId, table: own }, words, ways))
}

/** True if the row itself holds the reference, in several columns. */
const holdsItself = ({ link }: LinkColumn): boolean => link.kind === 'belongsTo'

/** Storage of a link other than many-to-many: a row and its values, with and without the link. */
interface Reference {
  readonly table: Table
  readonly holder: Row
  readonly linked: Row
  /** Required columns hold their values: a reference needs all of its columns. */
  readonly cleared: Row
}

function referenceOf({ own, related }: LinkTables, column: LinkColumn, row: Row, record: Row): Reference {
  const { columns, relatedColumns } = column.link
  const [table, holder, names] = holdsItself(column) ? [own, row, columns] : [related, record, relatedColumns]
  const [other, target, keys] = holdsItself(column) ? [related, record, relatedColumns] : [own, row, columns]
  const clearable = clearableNames(table, names)
  return {
    table,
    holder,
    linked: Object.fromEntries(names.map((name, at) => [titleOf(table, name), valueOf(other, keys[at], target)])),
    cleared: Object.fromEntries(clearable.map((name) => [titleOf(table, name), null])),
  }
}

function clearableNames(table: Table, names: readonly string[]): readonly string[] {
  const fixed = table.columns.filter(({ required, primaryKey }) => required || primaryKey).map(({ name }) => name)
  return names.filter((name) => !fixed.includes(name))
}

async function link(
  tables: LinkTables,
  column: LinkColumn,
  row: Row,
  record: Row,
  { id, isRetry = false, expected, onChange }: LinkWriteOptions = {},
): Promise<void> {
  const { projectId, pairs } = tables
  if (column.link.kind !== 'manyToMany') {
    const { table, holder, linked } = referenceOf(tables, column, row, record)
    return writeReference(projectId, table, holder, linked, { expected, onChange })
  }
  const pair = pairOf(tables, column, row, record)
  if (isRetry && (await pairsLike(tables, pair)).length > 0) return
  await data.call(projectId, [pairs?.title ?? ''], {
    method: 'POST',
    body: pair,
    ...(id && { idempotencyKey: id }),
    ...(onChange && { onChange }),
  })
}

async function unlink(
  tables: LinkTables,
  column: LinkColumn,
  row: Row,
  record: Row,
  { expected, onChange }: LinkWriteOptions = {},
): Promise<void> {
  const { projectId, pairs } = tables
  if (column.link.kind !== 'manyToMany') {
    const { table, holder, cleared } = referenceOf(tables, column, row, record)
    return writeReference(projectId, table, holder, cleared, { expected, onChange })
  }
  const found = await pairsLike(tables, pairOf(tables, column, row, record))
  if (pairs === undefined || found.length === 0) return
  const body = found.map((each) => keyValues(pairs, each))
  await data.call(projectId, [pairs.title, 'bulk'], { method: 'DELETE', body, ...(onChange && { onChange }) })
}

async function writeReference(
  projectId: string,
  table: Table,
  holder: Row,
  values: Row,
  { expected, onChange }: Pick<LinkWriteOptions, 'expected' | 'onChange'>,
): Promise<void> {
  const path = [table.title, segmentOf(table, holder)]
  try {
    await data.call(projectId, path, {
      method: 'PUT',
      query: expected === undefined ? {} : { expect: JSON.stringify(expected) },
      body: values,
      ...(onChange && { onChange }),
    })
  } catch (error) {
    if (!isApiError(error, 'VALUE_CHANGED')) throw error
    // The earlier attempt may have stored it.
    const held = await data.call<Row>(projectId, path, { query: alone })
    if (!Object.entries(values).every(([title, value]) => (held[title] ?? null) === value)) throw error
  }
}

/** The pairs of two records. */
async function pairsLike({ projectId, pairs }: LinkTables, pair: Row): Promise<readonly Row[]> {
  const condition = JSON.stringify(Object.fromEntries(Object.entries(pair).map(([title, eq]) => [title, { eq }])))
  return data.call<Row[]>(projectId, [pairs?.title ?? ''], { query: { ...alone, condition, limit: 100 } })
}

/**
 * Returns the titles of required columns of a junction row besides the two keys. Users create such rows in that table.
 */
export function pairNeeds({ pairs }: LinkTables, { link }: LinkColumn): readonly string[] {
  if (pairs === undefined || link.through === undefined) return []
  const given = new Set([...link.through.columns, ...link.through.relatedColumns])
  return columnsToFill(pairs).flatMap(({ name, title }) => (given.has(name) ? [] : [title]))
}

/** Returns why a linked record can't be removed: its reference is required, or pairs aren't distinguishable. */
export function unlinkProblem(
  { own, related, pairs }: LinkTables,
  column: LinkColumn,
): 'required' | 'noKey' | undefined {
  const { link } = column
  if (link.kind === 'manyToMany') return pairs !== undefined && pairs.primaryKey.length === 0 ? 'noKey' : undefined
  const clearable = holdsItself(column)
    ? clearableNames(own, link.columns)
    : clearableNames(related, link.relatedColumns)
  return clearable.length === 0 ? 'required' : undefined
}

function pairOf({ own, related, pairs }: LinkTables, { link }: LinkColumn, row: Row, record: Row): Row {
  const { through } = link
  if (through === undefined || pairs === undefined) throw new Error('Only a many-to-many has pairs')
  return {
    ...Object.fromEntries(
      through.columns.map((name, at) => [titleOf(pairs, name), valueOf(own, link.columns[at], row)]),
    ),
    ...Object.fromEntries(
      through.relatedColumns.map((name, at) => [
        titleOf(pairs, name),
        valueOf(related, link.relatedColumns[at], record),
      ]),
    ),
  }
}

const titleOf = (table: Table, name: string): string =>
  table.columns.find((column) => column.name === name)?.title ?? name

const valueOf = (table: Table, name: string | undefined, row: Row): unknown => row[titleOf(table, name ?? '')] ?? null

/** The path part that names a row. */
export function segmentOf(table: Table, row: Row): { readonly encoded: string } {
  return { encoded: rowIdOf(table, row) ?? rowIdSegment(['']) }
}
