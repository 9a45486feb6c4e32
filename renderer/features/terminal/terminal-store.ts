import type { Sentence } from '@renderer/i18n'
import { z } from 'zod'
import { create } from 'zustand'

/** One terminal of this window. */
export interface TerminalEntry {
  readonly id: string
  /** The project from which it was opened. */
  readonly projectId: string
  /** Runs the client program of the project's database. */
  readonly isClient?: boolean | undefined
  /** The program in front, such as `zsh`; empty before the first report. */
  readonly name: string
  /** `restoring`: after a reload, until its shell is reached. */
  readonly state: 'starting' | 'restoring' | 'open' | 'ended' | 'failed'
  /** Exit code of the shell; undefined if the connection ended it. */
  readonly exitCode?: number | undefined
  /** Why it could not be opened. */
  readonly problem?: Sentence | undefined
}

export type Connection = 'off' | 'connecting' | 'connected' | 'lost'

export interface TerminalsState {
  /** True if the panel is open. */
  readonly isShown: boolean
  readonly terminals: readonly TerminalEntry[]
  readonly activeId: string | undefined
  readonly connection: Connection
  /** Port of the socket, once known. */
  readonly port: number | undefined
  /** Client programs of databases, by project; null for none. */
  readonly clients: Readonly<Record<string, string | null>>
}

const saved = z.object({
  window: z.string(),
  isShown: z.boolean(),
  activeId: z.string().optional(),
  terminals: z.array(
    z.object({ id: z.string(), projectId: z.string(), name: z.string(), isClient: z.boolean().optional() }),
  ),
})
const place = 'basalt.terminals'

/** The random id that leads this window back to its shells after a reload. */
let windowId: string | undefined

const atStart: TerminalsState = {
  isShown: false,
  terminals: [],
  activeId: undefined,
  connection: 'off',
  port: undefined,
  clients: {},
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    // A full or forbidden store costs the terminals at a reload, not the session.
    return undefined
  }
}

function restored(): TerminalsState {
  const read = saved.safeParse(attempt(() => JSON.parse(sessionStorage.getItem(place) ?? 'null') as unknown))
  if (!read.success) return atStart
  windowId = read.data.window
  const { isShown, activeId, terminals } = read.data
  return { ...atStart, isShown, activeId, terminals: terminals.map((each) => ({ ...each, state: 'restoring' })) }
}

/** The terminals of this window. They outlive the page of a project, and reloads. */
export const useTerminals = create<TerminalsState>(restored)

useTerminals.subscribe(({ isShown, activeId, terminals }) =>
  attempt(() =>
    sessionStorage.setItem(
      place,
      JSON.stringify({
        window: ownWindowId(),
        isShown,
        activeId,
        terminals: terminals
          .filter(({ state }) => state === 'open' || state === 'restoring')
          .map(({ id, projectId, name, isClient }) => ({ id, projectId, name, isClient })),
      }),
    ),
  ),
)

/** Returns the id of this window, which only its own user knows. */
export function ownWindowId(): string {
  windowId ??= randomText()
  return windowId
}

/** Returns random text that can't be guessed. */
export function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const patch = (id: string, change: Partial<TerminalEntry>): void =>
  useTerminals.setState(({ terminals }) => ({
    terminals: terminals.map((each) => (each.id === id ? { ...each, ...change } : each)),
  }))

export const terminals = {
  show: (isShown: boolean): void => useTerminals.setState({ isShown }),
  activate: (activeId: string): void => useTerminals.setState({ activeId }),
  add: (entry: TerminalEntry): void =>
    useTerminals.setState((state) => ({ terminals: [...state.terminals, entry], activeId: entry.id })),
  change: patch,
  /** Removes a terminal. Its neighbour becomes active; without one, the panel closes. */
  remove: (id: string): void =>
    useTerminals.setState((state) => {
      const at = state.terminals.findIndex((each) => each.id === id)
      const left = state.terminals.filter((each) => each.id !== id)
      const neighbour = left[at] ?? left.at(-1)
      return {
        terminals: left,
        activeId: state.activeId === id ? neighbour?.id : state.activeId,
        isShown: state.isShown && left.length > 0,
      }
    }),
  connection: (connection: Connection, port?: number): void =>
    useTerminals.setState((state) => ({ connection, port: port ?? state.port })),
  /** Forgets everything, for the next user of this window. */
  clear: (): void => {
    windowId = undefined
    useTerminals.setState(atStart)
  },
  find: (id: string): TerminalEntry | undefined => useTerminals.getState().terminals.find((each) => each.id === id),
}
