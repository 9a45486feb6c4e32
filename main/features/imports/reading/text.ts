import { unguarded } from '@common/columns/values/formula-guard'
import { createReadStream } from 'node:fs'
import { DelimitedReader } from '@common/import/delimited'
import type { ImportCell } from '@common/import/cells'
import type { ImportLimits } from '@common/import/limits'
import { JsonRecords, type JsonRecord } from '@common/import/json-records'
import type { ImportDelimiter, ImportEncoding } from '@common/import/options'
import { ImportProblem } from '@common/import/problem'
import { hasDelimiterLine } from '@common/import/sniff'
import { parseJson } from '@common/util/parse-json'
import { Notices, type FileRow, type SheetReader } from './sheet-reader'

const chunkBytes = 512 * 1024

/** A file as text, a piece at a time: without the mark of its encoding and without NULs, which no value can hold. */
async function* textOf(
  path: string,
  encoding: ImportEncoding,
  notices: Notices,
  readBytes: (count: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  const clean = (text: string): string => {
    const unknown = text.split('\ufffd').length - 1
    if (unknown > 0) notices.add('encodingDoubtful', unknown)
    const parts = text.split('\0')
    if (parts.length > 1) notices.add('nulSigns', parts.length - 1)
    return parts.join('')
  }
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    readBytes(chunk.length)
    yield clean(decoder.decode(chunk, { stream: true }))
  }
  yield clean(decoder.decode())
}

interface TextSource {
  readonly path: string
  readonly size: number
  readonly encoding: ImportEncoding
  readonly limits: ImportLimits
}

/** Delimited text. */
export function readDelimited(
  { path, size, encoding, limits }: TextSource,
  delimiter: ImportDelimiter,
  width?: number,
): SheetReader {
  const notices = new Notices()
  let read = 0
  return {
    notices,
    progress: () => ({ read, all: size }),
    rows: async function* () {
      const reader = new DelimitedReader({
        delimiter,
        rowSigns: limits.rowSigns,
        quoteNeverClosed: (line) => notices.add('quoteNeverClosed', 1, { line }),
      })
      let isFirst = true
      const rowsOf = (rows: readonly { readonly line: number; readonly cells: readonly string[] }[]): FileRow[] =>
        rows.map(({ line, cells }) => {
          // What a spreadsheet would have taken for a formula, written with an apostrophe: the text behind it is meant.
          const all = cells.map(unguarded)
          const beyond = width !== undefined && all.slice(width).some((cell) => cell.trim() !== '')
          return beyond ? { line, cells: [], problem: 'tooManyValues' } : { line, cells: all }
        })
      for await (const text of textOf(path, encoding, notices, (count) => (read += count))) {
        const rows = reader.push(text)
        const isSaying = isFirst && rows.length > 0 && hasDelimiterLine(text)
        if (rows.length > 0) isFirst = false
        yield rowsOf(isSaying ? rows.slice(1) : rows)
      }
      yield rowsOf(reader.end())
    },
  }
}

/** Records of JSON: a list, or one in each line. `heads` are the keys that make the columns. */
export function readRecords(
  { path, size, encoding, limits }: TextSource,
  isByLine: boolean,
  heads: readonly string[],
): SheetReader & { readonly records: () => AsyncIterable<readonly ReadRecord[]> } {
  const notices = new Notices()
  let read = 0
  const records = async function* (): AsyncGenerator<readonly ReadRecord[]> {
    const cutter = isByLine ? new JsonLines(limits.rowSigns) : new JsonRecords(recordLimits(limits))
    for await (const text of textOf(path, encoding, notices, (count) => (read += count))) {
      yield cutter.push(text).map(({ at, text: record }) => ({ at, value: recordOf(record, limits) }))
      if (cutter instanceof JsonRecords && cutter.isOver) return
    }
    const rest = cutter.end()
    if (rest !== undefined) yield rest.map(({ at, text: record }) => ({ at, value: recordOf(record, limits) }))
  }
  return {
    notices,
    progress: () => ({ read, all: size }),
    heads,
    records,
    rows: async function* () {
      for await (const some of records())
        yield some.map(({ at, value }): FileRow => {
          if (value === undefined) return { line: at, cells: [], problem: 'notJson' }
          return {
            line: at,
            cells: heads.map((head) => (Object.hasOwn(value, head) ? cellOf(value[head], notices) : null)),
          }
        })
    },
  }
}

type Record = Readonly<{ [key: string]: unknown }>
export interface ReadRecord {
  readonly at: number
  /** Undefined where it is no record. */
  readonly value: Record | undefined
}

const recordLimits = ({ rowSigns, jsonDepth }: ImportLimits) => ({ recordSigns: rowSigns, depth: jsonDepth })

function recordOf(text: string, limits: ImportLimits): Record | undefined {
  if (depthOf(text) > limits.jsonDepth) return undefined
  try {
    const value = parseJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record) : undefined
  } catch {
    return undefined
  }
}

/** At most: brackets in texts count too, but only where there are many. */
function depthOf(text: string): number {
  let [depth, most, inText] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (inText) {
      if (sign === '\\') at += 1
      else if (sign === '"') inText = false
    } else if (sign === '"') inText = true
    else if (sign === '{' || sign === '[') most = Math.max(most, (depth += 1))
    else if (sign === '}' || sign === ']') depth -= 1
  }
  return most
}

function cellOf(value: unknown, notices: Notices): ImportCell {
  switch (typeof value) {
    case 'string':
      return value.includes('\0') ? value.replaceAll('\0', '') : value
    case 'number':
    case 'boolean':
      return value
    case 'object':
      if (value === null) return null
      notices.add('nestedValues')
      return { plain: JSON.stringify(value) }
    default:
      return null
  }
}

/** One record in each line; empty lines are passed over. */
class JsonLines {
  readonly #signs: number
  #text = ''
  #line = 0

  constructor(signs: number) {
    this.#signs = signs
  }

  push(chunk: string): JsonRecord[] {
    const lines = (this.#text + chunk).split('\n')
    this.#text = lines.pop() ?? ''
    if (this.#text.length > this.#signs) throw new ImportProblem('IMPORT_LINE_TOO_LONG', { line: this.#line + 1 })
    return this.#records(lines)
  }

  end(): JsonRecord[] {
    return this.#records([this.#text])
  }

  #records(lines: readonly string[]): JsonRecord[] {
    return lines.flatMap((line) => {
      this.#line += 1
      return line.trim() === '' ? [] : [{ at: this.#line, text: line }]
    })
  }
}
