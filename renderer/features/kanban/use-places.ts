import { languageDirection } from '@renderer/i18n'
import type { Point } from '@renderer/ui'
import { useLayoutEffect, useRef, useState, type UIEvent } from 'react'
import { boardPadding, closedWidth, newStackWidth, stackGap, stackWidth } from './measures'
import type { BoardStack } from './use-board'

/** Returns the positions of a board's stacks, which are visible, and how to scroll to the others. */
export function usePlaces(stacks: readonly BoardStack[], hasNewStack: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ left: 0, width: 0 })
  const open = stacks.filter(({ isOpen }) => isOpen).length
  const width = stackWidth(seen.width, open, stacks.length - open)
  const widthOf = (index: number): number => (stacks[index]?.isOpen === true ? width : closedWidth)
  const starts: number[] = []
  let end = boardPadding
  stacks.forEach((_, index) => {
    starts.push(end)
    end += widthOf(index) + stackGap
  })
  const newStack = end
  if (hasNewStack) end += newStackWidth + stackGap

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = (): void => {
      const { clientWidth } = element
      // A hidden tab has no size, so the last one stays.
      if (clientWidth > 0)
        setSeen((before) => (before.width === clientWidth ? before : { ...before, width: clientWidth }))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])

  return {
    box,
    /** Width of open stacks. */
    width,
    widthOf,
    starts,
    /** Position of the placeholder for a new stack. */
    newStack,
    total: end - stackGap + boardPadding,
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>): void => {
      const left = Math.abs(currentTarget.scrollLeft)
      setSeen((before) => (before.left === left ? before : { ...before, left }))
    },
    /** One more on either side is drawn before it is seen. */
    isSeen: (index: number): boolean => {
      const start = starts[index] ?? 0
      return seen.width > 0 && start < seen.left + seen.width + width && start + width > seen.left - width
    },
    reveal: (index: number): void => {
      const element = box.current
      const start = starts[index]
      if (!element || start === undefined) return
      const left = Math.abs(element.scrollLeft)
      const last = start + widthOf(index) + boardPadding
      const next =
        start - boardPadding < left
          ? start - boardPadding
          : last > left + element.clientWidth
            ? last - element.clientWidth
            : left
      if (next !== left) element.scrollLeft = languageDirection() === 'rtl' ? -next : next
    },
    /** Returns the stack at a point; -1 outside all stacks. */
    under: ({ x, y }: Point): number => {
      const element = box.current
      if (!element) return -1
      const { left, right, top, bottom } = element.getBoundingClientRect()
      if (x < left || x > right || y < top || y > bottom) return -1
      const inside = insideOf(element, x)
      return starts.findIndex((start, at) => inside >= start && inside <= start + widthOf(at))
    },
    /** Returns the stack at a horizontal position; the last one beyond all stacks. */
    indexAt: (x: number): number => {
      const element = box.current
      if (!element) return -1
      const inside = insideOf(element, x)
      const index = starts.findIndex((start, at) => inside < start + widthOf(at) + stackGap / 2)
      return index < 0 ? stacks.length - 1 : index
    },
  }
}

/** Returns the distance of a window position from the start of the board, in CSS pixels. */
function insideOf(element: HTMLElement, x: number): number {
  const { left, right } = element.getBoundingClientRect()
  return (languageDirection() === 'rtl' ? right - x : x - left) + Math.abs(element.scrollLeft)
}
