import { useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { enterWithKey, takeDestination } from '@renderer/stores'
import { Button, PasswordField, useTitle } from '@renderer/ui'
import { useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'

/** Asks for the master key of the installation (S1 §6). */
export function KeyPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [secret, setSecret] = useState('')
  const [problem, setProblem] = useFailure()
  const [busy, setBusy] = useState(false)
  useTitle(t('auth.key.title'))

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (secret.trim() === '') return refused(sentence('auth.key.required'))
    setBusy(true)
    setProblem(undefined)
    try {
      if (!(await enterWithKey(secret.trim()))) return refused(sentence('auth.key.wrong'))
      await navigate(takeDestination(), { replace: true })
    } catch (error) {
      refused(error)
    }
  }

  function refused(why: unknown): void {
    setBusy(false)
    setProblem(why)
    input.current?.focus()
  }

  return (
    <AuthFrame>
      <h1 className={styles.title}>{t('auth.key.title')}</h1>
      <p className={styles.lead}>{t('auth.key.lead')}</p>
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        <PasswordField
          ref={input}
          label={t('auth.key.label')}
          name="master-key"
          autoComplete="current-password"
          autoFocus
          size="lg"
          value={secret}
          onChange={(value) => {
            setSecret(value)
            setProblem(undefined)
          }}
          error={problem}
          hint={t('auth.key.hint')}
          reserveNote
        />
        <Button kind="main" size="lg" type="submit" fullWidth loading={busy}>
          {t('auth.key.open')}
        </Button>
      </form>
    </AuthFrame>
  )
}
