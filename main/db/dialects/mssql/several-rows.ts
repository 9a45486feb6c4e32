import type { StoredValue } from '@common/columns/column-type'
import { mssql } from '@common/dialects'
import { placeholder } from './literals'

/** Rows that one round trip writes at most: beyond these, there is nothing to be gained. */
const rowsMax = 250

/** Cuts a batch into runs of rows, each of which one text can bind. */
export function chunksOf(batch: readonly (readonly StoredValue[])[]): (readonly (readonly StoredValue[])[])[] {
  const width = Math.max(1, batch[0]?.length ?? 0)
  const size = Math.max(1, Math.min(rowsMax, Math.floor(mssql.maxParameters / width)))
  return Array.from({ length: Math.ceil(batch.length / size) }, (_, at) => batch.slice(at * size, (at + 1) * size))
}

/** Texts and names are passed over: what looks like a placeholder in them is none. */
const token = /N?'(?:[^']|'')*'|\[(?:[^\]]|\]\])*\]|@(p(\d+)|written\b|key\d+)/g

/** The statement of one row, once for each of several: its placeholders and its variables are counted on. */
export function severalTimes(sql: string, rows: number, width: number): string {
  if (rows === 1) return sql
  const ofRow = (row: number): string =>
    sql.replace(token, (found: string, variable?: string, number?: string) => {
      if (variable === undefined) return found
      return number === undefined ? `@${variable}_${row}` : placeholder(row * width + Number(number))
    })
  return Array.from({ length: rows }, (_, row) => ofRow(row)).join(';\n')
}
