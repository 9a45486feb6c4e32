import type { Column, Table } from '@common/model'
import type { RowSql } from '@main/db/dialect'
import { placeholder, quote } from './literals'

const names = (columns: readonly Column[]): string => columns.map((column) => selected(column)).join(', ')
const plainNames = (columns: readonly Column[], prefix = ''): string =>
  columns.map(({ name }) => prefix + quote(name)).join(', ')

/** Decimals with more digits than a double keeps: the driver would give doubles. */
const isWide = ({ nativeType }: Column): boolean => {
  const digits = /^(?:decimal|numeric)\((\d+)/.exec(nativeType)?.[1]
  return nativeType === 'money' || (digits !== undefined && Number(digits) > 15)
}

/** The name by which the driver's side knows that a text is a decimal (`values.ts`). */
export const decimalAlias = '~decimal'

/** A column as rows answer it. */
export function selected(column: Column, name = quote(column.name)): string {
  if (!isWide(column)) return name
  return `CONVERT(varchar(50), ${name}${column.nativeType === 'money' ? ', 2' : ''}) AS ${quote(decimalAlias)}`
}

/**
 * Writes of rows. OUTPUT alone is refused on a table with triggers, so rows are found again by their key, in the same
 * batch: `@written` remembers the keys that an insert gave.
 */
export const rows: RowSql = {
  insert: ({ table, columns, rows: values, returned }) => {
    const target =
      columns.length === 0
        ? { into: '', values: 'DEFAULT VALUES' }
        : {
            into: ` (${plainNames(columns)})`,
            values: `VALUES (${columns.map((column, at) => value(column, at)).join(', ')})`,
          }
    const key = writtenKey(table)
    const insert = (output: string): string =>
      `INSERT INTO ${quote(table.name)}${target.into}${output} ${target.values}`
    const statements =
      returned.length === 0
        ? [insert('')]
        : key.length === 0
          ? [insert(` OUTPUT ${plainNames(returned, 'inserted.')}`)]
          : [
              `DECLARE @written TABLE (${key.map(({ name, nativeType }) => `${quote(name)} ${nativeType}`).join(', ')})`,
              insert(` OUTPUT ${plainNames(key, 'inserted.')} INTO @written`),
              `SELECT ${names(returned)} FROM ${quote(table.name)} AS [~row] WHERE EXISTS (SELECT 1 FROM @written AS [~key] WHERE ${key
                .map(({ name }) => `[~key].${quote(name)} = [~row].${quote(name)}`)
                .join(' AND ')})`,
            ]
    // A key that is brought along is refused otherwise; the server counts on from it by itself.
    const brings = columns.some(({ autoIncrement }) => autoIncrement)
    const switched = (state: 'ON' | 'OFF'): string[] =>
      brings ? [`SET IDENTITY_INSERT ${quote(table.name)} ${state}`] : []
    return {
      sql: [...switched('ON'), ...statements, ...switched('OFF')].join('; '),
      params: [],
      batch: values,
      returns: returned.length > 0,
    }
  },

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
        : // Locked, so that it is still what it was when it is deleted.
          `SET NOCOUNT OFF; SELECT ${names(returned)} FROM ${quote(table.name)} WITH (UPDLOCK, HOLDLOCK) WHERE ${where}; DELETE FROM ${quote(table.name)} WHERE ${where}`,
    params: [],
    batch: values,
    returns: returned.length > 0,
  }),
}

/** Nothing at all is a text to the server, which makes no bytes of it by itself. */
function value({ nativeType }: Column, at: number): string {
  const bound = placeholder(at + 1)
  return /binary|^image$/.test(nativeType) ? `CONVERT(varbinary(max), ${bound})` : bound
}

/** The key, where it is of types that compare without a collation. */
function writtenKey(table: Table): readonly Column[] {
  const key = table.columns.filter(({ primaryKey }) => primaryKey)
  return key.every(({ nativeType }) => /^((tiny|small|big)?int|uniqueidentifier)$/.test(nativeType)) ? key : []
}
