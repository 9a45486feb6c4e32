import type { StoredValue } from '@common/columns/column-type'
import { filledAddress } from '@common/columns/values/address-template'
import type { Column, Table } from '@common/model'

/**
 * Where a button of a row leads: the row's own address, or the column's filled with values of the row. Nowhere when one
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
