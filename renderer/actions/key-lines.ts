import { useEffect } from 'react'
import { availableCommands } from './registry'
import type { KeyLine } from './command'

const shown = new Set<readonly KeyLine[]>()

/** Lists keys of a visible component that handles them itself. Keep the list stable between renders. */
export function useKeyLines(lines: readonly KeyLine[]): void {
  useEffect(() => {
    shown.add(lines)
    return () => void shown.delete(lines)
  }, [lines])
}

/**
 * Returns all active chords: those of commands, and those of components that handle their own keys.
 *
 * @param withoutKeys  includes commands without keys, after the others
 */
export function keyLines(withoutKeys = false): readonly KeyLine[] {
  const commands = new Map(availableCommands().map((command) => [command.id, command]))
  // The equivalent command may have keys of its own.
  const own = [...shown].flat().map((line) => {
    const more = commands.get(line.id)?.keys.filter((one) => !line.keys.includes(one)) ?? []
    return more.length === 0 ? line : { ...line, keys: [...line.keys, ...more] }
  })
  const taken = new Set(own.map(({ id }) => id))
  const ofCommands = [...commands.values()]
    .filter(({ id, keys, listed }) => (withoutKeys || keys.length > 0) && listed !== false && !taken.has(id))
    .map(({ id, label, keys, area = 'general' }): KeyLine => ({ id, label, keys, area }))
  const lines = [...ofCommands, ...own]
  return withoutKeys
    ? lines.toSorted((one, other) => Number(one.keys.length === 0) - Number(other.keys.length === 0))
    : lines
}
