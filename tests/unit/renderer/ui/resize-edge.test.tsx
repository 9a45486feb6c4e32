import { ResizeEdge, type ResizeEdgeProps } from '@renderer/ui/ResizeEdge'
import { draw } from '@tests/helpers/renderer'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const resized = vi.fn()
const collapsed = vi.fn()
const shownSize = () => screen.getByRole('status').textContent

function Panel({ grows }: Pick<ResizeEdgeProps, 'grows'>) {
  const [dragged, setDragged] = useState<number>()
  return (
    <>
      <ResizeEdge
        className=""
        label="Width"
        grows={grows}
        size={300}
        min={200}
        max={400}
        onDrag={setDragged}
        onResize={resized}
        onCollapse={collapsed}
      />
      <output>{dragged ?? 'at rest'}</output>
    </>
  )
}
const edgeOf = (grows: ResizeEdgeProps['grows'], direction: 'ltr' | 'rtl' = 'ltr'): HTMLElement => {
  draw(<Panel grows={grows} />)
  const edge = screen.getByRole('separator', { name: 'Width' })
  edge.style.direction = direction
  return edge
}

beforeEach(() => {
  // jsdom has no pointer capture.
  Element.prototype.setPointerCapture = vi.fn()
})
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'setPointerCapture')
  vi.clearAllMocks()
})

describe('the edge of a panel', () => {
  it.each([
    ['end', 'ltr', 50, 350],
    ['end', 'rtl', 50, 250],
    ['start', 'ltr', 50, 250],
    ['start', 'rtl', 50, 350],
    ['left', 'rtl', 50, 250],
    ['up', 'ltr', 80, 220],
  ] as const)('follows the pointer: %s in %s', (grows, direction, by, size) => {
    const edge = edgeOf(grows, direction)
    fireEvent.pointerDown(edge, { clientX: 100, clientY: 100 })
    fireEvent.pointerMove(edge, { clientX: 100 + by, clientY: 100 + (grows === 'up' ? by : 0), buttons: 1 })
    expect(shownSize()).toBe(String(size))
    fireEvent.pointerUp(edge)
    expect(shownSize()).toBe('at rest')
    expect(resized.mock.calls).toEqual([[size]])
  })

  it('stays where it was after Escape', () => {
    const edge = edgeOf('end')
    fireEvent.pointerDown(edge, { clientX: 100, clientY: 0 })
    fireEvent.pointerMove(edge, { clientX: 180, clientY: 0, buttons: 1 })
    fireEvent.keyDown(edge, { key: 'Escape' })
    fireEvent.pointerUp(edge)
    expect(shownSize()).toBe('at rest')
    expect(resized).not.toHaveBeenCalled()
  })

  it.each([
    ['end', 'ltr', 'ArrowRight', 316],
    ['end', 'rtl', 'ArrowRight', 284],
    ['start', 'ltr', 'ArrowRight', 284],
    ['up', 'ltr', 'ArrowUp', 316],
    ['up', 'ltr', 'ArrowDown', 284],
  ] as const)('moves with an arrow: %s in %s by %s', (grows, direction, key, size) => {
    fireEvent.keyDown(edgeOf(grows, direction), { key })
    expect(resized.mock.calls).toEqual([[size]])
  })

  it('collapses by Enter and by a double click', () => {
    const edge = edgeOf('end')
    fireEvent.keyDown(edge, { key: 'Enter' })
    fireEvent.doubleClick(edge)
    expect(collapsed).toHaveBeenCalledTimes(2)
    expect(resized).not.toHaveBeenCalled()
  })
})
