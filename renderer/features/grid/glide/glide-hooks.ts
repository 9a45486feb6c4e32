import type { DataEditorRef } from '@glideapps/glide-data-grid'
import { forgetTextWidths } from '@renderer/cells'
import type { CellPosition, DataGridProps } from '@renderer/features/records/painter/data-grid'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Presses } from './glide-presses'

/** Maximum frames to wait for the painter to get a size. */
const startFramesMax = 60

/** Scrolls to a position once, as soon as the painter has a size. */
export function useStartAt(editor: RefObject<DataEditorRef | null>, { column, row }: CellPosition): void {
  const start = useEffectEvent((): (() => void) | undefined => {
    if (column === 0 && row === 0) return undefined
    let frames = 0
    const go = (): void => {
      frames += 1
      const isReady = (editor.current?.getBounds()?.height ?? 0) > 0
      if (isReady) editor.current?.scrollTo(column, row, 'both', 0, 0, { vAlign: 'start', hAlign: 'start' })
      else if (frames < startFramesMax) frame = requestAnimationFrame(go)
    }
    let frame = requestAnimationFrame(go)
    return () => cancelAnimationFrame(frame)
  })
  // Only on mount: later the user scrolls.
  useEffect(() => start(), [])
}

/**
 * Lets the painter drop rows and columns where the pointer is released. It drops at the place of its last render, which
 * on a busy computer is behind the pointer, so this renders the pointer's moves before the painter handles the release.
 */
export function useFreshDrop(presses: Presses): void {
  const [, render] = useState(0)
  useEffect(() => {
    const release = (): void => {
      if (presses.isHeld()) flushSync(() => render((count) => count + 1))
    }
    window.addEventListener('pointerup', release, { capture: true })
    return () => window.removeEventListener('pointerup', release, { capture: true })
  }, [presses])
}

/** Size of the newest grid, in CSS pixels. The next one nearly always has the same. */
let lastSize: readonly [width: number, height: number] | undefined

/** Maximum wait of a painter for its first rows, in milliseconds. */
const rowsAwaitedMs = 100

/**
 * True while a new painter waits for its first rows, for a moment at most. To draw placeholders takes as long as to draw
 * rows, which nearly always arrive meanwhile.
 */
export function useWaitForRows({ cellAt, rowCount, startAt, lineAt }: DataGridProps): boolean {
  const [isOver, setOver] = useState(false)
  const isThere = useRef(false)
  const isWaiting =
    !isOver &&
    !isThere.current &&
    lineAt === undefined &&
    startAt.row === 0 &&
    startAt.column === 0 &&
    rowCount > 0 &&
    cellAt({ column: 0, row: 0 }).state === 'loading'
  // Rows that load later leave the painter where it is.
  if (!isWaiting) isThere.current = true
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setOver(true), rowsAwaitedMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isWaiting
}

/**
 * Returns the function that focuses a painter. One that isn't there yet gets the focus when it is, unless the focus has
 * moved on, such as into a dialog.
 */
export function useFocusOfPainter(editor: RefObject<DataEditorRef | null>, isWaiting: boolean): () => void {
  /** The element that had the focus when the painter was to get it. */
  const askedAt = useRef<Element | null>(undefined)
  useEffect(() => {
    if (isWaiting || askedAt.current === undefined) return
    const { activeElement, body } = document
    if (activeElement === askedAt.current || activeElement === body) editor.current?.focus()
    askedAt.current = undefined
  }, [editor, isWaiting])
  return useCallback(() => {
    if (editor.current) editor.current.focus()
    else askedAt.current = document.activeElement
  }, [editor])
}

interface PainterSize {
  /** The size that a painter begins with: without one it would wait for the browser's, and draw a frame later. */
  readonly firstSize: readonly [width: number, height: number] | undefined
  /** The height below the last line, where the painter would draw empty lines; 0 under a scroll bar. */
  readonly rest: number
}

/** @param isWaiting  the painter isn't there yet */
export function usePainterSize(
  box: RefObject<HTMLDivElement | null>,
  { contentHeight, isWaiting }: { readonly contentHeight: number; readonly isWaiting: boolean },
): PainterSize {
  const firstSize = useRef<PainterSize['firstSize']>(undefined)
  if (!isWaiting) firstSize.current ??= lastSize
  const [height, setHeight] = useState(lastSize?.[1] ?? 0)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    let watched: Element | null = null
    const measure = (): void => {
      const scroller = element.querySelector('.dvn-scroller')
      // The painter resizes a frame later. Until then, elements below it also stay in place.
      if (scroller !== watched && scroller !== null) observer.observe(scroller)
      watched = scroller
      if (element.clientHeight > 0) lastSize = [element.clientWidth, element.clientHeight]
      setHeight(Math.min(element.clientHeight, scroller?.clientHeight ?? Infinity))
    }
    // Measures when the page has been laid out, before it is painted.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, contentHeight, isWaiting])
  return { firstSize: firstSize.current, rest: Math.max(0, height - contentHeight) }
}

const proportional = ['400 13px', '500 13px', '500 12px', '400 11px'].map((font) => `${font} "Inter Variable"`)
const isLoaded = (font: string): boolean => document.fonts.check(font)
/** True once the fonts of most cells are there: fonts stay, and asking costs a new grid a millisecond. */
let areProportionalLoaded = false
const fixed = ['400 11px "JetBrains Mono Variable"']

/**
 * Returns a counter that increments when web fonts have loaded; it invalidates widths measured with the fallback.
 *
 * @param needsFixed  a column uses the fixed-width font, which nothing else loads
 */
export function useFonts(needsFixed: boolean): number {
  const [arrivals, setArrivals] = useState(0)
  // A layout effect: the painter draws in one, too. A tab can be rendered long before it is drawn.
  useLayoutEffect(() => {
    let current = true
    const wanted = needsFixed ? [...proportional, ...fixed] : proportional
    areProportionalLoaded ||= proportional.every(isLoaded)
    if (areProportionalLoaded && (!needsFixed || fixed.every(isLoaded))) return undefined
    void Promise.all(wanted.map((font) => document.fonts.load(font).catch(() => []))).then(() => {
      if (!current) return
      forgetTextWidths()
      setArrivals((count) => count + 1)
    })
    return () => {
      current = false
    }
  }, [needsFixed])
  return arrivals
}

/** True if Ctrl was pressed at the last pointer release: the end of a drag decides its effect. */
export function useControlHeld(): RefObject<boolean> {
  const held = useRef(false)
  useEffect(() => {
    const up = (event: PointerEvent): void => {
      held.current = event.ctrlKey || event.metaKey
    }
    window.addEventListener('pointerup', up, true)
    return () => window.removeEventListener('pointerup', up, true)
  }, [])
  return held
}
