import { followPointer, scrollNearEdge } from '@renderer/ui'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const send = (type: string, x: number, y: number, buttons = 1): boolean =>
  document.body.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, buttons, bubbles: true }))
const click = (): void => void document.body.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
const escape = (): boolean =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))

const clicked = vi.fn()
const keyed = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  document.body.addEventListener('click', clicked)
  document.body.addEventListener('keydown', keyed)
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  document.body.removeEventListener('click', clicked)
  document.body.removeEventListener('keydown', keyed)
  vi.clearAllMocks()
})

function press(begins = true) {
  const told = { begin: vi.fn(() => begins), move: vi.fn(), drop: vi.fn(), cancel: vi.fn() }
  return { ...told, forget: followPointer({ clientX: 10, clientY: 10 }, told) }
}

describe('a press that is followed', () => {
  it('is a click while it stays where it is', () => {
    const { begin, move, drop } = press()
    send('pointermove', 12, 11)
    send('pointerup', 12, 11, 0)
    click()
    expect([begin, move, drop].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
    expect(clicked).toHaveBeenCalledOnce()
  })

  it('is a drag from a few pixels on, and its end is no click', () => {
    const { begin, move, drop, cancel } = press()
    send('pointermove', 20, 10)
    send('pointermove', 30, 10)
    send('pointerup', 30, 10, 0)
    click()
    expect(begin).toHaveBeenCalledOnce()
    expect(move.mock.calls).toEqual([[{ x: 20, y: 10 }], [{ x: 30, y: 10 }]])
    expect(drop).toHaveBeenCalledOnce()
    expect(cancel).not.toHaveBeenCalled()
    expect(clicked).not.toHaveBeenCalled()
    vi.runAllTimers()
    click()
    expect(clicked).toHaveBeenCalledOnce()
  })

  it('is left by Escape, which nobody else hears, and the release after it is no click', () => {
    const { drop, cancel } = press()
    send('pointermove', 20, 10)
    escape()
    send('pointermove', 30, 10)
    send('pointerup', 30, 10, 0)
    click()
    expect(cancel).toHaveBeenCalledOnce()
    expect(drop).not.toHaveBeenCalled()
    expect(keyed).not.toHaveBeenCalled()
    expect(clicked).not.toHaveBeenCalled()
  })

  it('that was left by Escape and released outside keeps no later click from anybody', () => {
    press()
    send('pointermove', 20, 10)
    escape()
    send('pointerdown', 40, 40)
    send('pointerup', 40, 40, 0)
    click()
    expect(clicked).toHaveBeenCalledOnce()
  })

  it('leaves Escape to others while nothing is dragged', () => {
    const { cancel } = press()
    escape()
    expect(cancel).not.toHaveBeenCalled()
    expect(keyed).toHaveBeenCalledOnce()
  })

  it('ends where the page was not told of the release', () => {
    const { cancel, move } = press()
    send('pointermove', 20, 10)
    send('pointermove', 30, 10, 0)
    expect(cancel).toHaveBeenCalledOnce()
    expect(move).toHaveBeenCalledOnce()
  })

  it('is forgotten where there is nothing to drag, or by who asked', () => {
    const none = press(false)
    send('pointermove', 20, 10)
    expect(none.move).not.toHaveBeenCalled()
    const forgotten = press()
    forgotten.forget()
    send('pointermove', 20, 10)
    expect(forgotten.begin).not.toHaveBeenCalled()
  })
})

it('scrolls near an edge only', () => {
  const element = document.createElement('div')
  element.getBoundingClientRect = () => new DOMRect(0, 100, 50, 200)
  element.scrollTop = 100
  expect(scrollNearEdge(element, 200, 28)).toBe(false)
  expect(scrollNearEdge(element, 290, 28)).toBe(true)
  expect(element.scrollTop).toBe(112)
  expect(scrollNearEdge(element, 110, 28, 8)).toBe(true)
  expect(element.scrollTop).toBe(104)
  expect(scrollNearEdge(undefined, 0, 28)).toBe(false)
})
