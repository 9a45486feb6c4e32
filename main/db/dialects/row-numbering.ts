import type { RowNumbering } from '../dialect'

/** Returns a query that numbers the rows, and the condition that joins it to the table. */
function numbered({ table, keys }: RowNumbering): { readonly rows: string; readonly same: string } {
  const list = keys.join(', ')
  return {
    rows: `(SELECT ${list}, ROW_NUMBER() OVER (ORDER BY ${list}) AS nc_place FROM ${table}) AS n`,
    same: keys.map((key) => `r.${key} = n.${key}`).join(' AND '),
  }
}

/** SQLite, PostgreSQL. */
export function numberRowsFrom(of: RowNumbering): string {
  const { rows, same } = numbered(of)
  return `UPDATE ${of.table} AS r SET ${of.column} = n.nc_place * ${of.step} FROM ${rows} WHERE ${same}`
}

/** MySQL, MariaDB. */
export function numberRowsJoined(of: RowNumbering): string {
  const { rows, same } = numbered(of)
  return `UPDATE ${of.table} AS r JOIN ${rows} ON ${same} SET r.${of.column} = n.nc_place * ${of.step}`
}

/** SQL Server updates a query of one table in place. */
export function numberRowsInPlace({ table, column, keys, step }: RowNumbering): string {
  const rows = `SELECT ${column}, ROW_NUMBER() OVER (ORDER BY ${keys.join(', ')}) AS nc_place FROM ${table}`
  return `WITH n AS (${rows}) UPDATE n SET ${column} = nc_place * ${step}`
}
