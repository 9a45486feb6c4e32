import { ImportProblem } from './problem'

/** A record of a JSON file, as text. */
export interface JsonRecord {
  /** One-based position in the list. */
  readonly at: number
  readonly text: string
}

export interface JsonRecordsOptions {
  readonly recordSigns: number
  readonly depth: number
}

const code = (sign: string): number => sign.charCodeAt(0)
const [openList, closeList, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')]
const [quote, backslash, comma, lineFeed] = [code('"'), code('\\'), code(','), code('\n')]
const isBlank = (sign: number): boolean => sign === 32 || sign === 9 || sign === 10 || sign === 13

/**
 * Splits JSON text into the records of its list, in chunks and without parsing them. Accepts a list of objects, or an
 * object whose first list of objects is used.
 */
export class JsonRecords {
  readonly #options: JsonRecordsOptions
  #state: 'start' | 'search' | 'maybe' | 'between' | 'inside' | 'over' = 'start'
  /** Text of the current record; nothing outside records is buffered. */
  #text = ''
  #depth = 0
  #inText = false
  #escaped = false
  #line = 1
  #records = 0

  constructor(options: JsonRecordsOptions) {
    this.#options = options
  }

  /** @throws ImportProblem IMPORT_JSON_INVALID, IMPORT_JSON_TOO_DEEP, IMPORT_LINE_TOO_LONG, IMPORT_JSON_WITHOUT_ROWS */
  push(chunk: string): JsonRecord[] {
    const records: JsonRecord[] = []
    /** Start of the record within the chunk. */
    let begin = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const sign = chunk.charCodeAt(at)
      if (sign === lineFeed) this.#line += 1
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false
        else if (sign === backslash) this.#escaped = true
        else if (sign === quote) this.#inText = false
        continue
      }
      switch (this.#state) {
        case 'start':
          if (isBlank(sign)) break
          if (sign === openList) this.#state = 'between'
          else if (sign === openObject) [this.#state, this.#depth] = ['search', 1]
          else throw this.#invalid()
          break
        case 'search':
          if (sign === openList && this.#depth === 1) this.#state = 'maybe'
          else this.#step(sign)
          if (this.#depth === 0) throw new ImportProblem('IMPORT_JSON_WITHOUT_ROWS')
          break
        case 'maybe':
          if (isBlank(sign)) break
          if (sign === openObject) {
            ;[this.#state, this.#depth, begin, this.#text] = ['inside', 1, at, '']
            break
          }
          // Skips empty lists and lists of other values.
          this.#state = 'search'
          this.#depth += 1
          this.#step(sign)
          break
        case 'between':
          if (isBlank(sign) || sign === comma) break
          if (sign === closeList) {
            this.#state = 'over'
            break
          }
          if (sign !== openObject)
            throw this.#records === 0 ? new ImportProblem('IMPORT_JSON_WITHOUT_ROWS') : this.#invalid()
          ;[this.#state, this.#depth, begin, this.#text] = ['inside', 1, at, '']
          break
        case 'inside':
          this.#step(sign)
          if (this.#depth > 0) break
          if (sign !== closeObject) throw this.#invalid()
          this.#records += 1
          records.push({ at: this.#records, text: this.#text + chunk.slice(begin, at + 1) })
          this.#text = ''
          this.#state = 'between'
          break
        case 'over':
          if (!isBlank(sign) && sign !== comma && sign !== closeObject && this.#depth === 0 && this.#records === 0)
            throw this.#invalid()
          return records
      }
    }
    if (this.#state === 'inside') {
      this.#text += chunk.slice(begin)
      if (this.#text.length > this.#options.recordSigns)
        throw new ImportProblem('IMPORT_LINE_TOO_LONG', { line: this.#line })
    }
    return records
  }

  /** @throws ImportProblem IMPORT_JSON_INVALID for a truncated file, IMPORT_JSON_WITHOUT_ROWS, IMPORT_FILE_EMPTY */
  end(): void {
    if (this.#state === 'start') throw new ImportProblem('IMPORT_FILE_EMPTY')
    if (this.#state !== 'over') throw this.#invalid()
  }

  /** True after the end of the list; the rest of the text is ignored. */
  get isOver(): boolean {
    return this.#state === 'over'
  }

  #step(sign: number): void {
    if (sign === quote) this.#inText = true
    else if (sign === openObject || sign === openList) {
      this.#depth += 1
      if (this.#depth > this.#options.depth) throw new ImportProblem('IMPORT_JSON_TOO_DEEP', { line: this.#line })
    } else if (sign === closeObject || sign === closeList) this.#depth -= 1
  }

  #invalid(): ImportProblem {
    return new ImportProblem('IMPORT_JSON_INVALID', { line: this.#line })
  }
}
