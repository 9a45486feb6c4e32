import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import type { Dialect } from '@main/db/dialect'

/** What a statement may hold that is no placeholder: texts, quoted names and comments. */
const opaque = String.raw`'(?:[^']|'')*'|"(?:[^"]|"")*"|\`(?:[^\`]|\`\`)*\`|--[^\n]*|/\*[\s\S]*?\*/`
const placeholders = String.raw`\?|\$(\d+)|@p(\d+)`
const pieces = new RegExp(`${opaque}|${placeholders}`, 'g')
const piecesWithBrackets = new RegExp(String.raw`${opaque}|\[(?:[^\]]|\]\])*\]|${placeholders}`, 'g')

/**
 * Writes a statement as somebody would type it: every value as a literal.
 *
 * @param columns  those of the bound values, in order; a value beyond them is written by its own type
 */
export function statementText(
  { script, placeholder, quote }: Pick<Dialect, 'script' | 'placeholder' | 'quote'>,
  sql: string,
  params: readonly StoredValue[],
  columns: readonly Column[],
): string {
  let next = 0
  const numbered = placeholder(1) !== placeholder(2)
  const pattern = quote('a').startsWith('[') ? piecesWithBrackets : pieces
  return sql.replaceAll(pattern, (piece, dollar?: string, named?: string) => {
    const number = dollar ?? named
    if (piece !== '?' && number === undefined) return piece
    if (numbered !== (number !== undefined)) return piece
    const at = number === undefined ? next++ : Number(number) - 1
    if (at >= params.length) return piece
    return script.literal(columns[at] ?? plain, params[at] ?? null)
  })
}

const plain = { nativeType: 'text', uiType: 'SingleLineText' } as const
