import { heightOf, lanesOf, placeOf, reached, rowsIn } from '@renderer/features/gallery/geometry'
import { movedBy, movedRow, selectCard, toggled } from '@renderer/features/gallery/card-keys'
import { longScroll, scrolled, tallestPx } from '@renderer/features/gallery/long-scroll'
import { i18n } from '@renderer/i18n'
import { afterEach, describe, expect, it } from 'vitest'

afterEach(async () => void (await i18n.changeLanguage('en')))

const measures = { hasCover: true, fields: 3 }

describe('Cards of a gallery', () => {
  it.each([
    [320, 1],
    [800, 3],
    [1280, 5],
    [1920, 7],
  ])('are between 240 and 320 wide where there is room (%s)', (width, count) => {
    const lanes = lanesOf(width, measures)
    expect(lanes.count).toBe(count)
    expect(lanes.cardWidth).toBeGreaterThanOrEqual(240)
    expect(lanes.cardWidth).toBeLessThanOrEqual(320)
  })

  it('have covers of 4:3, and are lower without one', () => {
    const [with_, without] = [lanesOf(1000, measures), lanesOf(1000, { hasCover: false, fields: 3 })]
    expect(with_.cardHeight - without.cardHeight).toBe(Math.round(((with_.cardWidth - 2) * 3) / 4))
  })

  it('are known by where they stand: what is seen is what stands there', () => {
    const lanes = lanesOf(1000, measures)
    const view = { from: lanes.lineHeight * 500, height: 700 }
    const seen = rowsIn(view, 1_000_000, lanes)
    for (const row of [seen.from, seen.to - 1]) {
      const { y } = placeOf(row, lanes)
      expect(y + lanes.cardHeight).toBeGreaterThan(view.from)
      expect(y).toBeLessThan(view.from + view.height)
    }
    expect(placeOf(seen.to, lanes).y).toBeGreaterThanOrEqual(view.from + view.height)
    expect(rowsIn({ from: 0, height: 700 }, 2, lanes)).toEqual({ from: 0, to: 2 })
    expect(heightOf(0, lanes)).toBe(0)
  })

  it('are scrolled to only as far as is needed', () => {
    const lanes = lanesOf(1000, measures)
    expect(reached(0, 900, 0, lanes)).toBe(0)
    expect(reached(5_000, 900, 0, lanes)).toBe(0)
    const below = reached(0, 900, lanes.count * 10, lanes)
    expect(below + 900).toBe(placeOf(lanes.count * 10, lanes).y + lanes.cardHeight + 12)
    expect(reached(below, 900, lanes.count * 10, lanes)).toBe(below)
  })
})

describe('A list longer than browsers draw', () => {
  const view = 800
  const total = 100_000_000
  const scroll = longScroll(total, view)

  it('has a bar of a height that they do draw, and is reached from end to end', () => {
    expect(scroll.height).toBe(tallestPx)
    expect(scroll.toList(0)).toBe(0)
    expect(scroll.toList(tallestPx - view)).toBe(total - view)
    for (const list of [0, 1, 400_000, 700_000, 50_000_000, total - view - 600_000, total - view - 3, total - view])
      expect(scroll.toList(scroll.toBar(list))).toBeCloseTo(list, 3)
  })

  it('is scrolled pixel by pixel by a wheel, and by a jump to where the bar points', () => {
    const list = 40_000_000
    const bar = scroll.toBar(list)
    expect(scrolled(scroll, view, list, bar, bar + 100)).toEqual({ list: list + 100, bar: undefined })
    expect(scrolled(scroll, view, list, bar, bar + 1_000_000).list).toBeCloseTo(scroll.toList(bar + 1_000_000))
  })

  it('comes to its very end by the wheel alone', () => {
    let list = total - view - 520_000
    let bar = scroll.toBar(list)
    for (let turn = 0; turn < 2_000 && list < scroll.end; turn += 1) {
      const to = Math.min(tallestPx - view, bar + 400)
      const next = scrolled(scroll, view, list, bar, to)
      list = next.list
      bar = next.bar ?? to
    }
    expect(list).toBe(scroll.end)
    expect(bar).toBe(tallestPx - view)
  })

  it('is an ordinary one where it is short', () => {
    const short = longScroll(5_000, view)
    expect(short).toMatchObject({ height: 5_000, end: 4_200 })
    expect(scrolled(short, view, 0, 0, 1_234)).toEqual({ list: 1_234, bar: undefined })
    expect(longScroll(300, view).end).toBe(0)
  })
})

describe('Keys in a gallery', () => {
  const at = { lanes: 4, linesSeen: 2 }

  it('go to the side that they point at', async () => {
    expect(movedBy('ArrowRight', at)).toBe(1)
    await i18n.changeLanguage('iw')
    expect(movedBy('ArrowRight', at)).toBe(-1)
    expect(movedBy('PageDown', at)).toBe(8)
    expect(movedBy('x', at)).toBeUndefined()
  })

  it('stay among the cards', () => {
    expect(movedRow(0, -1, 4, 10)).toBe(0)
    expect(movedRow(9, 1, 4, 10)).toBe(9)
    expect(movedRow(1, -4, 4, 10)).toBe(1)
    // The last line has two cards: from above its gap to its end, and no further.
    expect(movedRow(7, 4, 4, 10)).toBe(9)
    expect(movedRow(8, 4, 4, 10)).toBe(8)
    expect(movedRow(3, 8, 4, 10)).toBe(9)
    expect(movedRow(3, Infinity, 4, 10)).toBe(9)
    expect(movedRow(3, -Infinity, 4, 10)).toBe(0)
  })

  it('select one card, several, or a run of them', () => {
    expect(selectCard({ rows: [{ from: 1, to: 3 }] }, 5, 'only').rows).toEqual([])
    expect(selectCard({ rows: [{ from: 1, to: 3 }] }, 3, 'more').rows).toEqual([{ from: 1, to: 4 }])
    expect(selectCard({ rows: [] }, 2, { from: 6 }).rows).toEqual([{ from: 2, to: 7 }])
    expect(toggled([{ from: 1, to: 4 }], 2)).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 4 },
    ])
    expect(toggled([{ from: 2, to: 3 }], 2)).toEqual([])
  })
})
