/**
 * Geometry as well-known text (WKT), and in the server's format: four bytes for the reference system, then WKB. Both
 * conversions are exact. https://dev.mysql.com/doc/refman/8.4/en/gis-data-formats.html
 */

const names = [
  '',
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
] as const

/** Returns `POINT(1 2)`, or `SRID=4326;POINT(1 2)`; undefined for bytes that aren't a geometry. */
export function wktOf(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 4
  const byte = (): number => view.getUint8(at++)
  let little = true
  const count = (): number => {
    at += 4
    return view.getUint32(at - 4, little)
  }
  const point = (): string => {
    at += 16
    return `${view.getFloat64(at - 16, little)} ${view.getFloat64(at - 8, little)}`
  }
  const list = (item: () => string): string => {
    const items = Array.from({ length: count() }, item)
    return items.length === 0 ? ' EMPTY' : `(${items.join(',')})`
  }
  const points = (): string => list(point)
  /** Coordinates without the name of the type. */
  const body = (): string => geometry().replace(/^[A-Z]+/, '')
  const inner = (): string => {
    const text = body()
    // MULTIPOINT(1 2,3 4), as the server writes it.
    return /^\([^(),]*\)$/.test(text) ? text.slice(1, -1) : text
  }
  const geometry = (): string => {
    little = byte() === 1
    const type = count()
    const name = names[type] ?? ''
    switch (name) {
      case 'POINT':
        return `${name}(${point()})`
      case 'LINESTRING':
        return name + points()
      case 'POLYGON':
        return name + list(points)
      case 'MULTIPOINT':
        return name + list(inner)
      case 'MULTILINESTRING':
      case 'MULTIPOLYGON':
        return name + list(body)
      case 'GEOMETRYCOLLECTION':
        return name + list(geometry)
      default:
        throw new RangeError('Not a geometry')
    }
  }
  try {
    const system = view.getUint32(0, true)
    const text = geometry()
    if (at !== bytes.byteLength) return undefined
    return system === 0 ? text : `SRID=${system};${text}`
  } catch {
    // Fewer bytes than announced.
    return undefined
  }
}

/** Returns the bytes that the server stores; undefined for text that isn't WKT. */
export function bytesOfWkt(text: string): Uint8Array | undefined {
  const [, system = '0', wkt = ''] = /^\s*(?:SRID=(\d{1,9})\s*;)?(.*)$/is.exec(text) ?? []
  const tokens = wkt.match(/[A-Za-z]+|[(),]|[^\s(),A-Za-z][^\s(),]*/g) ?? []
  let at = 0
  const parts: Buffer[] = []
  const number32 = (value: number): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const isNext = (token: string): boolean => tokens[at]?.toUpperCase() === token && (at += 1) > 0
  const need = (token: string): void => {
    if (!isNext(token)) throw new RangeError(token)
  }
  const coordinate = (): void => {
    const value = tokens[at++] ?? ''
    if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(value)) throw new RangeError(value)
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleLE(Number(value))
    parts.push(bytes)
  }
  const point = (): void => {
    coordinate()
    coordinate()
  }
  const list = (item: () => void): void => {
    const place = parts.push(number32(0)) - 1
    if (isNext('EMPTY')) return
    need('(')
    let items = 0
    do {
      item()
      items += 1
    } while (isNext(','))
    need(')')
    parts[place] = number32(items)
  }
  const points = (): void => list(point)
  const head = (type: number): void => void parts.push(Buffer.from([1]), number32(type))
  const body = (type: number): void => {
    head(type)
    switch (names[type]) {
      case 'POINT': {
        need('(')
        point()
        return need(')')
      }
      case 'LINESTRING':
        return points()
      case 'POLYGON':
        return list(points)
      case 'MULTIPOINT':
        // Brackets around each point are optional.
        return list(() => {
          if (tokens[at] === '(') return body(1)
          head(1)
          point()
        })
      case 'MULTILINESTRING':
        return list(() => body(2))
      case 'MULTIPOLYGON':
        return list(() => body(3))
      default:
        return list(geometry)
    }
  }
  const geometry = (): void => {
    const type = names.indexOf((tokens[at++] ?? '?').toUpperCase() as (typeof names)[number])
    if (type < 1) throw new RangeError('Unknown type')
    body(type)
  }
  try {
    geometry()
    if (at !== tokens.length) return undefined
    return Buffer.concat([number32(Number(system)), ...parts])
  } catch {
    return undefined
  }
}

const geometryType =
  /^(geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geometrycollection|geomcollection)\b/i

export const isGeometry = ({ nativeType }: { readonly nativeType: string }): boolean => geometryType.test(nativeType)
