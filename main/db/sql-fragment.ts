import type { StoredValue } from '@common/columns/column-type'

/** A piece of SQL with its bound values. */
export interface Fragment {
  readonly parts: readonly (string | Fragment | Bound)[]
  /** Approximate number of characters. */
  readonly size: number
  /** Maximum nesting of pieces. */
  readonly depth: number
}

interface Bound {
  readonly value: StoredValue
}

/** Joins texts and pieces: sql`(${left} + ${right})`. Interpolations are pieces, never text of a caller. */
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

/** Literal SQL: quoted names and our own keywords. */
export function raw(text: string): Fragment {
  return { parts: [text], size: text.length, depth: 0 }
}

/** A bound value. */
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

/** Joins a long chain as `(a + b) + (c + d)`, because engines limit the depth of expressions. */
export function balanced(pieces: readonly Fragment[], between: string): Fragment {
  if (pieces.length <= 4) return sql`(${join(pieces, between)})`
  const half = pieces.length >> 1
  const [left, right] = [balanced(pieces.slice(0, half), between), balanced(pieces.slice(half), between)]
  return sql`(${left}${raw(between)}${right})`
}

/** Returns the text and binds its values in order. */
export function write(fragment: Fragment, bind: (value: StoredValue) => string): string {
  let text = ''
  for (const part of fragment.parts)
    text += typeof part === 'string' ? part : 'parts' in part ? write(part, bind) : bind(part.value)
  return text
}
