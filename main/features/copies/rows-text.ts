import type { StoredValue } from '@common/columns/column-type'
import { copyLimits } from '@common/project-copy'
import { AppError } from '@common/errors'

/*
 * Rows as text: a JSON list per line. Values that JSON lacks are objects with one key: `{"int":"9007199254740993"}`,
 * `{"bytes":"…"}` in base64, `{"number":"Infinity"}`.
 */

export function rowText(row: readonly StoredValue[]): string {
  return `${JSON.stringify(row.map(textValue))}\n`
}

function textValue(value: StoredValue): unknown {
  if (typeof value === 'bigint') return { int: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) }
  if (value instanceof Uint8Array)
    return { bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  return value
}

/** Rows of a chunk, and characters after which a chunk is complete. */
const rowsAtOnce = 1_000
const charactersAtOnce = 8 * 1024 ** 2

/**
 * Parses rows in chunks.
 *
 * @param width  values of each row
 * @throws AppError METADATA_FILE_INVALID
 */
export async function* readRows(bytes: AsyncIterable<Uint8Array>, width: number): AsyncGenerator<StoredValue[][]> {
  const decoder = new TextDecoder()
  let rest = ''
  let rows: StoredValue[][] = []
  let characters = 0
  const add = (line: string): void => {
    if (line === '') return
    rows.push(parseRow(line, width))
    characters += line.length
  }
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > copyLimits.rowCharacters) throw invalid()
    for (const line of lines) {
      add(line)
      if (rows.length < rowsAtOnce && characters < charactersAtOnce) continue
      yield rows
      rows = []
      characters = 0
    }
  }
  add(rest + decoder.decode())
  if (rows.length > 0) yield rows
}

function parseRow(line: string, width: number): StoredValue[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch (error) {
    throw invalid(error)
  }
  if (!Array.isArray(parsed) || parsed.length !== width) throw invalid()
  return parsed.map(storedValue)
}

function storedValue(value: unknown): StoredValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  const given = value as { readonly int?: unknown; readonly bytes?: unknown; readonly number?: unknown }
  if (typeof given.int === 'string' && /^-?\d{1,40}$/.test(given.int)) return BigInt(given.int)
  if (typeof given.bytes === 'string') return new Uint8Array(Buffer.from(given.bytes, 'base64'))
  if (typeof given.number === 'string') return Number(given.number)
  throw invalid()
}

const invalid = (cause?: unknown): AppError => new AppError('METADATA_FILE_INVALID', {}, { cause })
