import { secondFactors, type SecondFactor } from '@common/operations/second-factor'
import { isApiError } from '@renderer/api'
import { SecondStep } from '@renderer/features/second-factor'
import { useTranslation } from '@renderer/i18n'
import { takeDestination } from '@renderer/stores'
import { useTitle } from '@renderer/ui'
import { useNavigate } from 'react-router-dom'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'

/** A sign-in that waits for its second factor. */
export interface PendingSignIn {
  readonly ticket: string
  readonly methods: readonly SecondFactor[]
}

/** Returns the sign-in that an error asks to complete; undefined for other errors. */
export function pendingSignInOf(error: unknown): PendingSignIn | undefined {
  if (!isApiError(error, 'SECOND_FACTOR_REQUIRED')) return undefined
  const { ticket, methods } = error.details
  if (typeof ticket !== 'string' || !Array.isArray(methods)) return undefined
  return { ticket, methods: secondFactors.filter((known) => methods.includes(known)) }
}

/** Replaces the form of a sign-in whose account has a second factor. */
export function SecondStepPage({ pending, onBack }: { readonly pending: PendingSignIn; readonly onBack: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useTitle(t('auth.secondStep.title'))
  return (
    <AuthFrame>
      <h1 className={styles.title}>{t('auth.secondStep.title')}</h1>
      <p className={styles.lead}>{t('auth.secondStep.lead')}</p>
      <SecondStep {...pending} onEntered={() => void navigate(takeDestination(), { replace: true })} onBack={onBack} />
    </AuthFrame>
  )
}
