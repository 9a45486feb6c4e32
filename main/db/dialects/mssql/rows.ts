import { AppError } from '@common/errors'
import type { Column, Table } from '@common/model'
import type { RowSql } from '@main/db/dialect'
import { comparison, isMoney } from './comparison'
import { placeholder, quote } from './literals'
import { sentStatements } from './several-rows'
import { boundValue, decimalAlias } from './values'

const names = (columns: readonly Column[]): string => columns.map((column) => selected(column)).join(', ')
const plainNames = (columns: readonly Column[], prefix = ''): string =>
  columns.map(({ name }) => prefix + quote(name)).join(', ')

/** True for decimals beyond the digits of a double, which the driver would return as doubles. */
const isWide = ({ nativeType }: Column): boolean => {
  const digits = /^(?:decimal|numeric)\((\d+)/.exec(nativeType)?.[1]
  return nativeType === 'money' || (digits !== undefined && Number(digits) > 15)
}

/** Selects a column in the format of rows. */
export function selected(column: Column, name = quote(column.name)): string {
  if (!isWide(column)) return name
  return `CONVERT(varchar(50), ${name}${column.nativeType === 'money' ? ', 2' : ''}) AS ${quote(decimalAlias)}`
}

/**
 * SQL of row writes. The server rejects a plain OUTPUT on a table with triggers, and OUTPUT misses their changes: so
 * the same batch reads an inserted row by its key.
 */
export const rows: RowSql = {
  sent: sentStatements,
  rebound: selected,
  among: (key, columns, from) =>
    `EXISTS (SELECT 1 FROM ${from} AND ${key.map((name, at) => `${name} = ${columns[at] ?? ''}`).join(' AND ')})`,
  lock: (table, where, columns = '1') =>
    `SELECT ${columns} FROM ${quote(table.name)} WITH (UPDLOCK, ROWLOCK) WHERE ${where}`,

  insert: ({ table, columns, rows: values, returned }) => ({
    sql: withOwnKeys(table, columns, insertSql(table, columns, returned)),
    params: [],
    batch: values,
    returns: returned.length > 0,
  }),

  // The server would round silently. Columns from other programs with fewer places are meant to round.
  refuseCut: (column, given) => {
    if (column.nativeType !== 'decimal(38,18)' || (typeof given !== 'number' && typeof given !== 'string')) return
    const { value: bound } = boundValue(given)
    const fraction = /\.(\d*?)0*$/.exec(String(bound))?.[1] ?? ''
    if (fraction.length > 18) throw new AppError('VALUE_CHECK_FAILED', { column: column.title })
  },

  assigned: value,

  withOwnKeys: (table, insert) => ({ ...insert, sql: switched(table, insert.sql) }),

  update: ({ table, set, where, rows: values, returned }) => ({
    sql: `UPDATE ${quote(table.name)} SET ${set} WHERE ${where}${
      returned.length === 0 ? '' : `; SELECT ${names(returned)} FROM ${quote(table.name)} WHERE ${where}`
    }`,
    params: [],
    batch: values,
    returns: returned.length > 0,
  }),

  remove: ({ table, where, rows: values, returned }) => ({
    sql:
      returned.length === 0
        ? `DELETE FROM ${quote(table.name)} WHERE ${where}`
        : // Locks the row, so that it can't change before the delete.
          `SELECT ${names(returned)} FROM ${quote(table.name)} WITH (UPDLOCK, HOLDLOCK) WHERE ${where}; DELETE FROM ${quote(table.name)} WHERE ${where}`,
    params: [],
    batch: values,
    returns: returned.length > 0,
  }),
}

/** Allows explicit values for an IDENTITY key. The server continues counting from them. */
const switched = (table: string, sql: string): string =>
  `SET IDENTITY_INSERT ${quote(table)} ON; ${sql}; SET IDENTITY_INSERT ${quote(table)} OFF`

const withOwnKeys = (table: Table, columns: readonly Column[], sql: string): string =>
  columns.some(({ autoIncrement }) => autoIncrement) ? switched(table.name, sql) : sql

function insertSql(table: Table, columns: readonly Column[], returned: readonly Column[]): string {
  const target =
    columns.length === 0
      ? { into: '', values: 'DEFAULT VALUES' }
      : {
          into: ` (${plainNames(columns)})`,
          values: `VALUES (${columns.map((column, at) => value(column, placeholder(at + 1))).join(', ')})`,
        }
  const insert = (output: string): string => `INSERT INTO ${quote(table.name)}${target.into}${output} ${target.values}`
  if (returned.length === 0) return insert('')
  const key = table.columns.filter(({ primaryKey }) => primaryKey)
  // Returns the row as inserted: without a key it can't be read again.
  if (key.length === 0)
    return [written(returned), insert(output(returned)), `SELECT ${names(returned)} FROM @written`].join('; ')
  // Key values from the server: generated, or a default.
  const given = key.filter((column) => !column.autoIncrement && !columns.includes(column))
  const remembered = given.map(
    (column, at) => `DECLARE @key${at} ${column.nativeType} = (SELECT ${quote(column.name)} FROM @written)`,
  )
  const conditions = key.map((column) => {
    const place = columns.indexOf(column)
    if (place >= 0) return comparison.keyEquals(column, quote(column.name), placeholder(place + 1))
    // Uses variables: unlike columns of `@written`, they have no collation.
    return `${quote(column.name)} = ${column.autoIncrement ? `CAST(SCOPE_IDENTITY() AS ${column.nativeType})` : `@key${given.indexOf(column)}`}`
  })
  return [
    ...(given.length === 0 ? [insert('')] : [written(given), insert(output(given)), ...remembered]),
    `SELECT ${names(returned)} FROM ${quote(table.name)} WHERE ${conditions.join(' AND ')}`,
  ].join('; ')
}

/** Declares the table of returned values. A row version can only be stored as bytes. */
const written = (columns: readonly Column[]): string =>
  `DECLARE @written TABLE (${columns
    .map(({ name, nativeType }) => `${quote(name)} ${nativeType === 'timestamp' ? 'binary(8)' : nativeType}`)
    .join(', ')})`

const output = (columns: readonly Column[]): string => ` OUTPUT ${plainNames(columns, 'inserted.')} INTO @written`

/**
 * Converts a bound value for the column. The server doesn't coerce texts to bytes or money, and types NULL and fractions
 * as text; `datetime` accepts milliseconds at most.
 */
function value({ nativeType }: Column, bound: string): string {
  if (/binary|^image$/.test(nativeType)) return `CONVERT(varbinary(max), ${bound})`
  if (isMoney(nativeType)) return `CAST(${bound} AS ${nativeType})`
  return /^(small)?datetime$/.test(nativeType) ? `CAST(CAST(${bound} AS datetime2(7)) AS ${nativeType})` : bound
}
