import { ImportProblem } from './problem'

/** A line of a text file, as values. A line is counted where it begins. */
export interface DelimitedRow {
  readonly line: number
  readonly cells: readonly string[]
}

export interface DelimitedOptions {
  readonly delimiter: string
  /** Signs that a row may have. */
  readonly rowSigns: number
  /** Told of a quotation mark that nothing closes: the row is read as if it stood for itself. */
  readonly quoteNeverClosed?: (line: number) => void
}

const quote = 34
const lineFeed = 10
const carriageReturn = 13
/** After so many marks that nothing closes, none means anything: each is looked for to the end of what a row may be. */
const unclosedMost = 20

/**
 * Reads delimited text (RFC 4180) as it comes, in chunks: lines may end in any of the three ways, values in quotation
 * marks may hold delimiters and line ends, a mark within a value stands for itself. Empty lines are left out.
 */
export class DelimitedReader {
  readonly #options: DelimitedOptions
  readonly #delimiter: number
  #text = ''
  #line = 1
  #unclosed = 0

  constructor(options: DelimitedOptions) {
    this.#options = options
    this.#delimiter = options.delimiter.charCodeAt(0)
  }

  /** @throws ImportProblem IMPORT_LINE_TOO_LONG */
  push(chunk: string): DelimitedRow[] {
    return this.#read(chunk, false)
  }

  /** What is left when there is no more. @throws ImportProblem IMPORT_LINE_TOO_LONG */
  end(): DelimitedRow[] {
    return this.#read('', true)
  }

  #read(chunk: string, isEnd: boolean): DelimitedRow[] {
    const text = this.#text + chunk
    const rows: DelimitedRow[] = []
    let at = 0
    while (at < text.length) {
      const row = this.#row(text, at, isEnd)
      if (row === undefined) break
      if (row.cells.length > 1 || row.cells[0] !== '') rows.push({ line: this.#line, cells: row.cells })
      this.#line += row.lines
      at = row.next
    }
    this.#text = text.slice(at)
    return rows
  }

  #row(text: string, from: number, isEnd: boolean): ReadRow | undefined {
    const isTooLong = text.length - from > this.#options.rowSigns
    if (this.#unclosed < unclosedMost) {
      const row = readRow(text, from, isEnd, this.#delimiter, true)
      if (row !== 'openQuote' && row !== undefined) return row
      if (row === 'openQuote' && (isEnd || isTooLong)) {
        this.#unclosed += 1
        this.#options.quoteNeverClosed?.(this.#line)
      } else if (!isTooLong) return undefined
    }
    const row = readRow(text, from, isEnd, this.#delimiter, false)
    if (row !== undefined && row !== 'openQuote') return row
    if (isTooLong) throw new ImportProblem('IMPORT_LINE_TOO_LONG', { line: this.#line })
    return undefined
  }
}

interface ReadRow {
  readonly cells: string[]
  /** Where the next row begins, and how many lines this one has. */
  readonly next: number
  readonly lines: number
}

/** Undefined where more text is needed; `openQuote` where that is because of a quotation mark. */
function readRow(
  text: string,
  from: number,
  isEnd: boolean,
  delimiter: number,
  quotes: boolean,
): ReadRow | 'openQuote' | undefined {
  const cells: string[] = []
  let lines = 1
  let at = from
  for (;;) {
    let value: string
    if (quotes && text.charCodeAt(at) === quote) {
      const quoted = readQuoted(text, at, isEnd, delimiter)
      if (quoted === undefined) return 'openQuote'
      value = quoted.value
      lines += linesIn(value)
      at = quoted.next
    } else {
      let end = at
      for (; end < text.length; end += 1) {
        const sign = text.charCodeAt(end)
        if (sign === delimiter || sign === lineFeed || sign === carriageReturn) break
      }
      value = text.slice(at, end)
      at = end
    }
    const isOver = at >= text.length
    if (isOver && !isEnd) return undefined
    cells.push(value)
    if (isOver) return { cells, next: at, lines }
    const sign = text.charCodeAt(at)
    at += 1
    if (sign === delimiter) continue
    // A line end of two signs may be cut between them.
    if (sign === carriageReturn && at >= text.length && !isEnd) return undefined
    if (sign === carriageReturn && text.charCodeAt(at) === lineFeed) at += 1
    return { cells, next: at, lines }
  }
}

/** Undefined where the end of the value is not in the text. */
function readQuoted(
  text: string,
  from: number,
  isEnd: boolean,
  delimiter: number,
): { readonly value: string; readonly next: number } | undefined {
  let value = ''
  let start = from + 1
  let look = start
  for (;;) {
    const at = text.indexOf('"', look)
    if (at < 0 || (at + 1 >= text.length && !isEnd)) return undefined
    const next = text.charCodeAt(at + 1)
    if (next === quote) {
      value += text.slice(start, at + 1)
      start = at + 2
      look = start
    } else if (at + 1 >= text.length || next === delimiter || next === lineFeed || next === carriageReturn)
      return { value: value + text.slice(start, at), next: at + 1 }
    else look = at + 1
  }
}

function linesIn(text: string): number {
  if (!text.includes('\n') && !text.includes('\r')) return 0
  return text.split(/\r\n|\n|\r/).length - 1
}
