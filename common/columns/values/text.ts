import type { ColumnType, Parsed, StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import { textFacets } from '@common/columns/facets'
import { neverGuessed } from './guesses'
import { jsonTextOf } from './json'
import { accept, clear, refuse } from './outcome'
import { orderedAggregates, orderedOperators } from './operators'

/** Maximum text length of one cell, in UTF-16 units: the size of a request body (`limits.bodyBytes`). */
export const textMaxLength = 10 * 1024 * 1024

/** Accepts a text that every database can store unchanged. */
export function storableText(text: string): Parsed {
  if (text.length > textMaxLength) return refuse('tooLong', { max: textMaxLength })
  // NUL ends a text in many tools and databases; half of a surrogate pair can't be written as UTF-8.
  if (!text.isWellFormed() || text.includes('\0')) return refuse('textNotStorable')
  return accept(text)
}

/** Returns a value of a JSON body as text: converts numbers, and returns undefined for other types. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return undefined
}

/** Returns a stored value as plain text: the fallback for values that don't match the column's type. */
export function plainText(value: StoredValue): string {
  if (value === null) return ''
  if (value instanceof Uint8Array) return hexText(value)
  return String(value)
}

/** Bytes as `0x…`, the first 32 of them. */
function hexText(bytes: Uint8Array): string {
  const shown = Array.from(bytes.subarray(0, 32), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return bytes.length > 32 ? `0x${shown}…` : `0x${shown}`
}

function parseText(text: string, column: Column): Parsed {
  return text === '' ? clear(column) : storableText(text)
}

/** Stores an object or a list that a script sends for a text as JSON (wire §9.4). */
const freeText = (value: unknown): string | undefined => (typeof value === 'object' ? jsonTextOf(value) : textOf(value))

/** Base of free text: any text is valid, and scripts can send an empty one. */
export const textBase = {
  ...textFacets,
  storage: 'text',
  parse(value, column) {
    if (value === null || value === undefined) return clear(column)
    const text = freeText(value)
    return text === undefined ? refuse('notText') : storableText(text)
  },
  parseText,
  format: plainText,
  filterOperators: orderedOperators,
  aggregates: orderedAggregates,
  sort: 'text',
  searchable: true,
  display: 'text',
  editor: 'text',
  align: 'start',
  jsonSchema: { type: 'string' },
  graphqlType: 'String',
  settings: [],
  defaults: { value: true },
  guess: neverGuessed,
  example: () => undefined,
  creatable: true,
  writable: true,
} satisfies Omit<ColumnType, 'name'>

/**
 * Returns parsers for text of a certain form, such as an e-mail address: trimmed, checked, otherwise unchanged.
 *
 * @param check  returns the text to store, or a rejection
 */
export function checkedText(check: (text: string) => Parsed): Pick<ColumnType, 'parse' | 'parseText'> {
  const checked = (given: string, column: Column): Parsed => {
    const text = given.trim()
    if (text === '') return clear(column)
    const storable = storableText(text)
    return storable.ok ? check(text) : storable
  }
  return {
    parse(value, column) {
      if (value === null || value === undefined) return clear(column)
      const text = textOf(value)
      return text === undefined ? refuse('notText') : checked(text, column)
    },
    parseText: checked,
  }
}
