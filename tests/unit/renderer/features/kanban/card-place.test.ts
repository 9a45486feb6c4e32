import { placeAmong } from '@renderer/features/kanban/card-place'
import { stackWidth } from '@renderer/features/kanban/measures'
import { runsOf } from '@renderer/features/kanban/use-seen-rows'
import { describe, expect, it } from 'vitest'

const byDay = [
  { column: 'Day', descending: false },
  { column: 'Id', descending: false },
]
const card = (Id: number, Day: string | null) => ({ Id, Day })

describe('where a card will stand in its stack', () => {
  it('is told by the order of the view, and by the key among those that are equal', () => {
    const cards = [card(1, '2026-01-01'), card(5, '2026-02-01'), card(9, '2026-02-01')]
    expect(placeAmong(cards, card(7, '2026-02-01'), byDay)).toBe(2)
    expect(placeAmong(cards, card(7, '2025-12-31'), byDay)).toBe(0)
    expect(placeAmong(cards, card(7, '2026-03-01'), byDay)).toBe(3)
    expect(placeAmong([], card(7, '2026-03-01'), byDay)).toBe(0)
  })

  it('is before all others without a value, as in the database, and behind them from large to small', () => {
    const cards = [card(1, '2026-01-01'), card(5, '2026-02-01')]
    expect(placeAmong(cards, card(7, null), byDay)).toBe(0)
    expect(placeAmong(cards.toReversed(), card(7, null), [{ column: 'Day', descending: true }])).toBe(2)
  })

  it('counts numbers as numbers, however they are written', () => {
    const order = [{ column: 'Price', descending: false }]
    expect(placeAmong([{ Price: 9 }, { Price: '10.5' }, { Price: 100 }], { Price: '20' }, order)).toBe(2)
  })

  it('passes over cards that are not read yet', () => {
    expect(placeAmong([card(1, 'a'), undefined, card(3, 'c'), undefined], card(2, 'b'), byDay)).toBe(1)
    expect(placeAmong([card(1, 'a'), undefined, undefined], card(2, 'b'), byDay)).toBe(1)
  })
})

describe('rows that are seen in the stacks of a board', () => {
  it('are runs of the list of rows, the longest with some more ahead', () => {
    expect(runsOf([3, 4, 5, 40], 1_000)).toEqual([
      { from: 3, to: 16 },
      { from: 40, to: 41 },
    ])
    expect(runsOf([5, 4, 3], 6)).toEqual([{ from: 3, to: 6 }])
    expect(runsOf([-1], 10)).toEqual([])
  })
})

describe('the width of a stack', () => {
  it('is what all of them have room for, within what suits cards', () => {
    expect(stackWidth(1_000, 2, 0)).toBe(320)
    expect(stackWidth(1_056, 12, 0)).toBe(232)
    expect(stackWidth(1_056, 4, 0)).toBe(249)
    expect(stackWidth(1_056, 3, 1)).toBe(317)
    expect(stackWidth(1_056, 0, 3)).toBe(232)
  })
})
