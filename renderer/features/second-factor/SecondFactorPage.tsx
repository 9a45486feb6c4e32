import { SettingsFrame } from '@renderer/features/settings'
import { useTranslation } from '@renderer/i18n'
import { SecondFactorSettings } from './SecondFactorSettings'

/** `/user/settings/second-factor` */
export function SecondFactorPage() {
  const { t } = useTranslation()
  return (
    <SettingsFrame title={t('secondFactor.title')}>
      <SecondFactorSettings />
    </SettingsFrame>
  )
}
