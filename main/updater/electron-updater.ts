import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { AppUpdater } from 'electron-updater'
import type { UpdateSource } from './updater'

type Feed = Exclude<Parameters<AppUpdater['setFeedURL']>[0], string>
type UpdateProvider = NonNullable<Extract<Feed, { readonly provider: 'custom' }>['updateProvider']>

/** Entries that `npm run package` adds to the package.json of a package with signed manifests. */
const signedUpdates = z.object({ updates: z.object({ url: z.url(), publicKey: z.string() }) })

/**
 * Returns the client of the update server. Available only in packages. With a key in the package, it accepts only
 * manifests signed with it.
 *
 * @param appPath folder of the package's own package.json
 */
export async function electronUpdateSource(appPath: string): Promise<UpdateSource> {
  const { default: electronUpdater } = await import('electron-updater')
  const source = electronUpdater.autoUpdater
  const metadata: unknown = JSON.parse(await readFile(join(appPath, 'package.json'), 'utf8'))
  const signed = signedUpdates.safeParse(metadata)
  if (signed.success) {
    const { url, publicKey } = signed.data.updates
    const { signedProvider } = await import('./signed-provider')
    // The constructor needs the address, which the type of custom providers omits.
    const updateProvider = signedProvider(publicKey) as unknown as UpdateProvider
    source.setFeedURL({ provider: 'custom', updateProvider, url, channel: 'latest' })
  }
  return source
}
