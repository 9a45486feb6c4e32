import { useEffect } from 'react'
import { availableCommands } from './registry'
import type { KeyLine } from './command'

const shown = new Set<readonly KeyLine[]>()

/** Keys of what is on the screen and takes them by itself. Keep the list stable between renders. */
export function useKeyLines(lines: readonly KeyLine[]): void {
  useEffect(() => {
    shown.add(lines)
    return () => void shown.delete(lines)
  }, [lines])
}

/** All chords that do something here and now: those of commands, and those of what takes its keys by itself. */
export function keyLines(): readonly KeyLine[] {
  const own = [...shown].flat()
  const taken = new Set(own.map(({ id }) => id))
  const ofCommands = availableCommands()
    .filter(({ id, keys, listed }) => keys.length > 0 && listed !== false && !taken.has(id))
    .map(({ id, label, keys, area = 'general' }): KeyLine => ({ id, label, keys, area }))
  return [...ofCommands, ...own]
}
