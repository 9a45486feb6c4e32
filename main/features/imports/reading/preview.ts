import { cellText, isPlain, type ImportCell } from '@common/import/cells'
import { guessColumn, guessLocale, sampleColumns, type TypeChoice } from '@common/import/guess-columns'
import { titlesOf } from '@common/import/headers'
import { importLimits } from '@common/import/limits'
import { importPreviewRows, importPreviewSigns, type ImportLocale, type ImportOptions } from '@common/import/options'
import { ImportProblem } from '@common/import/problem'
import { guessHeader } from '@common/import/sniff'
import { openSheet, type ImportFile, type OpenSheet } from './open-file'
import type { FileRow, Notices } from './sheet-reader'

/** The beginning of a sheet with its detected settings. */
export interface PreviewedSheet {
  readonly header: boolean
  readonly locale: ImportLocale
  readonly skip: number
  readonly encoding: OpenSheet['encoding']
  readonly delimiter: OpenSheet['delimiter']
  readonly columns: readonly PreviewedColumn[]
  readonly rows: readonly (readonly (string | null)[])[]
  readonly whole: boolean
  readonly estimatedRows: number | null
  readonly warnings: ReturnType<Notices['list']>
}

export interface PreviewedColumn {
  readonly source: number
  readonly header: string
  readonly title: string
  readonly guess: TypeChoice
  readonly types: readonly TypeChoice[]
  readonly known: boolean
  readonly filled: number
  readonly samples: readonly string[]
}

/** Rows in the sample for detecting types; fewer if they are long. */
const rowsLooked = 1_000
const signsLooked = 8 * 1024 ** 2

/** Layout of a sheet, shared by preview and import. */
export interface Layout {
  readonly open: OpenSheet
  readonly header: boolean
  readonly heads: readonly string[]
  /** Places of columns. */
  readonly width: number
  /** Rows with more values are rejected; undefined if extra columns are skipped. */
  readonly widthMost: number | undefined
  /** Line of the first row. */
  readonly firstLine: number
  /** Sampled rows, without column names. */
  readonly sample: readonly FileRow[]
  readonly whole: boolean
  readonly notices: Notices
  /** Number of rows read for the sample and their bytes, for an estimate. */
  readonly seen: number
  readonly progress: { readonly read: number; readonly all: number }
}

/** @throws ImportProblem */
export async function layoutOf(file: ImportFile, sheet: number, options: ImportOptions): Promise<Layout> {
  const open = await openSheet(file, sheet, options)
  const reader = open.read()
  const looked: FileRow[] = []
  let signs = 0
  let whole = true
  let seen = 0
  reading: for await (const rows of reader.rows()) {
    seen += rows.length
    for (const row of rows) {
      if (looked.length >= rowsLooked || signs > signsLooked) {
        whole = false
        break reading
      }
      looked.push(row)
      for (const cell of row.cells) signs += typeof cell === 'string' ? cell.length : 8
    }
  }
  const skip = options.skip ?? 0
  const considered = looked.filter(({ line }) => line > skip)
  const { columns: columnsMost } = file.limits ?? importLimits
  if (reader.heads !== undefined) {
    const notEmpty = considered.filter(({ problem }) => problem === undefined)
    if (notEmpty.length === 0 && !whole) throw new ImportProblem('IMPORT_FILE_EMPTY')
    return {
      open,
      header: true,
      heads: reader.heads,
      width: reader.heads.length,
      widthMost: undefined,
      firstLine: considered[0]?.line ?? 1,
      sample: considered,
      whole,
      notices: reader.notices,
      seen,
      progress: reader.progress(),
    }
  }
  const [first] = considered
  if (first === undefined) throw new ImportProblem('IMPORT_FILE_EMPTY')
  const plain = (cell: ImportCell): string | number | boolean | null => (isPlain(cell) ? 0 : cell)
  const header = options.header ?? guessHeader(considered.slice(0, 50).map(({ cells }) => cells.map(plain)))
  const rows = header ? considered.slice(1) : considered
  const widest = considered.reduce((most, { cells }) => Math.max(most, widthOf(cells)), 0)
  if (widest > columnsMost) reader.notices.add('columnsLeftOut', widest - columnsMost, { max: columnsMost })
  const width = Math.max(1, Math.min(widest, columnsMost))
  const heads = Array.from({ length: width }, (_, at) => (header ? cellText(first.cells[at] ?? null).trim() : ''))
  if (open.kind === 'csv') noteRagged(reader.notices, first, rows)
  return {
    open,
    header,
    heads,
    width,
    widthMost: widest > columnsMost ? undefined : width,
    firstLine: rows[0]?.line ?? first.line + 1,
    sample: rows,
    whole,
    notices: reader.notices,
    seen,
    progress: reader.progress(),
  }
}

/** Ignores trailing empty values. */
function widthOf(cells: readonly ImportCell[]): number {
  let width = cells.length
  while (width > 0 && (cells[width - 1] === null || cells[width - 1] === '')) width -= 1
  return width
}

function noteRagged(notices: Notices, first: FileRow, rows: readonly FileRow[]): void {
  const ragged = rows.filter(({ cells }) => cells.length !== first.cells.length)
  if (ragged.length > 0) notices.add('raggedLines', ragged.length, { line: ragged[0]?.line ?? 0 })
}

/** Returns the first rows of a sheet with suggested columns. @throws ImportProblem */
export async function previewSheet(file: ImportFile, sheet: number, options: ImportOptions): Promise<PreviewedSheet> {
  const layout = await layoutOf(file, sheet, options)
  const { open, header, heads, width, sample, notices, whole } = layout
  const { titles, empty, renamed } = titlesOf(heads)
  if (header && empty > 0) notices.add('headersEmpty', empty)
  if (renamed > 0) notices.add('headersRenamed', renamed)
  if (sample.length === 0) notices.add('noRows', 1)
  // Invalid characters can lie far behind the sample.
  if (!notices.has('encodingDoubtful') && open.doubtful > 0) notices.add('encodingDoubtful', open.doubtful)
  const values = sampleColumns(
    sample.map(({ cells }) => cells),
    width,
  )
  const locale = options.locale ?? guessLocale(values, open.delimiter)
  const types = await open.workbook?.typesOf(open.name)
  const columns = values.map((cells, source): PreviewedColumn => {
    const title = heads[source] ?? ''
    const known = header ? types?.get(title) : undefined
    return {
      source,
      header: title,
      title: titles[source] ?? '',
      ...guessColumn(cells, locale, known),
      known: known !== undefined,
    }
  })
  let shortened = 0
  const shown = sample.slice(0, importPreviewRows).map(({ cells }) =>
    Array.from({ length: width }, (_, at) => {
      const cell = cells[at] ?? null
      if (cell === null) return null
      const text = cellText(cell)
      if (text.length > importPreviewSigns) shortened += 1
      return text.slice(0, importPreviewSigns)
    }),
  )
  if (shortened > 0) notices.add('textsShortened', shortened)
  return {
    header,
    locale,
    skip: options.skip ?? 0,
    encoding: open.encoding,
    delimiter: open.delimiter,
    columns,
    rows: shown,
    whole: whole && sample.length <= importPreviewRows,
    estimatedRows: await estimated(layout, sheet),
    warnings: notices.list(),
  }
}

async function estimated({ open, sample, whole, seen, progress }: Layout, sheet: number): Promise<number | null> {
  if (whole) return sample.length
  const told = open.workbook?.sheets[sheet]
  const extent = told && (await open.workbook?.extent(told))
  if (extent !== undefined && extent.rows > 1) return extent.rows - 1
  if (progress.read === 0) return null
  return Math.max(sample.length, Math.round((seen * progress.all) / progress.read))
}
