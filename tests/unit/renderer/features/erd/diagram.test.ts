// @vitest-environment jsdom
import { makeRecordStore } from '@common/sample'
import { cardBeside, firstCard, layOut, mirrored, touches, type PlacedDiagram } from '@renderer/features/erd/layout'
import { diagramOf, neighboursOf, type DiagramAnswer } from '@renderer/features/erd/diagram'
import { fitted, reaching, seenBox, zoomed } from '@renderer/features/erd/camera'
import { hasLetterOf } from '@renderer/features/erd/files'
import { svgFile } from '@renderer/features/erd/svg-file'
import { cardShapes, lineShapes, type Paint } from '@renderer/features/erd/shapes'
import { describe, expect, it } from 'vitest'

/** The record store as the server describes it. */
const store = (): DiagramAnswer => {
  const tables = makeRecordStore()
  return {
    tables: tables.map(({ name, title, columns, primaryValue }) => ({
      name,
      title,
      type: 'table' as const,
      association: false,
      columns: columns.map((column) => ({
        name: column.name,
        title: column.title,
        uiType: column.uiType,
        primaryKey: column.primaryKey,
        required: column.required,
        primaryValue: column.name === primaryValue,
        unique: column.unique,
      })),
    })),
    relations: tables.flatMap(({ name, foreignKeys }) =>
      foreignKeys.map((key) => ({
        childTable: name,
        childColumns: [...key.columns],
        parentTable: key.referencedTable,
        parentColumns: [...key.referencedColumns],
        real: true,
        unique: false,
      })),
    ),
  }
}
const keysOnly = { allColumns: false, junctions: false }

/** Returns tables in a chain, each with its number of columns. */
const chain = (count: number): DiagramAnswer => ({
  tables: Array.from({ length: count }, (_, at) => ({
    name: `t${at}`,
    title: `Table ${at}`,
    type: 'table' as const,
    association: false,
    columns: ['id', 'parent', 'name'].map((name) => ({
      name,
      title: name,
      uiType: 'SingleLineText' as const,
      primaryKey: name === 'id',
      required: false,
      primaryValue: false,
      unique: false,
    })),
  })),
  relations: Array.from({ length: count - 1 }, (_, at) => ({
    childTable: `t${at + 1}`,
    childColumns: ['parent'],
    parentTable: `t${Math.floor(at / 3)}`,
    parentColumns: ['id'],
    real: at % 2 === 0,
    unique: false,
  })),
})

const overlaps = ({ cards }: PlacedDiagram): number =>
  cards.reduce(
    (sum, card, at) =>
      sum +
      cards
        .slice(at + 1)
        .filter(
          (other) =>
            card.x < other.x + other.width &&
            other.x < card.x + card.width &&
            card.y < other.y + other.height &&
            other.y < card.y + card.height,
        ).length,
    0,
  )

describe('A diagram of tables', () => {
  it('shows the columns that tables are related by, or all of them', () => {
    const answer = store()
    const tracks = diagramOf(answer, keysOnly).tables.find(({ name }) => name === 'tracks')
    expect(tracks?.columns.map(({ name, mark }) => [name, mark])).toEqual([
      ['id', 'key'],
      ['album_id', 'link'],
    ])
    const all = diagramOf(answer, { allColumns: true, junctions: false }).tables.find(({ name }) => name === 'tracks')
    expect(all?.columns.length).toBe(answer.tables.find(({ name }) => name === 'tracks')?.columns.length)
  })

  it('says at each end whether there is one, one or none, or many', () => {
    const answer = store()
    const relation = diagramOf(answer, keysOnly).relations.find(({ from, to }) => from === 'albums' && to === 'tracks')
    expect(relation).toMatchObject({ fromEnd: 'one', toEnd: 'many', fromColumn: 'id', toColumn: 'album_id' })
    const [first] = answer.relations
    if (first) first.unique = true
    expect(diagramOf(answer, keysOnly).relations[0]?.toEnd).toBe('oneOrNone')
  })

  it('draws a table of pairs as one line, or as the table that it is', () => {
    const pair: DiagramAnswer = chain(3)
    pair.relations.splice(
      0,
      2,
      {
        childTable: 't2',
        childColumns: ['parent'],
        parentTable: 't0',
        parentColumns: ['id'],
        real: true,
        unique: false,
      },
      { childTable: 't2', childColumns: ['name'], parentTable: 't1', parentColumns: ['id'], real: true, unique: false },
    )
    const [key] = pair.tables[2]?.columns ?? []
    if (key) key.uiType = 'ID'
    const drawn = diagramOf(pair, keysOnly)
    expect(drawn.tables.map(({ name }) => name)).toEqual(['t0', 't1'])
    expect(drawn.relations).toMatchObject([{ from: 't0', to: 't1', fromEnd: 'many', toEnd: 'many', through: 't2' }])
    const whole = diagramOf(pair, { allColumns: false, junctions: true })
    expect(whole.tables.length).toBe(3)
    expect(whole.relations.length).toBe(2)
    // A table that holds more than pairs is a normal table.
    if (key) key.uiType = 'SingleLineText'
    expect(diagramOf(pair, keysOnly).tables.length).toBe(3)
  })

  it('knows the neighbours of a table', () => {
    const { relations } = diagramOf(store(), keysOnly)
    expect([...neighboursOf(relations, 'albums')].toSorted()).toEqual(['albums', 'artists', 'tracks'])
  })

  it.each([
    ['the record store', store()],
    ['200 tables', chain(200)],
  ])('lays out %s with nothing over anything', (_, answer) => {
    const placed = layOut(diagramOf(answer, keysOnly))
    expect(overlaps(placed)).toBe(0)
    const drawn = diagramOf(answer, keysOnly)
    expect([placed.cards.length, placed.lines.length]).toEqual([drawn.tables.length, drawn.relations.length])
    expect([...placed.cards, ...placed.lines].every((one) => Number.isFinite('box' in one ? one.box.x : one.x))).toBe(
      true,
    )
  })

  it('is never so high that nobody could read it', () => {
    const { box } = layOut(diagramOf(chain(200), keysOnly))
    expect(box.width / box.height).toBeGreaterThan(0.8)
    expect(box.width / box.height).toBeLessThan(4)
  })

  it('puts tables that nothing is related to in rows, and a table that leads to itself beside itself', () => {
    const alone = chain(12)
    alone.relations.splice(0, Infinity, {
      childTable: 't3',
      childColumns: ['parent'],
      parentTable: 't3',
      parentColumns: ['id'],
      real: true,
      unique: false,
    })
    const placed = layOut(diagramOf(alone, keysOnly))
    expect(overlaps(placed)).toBe(0)
    expect(new Set(placed.cards.map(({ y }) => y)).size).toBeGreaterThan(1)
    const [loop] = placed.lines
    const card = placed.cards.find(({ table }) => table.name === 't3')
    expect(loop && card && loop.box.x + loop.box.width > card.x + card.width).toBe(true)
    // Round: a single curve, without a corner at its outermost point.
    const [path] = loop ? lineShapes(loop) : []
    expect(path?.kind === 'path' ? path.d.split('C') : []).toHaveLength(2)
    expect(layOut({ tables: [], relations: [] }).cards).toEqual([])
  })

  it('is gone through in the direction of the arrow', () => {
    const { cards } = layOut(diagramOf(store(), keysOnly))
    const albums = cards.find(({ table }) => table.name === 'albums')
    if (!albums) throw new Error('There are no albums')
    expect(cardBeside(cards, albums, [-1, 0])?.table.name).toBe('artists')
    expect(cardBeside(cards, albums, [1, 0])?.table.name).toBe('tracks')
  })

  it('is mirrored in its box from right to left, with readable cards and joined lines', () => {
    const plain = layOut(diagramOf(store(), keysOnly))
    const turned = mirrored(plain)
    expect(turned.box).toEqual(plain.box)
    expect(overlaps(turned)).toBe(0)
    const [albums, first] = [turned.cards.find(({ table }) => table.name === 'albums'), firstCard(turned.cards)]
    if (!albums) throw new Error('There are no albums')
    expect(first?.table.name).toBe(firstCard(plain.cards)?.table.name)
    expect(cardBeside(turned.cards, albums, [1, 0])?.table.name).toBe('artists')
    expect(cardBeside(turned.cards, albums, [-1, 0])?.table.name).toBe('tracks')
    for (const { relation, points, fromSide } of turned.lines) {
      const card = turned.cards.find(({ table }) => table.name === relation.from)
      expect(points[0]?.x).toBeCloseTo(card ? card.x + (fromSide === 1 ? card.width : 0) : NaN)
    }
    const look = { fit: (text: string) => text, typeName: (type: string) => type }
    const [title] = cardShapes(albums, look).filter(({ kind }) => kind === 'text')
    expect(title).toMatchObject({ text: 'Albums', anchor: 'end', x: albums.width - 32 })
  })

  it('is seen whole at first, and zoomed where the pointer is', () => {
    const size = { width: 800, height: 600 }
    const box = { x: -50, y: 20, width: 4_000, height: 1_000 }
    const camera = fitted(box, size)
    const seen = seenBox(camera, size)
    expect(touches(box, seen) && seen.x <= box.x && seen.x + seen.width >= box.x + box.width).toBe(true)
    const at = { x: 200, y: 100 }
    const nearer = zoomed(camera, 2, at)
    expect((at.x - nearer.x) / nearer.zoom).toBeCloseTo((at.x - camera.x) / camera.zoom)
    const card = { x: 3_700, y: 900, width: 232, height: 100 }
    const there = seenBox(reaching(nearer, size, card), size)
    expect(there.x <= card.x && there.x + there.width >= card.x + card.width).toBe(true)
  })
})

describe('The file of a diagram', () => {
  const colours = Object.fromEntries(
    (['app', 'raised', 'side', 'line', 'line2', 't1', 't2', 't3', 'p', 'star', 'sunk'] as const).map((name) => [
      name,
      '#123456',
    ]),
  ) as Record<Paint, string>
  const look = { fit: (text: string) => text, typeName: (type: string) => type }

  it('is an SVG with shapes and texts of its own, whatever tables are called', () => {
    const answer = store()
    const [first] = answer.tables
    if (first) first.title = 'Art & "craft" <b>\u0007\ud800 عربي'
    const { svg, box } = svgFile(layOut(diagramOf(answer, keysOnly)), {
      look,
      colours,
      fonts: [{ family: 'Inter', weight: '100 900', source: 'data:font/woff2;base64,AAAA', unicodeRange: 'U+0-FF' }],
      title: 'Diagram of <x>',
    })
    const document = new DOMParser().parseFromString(svg, 'image/svg+xml')
    const texts = [...document.querySelectorAll('text')].map(({ textContent }) => textContent)
    expect(texts).toContain('Art & "craft" <b>\ufffd عربي')
    expect(texts).toContain('Tracks')
    expect(document.documentElement.getAttribute('viewBox')).toBe(`${box.x} ${box.y} ${box.width} ${box.height}`)
    // Uses only features that other programs can draw, and no external resources.
    expect(svg).toContain('unicode-bidi:plaintext')
    expect(svg).not.toMatch(/foreignObject|var\(|<image|url\((?!data:)/)
    expect(document.querySelector('style')?.textContent).toContain('font/woff2')
    expect(
      [...document.querySelectorAll('[fill]')].every((one) => /^(none|#123456)$/.test(one.getAttribute('fill') ?? '')),
    ).toBe(true)
  })

  it('has the parts of a typeface that its letters are in', () => {
    const letters = new Set([0x41, 0x451])
    expect(hasLetterOf('U+0-FF, U+131', letters)).toBe(true)
    expect(hasLetterOf('U+400-45F', letters)).toBe(true)
    expect(hasLetterOf('U+4??', letters)).toBe(true)
    expect(hasLetterOf('U+370-3FF', letters)).toBe(false)
    expect(hasLetterOf('', letters)).toBe(true)
  })
})
