import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Icon, useTitle } from '@renderer/ui'
import type { FormEvent } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { AuthFrame } from '../AuthFrame'
import styles from '../AuthFrame.module.css'
import { NewPasswordFields, useNewPassword } from './NewPasswordFields'
import { forgotPath, isDeadLink, resetPath } from './paths'

/** The form for a new password. */
export function ResetFormPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const reset = useCommand('passwordReset')
  const { password, check, fields } = useNewPassword()
  useTitle(t('recovery.reset'))
  if (token === '') return <Navigate to={forgotPath} replace />

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!check()) return
    try {
      await reset.mutateAsync({ args: { token, password }, silent: true })
      await navigate(`${resetPath}/success`, { replace: true })
    } catch (error) {
      if (isDeadLink(error)) await navigate(`${resetPath}/invalid`, { replace: true })
    }
  }

  return (
    <AuthFrame>
      <h1 className={styles.title}>{t('recovery.reset')}</h1>
      <p className={styles.lead}>{t('recovery.resetLead')}</p>
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        <NewPasswordFields {...fields} size="lg" autoFocus />
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
