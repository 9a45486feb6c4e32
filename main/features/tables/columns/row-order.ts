import { typeFor } from '@common/columns/new-types'
import { AppError } from '@common/errors'
import type { ColumnDefinition, Table } from '@common/model'
import { orderColumnName, orderStep, orderUnplaced } from '@common/views'
import { nameKey } from '@common/wire/names'
import type { Database } from '@main/db/database'
import { cut, freeName, type ColumnCopy } from './column-duplicate'

/**
 * Returns a column for a manual order, and the statement that numbers the table's rows by their key.
 *
 * @throws AppError TABLE_WITHOUT_KEY: rows without a key can't be moved
 */
export function rowOrderColumn({ dialect }: Database, table: Table, wanted: string): ColumnCopy {
  if (table.primaryKey.length === 0) throw new AppError('TABLE_WITHOUT_KEY', { table: table.title })
  const all = [...table.columns, ...table.virtualColumns.map(({ title }) => ({ name: title, title }))]
  const taken = new Set(all.flatMap(({ name, title }) => [nameKey(name), nameKey(title)]))
  const title = cut(wanted, 4)
  const definition: ColumnDefinition = {
    name: freeName((n) => (n === '' ? orderColumnName : `${orderColumnName}_${n}`), taken),
    title: freeName((n) => (n === '' ? title : `${title} ${n}`), taken),
    uiType: typeFor.whole,
    required: false,
    unique: false,
    primaryKey: false,
    defaultValue: String(orderUnplaced),
    options: {},
  }
  const sql = dialect.numberRows({
    table: dialect.quote(table.name),
    column: dialect.quote(definition.name),
    keys: table.primaryKey.map(dialect.quote),
    step: orderStep,
  })
  return { change: { kind: 'add', column: definition }, fill: { sql, params: [] } }
}
