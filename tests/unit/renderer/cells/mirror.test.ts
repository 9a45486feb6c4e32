import { drawTabular, paintText } from '@renderer/cells/canvas-text'
import type { CellTheme } from '@renderer/cells/cell-theme'
import { drawIcon } from '@renderer/cells/draw-parts'
import { drawsMirrored, setMirrored, standsAtEnd } from '@renderer/cells/mirror'
import { cellWidgets } from '@renderer/cells/registry'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { column } from '../features/records/fixtures'

interface Drawn {
  readonly text: string
  /** Edges on the screen, of a canvas that is 400 wide. */
  readonly left: number
  readonly right: number
  readonly readable: boolean
}

const canvasWidth = 400
const letter = 7

/** A canvas that records where texts are seen. Every letter is 7 wide. */
function screen() {
  const drawn: Drawn[] = []
  const [shapes, stack]: [[number, number][], [number, number][]] = [[], []]
  /** x on the canvas is `scale * x + move`. */
  let [scale, move] = [1, 0]
  const seen = (x: number): number => (drawsMirrored() ? canvasWidth - (scale * x + move) : scale * x + move)
  const context = {
    font: '',
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    direction: 'ltr',
    textAlign: 'start',
    save: () => void stack.push([scale, move]),
    restore: () => void ([scale, move] = stack.pop() ?? [1, 0]),
    translate: (x: number) => void (move += scale * x),
    scale: (by: number) => void (scale *= by),
    transform: (a: number, _b: number, _c: number, _d: number, e: number) => {
      move += scale * e
      scale *= a
    },
    beginPath: () => undefined,
    roundRect: () => undefined,
    fill: () => undefined,
    stroke: () => void shapes.push([seen(0), seen(24)]),
    measureText: (text: string) => ({ width: text.length * letter }),
    fillText: (text: string, x: number) => {
      const [one, other] = [seen(x), seen(x + text.length * letter)]
      drawn.push({ text, left: Math.min(one, other), right: Math.max(one, other), readable: one < other })
    },
  } as unknown as CanvasRenderingContext2D
  return { context, drawn, shapes, isClean: () => scale === 1 && move === 0 }
}

const theme = { fontFamily: '', monoFamily: '' } as unknown as CellTheme
const cell = { rect: { x: 44, y: 32, width: 120, height: 28 }, theme, hoverX: undefined, active: false } as const

beforeAll(() => {
  globalThis.Path2D ??= class {} as unknown as typeof Path2D
})
afterEach(() => setMirrored(false))

describe('a text on the canvas', () => {
  it('begins where it is drawn, from left to right', () => {
    const { context, drawn } = screen()
    paintText(context, 'Low', 50, 10)
    expect(drawn).toEqual([{ text: 'Low', left: 50, right: 71, readable: true }])
  })

  it('is at the mirrored place, and readable', () => {
    setMirrored(true)
    const { context, drawn, isClean } = screen()
    paintText(context, 'Low', 50, 10)
    expect(drawn).toEqual([{ text: 'Low', left: 329, right: 350, readable: true }])
    expect(isClean()).toBe(true)
  })

  it('runs in the direction of its first letter', () => {
    setMirrored(true)
    const { context } = screen()
    const directions: string[] = []
    context.fillText = () => void directions.push(`${context.direction} ${context.textAlign}`)
    for (const text of ['Low (1)', 'שלום (1)', '123.']) paintText(context, text, 0, 0)
    expect(directions).toEqual(['ltr left', 'rtl left', 'ltr left'])
  })
})

describe('cells from right to left', () => {
  it('have their text on the right, in every script', () => {
    setMirrored(true)
    for (const text of ['Harbour', 'שלום']) {
      const { context, drawn } = screen()
      cellWidgets.text.draw({
        ...cell,
        context,
        text,
        value: text,
        align: 'start',
        column: column({ title: 'Name', uiType: 'SingleLineText' }),
      })
      expect(drawn).toMatchObject([{ text, right: canvasWidth - 44 - 8, readable: true }])
    }
  })

  it('have their numbers on the right too, the last digits under each other', () => {
    const ends = (): (number | undefined)[] =>
      ['7', '1234'].map((text) => {
        const { context, drawn } = screen()
        cellWidgets.number.draw({
          ...cell,
          context,
          text,
          value: Number(text),
          align: 'end',
          column: column({ title: 'Number', uiType: 'Number' }),
        })
        expect(drawn.toSorted((one, other) => one.left - other.left).map((each) => each.text)).toEqual([...text])
        return Math.max(...drawn.map(({ right }) => right))
      })
    expect(ends()).toEqual([44 + 120 - 8, 44 + 120 - 8])
    setMirrored(true)
    expect(ends()).toEqual([canvasWidth - 44 - 8, canvasWidth - 44 - 8])
    expect(['start', 'center', 'end'].map((align) => standsAtEnd(align as 'end'))).toEqual([false, false, false])
  })

  it('keep digits in order', () => {
    setMirrored(true)
    const { context, drawn } = screen()
    drawTabular(context, '12:30', 100, 10)
    expect(drawn.toSorted((one, other) => one.left - other.left).map(({ text }) => text)).toEqual([...'12:30'])
    expect(drawn.every(({ readable }) => readable)).toBe(true)
  })

  it('have the icons of other languages, but chevrons that point the other way', () => {
    setMirrored(true)
    const { context, shapes, isClean } = screen()
    const at = { x: 60, y: 0, size: 12 }
    drawIcon(context, 'M0 0', at, 'stroke')
    drawIcon(context, 'M0 0', at, 'stroke', true)
    expect(shapes).toEqual([
      [328, 340],
      [340, 328],
    ])
    expect(isClean()).toBe(true)
  })
})
