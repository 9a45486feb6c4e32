import { releaseCheckEveryMs } from '@common/constants'
import { channelOf, type UpdateChannel } from '@common/model/release'
import type { Updater } from './updater'

/** The settings of updates. */
export interface UpdateSettings {
  /** True checks at the start and every ten minutes. */
  readonly checkForUpdate: boolean
  /** True downloads an update in the background. */
  readonly downloadAndUpdateRelease: boolean
  /** Null follows the version. */
  readonly updateChannel: UpdateChannel | null
}

export interface ScheduleDeps {
  readonly updater: Pick<Updater, 'state' | 'check' | 'download' | 'setChannel' | 'onChange'>
  readonly version: string
  readonly settings: () => UpdateSettings
  /** Calls back after each change of a setting. */
  readonly onSettings: (listener: () => void) => void
  /** Calls back again and again. @returns ends it */
  readonly every?: (ms: number, work: () => void) => () => void
}

const everyInterval = (ms: number, work: () => void): (() => void) => {
  const timer = setInterval(work, ms)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Checks for updates at the start and every ten minutes, and downloads them in the background, as the settings allow.
 * With the check off, it sends no request.
 *
 * @returns ends the checks
 */
export function scheduleUpdates({ updater, version, settings, onSettings, every = everyInterval }: ScheduleDeps) {
  let last = settings()
  /** A damaged file would be downloaded again every ten minutes. */
  let damaged: string | undefined
  let downloading: string | undefined

  const check = (): void => {
    if (settings().checkForUpdate) void updater.check()
  }
  const downloadFound = (): void => {
    const state = updater.state()
    if (state.state !== 'available' || !settings().downloadAndUpdateRelease || state.version === damaged) return
    void updater.download()
  }
  updater.onChange((state) => {
    if (state.state === 'downloading') downloading = state.version
    if (state.state === 'failed' && state.reason === 'damaged') damaged = downloading
    downloadFound()
  })
  onSettings(() => {
    const before = last
    last = settings()
    if (last.updateChannel !== before.updateChannel) updater.setChannel(channelOf(last.updateChannel, version))
    if (last.updateChannel !== before.updateChannel || (last.checkForUpdate && !before.checkForUpdate)) check()
    if (last.downloadAndUpdateRelease && !before.downloadAndUpdateRelease) downloadFound()
  })
  updater.setChannel(channelOf(last.updateChannel, version))
  check()
  return every(releaseCheckEveryMs, check)
}
