import type { Problem, StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { fieldSentence, problemSentence } from '@main/lib/messages'
import type { TableIndex } from '../columns'

/** What is wrong with one value of a row: an entry of `details.fields` of ROW_INVALID. */
export interface FieldProblem extends Problem {
  /** The key as it was sent, or the title of a column that is missing. */
  readonly column: string
}

/** A row that was sent, checked. */
export interface RowInput {
  /** Values to store, by column. */
  readonly values: ReadonlyMap<Column, StoredValue>
  /** Values sent for columns that nobody may set: right only if the row holds them already. */
  readonly unchanged: readonly { readonly column: Column; readonly value: unknown }[]
}

/** Where a row stands in a list, and when. */
export interface RowPlace {
  /** Position in a bulk call, from 0. */
  readonly row?: number
  readonly now: Date
}

/** Nested rows that lists answer (`AlbumRead`, `TrackList`, `TagMMList`): a row may be sent back as it came. */
const nestedKey = /.(?:Read|List)$/

/**
 * Checks a new row: every wrong field is told at once.
 *
 * @throws AppError INPUT_INVALID when the body is not an object, ROW_INVALID
 */
export function readNewRow(index: TableIndex, body: unknown, place: RowPlace): RowInput {
  const problems: FieldProblem[] = []
  const { values, unchanged } = readValues(index, body, problems)
  for (const { column, value } of unchanged)
    if (value !== null) problems.push({ column: column.title, problem: 'readOnly' })
  for (const column of index.table.columns) {
    if (values.has(column)) {
      // Some engines keep a row without a key, which then nothing can name.
      if (values.get(column) === null && column.primaryKey && !column.autoIncrement)
        problems.push({ column: column.title, problem: 'required' })
    } else if (isKeptByUs(column)) values.set(column, timestamp(place.now))
    else if (isMissing(column) && !problems.some(({ column: title }) => title === column.title))
      problems.push({ column: column.title, problem: 'required' })
  }
  if (problems.length > 0) throw rowInvalid(problems, place)
  return { values: inTableOrder(index, values), unchanged: [] }
}

/**
 * Checks the changed part of a row: only the columns sent are written, and the time of the change.
 *
 * @param key  of the row; a key that is sent again is no change
 * @throws AppError INPUT_INVALID, ROW_INVALID, ROW_EMPTY when nothing sent is a column to be set
 */
export function readChanges(index: TableIndex, body: unknown, key: readonly string[], place: RowPlace): RowInput {
  const problems: FieldProblem[] = []
  const { values, unchanged } = readValues(index, body, problems)
  index.key.forEach((column, at) => {
    const value = values.get(column)
    if (value === undefined) return
    if (value !== null && String(value) === key[at]) values.delete(column)
    else if (value === null) problems.push({ column: column.title, problem: 'required' })
    else if (column.autoIncrement) problems.push({ column: column.title, problem: 'readOnly' })
  })
  for (const column of values.keys()) if (isKeptByUs(column)) values.delete(column)
  if (problems.length > 0) throw rowInvalid(problems, place)
  if (values.size === 0 && unchanged.length === 0)
    throw new AppError('ROW_EMPTY', place.row === undefined ? {} : { row: place.row })
  if (values.size > 0)
    for (const column of index.table.columns)
      if (columnType(column.uiType).name === 'LastModifiedTime' && !column.generated)
        values.set(column, timestamp(place.now))
  return { values: inTableOrder(index, values), unchanged }
}

/** So that rows that set the same columns make the same statement, however their bodies were ordered. */
function inTableOrder(index: TableIndex, values: ReadonlyMap<Column, StoredValue>): ReadonlyMap<Column, StoredValue> {
  const place = (column: Column): number => index.position.get(column) ?? 0
  let last = -1
  for (const column of values.keys()) {
    const at = place(column)
    if (at < last) return new Map([...values].toSorted(([a], [b]) => place(a) - place(b)))
    last = at
  }
  return values
}

function readValues(
  index: TableIndex,
  body: unknown,
  problems: FieldProblem[],
): { values: Map<Column, StoredValue>; unchanged: { column: Column; value: unknown }[] } {
  const values = new Map<Column, StoredValue>()
  const unchanged: { column: Column; value: unknown }[] = []
  const sent = new Map<Column, unknown>()
  for (const [key, value] of Object.entries(objectOf(body))) {
    const column = index.byKey.get(key)
    if (!column) {
      if (!(nestedKey.test(key) && typeof value === 'object'))
        problems.push({ column: key.slice(0, 200), problem: 'unknownColumn' })
      continue
    }
    if (sent.has(column)) {
      if (JSON.stringify(sent.get(column)) !== JSON.stringify(value)) throw inputInvalid('twice', column.title)
      continue
    }
    sent.set(column, value)
    if (column.generated || isReadOnlyType(column)) {
      unchanged.push({ column, value })
      continue
    }
    const parsed = columnType(column.uiType).parse(value, column)
    if (parsed.ok) values.set(column, parsed.value)
    else problems.push({ column: column.title, ...parsed.problem })
  }
  return { values, unchanged }
}

/** @throws AppError INPUT_INVALID unless the body is an object */
export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw inputInvalid('wrongType', fieldSentence('body', {}), 'object')
}

/** @throws AppError INPUT_INVALID unless the body is a list */
export function listOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  throw inputInvalid('wrongType', fieldSentence('body', {}), 'list')
}

function inputInvalid(problem: string, field: string, expected?: string): AppError {
  return new AppError('INPUT_INVALID', { problems: [fieldSentence(problem, { field, ...(expected && { expected }) })] })
}

/** @throws AppError ROW_INVALID with every field, and its sentence */
export function rowInvalid(problems: readonly FieldProblem[], place: { readonly row?: number }): AppError {
  const shown = problems.slice(0, 20)
  const sentences = shown
    .map(({ column, problem, params }) => problemSentence(problem, { ...params, column }))
    .join(' ')
  return new AppError('ROW_INVALID', {
    ...(place.row !== undefined && { row: place.row }),
    problems: sentences.replace(/\.$/, ''),
    fields: problems.slice(0, 200),
  })
}

/** Times that Basalt writes: on a new row they may be brought along (an undone delete, an import). */
function isKeptByUs(column: Column): boolean {
  return !column.generated && (column.uiType === 'CreateTime' || column.uiType === 'LastModifiedTime')
}

function isReadOnlyType(column: Column): boolean {
  return !columnType(column.uiType).writable && !isKeptByUs(column)
}

function isMissing(column: Column): boolean {
  const needed = column.required || column.primaryKey
  return needed && column.defaultValue === null && !column.autoIncrement && !column.generated
}

function timestamp(now: Date): string {
  return now.toISOString().slice(0, 19).replace('T', ' ')
}
