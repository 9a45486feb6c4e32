import { messageOf, useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Spinner, useTitle } from '@renderer/ui'
import { Navigate, useSearchParams } from 'react-router-dom'
import { AuthFrame } from '../AuthFrame'
import styles from '../AuthFrame.module.css'
import { forgotPath, isDeadLink, pathWithToken, resetPath } from './paths'

/** Checks the link of a mail, then shows the form for the password, or why the link doesn't work. */
export function ResetPage() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const check = useOperation('passwordTokenValidate', { token }, { silent: true, enabled: token !== '' })
  useTitle(t('recovery.reset'))
  if (token === '') return <Navigate to={forgotPath} replace />
  if (check.data === true) return <Navigate to={pathWithToken(`${resetPath}/form`, token)} replace />
  if (isDeadLink(check.error)) return <Navigate to={`${resetPath}/invalid`} replace />
  return (
    <AuthFrame>
      <h1 className={styles.title}>{t('recovery.reset')}</h1>
      {check.error === null ? (
        <p className={styles.lead} role="status">
          <Spinner /> {t('recovery.checking')}
        </p>
      ) : (
        <>
          <p className={styles.lead} role="alert">
            {messageOf(check.error)}
          </p>
          <Button kind="main" size="lg" fullWidth loading={check.isFetching} onClick={() => void check.refetch()}>
            {t('recovery.again')}
          </Button>
        </>
      )}
    </AuthFrame>
  )
}
