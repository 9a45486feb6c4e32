import { fitText } from '@renderer/cells'
import { useEffect, useMemo, useState } from 'react'
import type { FitText } from './shapes'

/** Returns a function that measures texts in the page's font. Measures again once the font has loaded. */
export function useFit(): FitText {
  const [loaded, setLoaded] = useState(0)
  useEffect(() => {
    let isHere = true
    void document.fonts.ready.then(() => {
      if (isHere) setLoaded((count) => count + 1)
    })
    return () => {
      isHere = false
    }
  }, [])
  return useMemo(() => {
    // Widths differ once the typeface has loaded.
    void loaded
    const context = document.createElement('canvas').getContext('2d')
    const family = getComputedStyle(document.documentElement).getPropertyValue('--sans')
    return (text, { size, weight }, width) => {
      if (!context) return text
      context.font = `${weight} ${size}px ${family}`
      return fitText(context, text, width)
    }
  }, [loaded])
}
