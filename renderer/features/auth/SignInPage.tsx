import { useTranslation } from '@renderer/i18n'
import { signIn, signUpPath, useInstallation } from '@renderer/stores'
import { useTitle } from '@renderer/ui'
import { Link } from 'react-router-dom'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { CredentialsForm } from './CredentialsForm'

/** Signing in with e-mail and password (S1 §1, mock a). */
export function SignInPage() {
  const { t } = useTranslation()
  const isClosed = useInstallation((state) => state.info?.signUpClosed === true)
  useTitle(t('auth.signIn'))
  return (
    <AuthFrame>
      <h1 className={styles.title}>{t('auth.signIn')}</h1>
      <p className={styles.lead}>{t('auth.signInLead')}</p>
      <CredentialsForm action={t('auth.signIn')} submit={signIn} isNewAccount={false} />
      {!isClosed && (
        <p className={styles.other}>
          {t('auth.noAccount')} <Link to={signUpPath}>{t('auth.signUp')}</Link>
        </p>
      )}
    </AuthFrame>
  )
}
