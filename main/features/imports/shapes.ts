import { AppError } from '@common/errors'
import { cleaned } from '@common/import/headers'
import { shapedSheetsMax, type ImportShape } from '@common/operations/imports'
import { pastedName } from '@main/lib/messages'
import { baseName } from './reading/base-name'
import type { FilePlace, ImportThreads } from './threads'

/**
 * Returns the sheets of a file as tables, with columns by their values. Leaves out empty sheets.
 *
 * @throws AppError IMPORT_FILE_EMPTY if all are empty; other errors of the file
 */
export async function shapesOf(file: FilePlace, threads: ImportThreads): Promise<ImportShape['sheets']> {
  const { sheets } = await threads.inspect(file)
  const shapes: ImportShape['sheets'] = []
  for (const [at, { name }] of sheets.slice(0, shapedSheetsMax).entries()) {
    const preview = await previewOf(file, at, threads)
    if (preview === undefined) continue
    const title = cleaned(sheets.length === 1 ? baseName(file.name) : name) || pastedName()
    shapes.push({
      title,
      columns: preview.columns.map(({ title: column, guess: { uiType, options } }) => ({
        title: column,
        uiType,
        options,
      })),
    })
  }
  if (shapes.length === 0) throw new AppError('IMPORT_FILE_EMPTY')
  return shapes
}

async function previewOf(file: FilePlace, sheet: number, threads: ImportThreads) {
  try {
    return await threads.preview(file, sheet, {})
  } catch (error) {
    if (error instanceof AppError && error.code === 'IMPORT_FILE_EMPTY') return undefined
    throw error
  }
}
