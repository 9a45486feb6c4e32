import { useLayoutEffect, useState, type RefObject } from 'react'
import { frozenColumns } from '../columns/grid-columns'
import type { DataGridColumn } from '../painter/data-grid'

/** Returns how many leading columns are frozen: as many as fit into the width of the view. */
export function useFrozen(
  area: RefObject<HTMLElement | null>,
  columns: readonly DataGridColumn[],
  wanted: number,
): number {
  const [count, setCount] = useState(() => frozenColumns(columns, wanted))
  useLayoutEffect(() => {
    const element = area.current
    if (element === null || wanted === 0) return setCount(0)
    // Called before the first paint, too.
    const sizes = new ResizeObserver(([size]) => {
      const width = size?.contentRect.width ?? 0
      // A hidden tab has no width: its count doesn't change.
      if (width > 0) setCount(frozenColumns(columns, wanted, width))
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [area, columns, wanted])
  return count
}
