import { bulkRowsMax } from '@common/constants'
import { formatSort } from '@common/query/sort'
import { sentenceOf } from '@renderer/api'
import { localeTag, readerZone, sentence, type Sentence } from '@renderer/i18n'
import { TooManyRows } from '../rows/too-many-rows'
import type { DataGridColumn } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import { rowFilter } from '../rows/row-api'
import { keyColumns } from '../rows/row-key'
import { countRows, mergeSpans, rangesOf, type GridSelection, type RowSpan } from '../painter/selection'
import type { GridSession } from '../session/session'

/** File formats for the export of a view. */
export const exportKinds = ['csv', 'xlsx', 'json', 'sql', 'markdown'] as const
export type ExportKind = (typeof exportKinds)[number]
export const exportDelimiters = ['comma', 'semicolon', 'tab'] as const
export type ExportDelimiter = (typeof exportDelimiters)[number]

/** Options of an export. */
export interface ExportChoice {
  readonly kind: ExportKind
  /** Exports all records of the view, or the selected ones. */
  readonly records: 'all' | 'selected'
  /** True for values as shown; false for values as stored. */
  readonly shown: boolean
  readonly delimiter: ExportDelimiter
  /** Adds a byte order mark, by which Excel detects UTF-8. */
  readonly mark: boolean
  /** JSON: a record on each line instead of one list. */
  readonly lines: boolean
  /** SQL: includes the `CREATE TABLE` statement. */
  readonly create: boolean
}

export const plainChoice: ExportChoice = {
  kind: 'csv',
  records: 'all',
  shown: true,
  delimiter: 'comma',
  mark: false,
  lines: false,
  create: false,
}

const delimiterSigns: Readonly<Record<ExportDelimiter, string>> = { comma: ',', semicolon: ';', tab: '\t' }

/** Returns the file extension, and the server's name of the format. */
export function fileForm({ kind, delimiter, lines }: ExportChoice): {
  readonly ending: string
  readonly format: string
} {
  if (kind === 'csv') return delimiter === 'tab' ? { ending: 'tsv', format: 'tsv' } : { ending: 'csv', format: 'csv' }
  if (kind === 'json') return lines ? { ending: 'ndjson', format: 'ndjson' } : { ending: 'json', format: 'json' }
  return kind === 'markdown' ? { ending: 'md', format: 'markdown' } : { ending: kind, format: kind }
}

/**
 * Returns the parameters of the list that responds with the file: the rows of the view in its order, with the visible
 * fields.
 *
 * @param keys  keys of the records to export; undefined exports all
 */
export function exportParameters(
  { query, search }: Pick<GridSession, 'query' | 'search'>,
  columns: readonly Pick<DataGridColumn, 'id' | 'width'>[],
  choice: ExportChoice,
  keys?: readonly (readonly string[])[],
): Record<string, string> {
  const { kind, shown, delimiter, mark, create } = choice
  const { format } = fileForm(choice)
  return {
    format,
    columns: JSON.stringify(columns.map(({ id }) => id)),
    ...(query.sort.length > 0 && { sort: formatSort(query.sort) }),
    ...rowFilter({ ...query, search: search.trim() }),
    ...(keys !== undefined && { keys: JSON.stringify(keys) }),
    ...(kind !== 'sql' && { shown: String(shown), locale: localeTag(), timeZone: readerZone() }),
    ...(kind === 'xlsx' && { widths: columns.map(({ width }) => Math.round(width)).join(',') }),
    ...(format === 'csv' && { delimiter: delimiterSigns[delimiter] }),
    ...(kind === 'csv' && mark && { bom: 'true' }),
    ...(kind === 'sql' && create && { create: 'true' }),
  }
}

/** Returns the selected lines: ticked ones, or those that the ranges cover. */
export function selectedSpans(selection: GridSelection, rowCount: number): RowSpan[] {
  const spans =
    selection.rows.length > 0
      ? selection.rows
      : mergeSpans(rangesOf(selection).map(({ row, rows }) => ({ from: row, to: row + rows })))
  return spans.map(({ from, to }) => ({ from, to: Math.min(to, rowCount) })).filter(({ from, to }) => to > from)
}

/** True if a selection covers several records, so that the user may mean them instead of the view. */
export function isOfSeveral(selection: GridSelection, rowCount: number): boolean {
  return selection.rows.length > 0 || countRows(selectedSpans(selection, rowCount)) > 1
}

/**
 * Returns the keys of the records of some lines.
 *
 * @throws TooManyRows, or the server's error
 */
export async function keysOf(
  model: GridModel,
  spans: readonly RowSpan[],
  signal: AbortSignal,
): Promise<(readonly string[])[]> {
  if (countRows(spans) > bulkRowsMax) throw new TooManyRows()
  const titles = keyColumns(model.table).map(({ title }) => title)
  const keys: string[][] = []
  for (const { from, to } of spans) {
    const rows = await model.rows.load(from, to, signal)
    keys.push(...rows.map((row) => titles.map((title) => String(row[title]))))
  }
  return keys
}

/** Why there is no file. */
export function exportProblem(error: unknown): Sentence {
  return error instanceof TooManyRows ? sentence('grid.export.tooMany', { max: error.max }) : sentenceOf(error)
}

/** Names the table and the view: `Albums - Gallery`; the view alone if its title names the table: `All Albums`. */
export function exportTitle(table: string, view: string): string {
  const named = view.trim()
  if (named === '') return table
  return named.toLowerCase().includes(table.toLowerCase()) ? named : `${table} - ${named}`
}

/** Returns a file name that is valid on every system. */
export function fileName(title: string, ending: string, day: Date): string {
  const clean = title
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-')
    .trim()
    .slice(0, 120)
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
  return `${clean === '' ? '' : `${clean} `}${date}.${ending}`
}
