import type { ColumnType } from '@common/columns/column-type'
import { jsonTextOf } from '@common/columns/values/json'
import { accept, clear, refuse } from '@common/columns/values/outcome'
import { storableText, textBase } from '@common/columns/values/text'

/** A database type without a type in Basalt: values pass unchanged. */
export const specificDbType: ColumnType = {
  ...textBase,
  name: 'SpecificDBType',
  icon: 'cube',
  role: 'native',
  parse(value, column) {
    if (value === null || value === undefined) return clear(column)
    if (typeof value === 'string') return storableText(value)
    if (typeof value === 'number')
      return Number.isFinite(value) ? accept(Object.is(value, -0) ? 0 : value) : refuse('notNumber')
    if (typeof value === 'bigint' || value instanceof Uint8Array) return accept(value)
    if (typeof value === 'boolean') return accept(value ? 1 : 0)
    const text = jsonTextOf(value)
    return text === undefined ? refuse('notText') : storableText(text)
  },
  jsonSchema: {},
  display: 'code',
  creatable: false,
}
