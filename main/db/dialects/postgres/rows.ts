import type { RowSql } from '@main/db/dialect'
import { rowsWithReturning } from '../returning'
import { placeholder, quote, textLiteral } from './literals'

const returning = rowsWithReturning({ quote, placeholder })

/** Writes of rows. A key that is brought along is counted on from, as other engines do by themselves. */
export const rows: RowSql = {
  ...returning,
  countOn: (table, column) => {
    const [from, key] = [quote(table), quote(column)]
    const sequence = `pg_get_serial_sequence(${textLiteral(from)}, ${textLiteral(column)})`
    return { sql: `SELECT setval(${sequence}, max(${key})) FROM ${from} HAVING max(${key}) IS NOT NULL`, params: [] }
  },
  insert: (write) => {
    const step = returning.insert(write)
    const counted = write.columns.find(({ autoIncrement }) => autoIncrement)
    if (counted === undefined) return step
    const sequence = `pg_get_serial_sequence(${textLiteral(quote(write.table.name))}, ${textLiteral(counted.name)})`
    const column = quote(counted.name)
    // Behind what is returned, where nobody looks. A user who may not set the sequence stores the row all the same.
    const countOn = `CASE WHEN ${column} > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)
      AND has_sequence_privilege(${sequence}, 'UPDATE') THEN setval(${sequence}, ${column}) END`
    return { ...step, sql: `${step.sql}${write.returned.length === 0 ? ' RETURNING ' : ', '}${countOn}` }
  },
}
