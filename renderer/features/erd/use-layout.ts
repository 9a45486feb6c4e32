import { useDirection } from '@renderer/i18n'
import { useMemo } from 'react'
import type { Diagram } from './diagram'
import { layOut, mirrored, type PlacedDiagram, type Spacing } from './layout'

/** Returns the position of every card for the language of the page. The same object while nothing changes. */
export function useLayout<D extends Diagram | undefined>(
  diagram: D,
  spacing?: Spacing,
): D extends Diagram ? PlacedDiagram : undefined
export function useLayout(diagram: Diagram | undefined, spacing?: Spacing): PlacedDiagram | undefined {
  const isMirrored = useDirection() === 'rtl'
  return useMemo(() => {
    const placed = diagram && layOut(diagram, spacing)
    return placed && isMirrored ? mirrored(placed) : placed
  }, [diagram, spacing, isMirrored])
}
