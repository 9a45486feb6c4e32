import { updaterAtStart, type RestartOutcome, type UpdaterState } from '@common/bridge'
import { desktop, isApiError, sentenceOf, unwrap } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { create } from 'zustand'

interface UpdaterStore {
  /** State of the updater of the desktop shell. */
  readonly state: UpdaterState
  /** True after this window asked, until the answer: its user wants to read a failure too. */
  readonly isAsked: boolean
}

export const useUpdater = create<UpdaterStore>(() => ({ state: updaterAtStart, isAsked: false }))

/** Shows errors of the bridge as toasts. */
async function report(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isApiError(error)) throw error
    toast.error(sentenceOf(error))
  }
}

/** States in which the shell starts a check. */
const checkable: readonly UpdaterState['state'][] = ['idle', 'available', 'failed']

/** Actions of the user in the desktop window. They do nothing in a browser. */
export const updater = {
  check: (): Promise<void> =>
    report(async () => {
      const shell = desktop()
      if (shell === undefined || !checkable.includes(useUpdater.getState().state.state)) return
      useUpdater.setState({ isAsked: true })
      await unwrap(shell.checkForUpdate())
    }),
  download: (): Promise<void> =>
    report(async () => {
      const shell = desktop()
      if (shell === undefined) return
      useUpdater.setState({ isAsked: true })
      await unwrap(shell.downloadUpdate())
    }),
  /** Restarts once every window has saved. Otherwise says why not. */
  restart: (): Promise<void> =>
    report(async () => {
      const shell = desktop()
      if (shell !== undefined) explain(await unwrap(shell.restartToUpdate()))
    }),
}

function explain(outcome: RestartOutcome): void {
  // A damaged file also changes the state of the updater, which has its own words.
  if (outcome === 'restarting' || outcome === 'damaged') return
  const text = sentence(`updates.declined.${outcome}`)
  if (outcome === 'notReady') toast.error(text)
  else
    toast.error(text, {
      action: { label: sentence('updates.restart'), run: () => void updater.restart() },
      durationMs: declinedToastMs,
    })
}

/** Long enough to save, then restart from the toast. */
const declinedToastMs = 10_000
