import { changeSetting, settingOf } from '@renderer/stores'
import type { Command } from './command'
import { availableCommands, everyCommand } from './registry'
import { keyLines } from './key-lines'
import { sameChord } from './keys'

/** Something else that a chord does already. */
export interface KeyConflict {
  readonly id: string
  readonly label: Command['label']
  /** True for the grid and other components that handle their keys themselves. */
  readonly isFixed: boolean
}

/** Returns the other use of a chord here; undefined if it is free. */
export function conflictOf(chord: string, id: string): KeyConflict | undefined {
  const does = (keys: readonly string[]): boolean => keys.some((one) => sameChord(one, chord))
  const command = everyCommand().find((one) => one.id !== id && does(one.keys))
  if (command !== undefined) return { id: command.id, label: command.label, isFixed: command.listed === false }
  const line = keyLines().find((one) => one.id !== id && does(one.keys))
  return line && { id: line.id, label: line.label, isFixed: true }
}

/** Returns the commands with configurable keys: listed ones that handle their keys here. */
export function changeableIds(): ReadonlySet<string> {
  return new Set(
    availableCommands()
      .filter(({ listed }) => listed !== false)
      .map(({ id }) => id),
  )
}

/** Assigns a custom chord to a command, replacing its own. Removes the chord from all other commands. */
export function chooseKeys(id: string, chord: string): void {
  const chosen: Record<string, string[]> = { ...settingOf('keys') }
  for (const other of everyCommand()) {
    const left = other.keys.filter((one) => !sameChord(one, chord))
    if (other.id !== id && left.length < other.keys.length) chosen[other.id] = left
  }
  // Preserves custom keys of commands that aren't on this page.
  for (const [other, keys] of Object.entries(chosen)) chosen[other] = keys.filter((one) => !sameChord(one, chord))
  chosen[id] = [chord]
  changeSetting('keys', chosen)
}

/** The command does without keys. */
export function takeKeysAway(id: string): void {
  changeSetting('keys', { ...settingOf('keys'), [id]: [] })
}

/** Resets one command, or all, to the default keys. */
export function resetKeys(id?: string): void {
  const { [id ?? '']: _chosen, ...others } = settingOf('keys')
  changeSetting('keys', id === undefined ? {} : others)
}
