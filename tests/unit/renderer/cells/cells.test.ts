import type { CellTheme } from '@renderer/cells/cell-theme'
import { drawTabular, isRightToLeft, tabularWidth } from '@renderer/cells/canvas-text'
import { dayOfValue, monthGrid, movedDay, timeOfValue } from '@renderer/cells/editors/calendar'
import { optionsMatching } from '@renderer/cells/editors/SelectEditor'
import { chipTitles, nextOptionColor, optionColor } from '@renderer/cells/options'
import { cellEditors, cellWidgets } from '@renderer/cells/registry'
import { isTrue } from '@renderer/cells/widgets/checkbox'
import { bareJson } from '@renderer/cells/widgets/json'
import { ratingAt } from '@renderer/cells/widgets/rating'
import { columnTypes } from '@common/columns/registry'
import { optionColors } from '@common/model'
import { rowHeights } from '@common/views/settings'
import { describe, expect, it } from 'vitest'
import { column } from '../features/records/fixtures'

it('every column type has the widget and the editor that it names', () => {
  for (const type of columnTypes) {
    expect(cellWidgets[type.display].draw, type.name).toBeTypeOf('function')
    // A tick is switched in place, and files are edited where they can be uploaded.
    const own = ['none', 'checkbox', 'files'].includes(type.editor)
    if (!own) expect(cellEditors[type.editor], type.name).toBeDefined()
  }
})

describe('chips', () => {
  const genre = column({
    title: 'Genre',
    uiType: 'MultiSelect',
    options: { options: [{ title: 'Folk', color: 'lime' }] },
  })
  it('are the chosen options in their colours; what is no option is grey', () => {
    expect(chipTitles('Folk,Old', genre)).toEqual(['Folk', 'Old'])
    expect(optionColor('Folk', genre)).toBe('lime')
    expect(optionColor('Old', genre)).toBe('grey')
  })
  it('of a single select keep their commas', () => {
    expect(chipTitles('a,b', column({ title: 'x', uiType: 'SingleSelect' }))).toEqual(['a,b'])
  })
  it('stand out from a row that a rule paints in their colour', () => {
    const filled: unknown[] = []
    const context = {
      font: '',
      fillStyle: '',
      beginPath: () => undefined,
      roundRect: () => undefined,
      fillText: () => undefined,
      measureText: () => ({ width: 20 }),
      fill() {
        filled.push((this as { fillStyle: unknown }).fillStyle)
      },
    } as unknown as CanvasRenderingContext2D
    const chip = { background: 'lime background', text: 'lime text' }
    const theme = { fontFamily: '', surface: 'surface', chips: { lime: chip, grey: chip } } as unknown as CellTheme
    const rect = { x: 0, y: 0, width: 200, height: 28 }
    const part = { context, rect, value: 'Folk', text: 'Folk', column: genre, theme, align: 'start' } as const
    for (const painted of [undefined, 'blue', 'lime'] as const)
      cellWidgets.chips.draw({ ...part, painted, hoverX: undefined, active: false })
    expect(filled).toEqual(['lime background', 'lime background', 'surface'])
  })
  it('stand in the lines of the texts beside them where a row is higher', () => {
    const boxes: number[][] = []
    const context = {
      beginPath: () => undefined,
      roundRect: (_x: number, y: number, _width: number, height: number) => void boxes.push([y, height]),
      fillText: () => undefined,
      measureText: () => ({ width: 60 }),
      fill: () => undefined,
    } as unknown as CanvasRenderingContext2D
    const chip = { background: '', text: '' }
    const chips = Object.fromEntries(optionColors.map((name) => [name, chip]))
    const theme = { fontFamily: '', surface: '', chips } as unknown as CellTheme
    const tags = column({ title: 'Tags', uiType: 'MultiSelect' })
    const draw = (height: number): number[][] => {
      boxes.length = 0
      const rect = { x: 0, y: 0, width: 120, height }
      const part = { context, rect, value: 'one,two,three', text: '', column: tags, theme, align: 'start' } as const
      cellWidgets.chips.draw({ ...part, painted: undefined, hoverX: undefined, active: false })
      return boxes
    }
    const [first, second] = [17, 37].map((middle) => [middle - 9, 18])
    expect(draw(rowHeights.medium)).toEqual([first, second])
    expect(draw(rowHeights.tall)).toEqual([first, second, [48, 18]])
    expect(draw(rowHeights.short)).toEqual([[4, 20]])
  })
  it('are absent when nothing is chosen', () => {
    expect(chipTitles(null, genre)).toEqual([])
  })
  it('take the colours in their order, and begin again', () => {
    expect(nextOptionColor([])).toBe('grey')
    expect(nextOptionColor(Array.from({ length: 12 }, () => 'grey' as const))).toBe('grey')
  })
})

it('options are found by a part, those that begin with it first', () => {
  const options = ['Synth-pop', 'Pop', 'Folk'].map((title) => ({ title, color: 'grey' }) as const)
  expect(optionsMatching(options, 'pop').map(({ title }) => title)).toEqual(['Pop', 'Synth-pop'])
})

it('databases without a boolean keep 1 and 0', () => {
  expect([1, '1', true, 'true'].map(isTrue)).toEqual([true, true, true, true])
  expect([0, '0', false, null, 'no'].map(isTrue)).toEqual([false, false, false, false, false])
})

it('a click on a star is that rating, beside the stars none', () => {
  const rating = column({ title: 'r', uiType: 'Rating', options: { max: 3 } })
  expect([2, 9, 22, 45, 60].map((x) => ratingAt(x, rating))).toEqual([undefined, 1, 2, 3, undefined])
})

it('JSON is shown without quotes on plain keys', () => {
  expect(bareJson('{"bpm": 92, "a b": "x"}')).toBe('{bpm: 92, "a b": "x"}')
})

it('text runs in its own direction', () => {
  expect(isRightToLeft('12 שלום')).toBe(true)
  expect(isRightToLeft('Low שלום')).toBe(false)
})

it('a date in Hebrew or Thai is drawn as a whole, digits alone one by one', () => {
  const drawn: string[] = []
  const context = {
    font: '13px test',
    measureText: (text: string) => ({ width: text.replaceAll(/[\u2068\u2069\p{M}]/gu, '').length * 7 }),
    fillText: (text: string) => void drawn.push(text),
  } as unknown as CanvasRenderingContext2D
  const draw = (text: string): string[] => {
    drawn.length = 0
    drawTabular(context, text, 100, 10)
    return [...drawn]
  }
  expect(draw('11 במאי 2012')).toEqual(['\u206811 במאי 2012\u2069'])
  expect(draw('18 มิ.ย. 2026')).toEqual(['\u206818 มิ.ย. 2026\u2069'])
  expect(draw('18.9')).toEqual(['9', '.', '8', '1'])
  expect(tabularWidth(context, '11 במאי 2012')).toBe(12 * 7)
})

describe('the calendar', () => {
  it('goes from day to day and from month to month', () => {
    expect(movedDay('2026-12-31', { days: 1 })).toBe('2027-01-01')
    expect(movedDay('2028-03-01', { days: -1 })).toBe('2028-02-29')
    expect(movedDay('2026-01-31', { months: 1 })).toBe('2026-02-28')
    expect(movedDay('2026-01-15', { months: -1 })).toBe('2025-12-15')
    expect(movedDay('0050-01-01', { days: -1 })).toBe('0049-12-31')
    expect(movedDay('9999-12-31', { days: 1 })).toBe('9999-12-31')
  })

  it('shows six weeks that begin where the locale begins them', () => {
    const german = monthGrid('2026-09', 'de')
    expect(german.days).toHaveLength(42)
    expect(german.days[0]?.iso).toBe('2026-08-31')
    expect(german).toMatchObject({ title: 'September 2026', previous: '2026-08', next: '2026-10' })
    expect(monthGrid('2026-09', 'he').weekdays.slice(0, 2)).toEqual(['א׳', 'ב׳'])
    expect(monthGrid('2026-09', 'en-US').days[0]?.iso).toBe('2026-08-30')
    expect(monthGrid('2026-01', 'en').previous).toBe('2025-12')
  })

  it('reads days and times of stored values', () => {
    expect(dayOfValue('2026-09-18 14:05:00')).toBe('2026-09-18')
    expect(timeOfValue('2026-09-18T14:05')).toBe('14:05:00')
    expect(timeOfValue('2026-09-18')).toBeUndefined()
    expect(dayOfValue('soon')).toBeUndefined()
  })
})
