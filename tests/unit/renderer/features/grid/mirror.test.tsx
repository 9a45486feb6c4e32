import {
  mirroredBindings,
  mirroredBounds,
  mirroredEvent,
  mirroredWindow,
  mirroredX,
  mirrorEventsBelow,
  mirrorScroller,
} from '@renderer/features/grid/glide/mirror'
import { logicalKey } from '@renderer/i18n'
import { startOf } from '@renderer/ui'
import { describe, expect, it } from 'vitest'

/** A canvas 800 wide, 100 from the left of the window. */
const sides = { left: 100, right: 900 }

describe('a mirrored grid', () => {
  it('has the row numbers on the right, and each column left of the one before', () => {
    const painted = [
      { x: 100, y: 32, width: 44, height: 28 },
      { x: 144, y: 32, width: 180, height: 28 },
      { x: 324, y: 32, width: 100, height: 28 },
    ]
    expect(painted.map((bounds) => mirroredBounds(bounds, sides))).toEqual([
      { x: 856, y: 32, width: 44, height: 28 },
      { x: 676, y: 32, width: 180, height: 28 },
      { x: 576, y: 32, width: 100, height: 28 },
    ])
  })

  it('finds the painted place under the pointer, and the way back', () => {
    expect(mirroredX(899, sides)).toBe(101)
    for (const x of [100, 333.5, 900]) expect(mirroredX(mirroredX(x, sides), sides)).toBe(x)
    const bounds = { x: 200, y: 5, width: 60, height: 28 }
    expect(mirroredBounds(mirroredBounds(bounds, sides), sides)).toEqual(bounds)
  })

  it('moves to the next column with the arrow that points left, and in order with Tab, Home and End', () => {
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Tab', 'Home', 'End'].map((key) => logicalKey(key, 'rtl'))).toEqual([
      'ArrowRight',
      'ArrowLeft',
      'ArrowUp',
      'Tab',
      'Home',
      'End',
    ])
    const doing = (key: string): string[] =>
      Object.entries(mirroredBindings)
        .filter(([, keys]) => keys.split('|').includes(key))
        .map(([action]) => action)
    expect(doing('ArrowLeft')).toEqual(['goRightCell'])
    expect(doing('Tab')).toEqual(['goRightCell'])
    expect(doing('shift+Tab')).toEqual(['goLeftCell'])
    expect(doing('shift+ArrowLeft')).toEqual(['selectGrowRight'])
    expect(doing('primary+ArrowLeft')).toEqual(['goToLastColumn'])
    expect(doing('primary+shift+ArrowRight')).toEqual(['selectToFirstColumn'])
    expect(doing('Home')).toEqual(['goToFirstColumn'])
  })

  it('gives the painter mirrored pointer events that are otherwise the originals', () => {
    const event = new MouseEvent('pointerdown', { clientX: 880, clientY: 40, shiftKey: true, cancelable: true })
    const shown = mirroredEvent(event, () => sides)
    expect(shown).toBeInstanceOf(MouseEvent)
    expect([shown.clientX, shown.clientY, shown.shiftKey]).toEqual([120, 40, true])
    shown.preventDefault()
    expect(event.defaultPrevented).toBe(true)
    expect(event.clientX).toBe(880)
  })

  it('listens to the window for the painter, until the painter stops', () => {
    const target = mirroredWindow(() => sides)
    const heard: number[] = []
    const listen = (event: Event): void => void heard.push((event as MouseEvent).clientX)
    target.addEventListener('click', listen, { capture: true })
    window.dispatchEvent(new MouseEvent('click', { clientX: 110 }))
    target.removeEventListener('click', listen, { capture: true })
    window.dispatchEvent(new MouseEvent('click', { clientX: 110 }))
    expect(heard).toEqual([890])
  })

  it('mirrors menus and drops below its frame only', () => {
    const frame = document.createElement('div')
    const inner = frame.appendChild(document.createElement('div'))
    document.body.append(frame)
    const seen: [string, number][] = []
    inner.addEventListener('contextmenu', ({ clientX }) => seen.push(['painter', clientX]))
    document.body.addEventListener('contextmenu', ({ clientX }) => seen.push(['page', clientX]), { once: true })
    const stop = mirrorEventsBelow(frame, () => sides)
    inner.dispatchEvent(new MouseEvent('contextmenu', { clientX: 850, bubbles: true }))
    stop()
    inner.dispatchEvent(new MouseEvent('contextmenu', { clientX: 850, bubbles: true }))
    frame.remove()
    expect(seen).toEqual([
      ['painter', 150],
      ['page', 850],
      ['painter', 850],
    ])
  })

  it('counts its scroll position from the start', () => {
    const element = document.createElement('div')
    let real = 0
    const calls: unknown[] = []
    const scrollTo = (to: unknown): void => void calls.push(['to', to])
    const scrollBy = (to: unknown): void => void calls.push(['by', to])
    Object.assign(element, { scrollTo, scrollBy })
    const browser = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollLeft')
    Object.defineProperty(Element.prototype, 'scrollLeft', {
      configurable: true,
      get: () => real,
      set: (left: number) => {
        real = left
      },
    })
    try {
      mirrorScroller(element)
      expect(Object.is(element.scrollLeft, 0)).toBe(true)
      element.scrollLeft += 120
      expect([real, element.scrollLeft]).toEqual([-120, 120])
      element.scrollBy(30, 5)
      element.scrollTo({ left: 200 })
      element.scrollTo({ top: 7 })
      expect(calls).toEqual([
        ['by', { left: -30, top: 5 }],
        ['to', { left: -200 }],
        ['to', { top: 7 }],
      ])
    } finally {
      if (browser) Object.defineProperty(Element.prototype, 'scrollLeft', browser)
    }
  })
})

describe('what belongs to a cell', () => {
  it('starts with it in both directions', () => {
    const bounds = { x: 700, width: 150 }
    expect(startOf(bounds, sides, 'ltr')).toBe(600)
    expect(startOf(bounds, sides, 'rtl')).toBe(50)
  })
})
