import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Icon, PasswordField, useTitle } from '@renderer/ui'
import { useRef, useState, type FormEvent } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { AuthFrame } from '../AuthFrame'
import styles from '../AuthFrame.module.css'
import { problemOf } from '../validate'
import { forgotPath, isDeadLink, resetPath } from './paths'
import { passwordStrength } from './strength'
import meter from './recovery.module.css'

/** The form for a new password: two fields and a meter (ui §10). */
export function ResetFormPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const reset = useCommand('passwordReset')
  const [values, setValues] = useState({ password: '', again: '' })
  const [checked, setChecked] = useState({ password: false, again: false })
  const inputs = { password: useRef<HTMLInputElement>(null), again: useRef<HTMLInputElement>(null) }
  useTitle(t('recovery.reset'))
  if (token === '') return <Navigate to={forgotPath} replace />

  const problems = {
    password: problemOf('password', values.password),
    again: values.again === values.password ? null : ('recovery.different' as const),
  }
  const errorOf = (field: 'password' | 'again'): string | null => {
    const problem = checked[field] ? problems[field] : null
    return problem === null ? null : t(problem)
  }
  const left = (field: 'password' | 'again'): void => {
    if (values[field] !== '') setChecked((before) => ({ ...before, [field]: true }))
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    setChecked({ password: true, again: true })
    const invalid = (['password', 'again'] as const).find((field) => problems[field] !== null)
    if (invalid !== undefined) {
      inputs[invalid].current?.focus()
      return
    }
    try {
      await reset.mutateAsync({ args: { token, password: values.password }, silent: true })
      await navigate(`${resetPath}/success`, { replace: true })
    } catch (error) {
      if (isDeadLink(error)) await navigate(`${resetPath}/invalid`, { replace: true })
    }
  }

  const strength = passwordStrength(values.password)
  return (
    <AuthFrame>
      <h1 className={styles.title}>{t('recovery.reset')}</h1>
      <p className={styles.lead}>{t('recovery.resetLead')}</p>
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        <PasswordField
          ref={inputs.password}
          label={t('recovery.newPassword')}
          name="new-password"
          autoComplete="new-password"
          autoFocus
          size="lg"
          value={values.password}
          onChange={(password) => setValues({ ...values, password })}
          onBlur={() => left('password')}
          error={errorOf('password')}
          hint={
            <span className={meter.meter} data-strength={strength}>
              <span className={meter.bar} aria-hidden="true" />
              {values.password === '' ? t('auth.passwordHint') : t(`recovery.strength.${strength}`)}
            </span>
          }
        />
        <PasswordField
          ref={inputs.again}
          label={t('recovery.passwordAgain')}
          name="password-again"
          autoComplete="new-password"
          size="lg"
          value={values.again}
          onChange={(again) => setValues({ ...values, again })}
          onBlur={() => left('again')}
          error={errorOf('again')}
          reserveNote
        />
        {reset.error !== null && !isDeadLink(reset.error) && (
          <p className={styles.refusal} role="alert">
            <Icon name="warning" size={14} />
            <span>{messageOf(reset.error)}</span>
          </p>
        )}
        <Button kind="main" size="lg" type="submit" fullWidth loading={reset.isPending}>
          {t('recovery.save')}
        </Button>
      </form>
    </AuthFrame>
  )
}
