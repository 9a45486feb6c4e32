import { crc32, deflateSync } from 'node:zlib'

/** A picture of at most four colours, one byte per pixel, row by row. */
export interface IndexedPixels {
  readonly width: number
  readonly height: number
  readonly palette: readonly (readonly [number, number, number])[]
  readonly pixels: Uint8Array
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const bitsPerPixel = 2
const pixelsPerByte = 8 / bitsPerPixel
const indexedColour = 3

/**
 * Encodes a picture as a PNG file (W3C PNG, third edition): indexed colour, two bits per pixel, no row filters. A small
 * picture takes less time than another thread's answer.
 */
export function encodePng({ width, height, palette, pixels }: IndexedPixels): Buffer {
  if (palette.length > 2 ** bitsPerPixel) throw new RangeError(`${palette.length} colours are too many`)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bitsPerPixel, indexedColour], 8)
  const rowBytes = 1 + Math.ceil(width / pixelsPerByte)
  const rows = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * rowBytes + 1 + Math.floor(x / pixelsPerByte)
      const shift = 8 - bitsPerPixel * (1 + (x % pixelsPerByte))
      rows[at] = (rows[at] ?? 0) | ((pixels[y * width + x] ?? 0) << shift)
    }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows)),
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
