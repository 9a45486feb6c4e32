import { ImportProblem } from './problem'

/** A row of a text file. `line` is the line where it begins. */
export interface DelimitedRow {
  readonly line: number
  readonly cells: readonly string[]
}

export interface DelimitedOptions {
  readonly delimiter: string
  /** Maximum characters of a row. */
  readonly rowSigns: number
  /** Called for an unclosed quotation mark. The reader then treats it as an ordinary character. */
  readonly quoteNeverClosed?: (line: number) => void
}

const quote = 34
const lineFeed = 10
const carriageReturn = 13
/** After this many unclosed quotation marks, none is special, because each costs a search through a whole row. */
const unclosedMost = 20

/**
 * Parses delimited text (RFC 4180) in chunks. Accepts all three line ends; quoted values can contain delimiters and
 * line ends; a quotation mark within a value is literal. Skips empty lines.
 */
export class DelimitedReader {
  readonly #options: DelimitedOptions
  readonly #delimiter: number
  #text = ''
  /** True if no row ends in the text. */
  #isUnfinished = false
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

  /** Returns the remaining rows at the end of the text. @throws ImportProblem IMPORT_LINE_TOO_LONG */
  end(): DelimitedRow[] {
    return this.#read('', true)
  }

  #read(chunk: string, isEnd: boolean): DelimitedRow[] {
    const text = this.#text + chunk
    // A row ends at a line end. Without one, a long row would be read from its start with each chunk.
    if (!isEnd && text.length <= this.#options.rowSigns && this.#isUnfinished && !/[\r\n]/.test(chunk)) {
      this.#text = text
      return []
    }
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
    this.#isUnfinished = at < text.length && !text.endsWith('\r')
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
  /** Start of the next row, and the number of lines of this one. */
  readonly next: number
  readonly lines: number
}

/** Returns undefined if the text is incomplete; `openQuote` if that is due to an open quotation mark. */
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
    // A chunk can end between the two characters of a line end.
    if (sign === carriageReturn && at >= text.length && !isEnd) return undefined
    if (sign === carriageReturn && text.charCodeAt(at) === lineFeed) at += 1
    return { cells, next: at, lines }
  }
}

/** Returns undefined if the text doesn't contain the end of the value. */
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
