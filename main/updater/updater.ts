import { updaterAfter, updaterAtStart, type UpdaterEvent, type UpdaterFailure, type UpdaterState } from '@common/bridge'
import { channelOf, releaseNotesMaxCharacters, type UpdateChannel } from '@common/model/release'
import { isPublishedFile } from './published-file'
import type { UpdateFacts } from './types'

/** Callbacks of the update server. */
export interface UpdateListeners {
  readonly found: (info: UpdateFacts) => void
  readonly nothingNew: () => void
  readonly progress: (percent: number) => void
  readonly downloaded: (info: UpdateFacts) => void
  readonly failed: (error: unknown) => void
}

/** The update server, so that tests can play it. It never downloads, installs or downgrades by itself. */
export interface UpdateSource {
  readonly listen: (listeners: UpdateListeners) => void
  readonly setChannel: (channel: UpdateChannel) => void
  /** @returns false if this copy can't update itself */
  readonly check: () => Promise<boolean>
  readonly startDownload: () => { readonly done: Promise<unknown>; readonly cancel: () => void }
  readonly quitAndInstall: () => void
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
  /** Changes the channel of the next check. */
  readonly setChannel: (channel: UpdateChannel) => void
  /** Checks the downloaded file. A file that isn't the published one is deleted, and the state is `failed`. */
  readonly readiness: () => Promise<'ready' | 'notReady' | 'damaged'>
  /** Starts the installer and quits. No effect before the download. @returns false if the installer did not start */
  readonly install: () => boolean
  readonly onChange: (listener: (state: UpdaterState) => void) => () => void
}

export interface UpdaterDeps {
  /** Undefined if there is nothing to update, such as a clone of the repository. */
  readonly source: UpdateSource | undefined
  readonly now: () => Date
  readonly onFault: (error: unknown) => void
  /** Calls back after this time. @returns ends the wait */
  readonly after?: (ms: number, work: () => void) => () => void
}

/** The feed has this long to answer, and a download to make progress. */
export const checkTimeoutMs = 30_000
export const downloadStallMs = 60_000

const afterTimeout = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/** The updater: passes events of the update server and of the user to the state machine. */
export function createUpdater({ source, now, onFault, after = afterTimeout }: UpdaterDeps): Updater {
  let state: UpdaterState = updaterAtStart
  let downloaded: UpdateFacts | undefined
  let channel: UpdateChannel = 'latest'
  /** Ends the running download if it makes no progress. */
  let watched: { readonly restart: () => void; readonly end: () => void } | undefined
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
    // Most errors arrive twice: as an event, and as a rejected promise.
    if (happen({ event: 'failed', reason: failureOf(error, state) })) onFault(error)
  }

  source?.listen({
    found: (info) => {
      const at = now().toISOString()
      // A feed could serve the signed manifest of a beta to everyone.
      if (channel === 'latest' && channelOf(null, info.version) === 'beta') happen({ event: 'nothingNew', at })
      else happen({ event: 'found', version: info.version, notes: notesOf(info), at })
    },
    nothingNew: () => happen({ event: 'nothingNew', at: now().toISOString() }),
    progress: (percent) => {
      watched?.restart()
      happen({ event: 'progress', percent })
    },
    downloaded: (info) => {
      downloaded = info
      happen({ event: 'downloaded' })
    },
    failed: fail,
  })

  return {
    state: () => state,
    check: async () => {
      if (!happen({ event: 'checkAsked' })) return
      if (source === undefined) {
        happen({ event: 'failed', reason: 'notPackaged' })
        return
      }
      await withTimeout(source.check(), after).then((isPackaged) => {
        if (!isPackaged) happen({ event: 'failed', reason: 'notPackaged' })
      }, fail)
    },
    download: async () => {
      if (source === undefined || !happen({ event: 'downloadAsked' })) return
      const { done, cancel } = source.startDownload()
      watched = watch(after, () => {
        cancel()
        fail(new Error(`The download made no progress for ${downloadStallMs} ms`))
      })
      await done.catch(fail).finally(() => watched?.end())
    },
    setChannel: (next) => {
      channel = next
      source?.setChannel(next)
    },
    readiness: async () => {
      if (state.state !== 'downloaded' || downloaded === undefined) return 'notReady'
      if (await isPublishedFile(downloaded)) return 'ready'
      fail(new DamagedUpdateError())
      return 'damaged'
    },
    install: () => {
      if (state.state !== 'downloaded' || source === undefined) return false
      try {
        source.quitAndInstall()
      } catch (error) {
        fail(error)
      }
      // A failed start of the installer is an event.
      return isDownloaded(state)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

class DamagedUpdateError extends Error {
  override readonly name = 'DamagedUpdateError'
}

/** Listeners change the state meanwhile, which TypeScript can't see. */
const isDownloaded = ({ state }: UpdaterState): boolean => state === 'downloaded'

/** Rejects if the feed doesn't answer in time. electron-updater itself would wait forever. */
function withTimeout<T>(answer: Promise<T>, after: NonNullable<UpdaterDeps['after']>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = after(checkTimeoutMs, () => reject(new Error(`The feed did not answer within ${checkTimeoutMs} ms`)))
    answer.then(resolve, reject).finally(end)
  })
}

function watch(after: NonNullable<UpdaterDeps['after']>, onStall: () => void) {
  let end = after(downloadStallMs, onStall)
  return {
    restart: () => {
      end()
      end = after(downloadStallMs, onStall)
    },
    end: () => end(),
  }
}

function failureOf(error: unknown, { state }: UpdaterState): UpdaterFailure {
  if (error instanceof UpdateNotSignedError) return 'notSigned'
  if (error instanceof DamagedUpdateError) return 'damaged'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_CHECKSUM_MISMATCH' || code === 'ERR_UPDATER_INVALID_SIGNATURE') return 'damaged'
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'diskFull'
  if (state === 'downloaded') return 'installFailed'
  return state === 'downloading' ? 'downloadFailed' : 'checkFailed'
}

/** Returns the notes as one Markdown text. */
function notesOf({ releaseNotes }: UpdateFacts): string | null {
  if (releaseNotes === undefined || releaseNotes === null) return null
  const text =
    typeof releaseNotes === 'string'
      ? releaseNotes
      : releaseNotes.map(({ version, note }) => `## ${version}\n\n${note ?? ''}`).join('\n\n')
  return text.trim() === '' ? null : text.trim().slice(0, releaseNotesMaxCharacters)
}
