import { bulkRowsMax } from '@common/constants'
import { formatSort } from '@common/query/sort'
import { messageOf } from '@renderer/api'
import { localeTag, readerZone, t } from '@renderer/i18n'
import { TooManyRows } from '../rows/too-many-rows'
import type { DataGridColumn } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import { rowFilter } from '../rows/row-api'
import { keyColumns } from '../rows/row-key'
import { countRows, mergeSpans, rangesOf, type GridSelection, type RowSpan } from '../painter/selection'
import type { GridSession } from '../session/session'

/** Files that a view can be saved as, as people choose them. */
export const exportKinds = ['csv', 'xlsx', 'json', 'sql', 'markdown'] as const
export type ExportKind = (typeof exportKinds)[number]
export const exportDelimiters = ['comma', 'semicolon', 'tab'] as const
export type ExportDelimiter = (typeof exportDelimiters)[number]

/** What somebody wants a file to be like. */
export interface ExportChoice {
  readonly kind: ExportKind
  /** Of all records of the view, or of those that are selected. */
  readonly records: 'all' | 'selected'
  /** Values as they are seen, or as they are stored. */
  readonly shown: boolean
  readonly delimiter: ExportDelimiter
  /** A mark by which Excel knows that a text is UTF-8. */
  readonly mark: boolean
  /** JSON: a record on each line instead of one list. */
  readonly lines: boolean
  /** SQL: with the statement that makes the table. */
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

/** The ending of the file, and how the server calls it. */
export function fileForm({ kind, delimiter, lines }: ExportChoice): {
  readonly ending: string
  readonly format: string
} {
  if (kind === 'csv') return delimiter === 'tab' ? { ending: 'tsv', format: 'tsv' } : { ending: 'csv', format: 'csv' }
  if (kind === 'json') return lines ? { ending: 'ndjson', format: 'ndjson' } : { ending: 'json', format: 'json' }
  return kind === 'markdown' ? { ending: 'md', format: 'markdown' } : { ending: kind, format: kind }
}

/**
 * The parameters of the list that answers the file: the rows of the view in its order, and of them the fields that are
 * shown.
 *
 * @param keys  of the only records that are wanted
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

/** The lines that are selected: ticked ones, or those that the ranges lie over. */
export function selectedSpans(selection: GridSelection, rowCount: number): RowSpan[] {
  const spans =
    selection.rows.length > 0
      ? selection.rows
      : mergeSpans(rangesOf(selection).map(({ row, rows }) => ({ from: row, to: row + rows })))
  return spans.map(({ from, to }) => ({ from, to: Math.min(to, rowCount) })).filter(({ from, to }) => to > from)
}

/** Whether a selection is of several records, so that somebody may mean them rather than the view. */
export function isOfSeveral(selection: GridSelection, rowCount: number): boolean {
  return selection.rows.length > 0 || countRows(selectedSpans(selection, rowCount)) > 1
}

/**
 * Keys of the records of some lines.
 *
 * @throws TooManyRows, or what the server said
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
export function exportProblem(error: unknown): string {
  return error instanceof TooManyRows ? t('grid.export.tooMany', { max: error.max }) : messageOf(error)
}

/** Names the table and the view: `Albums - Gallery`; the view alone if its title names the table: `All Albums`. */
export function exportTitle(table: string, view: string): string {
  const named = view.trim()
  if (named === '') return table
  return named.toLowerCase().includes(table.toLowerCase()) ? named : `${table} - ${named}`
}

/** A name for a file: what every system takes as one. */
export function fileName(title: string, ending: string, day: Date): string {
  const clean = title
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-')
    .trim()
    .slice(0, 120)
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
  return `${clean === '' ? '' : `${clean} `}${date}.${ending}`
}
