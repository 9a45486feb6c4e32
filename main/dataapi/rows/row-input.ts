import type { Parsed, Problem, StoredValue } from '@common/columns/column-type'
import { isAlwaysIdentity } from '@common/columns/identity'
import { holdsFiles, holdsJson } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { keepsNumberTypes } from '@common/columns/value-kind'
import { filesOf, leadsToOtherProject } from '@common/columns/values/files'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { message, type Message } from '@common/messages'
import { problemMessage } from '@common/columns/problem-message'
import { projectOf } from '@main/lib/project-of'
import { wholeOf } from '@common/principal/sight'
import { failedValidation } from '@main/lib/value-validation'
import { isExactNumber, type ExactNumber } from '@common/util/parse-json'
import { bytesOf, isBytes, isInfinite } from '../parse/coerce'
import { columnNamed, seenIndex, valueKind, type TableIndex } from '../plan/columns'
import { isKeyPart } from '../parse/row-key'
import { ExactValue } from './exact-values'
import { requireWritableColumns } from './row-rule'
import { isAnswered } from './same-value'

/** A problem with a value of a row: an entry of `details.fields` of ROW_INVALID. */
export interface FieldProblem extends Problem {
  /** The key as the caller sent it, or the title of a missing column. */
  readonly column: string
}

/** A validated row. */
export interface RowInput {
  /** Values to store, by column. */
  readonly values: ReadonlyMap<Column, StoredValue>
  /** Read-only or invalid values, which are allowed only if the row already has them. */
  readonly unchanged: readonly SentValue[]
}

/** A sent value, with its problem unless it equals the stored one. */
export interface SentValue {
  readonly column: Column
  readonly value: unknown
  readonly problem: Problem
}

/** Position of a row in a list, and the current time. */
export interface RowPlace {
  /** Zero-based position in a bulk call. */
  readonly row?: number
  readonly now: Date
  /** Columns set in addition to the body, such as the link of a new row. */
  readonly given?: ReadonlySet<Column>
  /** Receives the ignored keys: computed columns and nested rows, since callers send rows back as they read them. */
  readonly ignored?: Set<string> | undefined
  /** True if the row may set a key that the database generates: rows found by key, and imported ones. */
  readonly bringsKey?: true
}

/** Keys of nested rows in responses (`AlbumRead`, `TrackList`, `TagMMList`), which callers may send back. */
const nestedKey = /.(?:Read|List)$/

/**
 * Validates a new row and reports all invalid fields together.
 * @throws AppError INPUT_INVALID unless the body is an object, ROW_INVALID
 */
export function readNewRow(index: TableIndex, body: unknown, place: RowPlace): RowInput {
  const { values, refused, unknown } = readValues(index, body, place)
  refuseReadOnlyColumns(index, values, place)
  // An empty value for a read-only column is allowed.
  const given = refused.filter(({ value, problem }) => !isNothing(value) || problem.problem !== 'readOnly')
  const problems = [...given.map(fieldProblem), ...unknown]
  for (const column of index.table.columns) {
    if (place.given?.has(column) === true) continue
    if (values.has(column)) {
      // Some engines store a row without a key, which couldn't be addressed.
      if (values.get(column) === null && column.primaryKey && !column.autoIncrement)
        problems.push({ column: column.title, problem: 'required' })
    } else if (isMaintained(column)) values.set(column, timestamp(place.now))
    else if (isMissing(column) && !mayWrite(index, column)) throw new AppError('NOT_ALLOWED')
    else if (isMissing(column) && !problems.some(({ column: title }) => title === column.title))
      problems.push({ column: column.title, problem: 'required' })
  }
  if (problems.length > 0) throw rowInvalid(problems, place)
  return { values: inTableOrder(index, values), unchanged: [] }
}

/**
 * Validates a changed row. Only changed columns and the change time are written.
 * @param key  of the row; sending it again is no change
 * @param row  the stored row, if known: a value equal to the one in its response is no change
 * @throws AppError INPUT_INVALID, ROW_INVALID, ROW_EMPTY if the body contains no column
 */
export function readChanges(
  index: TableIndex,
  body: unknown,
  key: readonly string[],
  place: RowPlace,
  row?: readonly StoredValue[],
): RowInput {
  const { values, refused, unknown, known } = readValues(index, body, place, row)
  const isOwnKey = ({ column, value }: SentValue): boolean => {
    const at = index.key.indexOf(column)
    return at >= 0 && isKeyPart(column, value, key[at])
  }
  const unfit = refused.filter((sent) => !isMaintained(sent.column) && !isOwnKey(sent))
  const unchanged = row === undefined ? unfit : unfit.filter(({ column }) => !index.position.has(column))
  const problems = [
    ...(row === undefined ? [] : unfit.filter((sent) => !unchanged.includes(sent)).map(fieldProblem)),
    ...unknown,
  ]
  index.key.forEach((column, at) => {
    const value = values.get(column)
    if (value === undefined) return
    if (value !== null && isKeyPart(column, value, key[at])) values.delete(column)
    else if (value === null) problems.push({ column: column.title, problem: 'required' })
    else if (column.autoIncrement) problems.push({ column: column.title, problem: 'readOnly' })
  })
  for (const column of values.keys()) if (isMaintained(column)) values.delete(column)
  requireWritableColumns(index, values.keys())
  if (problems.length > 0) throw rowInvalid([...unchanged.map(fieldProblem), ...problems], place)
  if (!known) throw new AppError('ROW_EMPTY', place.row === undefined ? {} : { row: place.row })
  if (values.size > 0)
    for (const column of index.table.columns) if (isChangeTime(column)) values.set(column, timestamp(place.now))
  return { values: inTableOrder(index, values), unchanged }
}

/** True if the caller sees a column and may write it. */
function mayWrite({ seen }: TableIndex, { name }: Column): boolean {
  return seen === undefined || (seen.byName.has(name) && seen.table.sight.writable?.has(name) !== false)
}

/** A new row may hold empty values for columns that the caller can't write: they get their defaults. */
function refuseReadOnlyColumns(index: TableIndex, values: Map<Column, StoredValue>, { given }: RowPlace): void {
  for (const [column, value] of values)
    if (value === null && !mayWrite(index, column) && given?.has(column) !== true) values.delete(column)
  requireWritableColumns(
    index,
    [...values.keys()].filter((column) => !isMaintained(column)),
  )
}

export function fieldProblem({ column, problem }: SentValue): FieldProblem {
  return { column: column.title, ...problem }
}

/** Rows that set the same columns share a statement, whatever the order of their keys. */
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

/** Includes empty lists, which lookups over links return. */
const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

interface ReadValues {
  readonly values: Map<Column, StoredValue>
  readonly refused: readonly SentValue[]
  readonly unknown: readonly FieldProblem[]
  /** True if any sent key is a column. */
  readonly known: boolean
}

function readValues(
  index: TableIndex,
  body: unknown,
  { ignored, bringsKey }: Pick<RowPlace, 'ignored' | 'bringsKey'>,
  row?: readonly StoredValue[],
): ReadValues {
  const values = new Map<Column, StoredValue>()
  const refused: SentValue[] = []
  const unknown: FieldProblem[] = []
  const sent = new Map<Column, unknown>()
  const given = objectOf(body)
  const seen = seenIndex(index)
  for (const key of Object.keys(given)) {
    const value = given[key]
    const computed = seen.readOnly.get(key)
    const column = computed === undefined ? columnNamed(seen, key) : seen.byKey.get(key)
    if (!column) {
      if (computed !== undefined || (nestedKey.test(key) && typeof value === 'object')) ignored?.add(key)
      else unknown.push({ column: key.slice(0, 200), problem: 'unknownColumn' })
      continue
    }
    if (sent.has(column)) {
      if (JSON.stringify(sent.get(column)) !== JSON.stringify(value)) throw inputInvalid('twice', column.title)
      continue
    }
    sent.set(column, value)
    if (row !== undefined && isAnswered(column, row[index.position.get(column) ?? -1] ?? null, value)) continue
    const isBrought = bringsKey === true && value !== null && column.primaryKey && isAlwaysIdentity(column)
    const parsed = ownFiles(index, column, isBrought ? factsOf(column).parse(value, column) : parseValue(column, value))
    if (parsed.ok) values.set(column, value instanceof ExactValue ? parsed.value : typedNumber(column, parsed.value))
    else refused.push({ column, value, problem: parsed.problem })
  }
  return { values, refused, unknown, known: sent.size > 0 || refused.length > 0 }
}

/** Returns an integer as bigint if the column tells it from floating point. */
const typedNumber = (column: Column, value: StoredValue): StoredValue =>
  typeof value === 'number' && Number.isSafeInteger(value) && keepsNumberTypes(column) ? BigInt(value) : value

/** Rejects files of other projects, which readers of the row couldn't open. */
function ownFiles({ table }: TableIndex, column: Column, parsed: Parsed): Parsed {
  if (!factsOf(column).files || !parsed.ok || typeof parsed.value !== 'string') return parsed
  const projectId = projectOf(wholeOf(table))
  if (projectId === undefined) return parsed
  const isForeign = filesOf(parsed.value)?.some(({ url }) => leadsToOtherProject(url, projectId)) === true
  return isForeign ? { ok: false, problem: { problem: 'fileOfOtherProject' } } : parsed
}

const readOnly: Parsed = { ok: false, problem: { problem: 'readOnly' } }

function parseValue(column: Column, sent: unknown): Parsed {
  const { refuses, bytes, infinite, untyped, parse } = factsOf(column)
  if (sent instanceof ExactValue && !refuses) return { ok: true, value: sent.stored }
  if (bytes) return parseBytes(column, sent)
  const value = isExactNumber(sent) ? exactValue(column, sent, untyped) : sent
  if (refuses) return readOnly
  if (typeof value === 'string' && infinite && isInfinite(value)) return { ok: true, value }
  // An untyped column stores numbers beside texts, so values preserve their type.
  if ((typeof value === 'number' || typeof value === 'bigint') && untyped) return { ok: true, value }
  return parse(value, column)
}

/** Accepts bytes as canonical base64 only; other text would lose data. */
function parseBytes(column: Column, sent: unknown): Parsed {
  const { refuses, parse } = factsOf(column)
  if (sent === null && !refuses) return parse(sent, column)
  const bytes = refuses ? undefined : bytesOf(sent)
  return bytes === undefined ? readOnly : { ok: true, value: bytes }
}

/** Parses digits that a double can't hold, by the column's type. */
function exactValue(column: Column, number: ExactNumber, untyped: boolean): unknown {
  if (holdsJson(column)) return number
  if (!untyped) return number.rawJSON
  return /^-?\d+$/.test(number.rawJSON) ? BigInt(number.rawJSON) : Number(number.rawJSON)
}

/** Facts that decide how a value of a column is parsed, computed once per column. */
interface ColumnFacts {
  readonly refuses: boolean
  readonly bytes: boolean
  /** Accepts infinity and NaN. The dialect decides for which floats and decimals. */
  readonly infinite: boolean
  readonly untyped: boolean
  readonly files: boolean
  readonly parse: (value: unknown, column: Column) => Parsed
}

const facts = new WeakMap<Column, ColumnFacts>()

/**
 * Returns the values of a new row that the database can parse itself: `value` for any value of the column's type,
 * `nothing` for empty values only; undefined if rows with the column need the ordinary path.
 */
export function plainInput(column: Column): 'value' | 'nothing' | undefined {
  const { refuses, bytes, files } = factsOf(column)
  if (refuses) return 'nothing'
  return bytes || files || column.options.validate !== undefined ? undefined : 'value'
}

function factsOf(column: Column): ColumnFacts {
  const known = facts.get(column)
  if (known !== undefined) return known
  const type = columnType(column.uiType)
  const made = {
    refuses: column.generated || isReadOnlyType(column),
    bytes: isBytes(column),
    infinite: type.storage === 'decimal' && valueKind(column) === 'number',
    untyped: valueKind(column) === 'untyped',
    files: holdsFiles(column),
    parse: validating(column, (value, of) => type.parse(value, of)),
  }
  facts.set(column, made)
  return made
}

/** Also runs the checks that scripts stored with the column. Their messages take precedence over those of its type. */
function validating({ options: { validate } }: Column, parse: ColumnFacts['parse']): ColumnFacts['parse'] {
  if (validate === undefined) return parse
  return (value, column) => {
    const parsed = parse(value, column)
    const message = failedValidation(validate, value, column.title)
    return message === undefined ? parsed : { ok: false, problem: { problem: 'validation', params: { message } } }
  }
}

/** @throws AppError INPUT_INVALID unless the body is an object */
export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw inputInvalid('wrongType', message('inputProblems.body'), 'object')
}

/** @throws AppError INPUT_INVALID unless the body is a list */
export function listOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  throw inputInvalid('wrongType', message('inputProblems.body'), 'list')
}

function inputInvalid(problem: 'twice' | 'wrongType', field: string | Message, expected?: 'list' | 'object'): AppError {
  const params = { field, ...(expected && { expected: message(`errorWords.${expected}`) }) }
  return new AppError('INPUT_INVALID', { problems: [message(`inputProblems.${problem}`, params)] })
}

/** @throws AppError ROW_INVALID with the problem of every field */
export function rowInvalid(problems: readonly FieldProblem[], place: { readonly row?: number }): AppError {
  const fields = problems.slice(0, 200).map((field) => ({ ...field, msg: problemMessage(field) }))
  return new AppError('ROW_INVALID', {
    ...(place.row !== undefined && { row: place.row }),
    problems: fields.slice(0, 20).map(({ msg }) => msg),
    fields,
  })
}

/** True for timestamps that Basalt sets. New rows may bring their own, for an undone delete or an import. */
export function isMaintained(column: Column): boolean {
  const { role } = columnType(column.uiType)
  return !column.generated && (role === 'createdAt' || role === 'changedAt')
}

/** True for the column that every change of a row updates. */
export function isChangeTime(column: Column): boolean {
  return !column.generated && columnType(column.uiType).role === 'changedAt'
}

function isReadOnlyType(column: Column): boolean {
  return !columnType(column.uiType).writable && !isMaintained(column)
}

export function isMissing(column: Column): boolean {
  const needed = column.required || column.primaryKey
  return needed && column.defaultValue === null && !column.autoIncrement && !column.generated
}

/** Formats a moment as stored in rows. */
export function timestamp(now: Date): string {
  return now.toISOString().slice(0, 19).replace('T', ' ')
}
