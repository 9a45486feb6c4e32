import { resetKeys } from '@renderer/actions'
import { palette } from '@renderer/features/palette'
import { useTranslation } from '@renderer/i18n'
import { useSetting } from '@renderer/stores'
import { Button, Buttons } from '@renderer/ui'
import { settingsDialog } from './dialog-store'
import type { SettingsContent } from './section'

/** Opens the help of keys, which records new ones. */
function Shortcuts() {
  const { t } = useTranslation()
  const changed = Object.keys(useSetting('keys')).length
  return (
    <Buttons>
      <Button
        icon="key"
        onClick={() => {
          settingsDialog.close()
          palette.showHelp()
        }}
      >
        {t('preferences.keys.open')}
      </Button>
      {changed > 0 && (
        <Button icon="undo" kind="quiet" onClick={() => resetKeys()}>
          {t('preferences.keys.reset', { count: changed })}
        </Button>
      )}
    </Buttons>
  )
}

export const content: SettingsContent = {
  title: 'preferences.keys.title',
  rows: [{ id: 'keys', label: 'preferences.keys.label', text: 'preferences.keys.text', Control: Shortcuts }],
}
