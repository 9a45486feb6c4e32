import type { Bridge } from '@common/bridge'
import { withTexts } from '@renderer/i18n'

export { ReleasePlace } from './ReleasePlace'

/** Follows the updater of the desktop shell. Its code loads after the first rows. */
export async function followUpdaterLater(shell: Bridge): Promise<void> {
  const { followUpdater } = await withTexts(import('./follow-updater'), ['updates'])
  await followUpdater(shell)
}
