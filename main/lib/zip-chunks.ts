import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive, generated while it is written. */
export interface ZipEntry {
  /** ASCII path within the archive. */
  readonly name: string
  readonly texts: AsyncIterable<string> | Iterable<string>
}

interface Written {
  readonly name: Buffer
  readonly check: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** Sizes follow each file, and names are UTF-8. */
const flags = 0x0808
const deflated = 8
const version = 20
/** 1 January 1980: equal rows give equal files. */
const date = 0x0021

/**
 * Generates an archive lazily, while it is read. Limited to 4 GiB.
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export async function* zipChunks(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  for await (const { name: path, texts } of entries) {
    const name = Buffer.from(path)
    const head = localHead(name)
    yield head
    const start = offset
    offset += head.length
    const counted = { check: 0, size: 0 }
    let packed = 0
    for await (const piece of packedOf(texts, counted)) {
      packed += piece.length
      yield piece
    }
    const entry = { name, ...counted, packed, offset: start }
    written.push(entry)
    const tail = descriptor(entry)
    yield tail
    offset += packed + tail.length
  }
  const directory = Buffer.concat(written.map(directoryHead))
  yield directory
  yield directoryEnd(written.length, directory.length, offset)
}

async function* packedOf(
  texts: ZipEntry['texts'],
  counted: { check: number; size: number },
): AsyncGenerator<Uint8Array> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const text of texts) {
      const piece = Buffer.from(text)
      counted.check = crc32(piece, counted.check)
      counted.size += piece.length
      yield piece
    }
  }
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED + 2 })
  const source = bytes()
  // An error destroys the other stream, which reports it to the reader.
  pipeline(Readable.from(source, { objectMode: false }), deflate, () => undefined)
  try {
    for await (const piece of deflate) yield piece as Uint8Array
  } finally {
    deflate.destroy()
    // Ends the source if the client disconnects.
    await source.return(undefined)
  }
}

function localHead(name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(deflated, 8)
  head.writeUInt16LE(date, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor({ check, packed, size }: Written): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(check, 4)
  tail.writeUInt32LE(packed, 8)
  tail.writeUInt32LE(size, 12)
  return tail
}

function directoryHead({ name, check, packed, size, offset }: Written): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(version, 6)
  head.writeUInt16LE(flags, 8)
  head.writeUInt16LE(deflated, 10)
  head.writeUInt16LE(date, 14)
  head.writeUInt32LE(check, 16)
  head.writeUInt32LE(packed, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, name])
}

function directoryEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
