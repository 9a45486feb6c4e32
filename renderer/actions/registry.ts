import { notePageEvent, useWindows } from '@renderer/stores'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Command, CommandContext } from './command'
import { hasModifier, matchesKeys } from './keys'

const commands = new Map<string, Command>()
const listeners = new Set<() => void>()
let context: () => CommandContext = () => ({ path: '/', isSignedIn: false })

/** @returns a function that removes them */
export function registerCommands(added: readonly Command[]): () => void {
  for (const command of added) commands.set(command.id, command)
  notify()
  return () => {
    for (const command of added) if (commands.get(command.id) === command) commands.delete(command.id)
    notify()
  }
}

/** Calls back when commands come or go, and not when one becomes possible. @returns ends the subscription */
export function onCommandsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

/**
 * Registers the commands of a page while it is mounted. Keep the list stable between renders.
 *
 * Uses a layout effect: an ordinary effect may run much later than the first paint, and early keys would be lost.
 */
export function useCommands(list: readonly Command[]): void {
  useLayoutEffect(() => registerCommands(list), [list])
}

/** Registers a component's command, whose handler may change with every render. Undefined disables it. */
export function usePageCommand(command: Omit<Command, 'run'>, run: (() => void) | undefined): void {
  const latest = useRef({ command, run })
  latest.current = { command, run }
  const isThere = run !== undefined
  useLayoutEffect(() => {
    if (!isThere) return undefined
    return registerCommands([{ ...latest.current.command, run: () => latest.current.run?.() }])
  }, [command.id, isThere])
}

/** Returns the open state and its setter. The command opens it. */
export function useOpenedBy(command: Omit<Command, 'run'>): readonly [boolean, (opened: boolean) => void] {
  const [opened, setOpened] = useState(false)
  usePageCommand(command, () => setOpened(true))
  return [opened, setOpened]
}

/** Returns the first chord of a command, for tooltips and menus. */
export function keysOf(id: string): string | undefined {
  const command = commands.get(id)
  return command && chosen(command).keys[0]
}

/** Returns a command with the user's custom keys. */
function chosen(command: Command): Command {
  const keys = useWindows.getState().keys[command.id]
  return keys === undefined ? command : { ...command, keys }
}

/** Returns the default keys of a command with custom keys; undefined if it has its defaults. */
export function ownKeysOf(id: string): readonly string[] | undefined {
  return useWindows.getState().keys[id] === undefined ? undefined : commands.get(id)?.keys
}

/** Returns all known commands, including those that can't run now. */
export function everyCommand(): readonly Command[] {
  return [...commands.values()].map(chosen)
}

/** Commands that can be run here and now. */
export function availableCommands(): readonly Command[] {
  const now = context()
  return [...commands.values()].filter((command) => command.when?.(now) ?? true).map(chosen)
}

/** Runs a command by its id. @returns false when there is none, or not here */
export function runCommand(id: string): boolean {
  const command = availableCommands().find((each) => each.id === id)
  if (command === undefined) return false
  runNoted(command, context())
  return true
}

function runNoted(command: Command, now: CommandContext): void {
  // With a stroke: a dot would look like the key of a text.
  notePageEvent(`command ${command.id.replace('.', '/')}`)
  command.run(now)
}

/** Starts key handling. A page's own command wins over the shell's, because it was added later. */
export function handleKeys(readContext: () => CommandContext): () => void {
  context = readContext
  const listener = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return
    const inField = isTextField(event.target)
    const inDialog = event.target instanceof Element && event.target.closest('[role="dialog"],[role="menu"]') !== null
    const command = [...availableCommands()].reverse().find((each) =>
      each.keys.some(
        // In fields, a custom single letter types text.
        (keys) => (!inField || (each.inFields === true && hasModifier(keys))) && matchesKeys(event, keys),
      ),
    )
    if (command === undefined || (inDialog && command.inFields !== true)) return
    event.preventDefault()
    runNoted(command, readContext())
  }
  window.addEventListener('keydown', listener)
  return () => window.removeEventListener('keydown', listener)
}

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
}
