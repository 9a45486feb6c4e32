import type { Problem, StoredValue } from '@common/columns/column-type'
import { filesOf, leadsToOtherProject } from '@common/columns/values/files'
import { cellText, isEmptyCell, parseCell, type ImportCell } from '@common/import/cells'
import { guessLocale, sampleColumns } from '@common/import/guess-columns'
import type { ImportLocale, ImportOptions } from '@common/import/options'
import { ImportProblem } from '@common/import/problem'
import type { Column } from '@common/model'
import type { ImportFile } from './open-file'
import { layoutOf } from './preview'
import type { FileRow } from './sheet-reader'

/** A column that values of a file go into. */
export interface TargetColumn {
  readonly source: number
  readonly column: Column
  /** Choices that it does not have yet are made with it. */
  readonly open: boolean
}

export interface ReadOrder {
  readonly file: ImportFile
  readonly sheet: number
  readonly options: ImportOptions
  readonly columns: readonly TargetColumn[]
  readonly projectId: string
}

/** A row that was not taken, and why. */
export interface RowProblem {
  readonly line: number
  /** Place among the columns; undefined when it is about the row. */
  readonly column?: number
  readonly value?: string
  readonly problem: Problem | { readonly problem: 'notJson' | 'tooManyValues' }
}

/** Rows as the table stores them. */
export interface StoredRows {
  readonly rows: readonly (readonly StoredValue[])[]
  readonly lines: readonly number[]
  readonly problems: readonly RowProblem[]
  readonly progress: { readonly read: number; readonly all: number }
}

/** Values, and signs in them, that go to the database at once: others write between two of them. */
const valuesAtOnce = 30_000
const rowsMost = 2_000
const signsAtOnce = 4 * 1024 ** 2
const valueShown = 200
const choicesMost = 500

export interface StoredRowsReader {
  readonly batches: () => AsyncIterable<StoredRows>
  /** Choices that values have made, by place of the column. */
  readonly choices: () => readonly (readonly string[])[]
}

/** Reads a sheet as values of columns. @throws ImportProblem */
export async function readStoredRows(order: ReadOrder): Promise<StoredRowsReader> {
  const { file, sheet, options, columns, projectId } = order
  const layout = await layoutOf(file, sheet, options)
  const { open, sample, width, firstLine } = layout
  // Rows of nothing would be imported, and nobody told.
  const beyond = columns.find(({ source }) => source >= width)
  if (beyond !== undefined) throw new ImportProblem('IMPORT_COLUMNS_INVALID', { column: beyond.column.title })
  const locale = options.locale ?? localeOf(sample, width, open.delimiter)
  const choices = columns.map(({ column }) => new Set((column.options.options ?? []).map(({ title }) => title)))
  const types = await open.workbook?.typesOf(open.name)
  const zoneOf = (source: number): string | undefined => {
    const known = types?.get(layout.heads[source] ?? '')
    return known === undefined ? options.timeZone : known.zone
  }
  const targets = columns.map((target, at) => ({
    ...target,
    at,
    zone: zoneOf(target.source),
    asked: target.open ? withoutChoices(target.column) : target.column,
  }))

  const readRow = ({ line, cells, problem }: FileRow): readonly StoredValue[] | RowProblem => {
    if (problem !== undefined) return { line, problem: { problem } }
    const values: StoredValue[] = []
    for (const target of targets) {
      const cell = cells[target.source] ?? null
      const read = readValue(target, cell, locale, projectId, choices[target.at])
      if (isProblem(read))
        return { line, column: target.at, value: cellText(cell).slice(0, valueShown), problem: read.refused }
      values.push(read.value)
    }
    return values
  }

  return {
    choices: () => choices.map((titles) => [...titles]),
    batches: async function* () {
      const reader = open.read(layout.widthMost)
      const most = Math.max(20, Math.min(rowsMost, Math.floor(valuesAtOnce / columns.length)))
      let rows: (readonly StoredValue[])[] = []
      let lines: number[] = []
      let problems: RowProblem[] = []
      let signs = 0
      const take = (): StoredRows => {
        const taken = { rows, lines, problems, progress: reader.progress() }
        ;[rows, lines, problems, signs] = [[], [], [], 0]
        return taken
      }
      for await (const some of reader.rows()) {
        for (const row of some) {
          if (row.line < firstLine) continue
          if (row.problem === undefined && row.cells.every(isEmptyCell)) continue
          const read = readRow(row)
          if (isRowProblem(read)) problems.push(read)
          else {
            rows.push(read)
            lines.push(row.line)
            for (const value of read) signs += typeof value === 'string' ? value.length : 8
          }
          if (rows.length >= most || signs > signsAtOnce || problems.length >= rowsMost) yield take()
        }
      }
      yield take()
    },
  }
}

function localeOf(
  sample: readonly FileRow[],
  width: number,
  delimiter: Parameters<typeof guessLocale>[1],
): ImportLocale {
  const cells = sampleColumns(
    sample.map((row) => row.cells),
    width,
  )
  return guessLocale(cells, delimiter)
}

const withoutChoices = (column: Column): Column => ({ ...column, options: { ...column.options, options: [] } })

type Read = { readonly value: StoredValue } | { readonly refused: Problem }
const isProblem = (read: Read): read is { readonly refused: Problem } => 'refused' in read
const isRowProblem = (read: readonly StoredValue[] | RowProblem): read is RowProblem => !Array.isArray(read)

function readValue(
  { asked, column, open, zone }: TargetColumn & { readonly asked: Column; readonly zone: string | undefined },
  cell: ImportCell,
  locale: ImportLocale,
  projectId: string,
  choices: Set<string> | undefined,
): Read {
  const parsed =
    cell === null || cell === '' ? ({ ok: true, value: null } as const) : parseCell(cell, asked, locale, zone)
  if (!parsed.ok) return { refused: parsed.problem }
  const { value } = parsed
  if (value === null) {
    const isNeeded = (column.required || column.primaryKey) && !column.autoIncrement && !column.generated
    return isNeeded ? { refused: { problem: 'required' } } : { value }
  }
  const files = column.uiType === 'Attachment' && typeof value === 'string' ? filesOf(value) : undefined
  if (files?.some(({ url }) => leadsToOtherProject(url, projectId)) === true)
    return { refused: { problem: 'fileOfOtherProject' } }
  if (!open || choices === undefined || typeof value !== 'string') return { value }
  for (const title of column.uiType === 'MultiSelect' ? value.split(',') : [value]) {
    if (choices.has(title)) continue
    // Beyond so many it is no choice, and 120 signs are what a choice can have.
    if (choices.size >= choicesMost || title.length > 120 || title.includes('\n'))
      return { refused: { problem: 'notOption', params: { value: title.slice(0, 60) } } }
    choices.add(title)
  }
  return { value }
}
