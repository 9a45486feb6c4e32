import type { StoredValue } from '@common/columns/column-type'

/** A piece of SQL with the values that are bound inside it, in their places. */
export interface Fragment {
  readonly parts: readonly (string | Fragment | Bound)[]
  /** Characters of its text, near enough. */
  readonly size: number
  /** Pieces within pieces, at most. */
  readonly depth: number
}

interface Bound {
  readonly value: StoredValue
}

/** Joins texts and pieces: sql`(${left} + ${right})`. What is put in is a piece itself, never text of a caller. */
export function sql(texts: TemplateStringsArray, ...pieces: readonly Fragment[]): Fragment {
  const parts: (string | Fragment)[] = []
  let size = 0
  let depth = 0
  texts.forEach((text, at) => {
    const piece = pieces[at]
    if (text !== '') parts.push(text)
    size += text.length + (piece?.size ?? 0)
    if (piece) {
      parts.push(piece)
      depth = Math.max(depth, piece.depth)
    }
  })
  return { parts, size, depth: depth + 1 }
}

/** SQL as it is: names that the dialect has quoted, and words of ours. */
export function raw(text: string): Fragment {
  return { parts: [text], size: text.length, depth: 0 }
}

/** A value, bound where the piece stands. */
export function bound(value: StoredValue): Fragment {
  return { parts: [{ value }], size: 2, depth: 0 }
}

export function join(pieces: readonly Fragment[], between: string): Fragment {
  const parts = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece]))
  return {
    parts,
    size: pieces.reduce((sum, { size }) => sum + size + between.length, 0),
    depth: Math.max(0, ...pieces.map(({ depth }) => depth)),
  }
}

/** `(a + b) + (c + d)`: engines allow a certain depth only, which a long row in one line would pass. */
export function balanced(pieces: readonly Fragment[], between: string): Fragment {
  if (pieces.length <= 4) return sql`(${join(pieces, between)})`
  const half = pieces.length >> 1
  const [left, right] = [balanced(pieces.slice(0, half), between), balanced(pieces.slice(half), between)]
  return sql`(${left}${raw(between)}${right})`
}

/** The text, with every value bound in its order. */
export function write(fragment: Fragment, bind: (value: StoredValue) => string): string {
  let text = ''
  for (const part of fragment.parts)
    text += typeof part === 'string' ? part : 'parts' in part ? write(part, bind) : bind(part.value)
  return text
}
