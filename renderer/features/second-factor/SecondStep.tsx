import type { SecondFactor } from '@common/operations/second-factor'
import { client, isApiError, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { enterWithToken } from '@renderer/stores'
import { Button, TextButton, TextField } from '@renderer/ui'
import { useState, type FormEvent } from 'react'
import { canUsePasskeys, tokenOfPasskey } from './passkeys'
import styles from './second-factor.module.css'

export interface SecondStepProps {
  /** Names the sign-in that needs the second step. */
  readonly ticket: string
  readonly methods: readonly SecondFactor[]
  readonly onEntered: () => void
  /** Goes back to the password. */
  readonly onBack: () => void
}

/** The second step of a sign-in: a code, a passkey or a recovery code. */
export function SecondStep({ ticket, methods, onEntered, onBack }: SecondStepProps) {
  const { t } = useTranslation()
  const hasApp = methods.includes('authenticator')
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  const [asksRecovery, setAsksRecovery] = useState(!hasApp && !hasPasskey)
  const [code, setCode] = useState('')
  const [error, setError] = useFailure()
  const [busy, setBusy] = useState<'code' | 'passkey'>()
  const asksCode = hasApp || asksRecovery

  const enter = async (way: 'code' | 'passkey', token: () => Promise<string>): Promise<void> => {
    setBusy(way)
    setError(undefined)
    try {
      await enterWithToken(await token())
      onEntered()
    } catch (reason) {
      setError(reason)
      setCode('')
      setBusy(undefined)
      if (isApiError(reason, 'SIGN_IN_EXPIRED')) onBack()
    }
  }
  const withPasskey = (): void => void enter('passkey', () => tokenOfPasskey(ticket))
  const withCode = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() === '') setError(sentence('auth.secondStep.codeRequired'))
    else
      void enter('code', async () => (await client.call('authSecondFactor', { ticket, code }, { silent: true })).token)
  }

  return (
    <form className={styles.step} onSubmit={withCode} noValidate>
      {asksCode && (
        <>
          <TextField
            key={String(asksRecovery)}
            label={t(asksRecovery ? 'auth.secondStep.recoveryCode' : 'auth.secondStep.code')}
            hint={t(asksRecovery ? 'auth.secondStep.recoveryHint' : 'auth.secondStep.codeHint')}
            error={error}
            reserveNote
            size="lg"
            name="code"
            autoComplete="one-time-code"
            inputMode={asksRecovery ? 'text' : 'numeric'}
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            dir="ltr"
            value={code}
            onChange={(value) => {
              setCode(value)
              setError(undefined)
            }}
          />
          <Button kind="main" size="lg" type="submit" fullWidth loading={busy === 'code'}>
            {t('auth.secondStep.continue')}
          </Button>
        </>
      )}
      {hasPasskey && (
        <Button
          kind={asksCode ? 'plain' : 'main'}
          size="lg"
          icon="key"
          fullWidth
          loading={busy === 'passkey'}
          onClick={withPasskey}
        >
          {t('auth.passkey.use')}
        </Button>
      )}
      {!asksCode && error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.ways}>
        {methods.includes('recoveryCode') && (hasApp || hasPasskey) && (
          <TextButton
            onClick={() => {
              setAsksRecovery(!asksRecovery)
              setCode('')
              setError(undefined)
            }}
          >
            {t(asksRecovery ? 'auth.secondStep.useOther' : 'auth.secondStep.useRecovery')}
          </TextButton>
        )}
        <TextButton onClick={onBack}>{t('auth.secondStep.back')}</TextButton>
      </div>
    </form>
  )
}
