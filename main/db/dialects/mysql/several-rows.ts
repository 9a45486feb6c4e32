import type { StoredValue } from '@common/columns/column-type'
import type { SentStatement } from '@main/db/dialect'
import type { Step } from '@main/db/statement'

/** Maximum values and rows per INSERT; more gains nothing. */
const valuesMax = 2_000
const rowsMax = 250

/** A multi-row version of a single-row INSERT. The round trip costs more than the row. */
export interface SeveralRows {
  /** Rows per statement. */
  readonly size: number
  readonly sql: (rows: number) => string
}

/** Splits the batch of a write into the statements that the transaction sends. */
export function sentStatements({ sql, params, batch = [params], readBack }: Step): SentStatement[] {
  const { size, sql: several } = (readBack === undefined ? severalRows(sql, batch) : undefined) ?? {
    size: 1,
    sql: () => sql,
  }
  return Array.from({ length: Math.ceil(batch.length / size) }, (_, at) => {
    const rows = batch.slice(at * size, (at + 1) * size)
    return { sql: rows.length === 1 ? sql : several(rows.length), params: rows.flat(), rows: rows.length }
  })
}

/** Returns undefined unless the statement is a plain INSERT of bound values. */
export function severalRows(sql: string, batch: readonly (readonly StoredValue[])[]): SeveralRows | undefined {
  if (batch.length < 2) return undefined
  const [, insert, row, rest] = /^(INSERT INTO .+? VALUES )(\(\?(?:, \?)*\))( RETURNING .+)?$/s.exec(sql) ?? []
  if (insert === undefined || row === undefined) return undefined
  const width = (row.length - 1) / 3
  return {
    size: Math.max(1, Math.min(rowsMax, Math.floor(valuesMax / width))),
    sql: (rows) => `${insert}${Array<string>(rows).fill(row).join(', ')}${rest ?? ''}`,
  }
}
