import { limits } from '@common/constants'
import { isPrintableName, isReservedColumnName, nameKey } from '@common/wire/names'

/** Titles for the columns of a file: each one of its own, and one that a column can have. */
export interface Titles {
  readonly titles: readonly string[]
  /** Columns without a name, and those that had the name of another. */
  readonly empty: number
  readonly renamed: number
}

export function titlesOf(headers: readonly string[]): Titles {
  const taken = new Set<string>()
  // The second of two is renamed, not one that has the new name already.
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

/** A text as a name: one line, nothing that cannot be seen, not too long. Empty where nothing is left. */
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
