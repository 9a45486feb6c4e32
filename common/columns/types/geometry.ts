import type { ColumnType, Parsed } from '@common/columns/column-type'
import { isGeoJson, isWellKnownText } from '@common/columns/values/geometry'
import { guessBy } from '@common/columns/values/guesses'
import { compactJson, jsonTextOf } from '@common/columns/values/json'
import { choiceOperators, countAggregates } from '@common/columns/values/operators'
import { accept, clear, refuse } from '@common/columns/values/outcome'
import { storableText, textBase } from '@common/columns/values/text'

function checked(given: string): Parsed {
  const text = given.trim()
  const storable = storableText(text)
  if (!storable.ok) return storable
  if (!text.startsWith('{')) return isWellKnownText(text) ? accept(text) : refuse('notGeometry')
  const compact = compactJson(text)
  return compact !== undefined && isGeoJson(JSON.parse(compact)) ? accept(compact) : refuse('notGeometry')
}

/** Points, lines and areas: well-known text or GeoJSON, stored in the given form. */
export const geometry: ColumnType = {
  ...textBase,
  name: 'Geometry',
  icon: 'polygon',
  family: 'list',
  groups: false,
  storage: 'longText',
  parse(value, column) {
    if (value === null || value === undefined) return clear(column)
    if (typeof value === 'string') return value.trim() === '' ? clear(column) : checked(value)
    const text = typeof value === 'object' ? jsonTextOf(value) : undefined
    return text === undefined ? refuse('notGeometry') : checked(text)
  },
  parseText: (text, column) => (text.trim() === '' ? clear(column) : checked(text)),
  filterOperators: choiceOperators,
  aggregates: countAggregates,
  display: 'code',
  editor: 'longText',
  defaults: { value: false },
  guess: (texts) => guessBy(0.98, texts, (text) => checked(text).ok),
}
