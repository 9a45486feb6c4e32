import type { DataEditorRef } from '@glideapps/glide-data-grid'
import { forgetTextWidths } from '@renderer/cells'
import type { CellPosition } from '@renderer/features/records/painter/data-grid'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

/** Frames after which a painter that has no size is not waited for any longer. */
const startFramesMax = 60

/** Goes to a place once, as soon as the painter has a size. */
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

/** Height of the page below the last line, where the painter would rule empty lines; nothing under a scroll bar. */
export function useRestBelow(box: RefObject<HTMLDivElement | null>, contentHeight: number): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    let watched: Element | null = null
    const measure = (): void => {
      const scroller = element.querySelector('.dvn-scroller')
      // The painter follows a frame later: until then it is as high as it was, and so is what hangs below it.
      if (scroller !== watched && scroller !== null) observer.observe(scroller)
      watched = scroller
      setHeight(Math.min(element.clientHeight, scroller?.clientHeight ?? Infinity))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [box, contentHeight])
  return Math.max(0, height - contentHeight)
}

const proportional = ['400 13px', '500 13px', '500 12px', '400 11px'].map((font) => `${font} "Inter Variable"`)
const isLoaded = (font: string): boolean => document.fonts.check(font)
const fixed = ['400 11px "JetBrains Mono Variable"']

/**
 * Grows when fonts of the page have arrived; measured widths of the fallback are forgotten then.
 *
 * @param needsFixed  some column is drawn in the fixed font, which nobody else waits for
 */
export function useFonts(needsFixed: boolean): number {
  const [arrivals, setArrivals] = useState(0)
  const [wereLoaded] = useState(() => proportional.every(isLoaded))
  useEffect(() => {
    let current = true
    const wanted = needsFixed ? [...proportional, ...fixed] : proportional
    if (wereLoaded && wanted.every(isLoaded)) return undefined
    void Promise.all(wanted.map((font) => document.fonts.load(font).catch(() => []))).then(() => {
      if (!current) return
      forgetTextWidths()
      setArrivals((count) => count + 1)
    })
    return () => {
      current = false
    }
  }, [needsFixed, wereLoaded])
  return arrivals
}

/** Whether Ctrl was held when the pointer was last let go: a drag ends as its end says. */
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
