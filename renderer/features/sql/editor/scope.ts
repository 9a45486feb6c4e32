import type { SqlSyntax } from '@common/dialects'
import { sqlTokens, type SqlToken } from './tokens'

/** A table that a statement reads or writes, under the name that its columns can be qualified with. */
export interface TableInScope {
  readonly schema?: string
  readonly table: string
  readonly alias?: string
}

/** Where the caret stands in a statement. */
export interface Scope {
  /** The caret is in a comment or a string: nothing is offered. */
  readonly isQuiet: boolean
  /** Start of the word that the caret ends. */
  readonly from: number
  /** Names before the word, with dots between: `t.` → `['t']`. */
  readonly qualifiers: readonly string[]
  /** A table is expected: after FROM, JOIN, INTO, UPDATE. */
  readonly wantsTable: boolean
  readonly tables: readonly TableInScope[]
  /** Names of common table expressions. */
  readonly named: readonly string[]
}

/** Words after which a table stands. */
const beforeTable = new Set(['from', 'join', 'into', 'update', 'table', 'using', 'truncate', 'describe'])
/** Words that can follow a table, and so are no alias. */
const noAlias = new Set(
  `as on using where group order having limit offset fetch union except intersect left right inner outer full cross
  natural join set values select returning window for lateral straight_join default with from into when then and or`
    .trim()
    .split(/\s+/),
)

/** Returns what the statement around the caret names, and what the caret stands at. */
export function scopeAt(text: string, caret: number, syntax: SqlSyntax): Scope {
  const all = sqlTokens(text, syntax)
  const tokens = statementAround(all, caret)
  const touched = tokens.find(({ from, to }) => from < caret && caret <= to)
  const isInside = touched !== undefined && caret < touched.to
  const isQuiet =
    touched !== undefined &&
    ((touched.kind === 'text' && (isInside || !isClosed(touched))) ||
      (touched.kind === 'comment' && (isInside || !touched.text.endsWith('*/'))) ||
      touched.kind === 'number')
  const isWord = touched?.kind === 'word' || touched?.kind === 'name'
  const from = isWord ? touched.from : caret
  const before = tokens.filter((token) => token.to <= from && token.kind !== 'comment')
  const qualifiers: string[] = []
  let at = before.length - 1
  while (before[at]?.text === '.' && isName(before[at - 1])) {
    qualifiers.unshift(before[at - 1]?.text ?? '')
    at -= 2
  }
  const names = tokens.filter((token) => token !== touched || token.to < caret)
  return {
    isQuiet,
    from,
    qualifiers,
    wantsTable: wantsTable(before.slice(0, at + 1)),
    tables: tablesOf(names),
    named: namedOf(names),
  }
}

const isName = (token: SqlToken | undefined): boolean => token?.kind === 'word' || token?.kind === 'name'
const isClosed = ({ text }: SqlToken): boolean => text.length > 1 && text.endsWith(text[0] ?? '')
const wordOf = (token: SqlToken | undefined): string | undefined =>
  token?.kind === 'word' ? token.text.toLowerCase() : undefined

/** Returns the tokens between the semicolons around the caret. */
function statementAround(tokens: readonly SqlToken[], caret: number): readonly SqlToken[] {
  const ends = tokens.filter(({ kind, text }) => kind === 'mark' && text === ';')
  const start = ends.findLast(({ to }) => to <= caret)?.to ?? 0
  const end = ends.find(({ from }) => from >= caret)?.from ?? Number.POSITIVE_INFINITY
  return tokens.filter((token) => token.from >= start && token.to <= end)
}

/** True after FROM and its like, and after a comma in their list. */
function wantsTable(before: readonly SqlToken[]): boolean {
  let depth = 0
  for (const token of before.toReversed()) {
    const word = wordOf(token)
    if (token.text === ')') depth += 1
    else if (token.text === '(') {
      if (depth === 0) return false
      depth -= 1
    } else if (depth === 0 && word !== undefined) {
      const isLast = token === before.at(-1)
      if (beforeTable.has(word)) return isLast || before.at(-1)?.text === ','
      if (noAlias.has(word) && word !== 'as') return false
    }
  }
  return false
}

/** Returns the tables after FROM and its like, with their aliases. */
function tablesOf(tokens: readonly SqlToken[]): readonly TableInScope[] {
  const plain = tokens.filter(({ kind }) => kind !== 'comment')
  const tables: TableInScope[] = []
  let at = 0
  while (at < plain.length) {
    const word = wordOf(plain[at])
    at += 1
    if (word === undefined || !beforeTable.has(word)) continue
    for (;;) {
      const read = tableAt(plain, at)
      if (read === undefined) break
      tables.push(read.table)
      at = read.next
      if (plain[at]?.text !== ',') break
      at += 1
    }
  }
  return tables
}

function tableAt(
  tokens: readonly SqlToken[],
  start: number,
): { readonly table: TableInScope; readonly next: number } | undefined {
  const names: string[] = []
  let at = start
  while (isName(tokens[at]) && !(names.length === 0 && noAlias.has(wordOf(tokens[at]) ?? ''))) {
    names.push(tokens[at]?.text ?? '')
    at += 1
    if (tokens[at]?.text !== '.') break
    at += 1
  }
  const [table, schema] = names.toReversed()
  if (table === undefined) return undefined
  if (wordOf(tokens[at]) === 'as') at += 1
  const next = tokens[at]
  const isAlias = isName(next) && !noAlias.has(wordOf(next) ?? '')
  return {
    table: {
      table,
      ...(schema !== undefined && { schema }),
      ...(isAlias && next !== undefined && { alias: next.text }),
    },
    next: isAlias ? at + 1 : at,
  }
}

/** Returns the names before `AS (`: those of common table expressions. */
function namedOf(tokens: readonly SqlToken[]): readonly string[] {
  const plain = tokens.filter(({ kind }) => kind !== 'comment')
  if (!plain.some((token) => wordOf(token) === 'with')) return []
  return plain.flatMap((token, at) =>
    isName(token) && wordOf(plain[at + 1]) === 'as' && plain[at + 2]?.text === '(' ? [token.text] : [],
  )
}
