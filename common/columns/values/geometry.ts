/** Keywords of well-known text (OGC Simple Features) and the nesting depth of their positions; 0 is one position. */
const depths: Readonly<Record<string, number>> = {
  POINT: 0,
  LINESTRING: 1,
  MULTIPOINT: 1,
  POLYGON: 2,
  MULTILINESTRING: 2,
  MULTIPOLYGON: 3,
}
/** The same shapes as GeoJSON (RFC 7946) calls them. */
const geoJsonDepths: Readonly<Record<string, number>> = {
  Point: 0,
  LineString: 1,
  MultiPoint: 1,
  Polygon: 2,
  MultiLineString: 2,
  MultiPolygon: 3,
}
const nestedAtMost = 20

type Position = readonly number[]
type Positions = Position | readonly Positions[]

/** True if a text is a geometry in well-known text, with or without a prefix such as `SRID=4326;`. */
export function isWellKnownText(text: string): boolean {
  const reader = new WktReader(text.replace(/^\s*SRID=\d{1,9};/i, ''))
  return reader.geometry(0) && reader.atEnd()
}

/** Parses well-known text token by token, so that no input makes it slow. */
class WktReader {
  private readonly tokens: readonly string[]
  private at = 0

  constructor(text: string) {
    this.tokens = text.match(/[A-Za-z]+|[(),]|[^\s(),A-Za-z][^\s(),]*/g) ?? []
  }

  atEnd(): boolean {
    return this.at === this.tokens.length
  }

  geometry(nested: number): boolean {
    const word = this.next()?.toUpperCase() ?? ''
    const dimensions = /^(?:Z|M|ZM)$/i.test(this.peek() ?? '') ? 2 + (this.next()?.length ?? 0) : undefined
    if (this.peek()?.toUpperCase() === 'EMPTY') {
      this.next()
      return word === 'GEOMETRYCOLLECTION' || word in depths
    }
    if (word === 'GEOMETRYCOLLECTION') return nested < nestedAtMost && this.collection(nested + 1)
    const depth = depths[word]
    if (depth === undefined) return false
    const positions = depth === 0 ? this.single() : this.list(depth, word === 'MULTIPOINT')
    return positions !== undefined && isShape(positions, depth, word.endsWith('POLYGON'), dimensions)
  }

  private collection(nested: number): boolean {
    if (this.next() !== '(') return false
    for (;;) {
      if (!this.geometry(nested)) return false
      const sign = this.next()
      if (sign === ')') return true
      if (sign !== ',') return false
    }
  }

  private single(): Position | undefined {
    if (this.next() !== '(') return undefined
    const position = this.position()
    return this.next() === ')' ? position : undefined
  }

  private list(depth: number, pointsInBrackets: boolean): readonly Positions[] | undefined {
    if (this.next() !== '(') return undefined
    const entries: Positions[] = []
    for (;;) {
      const bracketed = pointsInBrackets && this.peek() === '('
      const entry = depth > 1 ? this.list(depth - 1, false) : bracketed ? this.single() : this.position()
      if (entry === undefined) return undefined
      entries.push(entry)
      const sign = this.next()
      if (sign === ')') return entries
      if (sign !== ',') return undefined
    }
  }

  private position(): Position | undefined {
    const numbers: number[] = []
    for (let token = this.peek(); token !== undefined && !/^[(),]$/.test(token); token = this.peek()) {
      if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(token) || numbers.length === 4) return undefined
      numbers.push(Number(token))
      this.next()
    }
    return numbers
  }

  private peek(): string | undefined {
    return this.tokens[this.at]
  }

  private next(): string | undefined {
    const token = this.tokens[this.at]
    this.at += 1
    return token
  }
}

/** True if a value of a JSON body is a geometry object of GeoJSON. */
export function isGeoJson(value: unknown, nested = 0): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') return false
  if (value.type === 'GeometryCollection')
    return (
      nested < nestedAtMost &&
      'geometries' in value &&
      Array.isArray(value.geometries) &&
      value.geometries.every((one) => isGeoJson(one, nested + 1))
    )
  const depth = Object.hasOwn(geoJsonDepths, value.type) ? geoJsonDepths[value.type] : undefined
  if (depth === undefined || !('coordinates' in value) || !isPositions(value.coordinates, depth)) return false
  return isShape(value.coordinates, depth, value.type.endsWith('Polygon'), undefined)
}

function isPositions(value: unknown, depth: number): value is Positions {
  if (!Array.isArray(value)) return false
  return depth === 0
    ? value.every((number) => typeof number === 'number')
    : value.every((entry) => isPositions(entry, depth - 1))
}

/**
 * True if positions have two to four numbers each and enough positions for the shape. A line has at least two; an
 * area's ring four, and its last equals the first.
 */
function isShape(positions: Positions, depth: number, isArea: boolean, dimensions: number | undefined): boolean {
  if (depth === 0)
    return (
      (dimensions === undefined ? positions.length >= 2 && positions.length <= 4 : positions.length === dimensions) &&
      positions.every((number) => Number.isFinite(number))
    )
  const entries = positions as readonly Positions[]
  if (depth === 1 && isArea) {
    const [first, last] = [entries[0], entries.at(-1)]
    if (entries.length < 4 || JSON.stringify(first) !== JSON.stringify(last)) return false
  }
  return entries.length > 0 && entries.every((entry) => isShape(entry, depth - 1, isArea, dimensions))
}
