import { useTranslation } from '@renderer/i18n'
import { nextDestination, signInPath, signUp, takeDestination, useInstallation } from '@renderer/stores'
import { Icon, useTitle } from '@renderer/ui'
import { Link } from 'react-router-dom'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { CredentialsForm } from './CredentialsForm'

/** The sign-up page. The first account owns the installation (S1 §1). Invited people have a page of their own. */
export function SignUpPage() {
  const { t } = useTranslation()
  const isFirst = useInstallation((state) => state.info?.firstUser === true)
  const needsSetupCode = useInstallation((state) => state.info?.setupCodeRequired === true)
  const isClosed = useInstallation((state) => state.info?.signUpClosed === true)
  const hasKey = useInstallation((state) => state.info?.authType === 'masterKey')
  useTitle(t('auth.signUp'))
  return (
    <AuthFrame>
      <h1 className={styles.title}>{isFirst ? t('auth.welcome') : t('auth.signUp')}</h1>
      <p className={styles.lead}>
        {t(
          hasKey
            ? 'auth.key.accountLead'
            : isFirst
              ? 'auth.welcomeLead'
              : isClosed
                ? 'auth.signUpClosed'
                : 'auth.signUpLead',
        )}
      </p>
      {isFirst && (
        <p className={styles.owner}>
          <Icon name="key" />
          {t('auth.owner')}
        </p>
      )}
      {!isClosed && (
        <CredentialsForm
          action={isFirst ? t('auth.createAccount') : t('auth.signUp')}
          submit={signUp}
          isNewAccount
          needsSetupCode={needsSetupCode}
        />
      )}
      {hasKey && (
        <p className={styles.other}>
          <Link to={nextDestination()} onClick={() => takeDestination()}>
            {t('auth.key.later')}
          </Link>
        </p>
      )}
      {!isFirst && (
        <p className={styles.other}>
          {t('auth.haveAccount')} <Link to={signInPath}>{t('auth.signIn')}</Link>
        </p>
      )}
    </AuthFrame>
  )
}
