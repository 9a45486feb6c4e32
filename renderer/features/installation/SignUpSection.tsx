import type { InstallationSettings } from '@common/operations/installation-settings'
import { useTranslation } from '@renderer/i18n'
import { loadInstallation } from '@renderer/stores'
import { Section } from '@renderer/ui'
import { SettingSwitch } from './SettingSwitch'

/** Closes and opens sign-up. */
export function SignUpSection({ settings }: { readonly settings: InstallationSettings }) {
  const { t } = useTranslation()
  const isFixed = settings.fixed.includes('signUpClosed')
  return (
    <Section title={t('installation.signUp')} text={t(isFixed ? 'installation.fixed' : 'installation.signUpHint')}>
      <SettingSwitch settings={settings} name="signUpClosed" onSaved={loadInstallation}>
        {t('installation.signUpClosed')}
      </SettingSwitch>
    </Section>
  )
}
