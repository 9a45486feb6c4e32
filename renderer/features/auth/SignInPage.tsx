import { useTranslation } from '@renderer/i18n'
import { PasskeySignIn } from '@renderer/features/second-factor'
import { signIn, signUpPath, takeDestination, useInstallation } from '@renderer/stores'
import { useTitle } from '@renderer/ui'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { CredentialsForm } from './CredentialsForm'
import { KeyPage } from './KeyPage'
import { ProviderButtons } from './providers/ProviderButtons'
import { pendingSignInOf, SecondStepPage, type PendingSignIn } from './SecondStepPage'

/** Signing in with e-mail and password (S1 §1, mock a), or with the key of the installation. */
export function SignInPage() {
  const needsKey = useInstallation((state) => state.info?.authType === 'masterKey')
  return needsKey ? <KeyPage /> : <AccountSignIn />
}

function AccountSignIn() {
  const { t } = useTranslation()
  const isClosed = useInstallation((state) => state.info?.signUpClosed === true)
  const navigate = useNavigate()
  const [pending, setPending] = useState<PendingSignIn>()
  useTitle(t('auth.signIn'))
  if (pending !== undefined) return <SecondStepPage pending={pending} onBack={() => setPending(undefined)} />
  return (
    <AuthFrame>
      <h1 className={styles.title}>{t('auth.signIn')}</h1>
      <p className={styles.lead}>{t('auth.signInLead')}</p>
      <CredentialsForm
        action={t('auth.signIn')}
        submit={signIn}
        isNewAccount={false}
        onRefused={(error) => {
          const found = pendingSignInOf(error)
          setPending(found)
          return found !== undefined
        }}
      />
      <PasskeySignIn onEntered={() => void navigate(takeDestination(), { replace: true })} />
      <ProviderButtons />
      {!isClosed && (
        <p className={styles.other}>
          {t('auth.noAccount')} <Link to={signUpPath}>{t('auth.signUp')}</Link>
        </p>
      )}
    </AuthFrame>
  )
}
