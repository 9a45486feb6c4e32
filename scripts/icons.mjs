/**
 * Draws the mark of Basalt, two basalt columns, and writes every icon in resources/ from it:
 * SVG, PNG for Linux, ICO for Windows, ICNS for macOS. Run it after changing the drawing.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { deflateSync, crc32 } from 'node:zlib'
import { inRoot, say } from './lib/process.mjs'

/** On a grid of 24. Later shapes lie over earlier ones. */
const columns = [
  { points: '4.5,9.2 8.2,7 11.9,9.2 11.9,21.5 4.5,21.5', colour: '#0989FF', opacity: 0.45 },
  { points: '11.9,5.2 15.7,3 19.5,5.2 19.5,21.5 11.9,21.5', colour: '#0989FF', opacity: 1 },
  { points: '11.9,5.2 15.7,3 19.5,5.2 15.7,7.4', colour: '#7CC1FF', opacity: 1 },
  { points: '4.5,9.2 8.2,7 11.9,9.2 8.2,11.4', colour: '#7CC1FF', opacity: 0.75 },
]
/** The tile under the mark of an application icon: corners of 22 %, the dark surface of the interface. */
const tile = { colour: '#16181C', inset: 0.06, corner: 0.2, mark: 0.62 }

const grid = 24
const samples = 4

const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const polygon = (points) => points.split(' ').map((point) => point.split(',').map(Number))

/** Even-odd rule. */
function isInside(points, x, y) {
  let inside = false
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = points[i]
    const [xj, yj] = points[j]
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
  }
  return inside
}

/** @param x, y  from 0 to 1 */
function isOnTile(x, y) {
  const { inset, corner } = tile
  const dx = Math.max(inset + corner - x, x - (1 - inset - corner), 0)
  const dy = Math.max(inset + corner - y, y - (1 - inset - corner), 0)
  return x >= inset && x <= 1 - inset && y >= inset && y <= 1 - inset && dx * dx + dy * dy <= corner * corner
}

const shapes = columns.map(({ points, colour, opacity }) => ({ points: polygon(points), colour: rgb(colour), opacity }))

/** Returns colour (0–255) and coverage (0–1) at a point of the application icon. */
function colourAt(x, y) {
  if (!isOnTile(x, y)) return [0, 0, 0, 0]
  let [r, g, b] = rgb(tile.colour)
  const gx = ((x - 0.5) / tile.mark + 0.5) * grid
  const gy = ((y - 0.5) / tile.mark + 0.5) * grid
  for (const { points, colour, opacity } of shapes) {
    if (!isInside(points, gx, gy)) continue
    r += (colour[0] - r) * opacity
    g += (colour[1] - g) * opacity
    b += (colour[2] - b) * opacity
  }
  return [r, g, b, 1]
}

function pixels(size) {
  const rows = []
  for (let py = 0; py < size; py++) {
    const row = Buffer.alloc(1 + size * 4)
    for (let px = 0; px < size; px++) {
      const sum = [0, 0, 0, 0]
      for (let sy = 0; sy < samples; sy++)
        for (let sx = 0; sx < samples; sx++) {
          const [r, g, b, a] = colourAt((px + (sx + 0.5) / samples) / size, (py + (sy + 0.5) / samples) / size)
          sum[0] += r * a
          sum[1] += g * a
          sum[2] += b * a
          sum[3] += a
        }
      const cover = sum[3]
      const at = 1 + px * 4
      for (let c = 0; c < 3; c++) row[at + c] = cover === 0 ? 0 : Math.round(sum[c] / cover)
      row[at + 3] = Math.round((cover / (samples * samples)) * 255)
    }
    rows.push(row)
  }
  return Buffer.concat(rows)
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function png(size) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(pixels(size), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** Windows icon: a directory of PNG images. */
function ico(images) {
  const header = Buffer.alloc(6 + images.length * 16)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  images.forEach(({ size, data }, index) => {
    const at = 6 + index * 16
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(data.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += data.length
  })
  return Buffer.concat([header, ...images.map(({ data }) => data)])
}

/** macOS icon: PNG images under the names of their sizes. */
function icns(images) {
  const names = { 32: 'ic11', 64: 'ic12', 128: 'ic07', 256: 'ic08', 512: 'ic09', 1024: 'ic10' }
  const entry = (name, data) => {
    const header = Buffer.alloc(8)
    header.write(name, 0, 'ascii')
    header.writeUInt32BE(data.length + 8, 4)
    return Buffer.concat([header, data])
  }
  const body = images.filter(({ size }) => size in names).map(({ size, data }) => entry(names[size], data))
  return entry('icns', Buffer.concat(body))
}

function svg() {
  const paths = columns.map(({ points, colour, opacity }) => {
    const see = opacity === 1 ? '' : ` opacity="${opacity}"`
    return `  <polygon points="${points}" fill="${colour}"${see}/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${grid} ${grid}">\n${paths.join('\n')}\n</svg>\n`
}

const images = [16, 32, 48, 64, 128, 256, 512, 1024].map((size) => ({ size, data: png(size) }))
const upTo = (max) => images.filter(({ size }) => size <= max)
mkdirSync(inRoot('resources', 'icons'), { recursive: true })
for (const { size, data } of upTo(512)) writeFileSync(inRoot('resources', 'icons', `${size}x${size}.png`), data)
writeFileSync(inRoot('resources', 'icon.png'), images.at(-1).data)
writeFileSync(inRoot('resources', 'icon.ico'), ico(upTo(256)))
writeFileSync(inRoot('resources', 'icon.icns'), icns(images))
writeFileSync(inRoot('resources', 'mark.svg'), svg())
say('Icons written to resources/.')
