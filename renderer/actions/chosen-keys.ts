import { useWindows } from '@renderer/stores'
import type { Command } from './command'
import { availableCommands, everyCommand } from './registry'
import { keyLines } from './key-lines'
import { sameChord } from './keys'

/** Something else that a chord does already. */
export interface KeyConflict {
  readonly id: string
  readonly label: Command['label']
  /** The grid and others that take their keys by themselves keep them. */
  readonly isFixed: boolean
}

/** What a chord does here beside the command that wants it; undefined when it is free. */
export function conflictOf(chord: string, id: string): KeyConflict | undefined {
  const does = (keys: readonly string[]): boolean => keys.some((one) => sameChord(one, chord))
  const command = everyCommand().find((one) => one.id !== id && does(one.keys))
  if (command !== undefined) return { id: command.id, label: command.label, isFixed: command.listed === false }
  const line = keyLines().find((one) => one.id !== id && does(one.keys))
  return line && { id: line.id, label: line.label, isFixed: true }
}

/** Commands whose keys this person may choose: those that are listed and take their keys here. */
export function changeableIds(): ReadonlySet<string> {
  return new Set(
    availableCommands()
      .filter(({ listed }) => listed !== false)
      .map(({ id }) => id),
  )
}

/** Gives a command a chord of this person's choice, in place of those it has. Nobody else has it then. */
export function chooseKeys(id: string, chord: string): void {
  const chosen: Record<string, string[]> = { ...useWindows.getState().keys }
  for (const other of everyCommand()) {
    const left = other.keys.filter((one) => !sameChord(one, chord))
    if (other.id !== id && left.length < other.keys.length) chosen[other.id] = left
  }
  // Of commands that are not on this page.
  for (const [other, keys] of Object.entries(chosen)) chosen[other] = keys.filter((one) => !sameChord(one, chord))
  chosen[id] = [chord]
  useWindows.getState().keysChosen(chosen)
}

/** The command does without keys. */
export function takeKeysAway(id: string): void {
  useWindows.getState().keysChosen({ ...useWindows.getState().keys, [id]: [] })
}

/** One command, or all, have the keys that they came with. */
export function resetKeys(id?: string): void {
  const { [id ?? '']: _chosen, ...others } = useWindows.getState().keys
  useWindows.getState().keysChosen(id === undefined ? {} : others)
}
