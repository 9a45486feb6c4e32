import { unguarded } from '@common/columns/values/formula-guard'
import { createReadStream } from 'node:fs'
import { DelimitedReader, type DelimitedRow } from '@common/import/delimited'
import type { ImportCell } from '@common/import/cells'
import type { ImportLimits } from '@common/import/limits'
import { JsonRecords, type JsonRecord } from '@common/import/json-records'
import type { ImportDelimiter, ImportEncoding } from '@common/import/options'
import { ImportProblem } from '@common/import/problem'
import { hasDelimiterLine } from '@common/import/sniff'
import { parseJson } from '@common/util/parse-json'
import { Notices, type FileRow, type SheetReader } from './sheet-reader'

/** Small: the cells of one piece are all in memory, and larger ones outlive several garbage collections. */
const chunkBytes = 64 * 1024

/** Yields a file as text, without byte order mark and NULs. */
async function* textOf(
  path: string,
  encoding: ImportEncoding,
  notices: Notices,
  readBytes: (count: number) => void,
): AsyncGenerator<string> {
  const decode = encoding === 'utf-8' ? utf8Decoder() : streamDecoder(encoding)
  const clean = (text: string): string => {
    const unknown = text.split('\ufffd').length - 1
    if (unknown > 0) notices.add('encodingDoubtful', unknown)
    const parts = text.split('\0')
    if (parts.length > 1) notices.add('nulSigns', parts.length - 1)
    return parts.join('')
  }
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    readBytes(chunk.length)
    yield clean(decode(chunk, false))
  }
  yield clean(decode(nothing, true))
}

/** Decodes bytes in chunks, even if a chunk ends within a character. */
type Decode = (bytes: Buffer, isEnd: boolean) => string

const nothing = Buffer.alloc(0)

function streamDecoder(encoding: ImportEncoding): Decode {
  const decoder = new TextDecoder(encoding)
  return (bytes, isEnd) => decoder.decode(bytes, { stream: !isEnd })
}

/**
 * Yields chunks of whole characters. Decoded separately, Western European text takes half the memory, and later steps
 * half the time.
 */
function utf8Decoder(): Decode {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest: Buffer = nothing
  let isFirst = true
  return (chunk, isEnd) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = isEnd ? bytes.length : wholeSigns(bytes)
    rest = bytes.subarray(end)
    const text = decoder.decode(bytes.subarray(0, end))
    if (!isFirst || text === '') return text
    isFirst = false
    return text.startsWith('\ufeff') ? text.slice(1) : text
  }
}

/** Returns the number of bytes before an incomplete character. */
function wholeSigns(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 3); at -= 1) {
    const byte = bytes[at] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return at + length > bytes.length ? at : bytes.length
  }
  return bytes.length
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
      const rowsOf = (rows: readonly DelimitedRow[]): readonly FileRow[] =>
        // Nearly all rows are as they should be, and there are millions of them.
        rows.some((row) => isOdd(row, width)) ? rows.map((row) => asMeant(row, width)) : rows
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

const isOdd = ({ cells }: DelimitedRow, width: number | undefined): boolean =>
  (width !== undefined && cells.length > width) || cells.some((cell) => cell.charCodeAt(0) === apostrophe)
const apostrophe = 39

function asMeant({ line, cells }: DelimitedRow, width: number | undefined): FileRow {
  // Removes the apostrophe that guards texts against becoming formulas.
  const all = cells.map(unguarded)
  const beyond = width !== undefined && all.slice(width).some((cell) => cell.trim() !== '')
  return beyond ? { line, cells: [], problem: 'tooManyValues' } : { line, cells: all }
}

/** Reads JSON records from a list or from lines. `heads` are the keys that become columns. */
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
