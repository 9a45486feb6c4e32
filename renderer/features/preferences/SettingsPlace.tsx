import { useCommands, type Command } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'
import { later } from '@renderer/ui'
import { settingsDialog, useSettingsDialog } from './dialog-store'

const SettingsDialog = later(async () => {
  const { SettingsDialog: Dialog } = await withTexts(import('./SettingsDialog'), ['preferences'])
  return Dialog
})

const commands: readonly Command[] = [
  {
    id: 'settings.open',
    label: 'actions.openSettings',
    keys: ['Mod+,'],
    inFields: true,
    when: ({ isSignedIn }) => isSignedIn,
    run: () => settingsDialog.show(),
  },
]

/** Shows the settings over every page. */
export function SettingsPlace() {
  const section = useSettingsDialog((state) => state.section)
  useCommands(commands)
  return section === undefined ? null : <SettingsDialog section={section} />
}
