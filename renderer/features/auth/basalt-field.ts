/** One layer of the drawing: shapes of one colour. Layers are drawn in order, back to front. */
export interface Layer {
  readonly d: string
  readonly fill: string
  readonly stroke?: string
}

const halfWidth = 36
const halfDepth = 14.4
const columnStep = halfWidth * 1.5
const firstRowY = 318
const bodyHeight = 300

/** Raised columns by column and row: their height above the columns in front. */
const accents: ReadonlyMap<string, number> = new Map([
  ['3:5', 52],
  ['6:2', 30],
  ['8:11', 34],
  ['10:6', 26],
  ['12:1', 54],
  ['2:12', 22],
  ['16:4', 44],
  ['19:9', 34],
])

/**
 * Returns a field of basalt columns, seen from above at an angle. Deterministic: always the same drawing.
 *
 * @param width  of the image; columns repeat every 54
 * @param height of the image; rows repeat every 14.4
 */
export function basaltField(width: number, height: number): readonly Layer[] {
  const layers: Layer[] = []
  const columns = Math.ceil(width / columnStep) + 2
  // Odd columns are offset by half a row to the front, so they are drawn as separate rows.
  const halfRows = Math.ceil((height - firstRowY + bodyHeight) / halfDepth)
  for (let halfRow = 0; halfRow < halfRows; halfRow += 1) {
    const tones = new Map<string, Shapes>()
    for (let column = halfRow % 2; column < columns; column += 2) {
      const row = Math.floor(halfRow / 2)
      const accent = accents.get(`${column}:${row}`)
      const rise = accent === undefined ? heightAt(column, row) : accent + coverOf(column, halfRow)
      const x = (column - 0.5) * columnStep
      const y = firstRowY + halfRow * halfDepth - rise
      const light = Math.round(39 - halfRow * 0.4 + (rise - 26) * 0.16)
      addColumn(shapesOf(tones, accent === undefined ? `rock:${light}` : 'accent'), x, y)
    }
    for (const [tone, shapes] of tones) layers.push(...paint(tone, shapes))
  }
  return layers
}

interface Shapes {
  top: string
  left: string
  front: string
  right: string
}

function shapesOf(tones: Map<string, Shapes>, tone: string): Shapes {
  const found = tones.get(tone) ?? { top: '', left: '', front: '', right: '' }
  tones.set(tone, found)
  return found
}

/** A six-sided column: its top, and the three sides that face the viewer. */
function addColumn(shapes: Shapes, x: number, y: number): void {
  const half = halfWidth / 2
  const front = y + halfDepth
  const at = (px: number, py: number): string => `${round(px)} ${round(py)}`
  shapes.right += `M${at(x + halfWidth, y)}L${at(x + half, front)}v${bodyHeight}L${at(x + halfWidth, y + bodyHeight)}z`
  shapes.front += `M${at(x - half, front)}h${halfWidth}v${bodyHeight}h${-halfWidth}z`
  shapes.left += `M${at(x - halfWidth, y)}L${at(x - half, front)}v${bodyHeight}L${at(x - halfWidth, y + bodyHeight)}z`
  shapes.top += `M${at(x + halfWidth, y)}L${at(x + half, front)}H${round(x - half)}L${at(x - halfWidth, y)}L${at(x - half, y - halfDepth)}H${round(x + half)}z`
}

function paint(tone: string, { top, left, front, right }: Shapes): Layer[] {
  if (tone === 'accent')
    return [
      { d: right, fill: '#08498C' },
      { d: front, fill: '#0B74D9' },
      { d: left, fill: '#0A5FB4' },
      { d: top, fill: '#2E9BFF', stroke: 'rgb(255 255 255 / 35%)' },
    ]
  const light = Math.max(14, Number(tone.split(':')[1]))
  return [
    { d: right, fill: `hsl(216 30% ${Math.max(3, light - 19)}%)` },
    { d: front, fill: `hsl(214 24% ${Math.max(5, light - 9)}%)` },
    { d: left, fill: `hsl(215 26% ${Math.max(4, light - 15)}%)` },
    { d: top, fill: `hsl(213 22% ${light}%)`, stroke: 'rgb(255 255 255 / 7%)' },
  ]
}

/** Returns how much of a column the ones in front can hide: their height, less for each half row of distance. */
function coverOf(column: number, halfRow: number): number {
  const before = [
    [column - 1, halfRow + 1],
    [column + 1, halfRow + 1],
    [column, halfRow + 2],
  ] as const
  return Math.max(...before.map(([x, y]) => heightAt(x, Math.floor(y / 2)) - (y - halfRow) * halfDepth))
}

/** Low hills with a few columns that broke off higher. */
function heightAt(column: number, row: number): number {
  const hills = (Math.sin(column * 0.71 + 1.3) + Math.sin(row * 0.53 + column * 0.33)) * 11 + 20
  const broken = noise(column, row)
  return hills + broken * 14 + (broken > 0.84 ? 22 : 0)
}

/** 0–1, the same for the same place. */
function noise(column: number, row: number): number {
  const value = Math.sin(column * 127.1 + row * 311.7) * 43_758.5453
  return value - Math.floor(value)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
