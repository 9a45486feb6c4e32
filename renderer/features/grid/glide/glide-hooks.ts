import type { DataEditorRef } from '@glideapps/glide-data-grid'
import { forgetTextWidths } from '@renderer/cells'
import type { CellPosition } from '@renderer/features/records/painter/data-grid'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
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

/** Returns the height below the last line, where the painter would draw empty lines; 0 under a scroll bar. */
export function useRestBelow(box: RefObject<HTMLDivElement | null>, contentHeight: number): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    let watched: Element | null = null
    const measure = (): void => {
      const scroller = element.querySelector('.dvn-scroller')
      // The painter resizes a frame later. Until then, elements below it also stay in place.
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
 * Returns a counter that increments when web fonts have loaded; it invalidates widths measured with the fallback.
 *
 * @param needsFixed  a column uses the fixed-width font, which nothing else loads
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
