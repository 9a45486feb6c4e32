import { paintCover } from '@common/sample'
import { encodePng } from '@main/lib/png'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

describe('covers of the sample', () => {
  it('are the same picture every time, and one of its own for each album', () => {
    const pictures = Array.from({ length: 150 }, (_, place) => paintCover(place))
    expect(paintCover(7)).toEqual(pictures[7])
    const texts = pictures.map(({ palette, pixels }) => `${palette.join()} ${Buffer.from(pixels).toString('base64')}`)
    expect(new Set(texts).size).toBeGreaterThan(140)
  })

  it('draw with the colours of their palette, and with more than one', () => {
    for (let place = 0; place < 150; place += 1) {
      const { palette, pixels } = paintCover(place)
      const inks = new Set(pixels)
      expect(Math.max(...inks)).toBeLessThan(palette.length)
      expect(inks.size).toBeGreaterThan(1)
    }
  })
})

describe('a PNG file', () => {
  it('holds the size, the colours and the pixels, four in a byte', () => {
    const palette = [
      [255, 0, 0],
      [0, 0, 255],
    ] as const
    const file = encodePng({ width: 5, height: 2, palette, pixels: new Uint8Array([0, 1, 0, 1, 1, 1, 0, 0, 0, 0]) })
    expect(file.subarray(1, 4).toString('latin1')).toBe('PNG')
    const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
    expect([width, height]).toEqual([5, 2])
    const colours = file.indexOf('PLTE') + 4
    expect([...file.subarray(colours, colours + 6)]).toEqual([255, 0, 0, 0, 0, 255])
    const data = file.indexOf('IDAT')
    const rows = inflateSync(file.subarray(data + 4, data + 4 + file.readUInt32BE(data - 4)))
    expect([...rows]).toEqual([0, 0b00_01_00_01, 0b01_000000, 0, 0b01_000000, 0])
  })

  it('takes no more colours than its pixels can name', () => {
    const palette = Array.from({ length: 5 }, () => [0, 0, 0] as const)
    expect(() => encodePng({ width: 1, height: 1, palette, pixels: new Uint8Array(1) })).toThrow('too many')
  })
})
