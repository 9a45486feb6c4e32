import { useTranslation } from '@renderer/i18n'
import { FullScreenLoader } from './FullScreenLoader'

/** While the first page is on its way. */
export function StartScreen() {
  const { t } = useTranslation()
  return <FullScreenLoader message={t('app.starting')} late />
}
