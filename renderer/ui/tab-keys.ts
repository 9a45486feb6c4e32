import { logicalKey } from '@renderer/i18n'

/** Returns the place that a key moves to in a row of tabs: arrows go the way they point, and around; Home and End to the ends. */
export function placeByKey(pressed: string, at: number, count: number): number | undefined {
  const key = logicalKey(pressed)
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
