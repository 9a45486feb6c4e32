import type { SqlColumn } from '@common/sql/shapes'
import { countRows, formatTsv, rangesOf, type CellRange, type GridSelection } from '@renderer/features/records'
import { plainText } from './result-columns'
import type { ResultRow, ResultRows } from './result-rows'

/** Largest copy, in rows. More belongs into a file. */
export const copyRowsMax = 100_000

/** Returns the ranges that are selected: whole rows, or the ranges of cells. */
export function selectedRanges(selection: GridSelection, columns: number, rows: number): readonly CellRange[] {
  if (countRows(selection.rows) > 0)
    return selection.rows.map(({ from, to }) => ({ column: 0, row: from, columns, rows: Math.min(to, rows) - from }))
  return rangesOf(selection)
}

/** Returns the selected cells as text that spreadsheets take. */
export async function copyText(
  rows: ResultRows,
  columns: readonly SqlColumn[],
  ranges: readonly CellRange[],
  withNames: boolean,
  signal: AbortSignal,
): Promise<string> {
  const lines: string[][] = []
  for (const range of ranges) {
    const shown = columns.slice(range.column, range.column + range.columns)
    if (withNames) lines.push(shown.map(({ name }) => name))
    const read = await rows.load(range.row, Math.min(range.row + range.rows, range.row + copyRowsMax), signal)
    for (const { values } of read) lines.push(shown.map((_, at) => plainText(values[range.column + at] ?? null)))
  }
  return formatTsv(lines)
}

export const exportForms = ['csv', 'json', 'markdown', 'insert'] as const
export type ExportForm = (typeof exportForms)[number]

export const endings: Readonly<Record<ExportForm, string>> = {
  csv: 'csv',
  json: 'json',
  markdown: 'md',
  insert: 'sql',
}

/** Writes parts of a file: what comes first, each row, and what comes last. */
interface FormWriter {
  readonly head: string
  readonly row: (row: ResultRow, at: number) => string
  readonly foot: string
}

export interface FormOptions {
  readonly columns: readonly SqlColumn[]
  /** The table of INSERT statements. */
  readonly table: string
  readonly quotes: readonly [string, string]
}

/** Returns how a result is written in a form. */
export function writerOf(form: ExportForm, { columns, table, quotes: [open, close] }: FormOptions): FormWriter {
  const names = columns.map(({ name }) => name)
  const quoted = (name: string): string => `${open}${name.replaceAll(close, close + close)}${close}`
  if (form === 'csv')
    return {
      head: `\uFEFF${names.map(csvField).join(',')}\r\n`,
      row: ({ values }) => `${values.map((value) => csvField(plainText(value))).join(',')}\r\n`,
      foot: '',
    }
  if (form === 'json')
    return {
      head: '[\n',
      row: ({ values }, at) =>
        `${at === 0 ? '' : ',\n'}  ${JSON.stringify(Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])))}`,
      foot: '\n]\n',
    }
  if (form === 'markdown')
    return {
      head: `| ${names.map(markdownField).join(' | ')} |\n| ${columns.map(({ kind }) => (kind === 'number' ? '---:' : '---')).join(' | ')} |\n`,
      row: ({ values }) => `| ${values.map((value) => markdownField(plainText(value))).join(' | ')} |\n`,
      foot: '',
    }
  const into = `INSERT INTO ${quoted(table)} (${names.map(quoted).join(', ')}) VALUES `
  return { head: '', row: ({ values }) => `${into}(${values.map(sqlLiteral).join(', ')});\n`, foot: '' }
}

const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const markdownField = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll(/\r?\n/g, '<br>')

function sqlLiteral(value: ResultRow['values'][number]): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return `'${value.replaceAll("'", "''")}'`
}

/** Returns a file with all rows of a result. */
export async function exportFile(
  rows: ResultRows,
  form: ExportForm,
  options: FormOptions,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: (done: number) => void },
): Promise<Blob> {
  const writer = writerOf(form, options)
  const parts: string[] = [writer.head]
  let done = 0
  while (done < rows.count) {
    const read = await rows.load(done, Math.min(rows.count, done + 1_000), signal)
    signal.throwIfAborted()
    if (read.length === 0) break
    parts.push(read.map((row, at) => writer.row(row, done + at)).join(''))
    done += read.length
    progress(done)
  }
  return new Blob([...parts, writer.foot])
}
