import type { StoredValue } from '@common/columns/column-type'
import { mssql } from '@common/dialects'
import type { SentStatement } from '@main/db/dialect'
import type { Step } from '@main/db/statement'
import { placeholder } from './literals'

/** Limit of rows per round trip. More rows gain nothing. */
const rowsMax = 250

/** Splits a batch into chunks whose values one statement can bind. */
export function chunksOf(batch: readonly (readonly StoredValue[])[]): (readonly (readonly StoredValue[])[])[] {
  const width = Math.max(1, batch[0]?.length ?? 0)
  const size = Math.max(1, Math.min(rowsMax, Math.floor(mssql.maxParameters / width)))
  return Array.from({ length: Math.ceil(batch.length / size) }, (_, at) => batch.slice(at * size, (at + 1) * size))
}

/** Splits the batch of a write into the texts that the connection sends. */
export function sentStatements({ sql, params, batch = [params] }: Step): SentStatement[] {
  return chunksOf(batch).map((rows) => ({
    sql: severalTimes(sql, rows.length, rows[0]?.length ?? 0),
    params: rows.flat(),
    rows: rows.length,
  }))
}

/** Matches placeholders. Skips texts and names, which may contain lookalikes. */
const token = /N?'(?:[^']|'')*'|\[(?:[^\]]|\]\])*\]|@(p(\d+)|written\b|key\d+)/g

/** Repeats the statement of one row for several rows, with renumbered placeholders and variables. */
export function severalTimes(sql: string, rows: number, width: number): string {
  if (rows === 1) return sql
  const ofRow = (row: number): string =>
    sql.replace(token, (found: string, variable?: string, number?: string) => {
      if (variable === undefined) return found
      return number === undefined ? `@${variable}_${row}` : placeholder(row * width + Number(number))
    })
  return Array.from({ length: rows }, (_, row) => ofRow(row)).join(';\n')
}
