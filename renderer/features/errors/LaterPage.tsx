import { useTranslation } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { Link } from 'react-router-dom'
import { ErrorFrame } from './ErrorPages'

/** A placeholder for pages of later versions, with a link back. */
export function LaterPage() {
  const { t } = useTranslation()
  const isSignedIn = useUsers((state) => state.token !== null)
  return (
    <ErrorFrame mark={t('errorPages.laterMark')} title={t('errorPages.later')}>
      {isSignedIn ? (
        <Link to="/projects">{t('errorPages.backToProjects')}</Link>
      ) : (
        <Link to="/">{t('errorPages.backHome')}</Link>
      )}
    </ErrorFrame>
  )
}
