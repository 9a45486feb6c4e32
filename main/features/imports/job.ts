import type { Problem, StoredValue } from '@common/columns/column-type'
import { typeFor } from '@common/columns/new-types'
import { hasRole, isCountedType, takesOptions } from '@common/columns/questions'
import { bulkRowsMax } from '@common/constants'
import { problemMessage } from '@common/columns/problem-message'
import { AppError, errorMessage } from '@common/errors'
import { message } from '@common/messages'
import { importTablePrefix } from '@common/wire/names'
import { optionColors, type Column, type ColumnOptions, type Table } from '@common/model'
import type { ImportSheetOrder, WireImportStatus } from '@common/operations/imports'
import type { Database } from '@main/db/database'
import type { Clock } from '@main/lib/clock'
import { unpacked, type PackedRows } from '@main/lib/packed-rows'
import type { CallContext } from '@main/operations/context'
import type { ImportEntry } from './entry'
import type { ImportFailure } from './failures'
import type { ImportFiles } from './files'
import type { RowProblem } from './reading/stored-rows'
import type { ImportThreads } from './threads'

/** A new table for a sheet, or an existing one. Each side of the server has its own plan. */
export type SheetTarget = NewTarget | TableTarget
export interface NewTarget {
  readonly kind: 'new'
  readonly name: string
  readonly title: string
  readonly columns: readonly Column[]
  readonly stage: (database: Database, staging: string) => Promise<StagedRows>
}
export interface TableTarget {
  readonly kind: 'table'
  readonly table: Table
  readonly columns: readonly Column[]
  readonly stage: (database: Database, staging: string) => Promise<StagedRows>
}

/** Rows in a staging table. */
export interface StagedRows {
  readonly write: (
    rows: PackedRows,
    lines: Uint32Array,
  ) => Promise<readonly { readonly at: number; readonly error: AppError }[]>
}

export interface PlannedSheet {
  readonly order: ImportSheetOrder
  readonly target: SheetTarget
}

/** A sheet whose rows are all staged. */
export interface StagedSheet extends PlannedSheet {
  readonly staging: string
  readonly rows: number
  readonly few: ReadonlyMap<number, readonly StoredValue[]> | undefined
  /** Options of new columns, including those from the values. */
  readonly options: readonly ColumnOptions[]
}

export interface SheetDone {
  readonly created: number
  readonly updated: number
  readonly skipped: number
  readonly failures: readonly {
    readonly line: number
    readonly column: string | null
    readonly value: string | null
    readonly error: AppError
  }[]
}

/** The last step: publishes the staged rows. */
export interface ImportFinish {
  /** Checks the rights again, because they may have changed during the import. @throws AppError IMPORT_NOT_ALLOWED */
  readonly mayStill: () => Promise<void>
  /** Checks rows for existing tables and returns a function that writes them. */
  readonly ready: (
    database: Database,
    sheets: readonly StagedSheet[],
  ) => Promise<{
    readonly done: readonly SheetDone[]
    /** @returns true if the change log has every written row */
    readonly write: () => Promise<boolean>
  }>
  readonly publish: (sheets: readonly StagedSheet[]) => Promise<void>
  /** Drops tables that were just published. */
  readonly withdraw: (sheets: readonly StagedSheet[]) => Promise<void>
  readonly drop: (database: Database, names: readonly string[]) => Promise<void>
}

export interface JobOptions {
  readonly entry: ImportEntry
  readonly context: CallContext
  readonly sheets: readonly PlannedSheet[]
  readonly onFail: 'skip' | 'stop'
  readonly database: Database
  readonly threads: ImportThreads
  readonly files: ImportFiles
  readonly finish: ImportFinish
  readonly signal: AbortSignal
  readonly clock: Clock
}

/**
 * Target duration of a batch, which other writers have to wait for. Larger batches aren't faster; in smaller ones,
 * commits would dominate.
 */
const writeMs = 40
const rowsLeast = 2_000
const rowsMost = 20_000

/** Above this file size, rows are never held in memory. */
const fewBytes = 64 * 1024 ** 2
/** Reading is most of the work. */
const readShare = 90

/**
 * Reads sheets into staging tables and publishes them together. Whatever interrupts it, nothing stays.
 *
 * @throws AppError; REQUEST_CANCELLED if a user cancelled it
 */
export async function runImport(options: JobOptions): Promise<void> {
  const { entry, sheets, database, files, finish, signal } = options
  const { progress } = entry
  const staging = sheets.map((_, at) => `${importTablePrefix}${entry.id.slice(0, 12)}_${at}`)
  // Tables of matches exist beside the rows.
  const names = staging.flatMap((name) => [name, `${name}_m`])
  await files.note(entry.id, { projectId: entry.projectId, tables: names })
  try {
    const staged: StagedSheet[] = []
    for (const [at, sheet] of sheets.entries()) staged.push(await stageSheet(options, sheet, staging[at] ?? '', at))
    signal.throwIfAborted()
    progress.state = 'finishing'
    progress.sheet = null
    await finishSheets(options, staged)
    progress.percent = 100
  } finally {
    const hasDropped = await finish.drop(database, names).then(
      () => true,
      () => false,
    )
    // The next start drops remaining tables.
    if (hasDropped) await files.forgetNote(entry.id)
    await entry.failures.close()
  }
}

async function stageSheet(options: JobOptions, sheet: PlannedSheet, staging: string, at: number): Promise<StagedSheet> {
  const { entry, database, threads, signal, sheets, clock } = options
  const { progress } = entry
  const { order, target } = sheet
  const { columns } = target
  const name = entry.sheets[order.sheet]?.name ?? ''
  progress.sheet = name
  const thread = threads.rows({
    file: entry,
    sheet: order.sheet,
    options: order.options,
    projectId: entry.projectId,
    columns: columns.map((column, n) => ({
      source: order.columns[n]?.source ?? 0,
      column: readColumn(column, target.kind),
      open: target.kind === 'new' && takesOptions(column),
    })),
  })
  const end = (): void => void thread.end()
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    const stagedRows = await target.stage(database, staging)
    let few: Map<number, readonly StoredValue[]> | undefined =
      target.kind === 'new' || entry.size > fewBytes ? undefined : new Map()
    let written = 0
    let atOnce = rowsLeast
    let coming = thread.next(atOnce)
    for (;;) {
      const batch = await coming
      signal.throwIfAborted()
      if (batch === undefined) break
      // Reads the next rows while writing these. An error of writing also ends the reading.
      coming = thread.next(atOnce)
      coming.catch(() => undefined)
      const { count } = batch.rows
      const startedMs = clock.monotonicMs()
      const refused = count === 0 ? [] : await stagedRows.write(batch.rows, batch.lines)
      if (count > 0) atOnce = rowsForTime(count, clock.monotonicMs() - startedMs, atOnce)
      const isRefused = new Set(refused.map((row) => row.at))
      written += count - isRefused.size
      progress.read += count + batch.problems.length
      const { read, all } = batch.progress
      progress.percent = Math.floor((readShare * (at + (all === 0 ? 1 : read / all))) / sheets.length)
      await addFailures(options, [
        ...batch.problems.map((problem) => problemLine(name, columns, problem)),
        ...refused.map(({ at: n, error }) => ({
          sheet: name,
          line: batch.lines[n] ?? 0,
          column: null,
          value: null,
          why: errorMessage(error.code, titled(error, columns)),
        })),
      ])
      if (few !== undefined && few.size + count > bulkRowsMax) few = undefined
      if (few !== undefined)
        for (const [n, row] of unpacked(batch.rows).entries()) if (!isRefused.has(n)) few.set(batch.lines[n] ?? 0, row)
    }
    const choices = thread.choices()
    return {
      ...sheet,
      staging,
      rows: written,
      few,
      options: columns.map((column, n) => withChoices(column, choices[n] ?? [])),
    }
  } catch (error) {
    // An aborted thread reports a damaged file.
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
    await thread.end()
  }
}

/** How many rows are written next, after so many took so long: at most twice as many, at least half. */
function rowsForTime(count: number, ms: number, before: number): number {
  const fitting = Math.floor((count * writeMs) / Math.max(1, ms))
  return Math.max(rowsLeast, Math.min(rowsMost, before * 2, Math.max(Math.floor(before / 2), fitting)))
}

/** Timestamps that Basalt maintains are parsed as plain moments. */
function readColumn(column: Column, kind: SheetTarget['kind']): Column {
  if (isCountedType(column)) return { ...column, uiType: typeFor.whole }
  if (hasRole(column, 'createdAt', 'changedAt')) return { ...column, uiType: typeFor.moment }
  return kind === 'new' ? { ...column, required: false } : column
}

function withChoices(column: Column, titles: readonly string[]): ColumnOptions {
  const { options } = column
  if (!takesOptions(column)) return options
  const known = options.options ?? []
  const added = titles.filter((title) => !known.some((each) => each.title === title))
  return {
    ...options,
    options: [
      ...known,
      ...added.map((title, at) => ({
        title,
        color: optionColors[(known.length + at) % optionColors.length] ?? 'grey',
      })),
    ],
  }
}

async function finishSheets(
  { entry, context, database, finish, signal, ...options }: JobOptions,
  staged: readonly StagedSheet[],
): Promise<void> {
  const { progress } = entry
  const made = staged.filter(({ target }) => target.kind === 'new')
  const into = staged.filter(({ target }) => target.kind === 'table')
  const { done, write } = await finish.ready(database, into)
  const sheetName = ({ order }: StagedSheet): string => entry.sheets[order.sheet]?.name ?? ''
  for (const [at, sheet] of into.entries())
    await addFailures(
      { entry, ...options },
      (done[at]?.failures ?? []).map(({ line, column, value, error }) => ({
        sheet: sheetName(sheet),
        line,
        column,
        value,
        why: errorMessage(error.code, { ...error.details, ...(column === null ? {} : { column }) }),
      })),
    )
  await finish.mayStill()
  // From here on it is too late to end it.
  signal.throwIfAborted()
  progress.percent = 95
  await finish.publish(made)
  const isLogged = await write().catch(async (error: unknown) => {
    await finish.withdraw(made)
    throw error
  })
  progress.change = isLogged ? (context.change?.named ?? null) : null
  progress.created = made.reduce((sum, { rows }) => sum + rows, 0) + done.reduce((sum, { created }) => sum + created, 0)
  progress.updated = done.reduce((sum, { updated }) => sum + updated, 0)
  progress.skipped = done.reduce((sum, { skipped }) => sum + skipped, 0)
  progress.tables = staged.map((sheet): WireImportStatus['tables'][number] => {
    const { target, rows } = sheet
    const counts = done[into.indexOf(sheet)]
    if (target.kind === 'new')
      return { sheet: sheetName(sheet), table: target.name, title: target.title, created: true, rows }
    const { name: table, title } = target.table
    return {
      sheet: sheetName(sheet),
      table,
      title,
      created: false,
      rows: (counts?.created ?? 0) + (counts?.updated ?? 0),
    }
  })
}

async function addFailures(
  { entry, onFail }: Pick<JobOptions, 'entry' | 'onFail'>,
  failures: readonly ImportFailure[],
): Promise<void> {
  await entry.failures.add(failures)
  const [first] = failures
  if (first !== undefined && onFail === 'stop')
    throw new AppError('IMPORT_ROW_FAILED', { line: first.line, problem: first.why })
}

function problemLine(
  sheet: string,
  columns: readonly Column[],
  { line, column, value, problem }: RowProblem,
): ImportFailure {
  const title = column === undefined ? null : (columns[column]?.title ?? null)
  const why =
    problem.problem === 'notJson' || problem.problem === 'tooManyValues'
      ? message(`importNotes.${problem.problem}`)
      : problemMessage({ ...(problem as Problem), column: title ?? '' })
  return { sheet, line, column: title, value: value ?? null, why }
}

/** Replaces staged column names in errors by titles. */
function titled({ details }: AppError, columns: readonly Column[]): AppError['details'] {
  const { column, at: _at, ...rest } = details
  if (typeof column !== 'string') return rest
  const place = /^c(\d+)$/.exec(column)?.[1]
  const found = columns.find(({ name }) => name === column) ?? columns[Number(place ?? -1)]
  return found === undefined ? rest : { ...rest, column: found.title }
}
