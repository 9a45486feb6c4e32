import { terminalsMax } from '@common/constants'
import { terminalLimits, type TerminalResponse } from '@common/terminal'
import { sentence, serverSentence, t } from '@renderer/i18n'
import { toast, useUsers } from '@renderer/stores'
import { createConnection } from './connection'
import { createScreen, type Screen } from './screen'
import { randomText, terminals, useTerminals } from './terminal-store'

/* The terminals of this window: their screens, and the connection to their shells. */

const screens = new Map<string, Screen>()
const searchListeners = new Set<() => void>()
/** Input for shells that are starting. */
const typedAhead = new Map<string, string>()
const programAnswers = new Map<string, (running: string | undefined) => void>()

const schemeNow = (): 'light' | 'dark' =>
  document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light'

const connection = createConnection({
  onConnect: (port) => {
    terminals.connection('connected', port)
    for (const { id, state } of useTerminals.getState().terminals)
      if (state === 'open' || state === 'restoring') connection.send({ type: 'attach', id, ...screenOf(id).size() })
  },
  onResponse: receive,
  onLost: () => {
    for (const answer of programAnswers.values()) answer(undefined)
    terminals.connection('lost')
    for (const { id, state } of useTerminals.getState().terminals)
      if (state === 'starting') terminals.change(id, { state: 'failed', problem: sentence('terminal.unreachable') })
  },
})

function receive(response: TerminalResponse): void {
  if (response.type === 'failed') return fail(response)
  if (response.type === 'client') {
    const { project, name } = response
    useTerminals.setState(({ clients }) => ({ clients: { ...clients, [project]: name } }))
    return
  }
  const { id } = response
  if (terminals.find(id) === undefined) return
  const screen = screenOf(id)
  switch (response.type) {
    case 'opened':
      // The earlier picture of a reattached shell comes again.
      screen.clear()
      terminals.change(id, { state: 'open', exitCode: undefined, problem: undefined })
      sendInput(id, typedAhead.get(id) ?? '')
      typedAhead.delete(id)
      break
    case 'output': {
      const { data, replay = false } = response
      screen.write(data, replay, () => connection.send({ type: 'drawn', id, characters: data.length }))
      break
    }
    case 'exited':
      programAnswers.get(id)?.(undefined)
      screen.note(t('terminal.exited', { code: response.code }))
      terminals.change(id, { state: 'ended', exitCode: response.code })
      break
    case 'gone':
      programAnswers.get(id)?.(undefined)
      screen.note(t('terminal.gone'))
      terminals.change(id, { state: 'ended', exitCode: undefined })
      break
    case 'program':
      terminals.change(id, { name: response.name })
      programAnswers.get(id)?.(response.running ? response.name : undefined)
      break
  }
}

function fail({ id, code, msg, message }: Extract<TerminalResponse, { type: 'failed' }>): void {
  const text = serverSentence(msg, message)
  if (id === null || terminals.find(id) === undefined) return
  if (code === 'TERMINALS_TOO_MANY') {
    close(id)
    toast.error(text)
  } else terminals.change(id, { state: 'failed', problem: text })
}

/** Sends input. A long one, such as a pasted text, travels in several messages, never cut within a character. */
function sendInput(id: string, data: string): void {
  for (let from = 0; from < data.length;) {
    const limit = from + terminalLimits.inputCharacters
    const isWithin = limit < data.length && (data.codePointAt(limit - 1) ?? 0) > 0xffff
    const to = isWithin ? limit - 1 : limit
    connection.send({ type: 'input', id, data: data.slice(from, to) })
    from = to
  }
}

/** Returns the screen of a terminal, made at its first use. */
export function screenOf(id: string): Screen {
  const known = screens.get(id)
  if (known !== undefined) return known
  const screen = createScreen(schemeNow(), {
    onInput: (data) => {
      const entry = terminals.find(id)
      if (entry?.state === 'ended' && data === '\r') void start(id)
      else if (entry?.state === 'open') sendInput(id, data)
      else if (entry?.state === 'starting') typedAhead.set(id, `${typedAhead.get(id) ?? ''}${data}`)
    },
    onResize: (columns, rows) => connection.send({ type: 'resize', id, columns, rows }),
    onSearch: () => {
      for (const listener of searchListeners) listener()
    },
  })
  screens.set(id, screen)
  return screen
}

/** Starts the shell of a listed terminal, for the first time or again. */
export async function start(id: string): Promise<void> {
  terminals.change(id, { state: 'starting', problem: undefined, exitCode: undefined })
  if (!connection.isOpen()) terminals.connection('connecting')
  try {
    await connection.open()
    const { projectId: project, isClient: client } = terminals.find(id) ?? {}
    connection.send({ type: 'open', id, ...screenOf(id).size(), project, client })
  } catch (error) {
    terminals.connection('off')
    terminals.change(id, { state: 'failed', problem: error instanceof Error ? error.message : undefined })
  }
}

/** Asks once for the client program of a project's database. */
export function askForClient(projectId: string): void {
  if (useTerminals.getState().clients[projectId] === undefined) connection.send({ type: 'client', project: projectId })
}

/**
 * Opens another terminal in front, or says that there are five. The application rejects more shells of several windows.
 *
 * @param client  name of the client program to run, instead of a shell
 */
export function openTerminal(projectId: string, client?: string): void {
  if (useTerminals.getState().terminals.length >= terminalsMax) {
    toast.error(sentence('terminal.tooMany', { max: terminalsMax }))
    return
  }
  const id = randomText()
  terminals.add({ id, projectId, name: client ?? '', isClient: client !== undefined, state: 'starting' })
  void start(id)
}

/** Goes back to the shells of this window after a reload. */
export async function resume(): Promise<void> {
  if (connection.isOpen() || useTerminals.getState().connection !== 'off') return
  terminals.connection('connecting')
  try {
    await connection.open()
  } catch (error) {
    terminals.connection('off')
    const problem = error instanceof Error ? error.message : undefined
    for (const { id, state } of useTerminals.getState().terminals)
      if (state === 'restoring') terminals.change(id, { state: 'failed', problem })
  }
}

/** Returns the name of the program that runs in a terminal; undefined if only its shell waits for input. */
export function runningProgram(id: string): Promise<string | undefined> {
  if (terminals.find(id)?.state !== 'open' || !connection.isOpen()) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    programAnswers.set(id, (running) => {
      programAnswers.delete(id)
      resolve(running)
    })
    connection.send({ type: 'program', id })
  })
}

/** Ends a terminal and its programs. */
export function close(id: string): void {
  connection.send({ type: 'close', id })
  terminals.remove(id)
  screens.get(id)?.dispose()
  screens.delete(id)
  typedAhead.delete(id)
  if (useTerminals.getState().terminals.length > 0) return
  connection.close()
  terminals.connection('off')
}

export function paintAll(scheme: 'light' | 'dark'): void {
  for (const screen of screens.values()) screen.paint(scheme)
}

/** Subscribes to the search keys of any terminal. @returns ends it */
export function onSearchKeys(listener: () => void): () => void {
  searchListeners.add(listener)
  return () => searchListeners.delete(listener)
}

// The shells belong to the user who opened them.
useUsers.subscribe(({ token }, { token: before }) => {
  if (token !== null || before === null) return
  for (const { id } of useTerminals.getState().terminals) close(id)
  connection.close()
  terminals.clear()
})
