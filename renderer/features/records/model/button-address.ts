import type { StoredValue } from '@common/columns/column-type'
import { filledAddress } from '@common/columns/values/address-template'
import type { Column, Table } from '@common/model'

/**
 * Returns the URL of a row's button: the row's own, or the column's template with values of the row. Undefined if one
 * of them is missing.
 */
export function buttonAddress(
  column: Column,
  own: StoredValue,
  table: Table,
  valueOf: (column: Column) => StoredValue | undefined,
): string | undefined {
  if (typeof own === 'string' && own !== '') return own
  const { address } = column.options
  if (address === undefined) return undefined
  return filledAddress(address, (name) => {
    const named = table.columns.find((one) => one.name === name) ?? table.columns.find((one) => one.title === name)
    const value = named && valueOf(named)
    const isMissing = value === undefined || value === null || value === '' || value instanceof Uint8Array
    return isMissing ? undefined : String(value)
  })
}
