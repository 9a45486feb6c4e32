import { createReadStream } from 'node:fs'
import { createInflateRaw } from 'node:zlib'
import type { ImportLimits } from '@common/import/limits'
import { ImportProblem } from '@common/import/problem'
import { readPart } from './bytes'

/** A part of a packed file, as its directory has it. */
export interface ZipEntry {
  readonly name: string
  readonly packed: number
  readonly method: number
  readonly at: number
}

/** A packed file whose parts are unpacked one by one, and counted while they are. */
export interface ZipFile {
  readonly entries: ReadonlyMap<string, ZipEntry>
  /**
   * Bytes of a part as they are unpacked. Each part that is read counts to what the whole file may unpack to.
   *
   * @throws ImportProblem IMPORT_UNPACKS_TOO_LARGE, IMPORT_FILE_DAMAGED, IMPORT_FILE_PROTECTED
   */
  readonly read: (entry: ZipEntry, readBytes?: (packed: number) => void) => AsyncIterable<Uint8Array>
  /** A part that is kept in memory, as text. */
  readonly text: (entry: ZipEntry, most: number) => Promise<string>
}

const endSignature = 0x06054b50
const directorySignature = 0x02014b50
const localSignature = 0x04034b50
/** The end record, with the longest comment that can stand behind it. */
const endBytesMost = 22 + 65_535
const directoryBytesMost = 32 * 1024 ** 2

/**
 * Reads the directory of a packed file. Names are looked up and never become paths; nothing is believed of the sizes
 * that it tells.
 *
 * @throws ImportProblem IMPORT_FILE_DAMAGED, IMPORT_UNPACKS_TOO_LARGE
 */
export async function openZip(path: string, size: number, limits: ImportLimits): Promise<ZipFile> {
  const damaged = (): ImportProblem => new ImportProblem('IMPORT_FILE_DAMAGED')
  const tooLarge = (): ImportProblem => new ImportProblem('IMPORT_UNPACKS_TOO_LARGE')
  const tail = view(await readPart(path, Math.max(0, size - endBytesMost), Math.min(size, endBytesMost)))
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== endSignature) end -= 1
  if (end < 0) throw damaged()
  const count = tail.getUint16(end + 10, true)
  const bytes = tail.getUint32(end + 12, true)
  const start = tail.getUint32(end + 16, true)
  if (count > limits.entries || bytes > directoryBytesMost) throw tooLarge()
  if (start + bytes > size) throw damaged()
  const directory = view(await readPart(path, start, bytes))
  const entries = new Map<string, ZipEntry>()
  for (let at = 0, n = 0; n < count; n += 1) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== directorySignature) throw damaged()
    const nameBytes = directory.getUint16(at + 28, true)
    const after = at + 46 + nameBytes
    if (after > directory.byteLength) throw damaged()
    if ((directory.getUint16(at + 8, true) & 1) !== 0) throw new ImportProblem('IMPORT_FILE_PROTECTED')
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameBytes))
    // Of two parts of one name the first counts, whoever wrote the other.
    if (!entries.has(name))
      entries.set(name, {
        name,
        method: directory.getUint16(at + 10, true),
        packed: directory.getUint32(at + 20, true),
        at: directory.getUint32(at + 42, true),
      })
    at = after + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  }

  let unpackedInAll = 0
  const read = async function* (
    entry: ZipEntry,
    readBytes: (packed: number) => void = () => undefined,
  ): AsyncGenerator<Uint8Array> {
    const local = view(await readPart(path, entry.at, 30))
    if (local.byteLength < 30 || local.getUint32(0, true) !== localSignature) throw damaged()
    const from = entry.at + 30 + local.getUint16(26, true) + local.getUint16(28, true)
    if (from + entry.packed > size || entry.packed === 0) throw damaged()
    const source = createReadStream(path, { start: from, end: from + entry.packed - 1, highWaterMark: 256 * 1024 })
    source.on('data', (chunk) => readBytes(chunk.length))
    let unpacked = 0
    const counted = (chunk: Uint8Array): Uint8Array => {
      unpacked += chunk.length
      unpackedInAll += chunk.length
      const isBomb = unpacked > limits.ratioFromBytes && unpacked > entry.packed * limits.ratio
      if (isBomb || unpackedInAll > limits.unpackedBytes) throw tooLarge()
      return chunk
    }
    if (entry.method !== 0 && entry.method !== 8) throw damaged()
    const stream = entry.method === 0 ? source : source.pipe(createInflateRaw({ chunkSize: 256 * 1024 }))
    source.on('error', (error) => void stream.destroy(error))
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) yield counted(chunk)
    } catch (error) {
      throw error instanceof ImportProblem ? error : damaged()
    } finally {
      source.destroy()
      stream.destroy()
    }
  }

  return {
    entries,
    read,
    text: async (entry, most) => {
      const parts: Uint8Array[] = []
      let length = 0
      for await (const part of read(entry)) {
        length += part.length
        if (length > most) throw tooLarge()
        parts.push(part)
      }
      return new TextDecoder().decode(Buffer.concat(parts))
    },
  }
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
