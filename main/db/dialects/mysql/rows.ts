import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { RowSql } from '@main/db/dialect'
import type { Step } from '@main/db/statement'
import type { Flavour } from './flavour'
import { isGeometry } from './geometry'
import { quote } from './literals'
import { sentStatements } from './several-rows'
import { answered } from './values'

const names = (columns: readonly Column[]): string => columns.map(({ name }) => quote(name)).join(', ')
const answers = (columns: readonly Column[]): string =>
  columns.map((column) => selected(column, quote(column.name))).join(', ')

/** Selects a column under a safe alias: the driver rejects names that could pollute prototypes. */
export const selected = (column: Column, name: string): string =>
  /^__(?:proto|(?:define|lookup)[GS]etter)__$/.test(column.name) ? `${name} AS ${quote('~')}` : answered(column, name)

/**
 * Writes of rows. MariaDB returns the rows of inserts and deletes; other results are read by key in the same
 * transaction.
 */
export function rowSql(flavour: Flavour): RowSql {
  const returning = (columns: readonly Column[]): string =>
    flavour === 'mysql' || columns.length === 0 ? '' : ` RETURNING ${answers(columns)}`
  return {
    sent: sentStatements,
    ...(flavour === 'mariadb' && { returning }),
    // The driver drops parts of geometries.
    rebound: (column, name) => (isGeometry(column) ? `CAST(${name} AS BINARY)` : name),
    // Some servers read the whole table for an update of the keys in a subquery.
    updateJoined: ({ table, from, on, set, where }) =>
      `UPDATE ${quote(table.name)} JOIN ${from} ON ${on} SET ${set} WHERE ${where}`,
    lock: (table, where, columns = '1') => `SELECT ${columns} FROM ${quote(table.name)} WHERE ${where} FOR UPDATE`,

    insert: ({ table, columns, rows, returned }) => {
      const values =
        columns.length === 0 ? '() VALUES ()' : `(${names(columns)}) VALUES (${columns.map(() => '?').join(', ')})`
      const readBack =
        flavour === 'mysql' && returned.length > 0 ? insertedRow(table, columns, rows, returned) : undefined
      return {
        sql: `INSERT INTO ${quote(table.name)} ${values}${returning(returned)}`,
        params: [],
        batch: rows,
        returns: returned.length > 0,
        ...(readBack === undefined ? {} : { readBack }),
      }
    },
    update: ({ table, set, setCount, where, rows, returned }) => ({
      sql: `UPDATE ${quote(table.name)} SET ${set} WHERE ${where}`,
      params: [],
      batch: rows,
      returns: returned.length > 0,
      ...(returned.length === 0
        ? {}
        : {
            readBack: {
              when: 'after',
              sql: `SELECT ${answers(returned)} FROM ${quote(table.name)} WHERE ${where}`,
              batch: rows.map((row) => row.slice(setCount)),
            },
          }),
    }),
    remove: ({ table, where, rows, returned }) => ({
      sql: `DELETE FROM ${quote(table.name)} WHERE ${where}${returning(returned)}`,
      params: [],
      batch: rows,
      returns: returned.length > 0,
      ...(returned.length === 0 || flavour === 'mariadb'
        ? {}
        : {
            readBack: {
              when: 'before',
              // Locks the row, so that it can't change before the delete.
              sql: `SELECT ${answers(returned)} FROM ${quote(table.name)} WHERE ${where} FOR UPDATE`,
              batch: rows,
            },
          }),
    }),
  }
}

/**
 * Finds the inserted row: by its key, whose generated part the server remembers; without a key by its values, any of
 * equal rows.
 */
function insertedRow(
  table: Table,
  columns: readonly Column[],
  rows: readonly (readonly StoredValue[])[],
  returned: readonly Column[],
): NonNullable<Step['readBack']> {
  const key = table.columns.filter(
    (column) => column.primaryKey && (column.autoIncrement || columns.some(({ name }) => name === column.name)),
  )
  const isWhole = key.length > 0 && key.length === table.primaryKey.length
  const by = isWhole ? key : columns
  const places: number[] = []
  const conditions = by.map((column) => {
    const place = columns.findIndex(({ name }) => name === column.name)
    const given = place !== -1 && rows.every((row) => row[place] !== null)
    if (column.autoIncrement && !given) return `${quote(column.name)} = LAST_INSERT_ID()`
    places.push(place)
    return `${quote(column.name)} <=> ?`
  })
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  return {
    when: 'after',
    sql: `SELECT ${answers(returned)} FROM ${quote(table.name)}${where} LIMIT 1`,
    batch: rows.map((row) => places.map((place) => row[place] ?? null)),
  }
}
