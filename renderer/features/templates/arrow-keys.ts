import { logicalKey } from '@renderer/i18n'

/** Place of a card on the screen: its line and its distance from the start of the line. */
export interface CardPlace {
  readonly top: number
  readonly left: number
}

/**
 * Returns the index of the card that an arrow key leads to; undefined for other keys and at the edges. Left and right
 * follow the order of reading, up and down go to the nearest card of the next line.
 */
export function cardByArrow(pressed: string, places: readonly CardPlace[], at: number): number | undefined {
  const key = logicalKey(pressed)
  if (key === 'Home') return 0
  if (key === 'End') return places.length - 1
  const here = places[at]
  if (here === undefined) return undefined
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const next = at + (key === 'ArrowRight' ? 1 : -1)
    return places[next] === undefined ? undefined : next
  }
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const isBeyond = ({ top }: CardPlace): boolean => (key === 'ArrowDown' ? top > here.top : top < here.top)
  const tops = places.filter(isBeyond).map(({ top }) => top)
  if (tops.length === 0) return undefined
  const line = key === 'ArrowDown' ? Math.min(...tops) : Math.max(...tops)
  let best: number | undefined
  for (const [index, place] of places.entries()) {
    if (place.top !== line) continue
    const former = best === undefined ? undefined : places[best]
    if (former === undefined || Math.abs(place.left - here.left) < Math.abs(former.left - here.left)) best = index
  }
  return best
}
