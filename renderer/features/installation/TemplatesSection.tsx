import type { InstallationSettings } from '@common/operations/installation-settings'
import { useTranslation } from '@renderer/i18n'
import { Section } from '@renderer/ui'
import { AddressForm } from './AddressForm'
import { EditToken } from './EditToken'
import { SettingSwitch } from './SettingSwitch'

/** The template service: whose gallery the screens show, who may read the own one, and the secret that changes it. */
export function TemplatesSection({ settings }: { readonly settings: InstallationSettings }) {
  const { t } = useTranslation()
  return (
    <Section title={t('installation.templates.title')} text={t('installation.templates.hint')}>
      <AddressForm
        settings={settings}
        name="templateHost"
        text={t('installation.templates.host')}
        withLabel
        placeholder={t('installation.templates.hostExample')}
        hint={t('installation.templates.hostHint')}
      />
      <SettingSwitch settings={settings} name="templatesPublic">
        {t('installation.templates.public')}
      </SettingSwitch>
      <EditToken />
    </Section>
  )
}
