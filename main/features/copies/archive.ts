import { importLimits, type ImportLimits } from '@common/import/limits'
import { ImportProblem } from '@common/import/problem'
import { AppError } from '@common/errors'
import { copyLimits, type ProjectCopy } from '@common/project-copy'
import type { CopiedRows } from '@main/features/tables'
import type { ZipEntry } from '@main/lib/zip-chunks'
import { partNames, partsOf, readCopy, type TranslateParts } from './parts'
import { readRows, rowText } from './rows-text'

/** A copy that was read from a file, with its rows. */
export interface ReadArchive {
  readonly copy: ProjectCopy
  /** Returns the rows of a table, by its place in the copy; undefined without rows. */
  readonly rowsOf: (place: number) => CopiedRows | undefined
}

const folderOf = (projectId: string): string => `nc/${projectId}/db`
const dataName = (place: number): string => `${place}.ndjson`

/** Yields the files of an archive, in the layout of the original (wire §5). */
export async function* archiveEntries(
  projectId: string,
  copy: ProjectCopy,
  rowsOf: (place: number) => CopiedRows | undefined,
): AsyncGenerator<ZipEntry> {
  const folder = folderOf(projectId)
  for (const [name, text] of partsOf(copy)) yield { name: `${folder}/meta/${name}`, texts: [text] }
  for (const place of copy.tables.keys()) {
    const rows = rowsOf(place)
    if (rows !== undefined) yield { name: `${folder}/data/${dataName(place)}`, texts: textsOf(rows) }
  }
}

async function* textsOf(rows: CopiedRows): AsyncGenerator<string> {
  for await (const chunk of rows) yield chunk.map(rowText).join('')
}

/**
 * Opens an archive. Names of its entries never become paths.
 *
 * @throws AppError METADATA_FILE_INVALID, IMPORT_FILE_DAMAGED, IMPORT_FILE_PROTECTED, IMPORT_UNPACKS_TOO_LARGE
 */
export async function openArchive(
  path: string,
  size: number,
  translate: TranslateParts,
  limits: ImportLimits = importLimits,
): Promise<ReadArchive> {
  const { openZip } = await import('@main/lib/zip-file')
  return asErrors(async () => {
    const zip = await openZip(path, size, limits)
    const found = [...zip.entries.keys()].filter((name) => name.endsWith(`/meta/${partNames.project}`))
    const [only] = found
    // Two projects in one file could hide one of them.
    if (only === undefined || found.length > 1) throw new AppError('METADATA_FILE_INVALID')
    const folder = only.slice(0, -`/meta/${partNames.project}`.length)
    const copy = await readCopy(async (name) => {
      const entry = zip.entries.get(`${folder}/meta/${name}`)
      return entry && zip.text(entry, copyLimits.partBytes)
    }, translate)
    return {
      copy,
      rowsOf: (place) => {
        const entry = zip.entries.get(`${folder}/data/${dataName(place)}`)
        const width = copy.tables[place]?.columns.length ?? 0
        return entry && errorsOf(readRows(entry.packed === 0 ? noBytes() : zip.read(entry), width))
      },
    }
  })
}

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // An empty file has no bytes to read.
}

async function* errorsOf<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw translated(error)
  }
}

async function asErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translated(error)
  }
}

const translated = (error: unknown): unknown =>
  error instanceof ImportProblem ? new AppError(error.code, error.details, { cause: error }) : error
