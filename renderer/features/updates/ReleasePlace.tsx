import { releaseAlertDelayMs } from '@common/constants'
import { useCommands, type Command } from '@renderer/actions'
import { settingsDialog } from '@renderer/features/preferences'
import { withTexts } from '@renderer/i18n'
import { useUpgrade } from '@renderer/stores'
import { later } from '@renderer/ui'
import { useEffect, useState } from 'react'

const ReleaseMenu = later(async () => (await withTexts(import('./ReleaseMenu'), ['updates'])).ReleaseMenu)

const commands: readonly Command[] = [
  {
    id: 'help.updates',
    label: 'actions.checkForUpdates',
    keys: [],
    when: ({ isSignedIn }) => isSignedIn,
    run: () => void check(),
  },
]

/** Shows the state of updates, and asks for new versions in the desktop window. */
async function check(): Promise<void> {
  settingsDialog.show('updates')
  const { updater } = await withTexts(import('./updater-store'), ['updates'])
  await updater.check()
}

/** Shows the alert of a newer version one second after it is known (S1 §4), until the user hides it. */
export function ReleasePlace() {
  useCommands(commands)
  const version = useUpgrade()
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (version === undefined) return undefined
    const timer = setTimeout(setShown, releaseAlertDelayMs, version)
    return () => clearTimeout(timer)
  }, [version])
  return version === undefined || shown !== version ? null : <ReleaseMenu version={version} />
}
