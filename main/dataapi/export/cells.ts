import type { FormatOptions, StoredValue } from '@common/columns/column-type'
import type { Content } from '@common/columns/facets'
import { holdsFiles } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { attachmentText } from '@common/columns/types/attachment'
import { compactJson } from '@common/columns/values/json'
import { valueJson } from '../shape/row-json'
import type { ExportField, ExportValue } from './fields'
import { storedOf } from './names'
import type { ExportOptions } from './options'

/** Separates several values of one cell. */
const between = ', '

/** Returns a value as text, formatted for the reader or as stored. */
export function textOf(field: ExportField, value: ExportValue, { shown, reader }: ExportOptions): string {
  if (isNames(value)) return value.join(between)
  if (value === null || field.problem !== undefined) return ''
  if (field.kind === 'list') return listTexts(field, value, reader).join(between)
  if (typeof value === 'string' && holdsFiles(field.column)) return attachmentText(value)
  if (shown) return formatted(field, value, reader)
  return value instanceof Uint8Array ? base64(value) : String(value)
}

/** Returns a value as JSON, with its type or formatted for the reader. */
export function jsonOf(field: ExportField, value: ExportValue, options: ExportOptions): string {
  const { shown, reader } = options
  if (isNames(value)) {
    const isMany = field.link === undefined || field.link.column.link.kind !== 'belongsTo'
    return JSON.stringify(isMany ? value : (value[0] ?? null))
  }
  if (value === null || field.problem !== undefined) return 'null'
  if (field.kind === 'list')
    return shown ? JSON.stringify(listTexts(field, value, reader)) : (compactJson(String(value)) ?? 'null')
  if (shown) return JSON.stringify(textOf(field, value, options))
  const { content } = columnType(field.column.uiType)
  return content === 'plain' ? valueJson(value) : jsonWriters[content](value)
}

type Written = Exclude<ExportValue, readonly string[] | null>
const jsonText = (value: Written): string =>
  typeof value === 'string' ? (compactJson(value) ?? valueJson(value)) : valueJson(value)

const jsonWriters: Readonly<Record<Content, (value: Written) => string>> = {
  plain: valueJson,
  list: valueJson,
  person: valueJson,
  flag: (value) => (isFlag(value) ? String(Number(value) === 1) : valueJson(value)),
  json: jsonText,
  files: jsonText,
}

export const isNames = (value: ExportValue): value is readonly string[] => Array.isArray(value)

/** True for yes or no in any form that databases return. */
export const isFlag = (value: StoredValue): boolean =>
  typeof value === 'boolean' || value === 1 || value === 0 || value === 1n || value === 0n

function formatted({ kind, column }: ExportField, value: StoredValue, reader: FormatOptions): string {
  return columnType(column.uiType).format(kind === 'computed' ? sure(value) : value, column, reader)
}

/** Rounds to 15 digits: further digits of a computed double are noise. */
export function sure(value: StoredValue): StoredValue {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(15)) : value
}

export function listTexts({ column }: ExportField, value: StoredValue, reader: FormatOptions): string[] {
  let list: unknown
  try {
    list = JSON.parse(String(value))
  } catch {
    return []
  }
  if (!Array.isArray(list)) return []
  return list.map((each: unknown) => columnType(column.uiType).format(storedOf(each), column, reader))
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
