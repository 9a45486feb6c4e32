import { limits } from '@common/constants'
import { isPrintableName, isReservedColumnName, nameKey } from '@common/wire/names'

/** Unique, valid titles for the columns of a file. */
export interface Titles {
  readonly titles: readonly string[]
  /** Number of columns without a header, and of renamed duplicates. */
  readonly empty: number
  readonly renamed: number
}

export function titlesOf(headers: readonly string[]): Titles {
  const taken = new Set<string>()
  // Renames the second of two duplicates, not a column that already has the new name.
  const own = new Set(headers.map((header) => nameKey(cleaned(header))))
  let empty = 0
  let renamed = 0
  const titles = headers.map((header, at) => {
    const clean = cleaned(header)
    const base = clean === '' ? `Column ${at + 1}` : clean
    if (clean === '') empty += 1
    let title = base
    for (let n = 2; taken.has(nameKey(title)) || (title !== clean && own.has(nameKey(title))); n += 1)
      title = `${shortened(base, 1 + String(n).length)} ${n}`
    if (clean !== '' && title !== clean) renamed += 1
    taken.add(nameKey(title))
    return title
  })
  return { titles, empty, renamed }
}

/** Cleans a text for use as a name: one line, visible characters, limited length. Can return an empty text. */
export function cleaned(text: string): string {
  const plain = text
    .replaceAll(/[\s\p{Cc}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .trim()
  const short = shortened(plain, 0)
  if (!isPrintableName(short, limits.nameCharacters)) return ''
  return isReservedColumnName(short) ? `${short} name`.replaceAll('_', '') : short
}

function shortened(text: string, less: number): string {
  return [...text]
    .slice(0, limits.nameCharacters - less)
    .join('')
    .trim()
}
