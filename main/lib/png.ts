import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

/** A picture of at most 16 colours, one byte per pixel, row by row. */
export interface IndexedPixels {
  readonly width: number
  readonly height: number
  readonly palette: readonly (readonly [number, number, number])[]
  readonly pixels: Uint8Array
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const bitsPerPixel = 4
const indexedColour = 3
const compress = promisify(deflate)

/** Encodes a picture as a PNG file (W3C PNG, third edition): indexed colour, four bits per pixel, no row filters. */
export async function encodePng({ width, height, palette, pixels }: IndexedPixels): Promise<Buffer> {
  if (palette.length > 2 ** bitsPerPixel) throw new RangeError(`${palette.length} colours are too many`)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bitsPerPixel, indexedColour], 8)
  const rowBytes = 1 + Math.ceil(width / 2)
  const rows = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * rowBytes + 1 + (x >> 1)
      rows[at] = (rows[at] ?? 0) | ((pixels[y * width + x] ?? 0) << (x % 2 === 0 ? 4 : 0))
    }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', await compress(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
