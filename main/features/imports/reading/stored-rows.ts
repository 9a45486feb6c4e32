import type { Parsed, Problem, StoredValue } from '@common/columns/column-type'
import { holdsFiles, isManyChoices } from '@common/columns/questions'
import { filesOf, leadsToOtherProject } from '@common/columns/values/files'
import { cellReader, cellText, isEmptyCell, type ImportCell } from '@common/import/cells'
import { guessLocale, sampleColumns } from '@common/import/guess-columns'
import type { ImportLocale, ImportOptions } from '@common/import/options'
import { ImportProblem } from '@common/import/problem'
import type { Column } from '@common/model'
import { RowPacker, type PackedRows } from '@main/lib/packed-rows'
import type { ImportFile } from './open-file'
import { layoutOf } from './preview'
import type { FileRow } from './sheet-reader'

/** Target column of values. */
export interface TargetColumn {
  readonly source: number
  readonly column: Column
  /** True if new options are added to the column. */
  readonly open: boolean
}

export interface ReadOrder {
  readonly file: ImportFile
  readonly sheet: number
  readonly options: ImportOptions
  readonly columns: readonly TargetColumn[]
  readonly projectId: string
}

/** A rejected row with its reason. */
export interface RowProblem {
  readonly line: number
  /** Place among the columns; undefined when it is about the row. */
  readonly column?: number
  readonly value?: string
  readonly problem: Problem | { readonly problem: 'notJson' | 'tooManyValues' }
}

/** Rows as the table stores them. */
export interface StoredRows {
  readonly rows: PackedRows
  /** Line of each row. */
  readonly lines: Uint32Array<ArrayBuffer>
  readonly problems: readonly RowProblem[]
  readonly progress: { readonly read: number; readonly all: number }
}

/** Batch limits in values and characters, between which other writers run. */
const valuesAtOnce = 240_000
const signsAtOnce = 4 * 1024 ** 2
const problemsAtOnce = 2_000
const valueShown = 200
const choicesMost = 500

export interface StoredRowsReader {
  /** @param wanted  how many rows the next of them may have */
  readonly batches: (wanted: () => number) => AsyncIterable<StoredRows>
  /** Returns options from the values, by column position. */
  readonly choices: () => readonly (readonly string[])[]
}

/** Reads a sheet as values of columns. @throws ImportProblem */
export async function readStoredRows(order: ReadOrder): Promise<StoredRowsReader> {
  const { file, sheet, options, columns, projectId } = order
  const layout = await layoutOf(file, sheet, options)
  const { open, sample, width, firstLine } = layout
  // Otherwise empty rows would be imported silently.
  const beyond = columns.find(({ source }) => source >= width)
  if (beyond !== undefined) throw new ImportProblem('IMPORT_COLUMNS_INVALID', { column: beyond.column.title })
  const locale = options.locale ?? localeOf(sample, width, open.delimiter)
  const choices = columns.map(({ column }) => new Set((column.options.options ?? []).map(({ title }) => title)))
  const types = await open.workbook?.typesOf(open.name)
  const zoneOf = (source: number): string | undefined => {
    const known = types?.get(layout.heads[source] ?? '')
    return known === undefined ? options.timeZone : known.zone
  }
  const targets = columns.map((target, at): Target => ({
    ...target,
    at,
    read: cellReader(target.open ? withoutChoices(target.column) : target.column, locale, zoneOf(target.source)),
    choices: target.open ? choices[at] : undefined,
    needed: isNeeded(target.column),
  }))

  /** Adds the values of a row, or returns its problem. */
  const readRow = ({ line, cells, problem }: FileRow, packer: RowPacker): RowProblem | undefined => {
    if (problem !== undefined) return { line, problem: { problem } }
    for (const target of targets) {
      const cell = cells[target.source] ?? null
      const parsed = cell === null || cell === '' ? nothing : target.read(cell)
      const refused = parsed.ok ? whyNot(target, parsed.value, projectId) : parsed.problem
      if (refused !== undefined) {
        packer.dropPart()
        return { line, column: target.at, value: cellText(cell).slice(0, valueShown), problem: refused }
      }
      packer.add(parsed.ok ? parsed.value : null)
    }
    return undefined
  }

  return {
    choices: () => choices.map((titles) => [...titles]),
    batches: async function* (wanted) {
      const reader = open.read(layout.widthMost)
      const mostOf = (): number => Math.max(20, Math.min(wanted(), Math.floor(valuesAtOnce / columns.length)))
      let most = mostOf()
      const packer = new RowPacker(columns.length, most)
      let lines: number[] = []
      let problems: RowProblem[] = []
      const take = (): StoredRows => {
        const taken = { rows: packer.take(), lines: Uint32Array.from(lines), problems, progress: reader.progress() }
        ;[lines, problems] = [[], []]
        return taken
      }
      for await (const some of reader.rows()) {
        for (const row of some) {
          if (row.line < firstLine) continue
          if (row.problem === undefined && row.cells.every(isEmptyCell)) continue
          const problem = readRow(row, packer)
          if (problem === undefined) lines.push(row.line)
          else problems.push(problem)
          if (lines.length < most && packer.signs <= signsAtOnce && problems.length < problemsAtOnce) continue
          yield take()
          most = mostOf()
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

interface Target extends TargetColumn {
  readonly at: number
  readonly read: (cell: ImportCell) => Parsed
  /** Options so far, if the column accepts new ones. */
  readonly choices: Set<string> | undefined
  readonly needed: boolean
}

const nothing: Parsed = { ok: true, value: null }
const isNeeded = (column: Column): boolean =>
  (column.required || column.primaryKey) && !column.autoIncrement && !column.generated

/** Returns further problems of a valid value. */
function whyNot({ column, needed, choices }: Target, value: StoredValue, projectId: string): Problem | undefined {
  if (value === null) return needed ? { problem: 'required' } : undefined
  if (typeof value !== 'string') return undefined
  if (holdsFiles(column) && filesOf(value)?.some(({ url }) => leadsToOtherProject(url, projectId)) === true)
    return { problem: 'fileOfOtherProject' }
  if (choices === undefined) return undefined
  for (const title of isManyChoices(column) ? value.split(',') : [value]) {
    if (choices.has(title)) continue
    // Limits of options: their number, and 120 characters each.
    if (choices.size >= choicesMost || title.length > 120 || title.includes('\n'))
      return { problem: 'notOption', params: { value: title.slice(0, 60) } }
    choices.add(title)
  }
  return undefined
}
