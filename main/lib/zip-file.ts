import { createReadStream } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile as Archive } from 'yauzl'
import type { ImportLimits } from '@common/import/limits'
import { ImportProblem } from '@common/import/problem'
import { readPart } from './files'

/** A part of a zip file. */
export interface ZipEntry {
  readonly name: string
  /** Compressed size in bytes. */
  readonly packed: number
  readonly entry: Entry
}

/** An open zip file. It holds no file handle between reads. */
export interface ZipFile {
  readonly entries: ReadonlyMap<string, ZipEntry>
  /**
   * Yields the decompressed bytes of a part. All reads together count towards `limits.unpackedBytes`.
   *
   * @param readBytes  receives the number of compressed bytes as they are read, for progress
   * @throws ImportProblem IMPORT_UNPACKS_TOO_LARGE, IMPORT_FILE_DAMAGED
   */
  readonly read: (entry: ZipEntry, readBytes?: (packed: number) => void) => AsyncIterable<Uint8Array>
  /** Returns a part as text. @throws ImportProblem IMPORT_UNPACKS_TOO_LARGE above `most` bytes */
  readonly text: (entry: ZipEntry, most: number) => Promise<string>
}

/** Names, comments and extra fields of all entries together. */
const directoryBytesMost = 32 * 1024 ** 2
const chunkSize = 256 * 1024

const damaged = (): ImportProblem => new ImportProblem('IMPORT_FILE_DAMAGED')
const tooLarge = (): ImportProblem => new ImportProblem('IMPORT_UNPACKS_TOO_LARGE')
const isOurs = (error: unknown): error is ImportProblem => error instanceof ImportProblem

/**
 * Opens a zip file and reads its directory. Names are keys of a map and never become paths. Declared sizes aren't
 * trusted: reading counts the bytes itself.
 *
 * @throws ImportProblem IMPORT_FILE_DAMAGED, IMPORT_FILE_PROTECTED, IMPORT_UNPACKS_TOO_LARGE
 */
export async function openZip(path: string, size: number, limits: ImportLimits): Promise<ZipFile> {
  let archive: Archive
  const entries = new Map<string, ZipEntry>()
  try {
    archive = await fromRandomAccessReaderPromise(new FileReader(path), size, { autoClose: false })
    if (archive.entryCount > limits.entries) throw tooLarge()
    let directoryBytes = 0
    for await (const entry of archive.eachEntry()) {
      directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (directoryBytes > directoryBytesMost) throw tooLarge()
      if (entry.isEncrypted()) throw new ImportProblem('IMPORT_FILE_PROTECTED')
      const { fileName: name, compressedSize: packed } = entry
      // The first of two parts with one name counts.
      if (!entries.has(name)) entries.set(name, { name, packed, entry })
    }
  } catch (error) {
    throw isOurs(error) ? error : damaged()
  }

  let unpackedInAll = 0
  const read = async function* (
    { entry, packed }: ZipEntry,
    readBytes: (packed: number) => void = () => undefined,
  ): AsyncGenerator<Uint8Array> {
    if (packed === 0 || ![0, 8].includes(entry.compressionMethod)) throw damaged()
    let source: Readable | undefined
    let stream: Readable | undefined
    let unpacked = 0
    try {
      source = await archive.openReadStreamPromise(entry, { decodeFileData: false })
      source.on('data', (chunk: Uint8Array) => readBytes(chunk.length))
      stream = source.pipe(entry.compressionMethod === 0 ? new PassThrough() : createInflateRaw({ chunkSize }))
      source.on('error', (error) => void stream?.destroy(error))
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        unpacked += chunk.length
        unpackedInAll += chunk.length
        const isBomb = unpacked > limits.ratioFromBytes && unpacked > packed * limits.ratio
        if (isBomb || unpackedInAll > limits.unpackedBytes) throw tooLarge()
        yield chunk
      }
    } catch (error) {
      throw isOurs(error) ? error : damaged()
    } finally {
      source?.destroy()
      stream?.destroy()
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

/** Bytes read ahead, so that the directory takes a few reads instead of two per entry. */
const windowBytes = 64 * 1024

/** Gives the library access to a file that is opened for each read, so that nothing has to be closed. */
class FileReader extends RandomAccessReader {
  readonly #path: string
  #window: { readonly at: number; readonly bytes: Uint8Array } = { at: 0, bytes: new Uint8Array() }

  constructor(path: string) {
    super()
    this.#path = path
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1, highWaterMark: chunkSize })
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#part(position, length).then(
      (bytes) => {
        buffer.set(bytes, offset)
        callback(null, bytes.length)
      },
      (error: Error) => callback(error),
    )
  }

  async #part(position: number, length: number): Promise<Uint8Array> {
    const { at, bytes } = this.#window
    if (position < at || position + length > at + bytes.length)
      this.#window = { at: position, bytes: await readPart(this.#path, position, Math.max(length, windowBytes)) }
    const from = position - this.#window.at
    return this.#window.bytes.subarray(from, from + length)
  }
}
