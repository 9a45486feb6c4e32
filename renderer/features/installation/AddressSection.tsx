import type { InstallationSettings } from '@common/operations/installation-settings'
import { useTranslation } from '@renderer/i18n'
import { Section } from '@renderer/ui'
import { AddressForm } from './AddressForm'

/** The address of this Basalt in links of mails and invitations. */
export function AddressSection({ settings }: { readonly settings: InstallationSettings }) {
  const { t } = useTranslation()
  return (
    <Section title={t('installation.address')}>
      <AddressForm
        settings={settings}
        name="baseUrl"
        text={t('installation.address')}
        placeholder={t('installation.addressExample')}
        hint={t('installation.addressHint')}
      />
    </Section>
  )
}
