import { importLimits, type ImportLimits } from '@common/import/limits'
import type { ImportDelimiter, ImportEncoding, ImportKind, ImportOptions } from '@common/import/options'
import { ImportProblem } from '@common/import/problem'
import { guessDelimiter } from '@common/import/sniff'
import { baseName } from './base-name'
import { readPart } from '@main/lib/files'
import { sniffFile } from './bytes'
import type { SheetReader } from './sheet-reader'
import { readDelimited, readRecords } from './text'
import { openWorkbook, type Workbook } from './workbook'

/** A file on disk. */
export interface ImportFile {
  readonly path: string
  /** Original name. */
  readonly name: string
  readonly limits?: ImportLimits | undefined
}

export interface InspectedFile {
  readonly kind: ImportKind
  readonly size: number
  readonly sheets: { readonly name: string; readonly rows: number | null; readonly columns: number | null }[]
}

/** Detects the format of a file without reading its rows. @throws ImportProblem */
export async function inspectFile({ path, name, limits = importLimits }: ImportFile): Promise<InspectedFile> {
  const { kind, size } = await sniffFile(path, name)
  if (kind !== 'xlsx') return { kind, size, sheets: [{ name: baseName(name), rows: null, columns: null }] }
  const workbook = await openWorkbook(path, size, limits)
  if (workbook.sheets.length === 0) throw new ImportProblem('IMPORT_FILE_EMPTY')
  const sheets: InspectedFile['sheets'] = []
  for (const sheet of workbook.sheets) {
    const extent = await workbook.extent(sheet)
    sheets.push({ name: sheet.name, rows: extent?.rows ?? null, columns: extent?.columns ?? null })
  }
  return { kind, size, sheets }
}

/** A sheet that can be read, more than once. */
export interface OpenSheet {
  readonly name: string
  readonly kind: ImportKind
  readonly size: number
  readonly encoding: ImportEncoding | null
  /** Number of invalid characters in the detected encoding. */
  readonly doubtful: number
  readonly delimiter: ImportDelimiter | null
  /** Reads from the beginning; rows with more values than `width` are problems then. */
  readonly read: (width?: number) => SheetReader
  readonly workbook: Workbook | undefined
}

const sampleBytes = 256 * 1024
/** Number of JSON records whose keys are collected. */
const recordsLooked = 5_000

/** @throws ImportProblem errors of the file, IMPORT_SHEET_NOT_FOUND */
export async function openSheet(file: ImportFile, sheet: number, options: ImportOptions): Promise<OpenSheet> {
  const { path, name, limits = importLimits } = file
  const sniffed = await sniffFile(path, name)
  const { kind, size } = sniffed
  if (kind === 'xlsx') {
    const workbook = await openWorkbook(path, size, limits)
    const found = workbook.sheets[sheet]
    if (found === undefined) throw new ImportProblem('IMPORT_SHEET_NOT_FOUND')
    const read = (): SheetReader => workbook.open(found)
    return { name: found.name, kind, size, encoding: null, doubtful: 0, delimiter: null, read, workbook }
  }
  if (sheet !== 0) throw new ImportProblem('IMPORT_SHEET_NOT_FOUND')
  const encoding = options.encoding ?? sniffed.encoding ?? 'utf-8'
  const source = { path, size, encoding, limits }
  const doubtful = options.encoding === undefined ? sniffed.doubtful : 0
  const common = { name: baseName(name), kind, size, encoding, doubtful, workbook: undefined }
  if (kind === 'csv') {
    const delimiter = options.delimiter ?? (await sniffDelimiter(source, name))
    return { ...common, delimiter, read: (width) => readDelimited(source, delimiter, width) }
  }
  const keys = await keysOf(source, kind === 'ndjson')
  const heads = keys.slice(0, limits.columns)
  return {
    ...common,
    delimiter: null,
    read: () => {
      const reader = readRecords(source, kind === 'ndjson', heads)
      const leftOut = keys.length - heads.length
      if (leftOut > 0) reader.notices.add('columnsLeftOut', leftOut, { max: limits.columns })
      return reader
    },
  }
}

async function sniffDelimiter(
  { path, size, encoding }: { readonly path: string; readonly size: number; readonly encoding: ImportEncoding },
  name: string,
): Promise<ImportDelimiter> {
  const bytes = await readPart(path, 0, Math.min(size, sampleBytes))
  const text = new TextDecoder(encoding).decode(bytes, { stream: true })
  return guessDelimiter(text, bytes.length === size, /\.(?:tsv|tab)$/i.test(name) ? '\t' : ',')
}

/** Collects the keys of the first records in order of appearance, up to a limit. */
async function keysOf(
  source: {
    readonly path: string
    readonly size: number
    readonly encoding: ImportEncoding
    readonly limits: ImportLimits
  },
  isByLine: boolean,
): Promise<string[]> {
  const keys = new Set<string>()
  let looked = 0
  for await (const records of readRecords(source, isByLine, []).records()) {
    for (const { at, value } of records) {
      // A file whose first record is none is no file of records.
      if (value === undefined && looked === 0) throw new ImportProblem('IMPORT_JSON_INVALID', { line: at })
      looked += 1
      for (const key of Object.keys(value ?? {})) if (keys.size < 100 * source.limits.columns) keys.add(key)
    }
    if (looked >= recordsLooked) break
  }
  if (keys.size === 0) throw new ImportProblem('IMPORT_JSON_WITHOUT_ROWS')
  return [...keys]
}
