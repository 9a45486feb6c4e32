import { useTranslation } from '@renderer/i18n'
import { TabPage } from '@renderer/ui'
import { SettingsPanel } from './SettingsPanel'

/** The settings in a tab of a project. */
export function SettingsTab() {
  const { t } = useTranslation()
  return (
    <TabPage label={t('preferences.title')}>
      <SettingsPanel first="appearance" />
    </TabPage>
  )
}
