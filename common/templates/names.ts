import { typedCommas, typedList } from '@common/util/typed-list'

/** A table of the dialog 'Enter table name', with the columns in its parentheses. */
export interface ParsedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/*
 * Comma-separated names of word characters (S2 §5): `artists, albums(title, year)`. Word characters are letters and
 * digits of any language, and `_`. Commas and parentheses can be those of any keyboard. Blanks inside a name separate
 * nothing: `invoice lines` is one name.
 */
const word = String.raw`[\p{L}\p{M}\p{N}_]+(?:[ \t]+[\p{L}\p{M}\p{N}_]+)*`
const table = new RegExp(String.raw`\s*(${word})\s*(?:[(（]([^()（）]*)[)）])?\s*(?:[${typedCommas}]|$)`, 'uy')
const column = new RegExp(String.raw`^${word}$`, 'u')

/** Parses the text of the dialog 'Enter table name'. Undefined if it isn't a list of names. */
export function parseTables(text: string): readonly ParsedTable[] | undefined {
  const tables: ParsedTable[] = []
  const rest = text.trim().replace(new RegExp(`[${typedCommas}]$`), '')
  table.lastIndex = 0
  while (table.lastIndex < rest.length) {
    const [, name, list] = table.exec(rest) ?? []
    if (name === undefined) return undefined
    const columns = list === undefined ? [] : parseColumns(list)
    if (columns === undefined) return undefined
    tables.push({ name, columns })
  }
  return tables.length === 0 ? undefined : tables
}

/** Parses the text of the dialog 'Enter column name'; drops repeated names. Undefined if it isn't a list of names. */
export function parseColumns(text: string): readonly string[] | undefined {
  const names = typedList(text)
  return names.every((name) => column.test(name)) ? [...new Set(names)] : undefined
}
