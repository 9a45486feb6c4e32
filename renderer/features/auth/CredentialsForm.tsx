import { useFailure } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { takeDestination, type Credentials } from '@renderer/stores'
import { Button, Icon, PasswordField, TextField } from '@renderer/ui'
import { useRef, useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import styles from './AuthFrame.module.css'
import { typedEmail } from './typed-email'
import { credentialFields, problemOf, type CredentialField } from './validate'

export interface CredentialsFormProps {
  /** Label of the main button. */
  readonly action: string
  readonly submit: (credentials: Credentials) => Promise<void>
  readonly isNewAccount: boolean
  /** Receives an error first. Returns true if the page shows something else instead of its message. */
  readonly onRefused?: (error: unknown) => boolean
  /** The server printed a code that the first account needs. */
  readonly needsSetupCode?: boolean
  /** Address of an invitation, which can't be changed. */
  readonly email?: string
}

/** E-mail and password. Checked on leaving a field, from then on at every key (ui.md §7). */
export function CredentialsForm(props: CredentialsFormProps) {
  const { action, submit, isNewAccount, onRefused, needsSetupCode = false, email } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [values, setValues] = useState({ email: email ?? typedEmail.read(), password: '', setupCode: '' })
  const [checked, setChecked] = useState({ email: false, password: false, setupCode: false })
  const [refusal, setRefusal] = useFailure()
  const [busy, setBusy] = useState(false)
  const inputs = {
    email: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    setupCode: useRef<HTMLInputElement>(null),
  }
  const fields = credentialFields.filter((field) => field !== 'setupCode' || needsSetupCode)

  function errorOf(field: CredentialField): string | null {
    const problem = checked[field] ? problemOf(field, values[field]) : null
    return problem === null ? null : t(problem)
  }

  /** An untouched field that is left empty is not complained about before the form is sent. */
  function left(field: CredentialField): void {
    if (values[field] !== '') setChecked((before) => ({ ...before, [field]: true }))
  }

  function changed(field: CredentialField, value: string): void {
    setValues((before) => ({ ...before, [field]: value }))
    if (field === 'email') typedEmail.write(value)
    setRefusal(undefined)
  }

  /**
   * Returns the note under a field. The server's error uses the line of the last field, so that the layout doesn't
   * shift.
   */
  function noteOf(field: CredentialField, hint?: string): { hint?: string; reserveNote: boolean } {
    const isTaken = refusal !== undefined && field === fields.at(-1)
    return isTaken ? { reserveNote: false } : { reserveNote: true, ...(hint !== undefined && { hint }) }
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    setChecked({ email: true, password: true, setupCode: true })
    const invalid = fields.find((field) => problemOf(field, values[field]) !== null)
    if (invalid !== undefined) {
      inputs[invalid].current?.focus()
      return
    }
    setBusy(true)
    setRefusal(undefined)
    try {
      await submit({
        email: values.email.trim(),
        password: values.password,
        ...(needsSetupCode && { setupCode: values.setupCode.trim() }),
      })
      typedEmail.write('')
      await navigate(takeDestination(), { replace: true })
    } catch (error) {
      if (onRefused?.(error) === true) return
      setRefusal(error)
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <TextField
        ref={inputs.email}
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus={email === undefined}
        readOnly={email !== undefined}
        size="lg"
        spellCheck={false}
        autoCapitalize="none"
        value={values.email}
        onChange={(value) => changed('email', value)}
        onBlur={() => left('email')}
        error={errorOf('email')}
        reserveNote
      />
      <PasswordField
        ref={inputs.password}
        label={t('auth.password')}
        labelEnd={!isNewAccount && <Link to="/user/password/forgot">{t('auth.forgotPassword')}</Link>}
        name="password"
        autoComplete={isNewAccount ? 'new-password' : 'current-password'}
        autoFocus={email !== undefined}
        size="lg"
        value={values.password}
        onChange={(value) => changed('password', value)}
        onBlur={() => left('password')}
        error={errorOf('password')}
        {...noteOf('password', isNewAccount ? t('auth.passwordHint') : undefined)}
      />
      {needsSetupCode && (
        <TextField
          ref={inputs.setupCode}
          label={t('auth.setupCode')}
          name="setup-code"
          autoComplete="off"
          size="lg"
          spellCheck={false}
          autoCapitalize="characters"
          value={values.setupCode}
          onChange={(value) => changed('setupCode', value)}
          onBlur={() => left('setupCode')}
          error={errorOf('setupCode')}
          {...noteOf('setupCode', t('auth.setupCodeHint'))}
        />
      )}
      {refusal !== undefined && (
        <p className={styles.refusal} role="alert">
          <Icon name="warning" size={14} />
          <span>{refusal}</span>
        </p>
      )}
      <Button kind="main" size="lg" type="submit" fullWidth loading={busy}>
        {action}
      </Button>
    </form>
  )
}
