import type { RestartOutcome, SaveState } from '@common/bridge'
import type { Updater } from './updater'

export interface RestartDeps {
  readonly updater: Pick<Updater, 'readiness' | 'install' | 'onChange'>
  /** Sends `saveStateAsked` to every window of the page. @returns the ids of the windows */
  readonly ask: (ticket: number) => readonly number[]
  /** Ends the server and everything else that the new version opens again. */
  readonly prepare: () => Promise<void>
  /** Starts this version again after an installer that did not start. */
  readonly startAgain: () => void
  /** Calls back after this time. @returns ends the wait */
  readonly after?: (ms: number, work: () => void) => () => void
}

/** A window has this long to answer, and to finish its saves. */
export const answerTimeoutMs = 3_000
export const savingWaitMs = 10_000
const askAgainMs = 250

export interface Restart {
  readonly run: () => Promise<RestartOutcome>
  /** Receives the answer of a window. */
  readonly answered: (windowId: number, ticket: number, state: SaveState) => void
}

const afterTimeout = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/**
 * Restarts to install an update, but never during a save: asks every window first, waits for running saves, and declines
 * while a window has unsaved edits.
 */
export function createRestart({ updater, ask, prepare, startAgain, after = afterTimeout }: RestartDeps): Restart {
  let lastTicket = 0
  let asked: { readonly ticket: number; readonly answer: (windowId: number, state: SaveState) => void } | undefined
  let running: Promise<RestartOutcome> | undefined

  /** Resolves with the worst answer of all windows. */
  const askAll = (): Promise<SaveState | 'noAnswer'> =>
    new Promise((resolve) => {
      lastTicket += 1
      const ticket = lastTicket
      const answers = new Map<number, SaveState>()
      let windows: readonly number[] | undefined
      const end = after(answerTimeoutMs, () => resolve('noAnswer'))
      const settle = (): void => {
        if (windows?.every((id) => answers.has(id)) !== true) return
        end()
        const states = windows.map((id) => answers.get(id))
        resolve(states.includes('unsaved') ? 'unsaved' : states.includes('saving') ? 'saving' : 'saved')
      }
      asked = {
        ticket,
        answer: (id, state) => {
          answers.set(id, state)
          settle()
        },
      }
      windows = ask(ticket)
      settle()
    })

  const windowsReady = async (): Promise<SaveState | 'noAnswer'> => {
    for (let waitedMs = 0; ; waitedMs += askAgainMs) {
      const state = await askAll()
      if (state !== 'saving' || waitedMs >= savingWaitMs) return state
      await new Promise<void>((resolve) => void after(askAgainMs, resolve))
    }
  }

  const run = async (): Promise<RestartOutcome> => {
    // Before the windows: hashing the file takes a while, in which users go on working.
    const readiness = await updater.readiness()
    if (readiness !== 'ready') return readiness
    const windows = await windowsReady()
    if (windows !== 'saved') return windows
    await prepare()
    install(updater, startAgain)
    return 'restarting'
  }

  return {
    run: () => (running ??= run().finally(() => (running = undefined))),
    answered: (windowId, ticket, state) => {
      if (asked?.ticket === ticket) asked.answer(windowId, state)
    },
  }
}

/** Starts the installer. Some fail only later, when there is no window left that could show it. */
function install(updater: RestartDeps['updater'], startAgain: () => void): void {
  let hasFailed = false
  const fail = (): void => {
    if (!hasFailed) startAgain()
    hasFailed = true
  }
  updater.onChange(({ state }) => {
    if (state === 'failed') fail()
  })
  if (!updater.install()) fail()
}
