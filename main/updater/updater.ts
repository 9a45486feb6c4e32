import { updaterAfter, updaterAtStart, type UpdaterEvent, type UpdaterState } from '@common/bridge'

/** The part of electron-updater that is used, so that tests can play the package server. */
export interface UpdateSource {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  checkForUpdates: () => Promise<unknown>
  downloadUpdate: () => Promise<unknown>
  quitAndInstall: () => void
  on(event: 'update-available', listener: (info: { readonly version: string }) => void): unknown
  on(event: 'update-not-available' | 'update-downloaded', listener: () => void): unknown
  on(event: 'download-progress', listener: (progress: { readonly percent: number }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** The manifest of an update isn't signed with the key of this package. */
export class UpdateNotSignedError extends Error {
  constructor(manifest: string) {
    super(`${manifest} isn't signed with the key of this package`)
    this.name = 'UpdateNotSignedError'
  }
}

export interface Updater {
  readonly state: () => UpdaterState
  readonly check: () => Promise<void>
  readonly download: () => Promise<void>
  /** Quits the app and installs the downloaded update; no effect before the download. */
  readonly restart: () => void
  readonly onChange: (listener: (state: UpdaterState) => void) => () => void
}

export interface UpdaterDeps {
  /** Undefined if there is nothing to update, such as a clone of the repository. */
  readonly source: UpdateSource | undefined
  readonly now: () => Date
  readonly onFault: (error: unknown) => void
}

/** The updater: passes events of the update server and of the user to the state machine. */
export function createUpdater({ source, now, onFault }: UpdaterDeps): Updater {
  let state: UpdaterState = updaterAtStart
  const listeners = new Set<(state: UpdaterState) => void>()

  /** @returns true if the event applied to the current state */
  const happen = (event: UpdaterEvent): boolean => {
    const next = updaterAfter(state, event)
    if (next === state) return false
    state = next
    for (const listener of listeners) listener(state)
    return true
  }
  const fail = (error: unknown): void => {
    onFault(error)
    const reason = state.state === 'downloading' ? 'downloadFailed' : 'checkFailed'
    happen({ event: 'failed', reason: error instanceof UpdateNotSignedError ? 'notSigned' : reason })
  }

  if (source !== undefined) {
    // Users decide when to download, and downgrades never happen.
    source.autoDownload = false
    source.autoInstallOnAppQuit = false
    source.allowDowngrade = false
    source.on('update-available', ({ version }) => happen({ event: 'found', version }))
    source.on('update-not-available', () => happen({ event: 'nothingNew', at: now().toISOString() }))
    source.on('download-progress', ({ percent }) => happen({ event: 'progress', percent }))
    source.on('update-downloaded', () => happen({ event: 'downloaded' }))
    source.on('error', fail)
  }

  return {
    state: () => state,
    check: async () => {
      if (!happen({ event: 'checkAsked' })) return
      if (source === undefined) {
        happen({ event: 'failed', reason: 'notPackaged' })
        return
      }
      // The error also arrives as an event; the state machine ignores the second one.
      await source.checkForUpdates().catch(fail)
    },
    download: async () => {
      if (source !== undefined && happen({ event: 'downloadAsked' })) await source.downloadUpdate().catch(fail)
    },
    restart: () => {
      if (state.state === 'downloaded') source?.quitAndInstall()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
