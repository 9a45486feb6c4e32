import { valuesLine } from '@main/lib/values-line'

/** A result as a table. */
export interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** Cells are cut at this width in a table for people. */
const cellMax = 40

/** Returns rows as text: a table for people, JSON, or CSV. */
export function shown(result: Rows, { json, csv }: { readonly json?: unknown; readonly csv?: unknown }): string {
  if (json === true) return `${JSON.stringify(objects(result), null, 2)}\n`
  return csv === true ? csvOf(result) : tableOf(result)
}

const objects = ({ columns, rows }: Rows): object[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])))

function text(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

/** A value on one line, without control characters: they would change the terminal. */
export const plainText = (value: unknown): string => text(value).replaceAll(/\p{Cc}+/gu, ' ')

const csvOf = ({ columns, rows }: Rows): string =>
  [columns, ...rows].map((row) => valuesLine(row.map(text), ',')).join('')

function tableOf({ columns, rows }: Rows): string {
  const cell = (value: unknown): string => {
    const plain = plainText(value)
    return plain.length > cellMax ? `${plain.slice(0, cellMax - 1)}…` : plain
  }
  const cells = [columns.map(cell), ...rows.map((row) => row.map(cell))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const areNumbers = columns.map((_, at) => rows.length > 0 && rows.every((row) => typeof row[at] === 'number'))
  const line = (row: readonly string[]): string =>
    row
      .map((value, at) => (areNumbers[at] === true ? value.padStart(widths[at] ?? 0) : value.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = cells
  return `${[line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n')}\n`
}
