import type { StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import { parseJson } from '@common/util/parse-json'
import { columnByKey, type TableIndex } from '../plan/columns'
import { isSameValue } from './same-value'

/**
 * Guard of an update (`?expect={"Price":12.5}`): values that the row must have, as in responses. If another client
 * changed them, nothing is written.
 */
export interface Expected {
  /** Values that the writing statement compares, for columns with exact comparison. */
  readonly guard: ReadonlyMap<Column, StoredValue>
  /** All values as JSON text. */
  readonly texts: ReadonlyMap<Column, string>
  /** Values that the statement can't compare exactly. They are compared just before it. */
  readonly looked: ReadonlyMap<Column, string>
}

/** @throws AppError QUERY_PARAMETER_INVALID, COLUMN_NOT_FOUND */
export function parseExpected(index: TableIndex, text: string): Expected {
  let json: unknown
  try {
    json = parseJson(text)
  } catch {
    throw invalid(text)
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw invalid(text)
  return expectedValues(index, json as Readonly<Record<string, unknown>>)
}

/** Parses values by title or name. @throws AppError COLUMN_NOT_FOUND */
export function expectedValues(index: TableIndex, json: Readonly<Record<string, unknown>>): Expected {
  const guard = new Map<Column, StoredValue>()
  const texts = new Map<Column, string>()
  for (const [name, value] of Object.entries(json)) {
    const column = columnByKey(index, name)
    texts.set(column, JSON.stringify(value))
    const type = columnType(column.uiType)
    const parsed = type.parse(value, column)
    if (parsed.ok && comparable.has(type.storage) && type.filterOperators.includes('eq'))
      guard.set(column, parsed.value)
  }
  return { guard, texts, looked: new Map([...texts].filter(([column]) => !guard.has(column) || isText(column))) }
}

const isText = ({ uiType }: Column): boolean => /text$/i.test(columnType(uiType).storage)

const comparable: ReadonlySet<string> = new Set([
  'autoIncrement',
  'integer',
  'decimal',
  'boolean',
  'text',
  'longText',
  'date',
  'time',
  'dateTime',
  'year',
])

/**
 * Throws if the row has other values than the guard.
 * @param row  in the format of responses
 * @returns if all values are equal, so that the database only compares them differently
 * @throws AppError VALUE_CHANGED with the column and its current value
 */
export function refuseChanged({ texts }: Expected, row: Readonly<Record<string, unknown>>): void {
  for (const [column, text] of texts) if (JSON.stringify(row[column.title]) !== text) refuse(column, row)
}

/** Checks the guard without a write: throws if a value differs in more than notation. @throws AppError VALUE_CHANGED */
export function refuseDifferent({ texts }: Expected, row: Readonly<Record<string, unknown>>): void {
  for (const [column, text] of texts) if (!isSameValue(column, row[column.title], JSON.parse(text))) refuse(column, row)
}

/** Checks the values that the statement doesn't compare. */
export function refuseOthersChanged({ looked }: Expected, row: Readonly<Record<string, unknown>>): void {
  for (const [column, text] of looked)
    if (!isSameValue(column, row[column.title], JSON.parse(text))) refuse(column, row)
}

function refuse({ title }: Column, row: Readonly<Record<string, unknown>>): never {
  throw new AppError('VALUE_CHANGED', { column: title, value: row[title] })
}

function invalid(text: string): AppError {
  return new AppError('QUERY_PARAMETER_INVALID', { parameter: 'expect', value: text.slice(0, 100) })
}
