import { createRandom, type Random } from './random'

/** A picture with a palette: one byte per pixel, row by row. */
export interface IndexedPicture {
  readonly width: number
  readonly height: number
  /** Red, green and blue, 0–255. */
  readonly palette: readonly (readonly [number, number, number])[]
  readonly pixels: Uint8Array<ArrayBuffer>
}

/** Index in the palette: background, two shapes, accent. */
type Ink = 0 | 1 | 2 | 3
/** Returns the ink at a point. Both axes run from -1 to 1, `y` downwards. */
type Motif = (x: number, y: number) => Ink

/** Width and height in pixels: sharp on a gallery card, a few kB as a file. */
const sidePx = 256
const seed = 7_041_776

const palettes = [
  '1f6f78 e9c46a f4efe1 e76f51',
  '2b2350 e4694f f2b880 8fd3d1',
  '5b3fb5 c98bf0 f7e7ff ffd166',
  '0f2a47 4fb3d9 e8f6fb f28f3b',
  '8d2a25 f0c987 fdf3e1 2f4858',
  '1d4a3c 7fc29b ecf5e4 f4a259',
  '6b4312 f2c14e fff4d6 d1495b',
  '39418f a7b3f5 eef0ff f7b267',
  '3a3a3c c9c5bc f6f3ec e4572e',
  '7a2348 f29ca3 fdeef0 5cc8c0',
].map((line) => line.split(' ').map(colour))

function colour(hex: string): readonly [number, number, number] {
  const at = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16)
  return [at(0), at(2), at(4)]
}

/** Draws the cover of the n-th album, deterministically. */
export function paintCover(place: number): IndexedPicture {
  const random = createRandom(seed + place * 2_654_435)
  const motif = random.pick(motifs)(random)
  const pixels = paint(motif)
  return { width: sidePx, height: sidePx, palette: random.pick(palettes), pixels }
}

/** Side of a block in pixels: no shape is thinner. */
const blockPx = 4

/** Returns the coordinate of the middle of a pixel, from -1 to 1. */
const axisAt = (pixel: number): number => ((pixel + 0.5) / sidePx) * 2 - 1

/**
 * Paints a block in one go if its four corners have the same ink: asking the motif for each of ten million points took
 * a third of a second. Only the tip of a shape can get lost, at most a block wide.
 */
function paint(motif: Motif): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(sidePx * sidePx)
  const corners = sidePx / blockPx + 1
  const inks = new Uint8Array(corners * corners)
  for (let down = 0, at = 0; down < corners; down += 1)
    for (let across = 0; across < corners; across += 1, at += 1)
      inks[at] = motif(axisAt(across * blockPx), axisAt(down * blockPx))
  for (let top = 0; top < sidePx; top += blockPx)
    for (let left = 0; left < sidePx; left += blockPx) {
      const corner = (top / blockPx) * corners + left / blockPx
      const ink = inks[corner] ?? 0
      const below = corner + corners
      const isPlain = inks[corner + 1] === ink && inks[below] === ink && inks[below + 1] === ink
      for (let row = top; row < top + blockPx; row += 1)
        for (let column = left; column < left + blockPx; column += 1)
          pixels[row * sidePx + column] = isPlain ? ink : motif(axisAt(column), axisAt(row))
    }
  return pixels
}

/** Returns a number from -1 to 1 in steps of 0.01. */
const offset = (random: Random, most = 1): number => (random.whole(-100, 100) / 100) * most

/** Returns the length of a vector. `Math.hypot` is slower, which counts for millions of points. */
const distanceOf = (x: number, y: number): number => Math.sqrt(x * x + y * y)

const motifs: readonly ((random: Random) => Motif)[] = [
  /** A sun over waves. */
  (random) => {
    const [sunX, sunY, size] = [offset(random, 0.5), offset(random, 0.2) - 0.35, 0.2 + random.whole(0, 20) / 100]
    const [phase, bands] = [offset(random, 3), random.whole(3, 5)]
    return (x, y) => {
      const depth = (y - 0.1 - 0.06 * Math.sin(x * 5 + phase)) * bands
      if (depth > 0) return Math.floor(depth + 0.3 * Math.sin(x * 4 - phase)) % 2 === 0 ? 1 : 2
      return distanceOf(x - sunX, y - sunY) < size ? 3 : 0
    }
  },
  /** Rings around a centre. */
  (random) => {
    const [left, top, count] = [offset(random, 0.35), offset(random, 0.35), random.whole(5, 9)]
    return (x, y) => {
      const distance = distanceOf(x - left, y - top)
      if (distance < 0.16) return 3
      if (distance > 0.95) return 0
      return Math.floor(distance * count) % 2 === 0 ? 1 : 2
    }
  },
  /** Stripes behind a disc. */
  (random) => {
    const [turn, width, left, top] = [offset(random, Math.PI), 0.18, offset(random, 0.3), offset(random, 0.3)]
    const [across, down] = [Math.cos(turn), Math.sin(turn)]
    return (x, y) => {
      const isStripe = Math.floor((x * across + y * down) / width + 100) % 2 === 0
      if (distanceOf(x - left, y - top) < 0.5) return isStripe ? 3 : 2
      return isStripe ? 1 : 0
    }
  },
  /** Arches, one within another. */
  (random) => {
    const left = offset(random, 0.2)
    return (x, y) => {
      const distance = y < 0.1 ? distanceOf(x - left, y - 0.1) : Math.abs(x - left)
      if (y > 0.72 || distance > 0.8) return 0
      if (distance > 0.6) return 1
      if (distance > 0.4) return 2
      return distance > 0.2 ? 3 : 0
    }
  },
  /** Tiles of quarter circles. */
  (random) => {
    const count = random.whole(3, 5)
    const turns = Array.from({ length: count * count }, () => random.whole(0, 3))
    const inks = Array.from({ length: count * count }, () => random.pick<Ink>([1, 1, 2, 3]))
    return (x, y) => {
      const [across, down] = [((x + 1) / 2) * count, ((y + 1) / 2) * count]
      const tile = Math.min(Math.floor(down), count - 1) * count + Math.min(Math.floor(across), count - 1)
      const turn = turns[tile] ?? 0
      const [inX, inY] = [across % 1, down % 1]
      return distanceOf(inX - (turn % 2), inY - (turn > 1 ? 1 : 0)) < 1 ? (inks[tile] ?? 1) : 0
    }
  },
  /** Mountains under a moon. */
  (random) => {
    const [far, near] = [offset(random, 0.5), offset(random, 0.6)]
    const [moonX, moonY] = [offset(random, 0.6), -0.55]
    return (x, y) => {
      if (y > 0.35 + Math.abs(x - near) * 0.7) return 2
      if (y > -0.15 + Math.abs(x - far) * 0.9) return 1
      return distanceOf(x - moonX, y - moonY) < 0.2 ? 3 : 0
    }
  },
  /** A record. */
  (random) => {
    const grooves = random.whole(16, 22)
    return (x, y) => {
      const distance = distanceOf(x, y)
      if (distance > 0.84) return 0
      if (distance < 0.06) return 0
      if (distance < 0.3) return 3
      return Math.floor(distance * grooves) % 3 === 0 ? 2 : 1
    }
  },
  /** Bars of an equalizer. */
  (random) => {
    const count = random.whole(6, 10)
    const heights = Array.from({ length: count }, () => random.whole(15, 85) / 100)
    return (x, y) => {
      const place = ((x * 1.15 + 1) / 2) * count
      const height = place < 0 || place >= count ? 0 : (heights[Math.floor(place)] ?? 0)
      if (height === 0 || place % 1 > 0.72 || Math.abs(y) > height) return 0
      return Math.abs(y) > height - 0.12 ? 3 : Math.floor(place) % 2 === 0 ? 1 : 2
    }
  },
]
