import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { isPrintableName } from '@common/wire/names'
import type { Ids } from '@main/lib/ids'

const suffixLength = 4

/** Returns id and table prefix of a new project (wire §5): both end in the same four random characters. */
export function newProjectIdentity(title: string, ids: Ids): { readonly id: string; readonly suffix: string } {
  const suffix = ids.word(suffixLength)
  const words = title.toLowerCase().replace(/\W+/g, '_')
  return { id: `${words}_${suffix}`, suffix }
}

/** Returns the table prefix of a built-in database. */
export const prefixOf = (suffix: string): string => `nc_${suffix}__`

/**
 * Normalizes a title.
 *
 * @throws AppError PROJECT_TITLE_INVALID
 */
export function projectTitle(given: string): string {
  const title = given.trim()
  if (!isPrintableName(title, limits.nameCharacters))
    throw new AppError('PROJECT_TITLE_INVALID', { limit: limits.nameCharacters })
  return title
}

/** Derives a valid title from a file name. */
export function titleOfFile(fileName: string): string {
  const base = fileName.replace(/\.(sqlite3?|db3?|s3db|sl3)$/i, '')
  const printable = [...base].filter((character) => isPrintableName(`x${character}x`, 4)).join('')
  const title = [...printable.trim()].slice(0, limits.nameCharacters).join('').trim()
  return isPrintableName(title, limits.nameCharacters) ? title : 'Database'
}
