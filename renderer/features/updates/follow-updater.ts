import type { Bridge, UpdaterFailure, UpdaterState } from '@common/bridge'
import { isApiError, unwrap } from '@renderer/api'
import { sentence, type Sentence } from '@renderer/i18n'
import { notifications, readRelease, settingOf, snackbar, toast } from '@renderer/stores'
import { updater, useUpdater } from './updater-store'

/** Failures that are shown only to the user who asked: the next check may succeed. */
const quiet: readonly UpdaterFailure[] = ['checkFailed', 'notPackaged']

/** Follows the updater of the desktop shell: snackbars, progress of downloads, failures (S1 §8). */
export async function followUpdater(shell: Bridge): Promise<void> {
  /** Version of the last snackbar of each kind: checks repeat every ten minutes. */
  const announced: { available?: string; downloaded?: string } = {}
  /** The notification with the progress of a download that this window asked for. */
  let work: number | undefined

  const endWork = (status: 'success' | 'error', title: Sentence): void => {
    if (work !== undefined) notifications.settle(work, status, undefined, { title })
    work = undefined
  }

  const handlers: { readonly [S in UpdaterState['state']]?: (state: UpdaterState & { readonly state: S }) => void } = {
    idle: () => {
      if (useUpdater.getState().isAsked) toast.success(sentence('updates.upToDate'))
      useUpdater.setState({ isAsked: false })
    },
    available: ({ version }) => {
      const { isAsked } = useUpdater.getState()
      useUpdater.setState({ isAsked: false })
      // With auto-update, the download starts by itself.
      if (settingOf('downloadAndUpdateRelease') || (announced.available === version && !isAsked)) return
      announced.available = version
      snackbar.show(sentence('updates.available'), [
        { label: sentence('updates.upgrade'), run: () => void updater.download() },
      ])
    },
    downloading: ({ version, percent }) => {
      const progress = { percent, detail: sentence('updates.percent', { percent: Math.floor(percent) }) }
      if (work !== undefined) notifications.progress(work, progress)
      else if (useUpdater.getState().isAsked)
        work = notifications.push({
          type: sentence('updates.type'),
          module: sentence('updates.module'),
          title: sentence('updates.state.downloading', { version }),
          progress,
        })
    },
    downloaded: ({ version }) => {
      useUpdater.setState({ isAsked: false })
      endWork('success', sentence('updates.state.downloaded', { version }))
      if (announced.downloaded === version) return
      announced.downloaded = version
      snackbar.show(sentence('updates.downloaded'), [
        { label: sentence('updates.restart'), run: () => void updater.restart() },
      ])
    },
    failed: ({ reason }) => {
      const { isAsked } = useUpdater.getState()
      useUpdater.setState({ isAsked: false })
      endWork('error', sentence(`updates.failed.${reason}.title`))
      if (!isAsked && quiet.includes(reason)) return
      toast.error(sentence(`updates.failed.${reason}.title`), {
        detail: sentence(`updates.failed.${reason}.text`),
        durationMs: failureToastMs,
      })
    },
  }
  const show = (state: UpdaterState): void => {
    useUpdater.setState({ state })
    const handle = handlers[state.state] as ((state: UpdaterState) => void) | undefined
    handle?.(state)
    // The alert of the app bar follows at once, not at the next poll.
    if (state.state === 'available')
      readRelease().catch((error: unknown) => {
        if (!isApiError(error)) throw error
      })
  }
  shell.onUpdaterChanged(show)
  const state = await unwrap(shell.updaterState())
  // Failures before the window opened are in the settings.
  if (state.state === 'failed') useUpdater.setState({ state })
  else show(state)
}

/** Two sentences to read. */
const failureToastMs = 10_000
