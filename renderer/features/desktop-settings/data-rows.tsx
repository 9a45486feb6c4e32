import { runCommand } from '@renderer/actions'
import type { SettingsContent } from '@renderer/features/preferences'
import { useTranslation } from '@renderer/i18n'
import { useIsSuperAdmin, useShell } from '@renderer/stores'
import { Button } from '@renderer/ui'
import { SecretStorage } from './SecretStorage'

function ShowProfile() {
  const { t } = useTranslation()
  return (
    <Button icon="folder" onClick={() => runCommand('profile.reveal')}>
      {t('desktopSettings.profile.show')}
    </Button>
  )
}

export const content: SettingsContent = {
  title: 'desktopSettings.data',
  rows: [
    {
      id: 'profile',
      label: 'desktopSettings.profile.label',
      text: 'desktopSettings.profile.text',
      Control: ShowProfile,
      useIsShown: () => useShell(({ info }) => info !== null),
    },
    {
      id: 'secrets',
      label: 'desktopSettings.secrets.label',
      text: 'desktopSettings.secrets.text',
      Control: SecretStorage,
      isWide: true,
      useIsShown: useIsSuperAdmin,
    },
  ],
}
