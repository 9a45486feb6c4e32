import { graphlib, layout as arrange } from '@dagrejs/dagre'
import type { Diagram, DiagramRelation, DiagramTable } from './diagram'

/** Sizes of a card, in pixels of the drawing. */
export const headHeight = 32
export const rowHeight = 22
const footHeight = 4

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** A card at its place. */
export interface PlacedCard extends Box {
  readonly table: DiagramTable
  /** Its texts start on the right. */
  readonly isMirrored?: boolean
}

/** A line with coordinates, from a side of one card to a side of another. */
export interface PlacedLine {
  readonly relation: DiagramRelation
  readonly points: readonly Point[]
  /** Side of the card for each end: 1 right, -1 left. */
  readonly fromSide: 1 | -1
  readonly toSide: 1 | -1
  readonly box: Box
}

export interface PlacedDiagram {
  readonly cards: readonly PlacedCard[]
  readonly lines: readonly PlacedLine[]
  readonly box: Box
}

export const cardHeight = ({ columns }: DiagramTable): number =>
  headHeight + columns.length * rowHeight + (columns.length === 0 ? 0 : footHeight)

/** Width of cards, and room between them, in pixels of the drawing. */
export interface Spacing {
  readonly cardWidth: number
  readonly gapX: number
  readonly gapY: number
}

/** For a drawing that users move and zoom. */
export const wide: Spacing = { cardWidth: 232, gapX: 112, gapY: 36 }

/** For a small picture. Its lines are short. */
export const narrow: Spacing = { cardWidth: 136, gapX: 52, gapY: 16 }

/** Approximate width-to-height ratio for the arrangement of unconnected groups. */
const aspect = 1.6

/** Returns the position of every card. Related cards are close together, lines are short, and nothing overlaps. */
export function layOut({ tables, relations }: Diagram, spacing: Spacing = wide): PlacedDiagram {
  const islands = islandsOf(tables, relations)
  const related = islands.filter((island) => island.length > 1).map((island) => layIsland(island, relations, spacing))
  const alone = islands.filter((island) => island.length === 1).flat()
  const parts = [...related, ...(alone.length > 0 ? [layAlone(alone, spacing)] : [])]
  const places = pack(
    parts.map(({ box }) => box),
    spacing,
  )
  const cards: PlacedCard[] = []
  const bends = new Map<string, readonly Point[]>()
  parts.forEach((part, at) => {
    const by = places[at] ?? { x: 0, y: 0 }
    for (const card of part.cards) cards.push({ ...card, x: card.x + by.x, y: card.y + by.y })
    for (const [id, points] of part.bends)
      bends.set(
        id,
        points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y })),
      )
  })
  const byName = new Map(cards.map((card) => [card.table.name, card]))
  const lines = relations.flatMap((relation) => {
    const [from, to] = [byName.get(relation.from), byName.get(relation.to)]
    return from && to ? [lineOf(relation, from, to, bends.get(relation.id) ?? [])] : []
  })
  return { cards, lines, box: around([...cards, ...lines.map(({ box }) => box)]) }
}

/** Returns the drawing for a language that reads from right to left: the same, seen in a mirror, in the same box. */
export function mirrored({ cards, lines, box }: PlacedDiagram): PlacedDiagram {
  const turned = <T extends Box>(one: T): T => ({ ...one, x: 2 * box.x + box.width - one.x - one.width })
  return {
    cards: cards.map((card) => ({ ...turned(card), isMirrored: true })),
    lines: lines.map((line) => ({
      ...line,
      points: line.points.map(({ x, y }) => ({ x: 2 * box.x + box.width - x, y })),
      fromSide: line.fromSide === 1 ? -1 : 1,
      toSide: line.toSide === 1 ? -1 : 1,
      box: turned(line.box),
    })),
    box,
  }
}

interface Part {
  readonly cards: readonly PlacedCard[]
  readonly bends: ReadonlyMap<string, readonly Point[]>
  readonly box: Box
}

function layIsland(tables: readonly DiagramTable[], relations: readonly DiagramRelation[], spacing: Spacing): Part {
  const { cardWidth, gapX, gapY } = spacing
  const graph = new graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: gapY, ranksep: gapX, edgesep: 14, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  const names = new Set(tables.map(({ name }) => name))
  for (const table of tables) graph.setNode(table.name, { width: cardWidth, height: cardHeight(table) })
  const drawn = relations.filter(({ from, to }) => names.has(from) && names.has(to) && from !== to)
  for (const { id, from, to } of drawn) graph.setEdge(from, to, {}, id)
  arrange(graph)
  const cards = tables.map((table) => {
    const { x = 0, y = 0 } = graph.node(table.name) as Partial<Point>
    const height = cardHeight(table)
    return { table, x: x - cardWidth / 2, y: y - height / 2, width: cardWidth, height }
  })
  const bends = new Map(
    drawn.flatMap(({ id, from, to }) => {
      const { points = [] } = (graph.edge(from, to, id) ?? {}) as { readonly points?: readonly Point[] }
      // The first and last points lie on the cards. A short line doesn't need the point in between.
      return points.length > 3 ? [[id, points.slice(1, -1)] as const] : []
    }),
  )
  const box = around(cards)
  return box.height > box.width * 1.2 && cards.length >= foldedFrom
    ? moved({ cards: folded(cards, spacing), bends: new Map() })
    : moved({ cards, bends })
}

/** Fewer cards fit on the screen whatever their height. */
const foldedFrom = 24

/**
 * Splits columns of very many cards into several, until the whole has about the shape of a screen. A drawing that is a
 * hundred cards high isn't readable. Cards stay near their previous neighbours.
 */
function folded(cards: readonly PlacedCard[], { cardWidth, gapX, gapY }: Spacing): PlacedCard[] {
  const ranks = [...Map.groupBy(cards, ({ x }) => Math.round(x)).entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([, rank]) => rank.toSorted((a, b) => a.y - b.y))
  const highOf = (rank: readonly PlacedCard[]): number => rank.reduce((sum, card) => sum + card.height + gapY, 0)
  const partsAt = (limit: number): number[] => ranks.map((rank) => Math.ceil(highOf(rank) / limit))
  let limit = Math.max(...ranks.map(highOf))
  for (let tries = 0; tries < 40; tries += 1) {
    const columns = partsAt(limit).reduce((sum, count) => sum + count, 0)
    const wide = columns * (cardWidth + gapY) + ranks.length * (gapX - gapY)
    if (wide >= limit * aspect) break
    limit *= 0.9
  }
  const counts = partsAt(limit)
  const placed: PlacedCard[] = []
  let x = 0
  ranks.forEach((rank, at) => {
    const count = counts[at] ?? 1
    for (let part = 0; part < count; part += 1) {
      // Takes every nth card, so that each part spans the whole height of the former column.
      const column = rank.filter((_, place) => place % count === part)
      const step = (limit - highOf(column)) / Math.max(1, column.length + 1)
      let y = Math.max(0, step)
      for (const card of column) {
        placed.push({ ...card, x, y })
        y += card.height + gapY + Math.max(0, step)
      }
      x += cardWidth + (part === count - 1 ? gapX : gapY)
    }
  })
  return placed
}

/** Arranges tables without relations in rows. */
function layAlone(tables: readonly DiagramTable[], { cardWidth, gapY }: Spacing): Part {
  const across = Math.max(1, Math.ceil(Math.sqrt((tables.length * aspect) / 2)))
  const cards: PlacedCard[] = []
  let y = 0
  for (let at = 0; at < tables.length; at += across) {
    const row = tables.slice(at, at + across)
    row.forEach((table, column) =>
      cards.push({ table, x: column * (cardWidth + gapY), y, width: cardWidth, height: cardHeight(table) }),
    )
    y += Math.max(...row.map(cardHeight)) + gapY
  }
  return moved({ cards, bends: new Map() })
}

/** The same beginning at nought. */
function moved({ cards, bends }: Omit<Part, 'box'>): Part {
  const box = around(cards)
  return {
    cards: cards.map((card) => ({ ...card, x: card.x - box.x, y: card.y - box.y })),
    bends: new Map([...bends].map(([id, points]) => [id, points.map(({ x, y }) => ({ x: x - box.x, y: y - box.y }))])),
    box: { x: 0, y: 0, width: box.width, height: box.height },
  }
}

/** Puts boxes into shelves, the largest first, so that all together are about as wide as a screen. */
function pack(boxes: readonly Box[], { gapX }: Spacing): Point[] {
  const area = boxes.reduce((sum, { width, height }) => sum + (width + gapX) * (height + gapX), 0)
  const width = Math.max(Math.sqrt(area * aspect), ...boxes.map((box) => box.width))
  const places: Point[] = boxes.map(() => ({ x: 0, y: 0 }))
  const order = boxes.map((box, at) => ({ box, at })).toSorted((a, b) => b.box.height - a.box.height)
  let [x, y, shelf] = [0, 0, 0]
  for (const { box, at } of order) {
    if (x > 0 && x + box.width > width) [x, y, shelf] = [0, y + shelf + gapX, 0]
    places[at] = { x, y }
    x += box.width + gapX
    shelf = Math.max(shelf, box.height)
  }
  return places
}

function islandsOf(tables: readonly DiagramTable[], relations: readonly DiagramRelation[]): DiagramTable[][] {
  const near = new Map<string, string[]>()
  const note = (one: string, other: string): void => {
    const known = near.get(one)
    if (known) known.push(other)
    else near.set(one, [other])
  }
  for (const { from, to } of relations) {
    note(from, to)
    note(to, from)
  }
  const byName = new Map(tables.map((table) => [table.name, table]))
  const seen = new Set<string>()
  const islands: DiagramTable[][] = []
  for (const { name } of tables) {
    if (seen.has(name)) continue
    const island: DiagramTable[] = []
    const waiting = [name]
    seen.add(name)
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const table = byName.get(next)
      if (table) island.push(table)
      for (const other of near.get(next) ?? [])
        if (!seen.has(other)) {
          seen.add(other)
          waiting.push(other)
        }
    }
    islands.push(island)
  }
  return islands
}

/** Space for the symbol at the end of a line. */
const stub = 20

function lineOf(relation: DiagramRelation, from: PlacedCard, to: PlacedCard, bends: readonly Point[]): PlacedLine {
  const [fromSide, toSide] = sidesOf(from, to)
  const start = { x: fromSide === 1 ? from.x + from.width : from.x, y: heightAt(from, relation.fromColumn) }
  const end = { x: toSide === 1 ? to.x + to.width : to.x, y: heightAt(to, relation.toColumn) }
  const first = { x: start.x + fromSide * stub, y: start.y }
  const last = { x: end.x + toSide * stub, y: end.y }
  const isForward = fromSide === 1 && toSide === -1
  const isBackward = fromSide === -1 && toSide === 1
  const between = isForward || isBackward ? bends : []
  // A line between two cards on the same side goes around the outside.
  const out = isForward || isBackward ? [] : [{ x: Math.max(first.x, last.x) + 18, y: (first.y + last.y) / 2 }]
  const points = [start, first, ...between, ...out, last, end]
  return { relation, points, fromSide, toSide, box: around(points.map((point) => ({ ...point, width: 0, height: 0 }))) }
}

function sidesOf(from: Box, to: Box): readonly [1 | -1, 1 | -1] {
  if (to.x >= from.x + from.width) return [1, -1]
  if (from.x >= to.x + to.width) return [-1, 1]
  return [1, 1]
}

function heightAt({ table, y }: PlacedCard, column: string | undefined): number {
  const at = table.columns.findIndex(({ name }) => name === column)
  return at < 0 ? y + headHeight / 2 : y + headHeight + (at + 0.5) * rowHeight
}

/** The smallest box around some. */
export function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}

export const touches = (one: Box, other: Box): boolean =>
  one.x <= other.x + other.width &&
  other.x <= one.x + one.width &&
  one.y <= other.y + other.height &&
  other.y <= one.y + one.height

/** Returns the card where reading begins: the highest one on the left, or on the right in a mirrored drawing. */
export function firstCard(cards: readonly PlacedCard[]): PlacedCard | undefined {
  const startOf = ({ x, width, isMirrored }: PlacedCard): number => (isMirrored === true ? -x - width : x)
  return cards.toSorted((a, b) => startOf(a) - startOf(b) || a.y - b.y)[0]
}

/** Returns the nearest card in a direction; undefined if there is none. */
export function cardBeside(
  cards: readonly PlacedCard[],
  from: PlacedCard,
  [dx, dy]: readonly [number, number],
): PlacedCard | undefined {
  const middle = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })
  const here = middle(from)
  let best: PlacedCard | undefined
  let least = Infinity
  for (const card of cards) {
    if (card === from) continue
    const there = middle(card)
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx)
    if (along <= 1) continue
    const cost = along + aside * 2
    if (cost < least) {
      least = cost
      best = card
    }
  }
  return best
}
