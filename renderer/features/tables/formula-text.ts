import { columnText, formulaFunctions, functionNames, type FunctionName } from '@common/formula'

/** A token of a formula for highlighting. */
export interface FormulaPiece {
  readonly kind: 'function' | 'column' | 'text' | 'number' | 'plain'
  readonly text: string
  readonly from: number
}

const pieces =
  /(?<text>"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(?<column>\{(?:\\.|[^}\\])*\}?)|(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<word>[\p{L}_][\p{L}\p{M}\p{N}_]*)/gu

/** Splits a formula into tokens for highlighting. Every character is in one token, even in an invalid formula. */
export function formulaPieces(text: string, columns: readonly string[]): FormulaPiece[] {
  const found: FormulaPiece[] = []
  let done = 0
  const plain = (to: number): void => {
    if (to > done) found.push({ kind: 'plain', text: text.slice(done, to), from: done })
  }
  for (const match of text.matchAll(pieces)) {
    const { text: quoted, column, number, word } = match.groups ?? {}
    const isCall = word !== undefined && /^\s*\(/.test(text.slice(match.index + word.length))
    const isColumn = column !== undefined || (word !== undefined && !isCall && columns.includes(word))
    const kind = isCall
      ? 'function'
      : isColumn
        ? 'column'
        : quoted !== undefined
          ? 'text'
          : number === undefined
            ? 'plain'
            : 'number'
    plain(match.index)
    found.push({ kind, text: match[0], from: match.index })
    done = match.index + match[0].length
  }
  plain(text.length)
  return found
}

/** Something that can be written where the caret is. */
export type Completion =
  | { readonly kind: 'function'; readonly name: FunctionName }
  | { readonly kind: 'column'; readonly title: string }

export interface Completions {
  /** Start of the text that a completion replaces. */
  readonly from: number
  readonly to: number
  readonly options: readonly Completion[]
}

const shownMost = 100

/**
 * Returns the completions at the caret: functions and columns that start with the typed text, then columns that contain
 * it.
 *
 * @param asked  true if the user requested completions; then an empty prefix offers everything
 */
export function completionsAt(
  text: string,
  caret: number,
  columns: readonly string[],
  asked: boolean,
  absent: readonly FunctionName[] = [],
): Completions | undefined {
  const before = text.slice(0, caret)
  if (isInQuotes(before)) return undefined
  const brace = /\{((?:\\.|[^}\\])*)$/u.exec(before)
  if (brace) {
    const from = caret - brace[0].length
    const closes = text.charAt(caret) === '}' ? 1 : 0
    return offered(from, caret + closes, matching(columns, brace[1] ?? ''), [])
  }
  const word = /[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.exec(before)?.[0] ?? ''
  if (word === '' && !asked) return undefined
  const functions = functionNames.filter((name) => name.startsWith(word.toUpperCase()) && !absent.includes(name))
  return offered(caret - word.length, caret, matching(columns, word), functions)
}

function offered(
  from: number,
  to: number,
  columns: readonly string[],
  functions: readonly FunctionName[],
): Completions | undefined {
  const options: Completion[] = [
    ...columns.map((title): Completion => ({ kind: 'column', title })),
    ...functions.map((name): Completion => ({ kind: 'function', name })),
  ]
  return options.length === 0 ? undefined : { from, to, options: options.slice(0, shownMost) }
}

function matching(columns: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLocaleLowerCase()
  const place = (title: string): number => title.toLocaleLowerCase().indexOf(wanted)
  return columns.filter((title) => place(title) >= 0).toSorted((a, b) => Number(place(a) > 0) - Number(place(b) > 0))
}

/** No completions inside a string. */
function isInQuotes(before: string): boolean {
  const open = formulaPieces(before, []).at(-1)
  if (open?.kind !== 'text') return false
  const quote = open.text.charAt(0)
  return open.text.length === 1 || !/(?:^|[^\\])(?:\\\\)*$/.test(open.text.slice(0, -1)) || !open.text.endsWith(quote)
}

/** Returns the formula with a completion inserted, and the new caret position. */
export function completed(
  text: string,
  { from, to }: Completions,
  option: Completion,
): { text: string; caret: number } {
  if (option.kind === 'column') {
    const written = columnText(option.title)
    return { text: text.slice(0, from) + written + text.slice(to), caret: from + written.length }
  }
  const takesNothing = formulaFunctions[option.name].parameters.length === 0
  const hasBracket = text.charAt(to) === '('
  const written = hasBracket ? option.name : `${option.name}()`
  const caret = from + option.name.length + (takesNothing && !hasBracket ? 2 : 1)
  return { text: text.slice(0, from) + written + text.slice(to), caret }
}

/** Returns the function call around the caret and the index of the argument. */
export function callAt(text: string, caret: number): { readonly name: string; readonly argument: number } | undefined {
  const open: { name: string; argument: number }[] = []
  let last = ''
  for (const piece of formulaPieces(text.slice(0, caret), [])) {
    if (piece.kind !== 'plain' || /^[\p{L}_]/u.test(piece.text)) {
      last = piece.text
      continue
    }
    for (const sign of piece.text) {
      if (sign === '(') open.push({ name: last.toUpperCase(), argument: 0 })
      else if (sign === ')') open.pop()
      else if (sign === ',' || sign === ';') {
        const call = open.at(-1)
        if (call) call.argument += 1
      }
      if (sign.trim() !== '') last = ''
    }
  }
  return open.findLast(({ name }) => name !== '')
}

/** Returns the parameters of a function as its help shows them: `number, digits`, and `…` if more may follow. */
export function parameterNames(name: FunctionName): string[] {
  return formulaFunctions[name].parameters.map((parameter) =>
    parameter.repeat ? `${parameter.name}, …` : parameter.optional ? `[${parameter.name}]` : parameter.name,
  )
}
