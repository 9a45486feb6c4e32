import type { Step } from '@main/db/statement'
import { placeholder } from './literals'

/** Maximum values and rows per INSERT; more gains nothing. */
const valuesMax = 2_000
const rowsMax = 250

/** Combines single-row inserts into multi-row ones; undefined for other statements. */
export function severalRows({ sql, batch }: Step): readonly Step[] | undefined {
  const [, insert, row, rest = ''] =
    /^(INSERT INTO .+? VALUES )\((\$\d+(?:, \$\d+)*)\)( RETURNING .+)?$/s.exec(sql) ?? []
  if (insert === undefined || row === undefined || batch === undefined) return undefined
  const width = row.split(', ').length
  const size = Math.max(1, Math.min(rowsMax, Math.floor(valuesMax / width)))
  const steps: Step[] = []
  for (let from = 0; from < batch.length; from += size) {
    const rows = batch.slice(from, from + size)
    steps.push({ sql: `${insert}${places(rows.length, width)}${rest}`, params: rows.flat() })
  }
  return steps
}

function places(rows: number, width: number): string {
  const row = (at: number): string =>
    Array.from({ length: width }, (_, n) => placeholder(at * width + n + 1)).join(', ')
  return Array.from({ length: rows }, (_, at) => `(${row(at)})`).join(', ')
}
