import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '@common/errors'

/** Magic bytes of a database file. https://sqlite.org/fileformat.html §1.3.1 */
const header = 'SQLite format 3\0'

/**
 * Checks a file without changing it.
 *
 * @param mayBeMissing  accepts a missing file
 * @throws AppError DATABASE_FILE_NOT_FOUND, DATABASE_FILE_INVALID, DATABASE_FILE_FORBIDDEN
 */
export async function checkFile(filename: string, mayBeMissing: boolean): Promise<void> {
  // The driver trims names and would open another file.
  if (filename !== filename.trim() || filename.includes('\0')) throw new AppError('DATABASE_FILE_INVALID')
  try {
    if (!(await stat(filename)).isFile()) throw new AppError('DATABASE_FILE_INVALID')
    const file = await open(filename, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(header.length), 0, header.length, 0)
      // SQLite accepts an empty file as an empty database.
      if (bytesRead > 0 && buffer.toString('latin1') !== header) throw new AppError('DATABASE_FILE_INVALID')
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      if (mayBeMissing && (await isFolder(dirname(filename)))) return
      throw new AppError('DATABASE_FILE_NOT_FOUND', {}, { cause: error })
    }
    if (code === 'EACCES' || code === 'EPERM') throw new AppError('DATABASE_FILE_FORBIDDEN', {}, { cause: error })
    throw new AppError('DATABASE_FILE_INVALID', {}, { cause: error })
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
