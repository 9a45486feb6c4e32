import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { AppUpdater } from 'electron-updater'
import { checkTimeoutMs, type UpdateSource } from './updater'

type Feed = Exclude<Parameters<AppUpdater['setFeedURL']>[0], string>
type UpdateProvider = NonNullable<Extract<Feed, { readonly provider: 'custom' }>['updateProvider']>

/** Entries that `npm run package` adds to the package.json of a package: its feed, and the key of signed manifests. */
const packagedFeed = z.object({ updates: z.object({ url: z.url(), publicKey: z.string().optional() }) })

interface SourceOptions {
  /** Returns the updater of a system. Default: that of this one. */
  readonly updaterOf?: () => Promise<AppUpdater>
  readonly feedTimeoutMs?: number
}

/**
 * Returns the client of the update server; undefined if the package has no feed. With a key in the package, it accepts
 * only manifests signed with it.
 *
 * @param appPath folder of the package's own package.json
 */
export async function electronUpdateSource(
  appPath: string,
  { updaterOf = systemUpdater, feedTimeoutMs = checkTimeoutMs }: SourceOptions = {},
): Promise<UpdateSource | undefined> {
  const metadata: unknown = JSON.parse(await readFile(join(appPath, 'package.json'), 'utf8'))
  const packaged = packagedFeed.safeParse(metadata)
  if (!packaged.success) return undefined
  const { url, publicKey } = packaged.data.updates
  const [updater, { default: electronUpdater }, { feedProvider }] = await Promise.all([
    updaterOf(),
    import('electron-updater'),
    import('./feed-provider'),
  ])
  // Faults go to our log. This one would print every step to the console.
  updater.logger = null
  // Users decide when to download, and downgrades never happen.
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  // The constructor needs the address, which the type of custom providers omits.
  const updateProvider = feedProvider(publicKey, feedTimeoutMs) as unknown as UpdateProvider
  updater.setFeedURL({ provider: 'custom', updateProvider, url, channel: 'latest' })
  return {
    listen: ({ found, nothingNew, progress, downloaded, failed }) => {
      updater.on('update-available', found)
      updater.on('update-not-available', nothingNew)
      updater.on('download-progress', ({ percent }) => progress(percent))
      updater.on('update-downloaded', downloaded)
      updater.on('error', failed)
    },
    setChannel: (channel) => {
      updater.channel = channel
      // electron-updater allows downgrades with each change of the channel.
      updater.allowDowngrade = false
    },
    check: async () => (await updater.checkForUpdates()) !== null,
    startDownload: () => {
      const token = new electronUpdater.CancellationToken()
      return { done: updater.downloadUpdate(token), cancel: () => token.cancel() }
    },
    quitAndInstall: () => updater.quitAndInstall(),
  }
}

/** The updater for packages of this system: nsis, dmg, AppImage or deb. */
async function systemUpdater(): Promise<AppUpdater> {
  const { default: electronUpdater } = await import('electron-updater')
  return electronUpdater.autoUpdater
}
