import { LinkedAccounts } from '@renderer/features/auth'
import { useTranslation } from '@renderer/i18n'
import { SessionsSection } from './SessionsSection'
import { SettingsFrame } from './SettingsFrame'

/** `/user/settings/accounts`: linked accounts of providers, and sessions. */
export function AccountsPage() {
  const { t } = useTranslation()
  return (
    <SettingsFrame title={t('settings.nav.accounts')}>
      <SessionsSection />
      <LinkedAccounts />
    </SettingsFrame>
  )
}
