import { messageOf, useCommand } from '@renderer/api'
import { serverText, useTranslation } from '@renderer/i18n'
import { signInPath } from '@renderer/stores'
import { Button, Icon, TextField, useTitle } from '@renderer/ui'
import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { AuthFrame } from '../AuthFrame'
import styles from '../AuthFrame.module.css'
import { typedEmail } from '../typed-email'
import { problemOf } from '../validate'

/** Asks for a link to set a new password. The answer is the same for known and unknown addresses (ui §10). */
export function ForgotPage() {
  const { t } = useTranslation()
  const forgot = useCommand('passwordForgot')
  const [email, setEmail] = useState(typedEmail.read)
  const [checked, setChecked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const problem = checked ? problemOf('email', email) : null
  useTitle(t('recovery.forgot'))

  function send(event: FormEvent): void {
    event.preventDefault()
    setChecked(true)
    if (problemOf('email', email) === null) forgot.mutate({ args: { email: email.trim() }, silent: true })
    else input.current?.focus()
  }

  return (
    <AuthFrame>
      <h1 className={styles.title}>{t('recovery.forgot')}</h1>
      {forgot.data === undefined ? (
        <>
          <p className={styles.lead}>{t('recovery.forgotLead')}</p>
          <form className={styles.form} onSubmit={send} noValidate>
            <TextField
              ref={input}
              label={t('auth.email')}
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              size="lg"
              spellCheck={false}
              autoCapitalize="none"
              value={email}
              onChange={(value) => {
                setEmail(value)
                typedEmail.write(value)
              }}
              onBlur={() => email !== '' && setChecked(true)}
              error={problem === null ? null : t(problem)}
              reserveNote={forgot.error === null}
            />
            {forgot.error !== null && (
              <p className={styles.refusal} role="alert">
                <Icon name="warning" size={14} />
                <span>{messageOf(forgot.error)}</span>
              </p>
            )}
            <Button kind="main" size="lg" type="submit" fullWidth loading={forgot.isPending}>
              {t('recovery.send')}
            </Button>
          </form>
        </>
      ) : (
        <p className={styles.lead} role="status">
          {serverText(forgot.data.msg, forgot.data.message)}
        </p>
      )}
      <p className={styles.other}>
        <Link to={signInPath}>{t('recovery.toSignIn')}</Link>
      </p>
    </AuthFrame>
  )
}
