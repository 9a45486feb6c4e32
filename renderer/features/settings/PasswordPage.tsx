import { isApiError, messageOf, useCommand, useOperation } from '@renderer/api'
import { NewPasswordFields, useNewPassword } from '@renderer/features/auth'
import { serverText, useTranslation } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import {
  Button,
  Buttons,
  DoneBanner,
  ErrorBanner,
  ErrorState,
  FieldForm,
  PasswordField,
  Section,
  Skeleton,
} from '@renderer/ui'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { SettingsFrame } from './SettingsFrame'
import styles from './settings.module.css'

/** `/user/settings/password` */
export function PasswordPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useOperation('secondFactorRead', {}, { silent: true })
  return (
    <SettingsFrame title={t('settings.password.title')}>
      {error !== null && data === undefined ? (
        <ErrorState title={t('settings.notRead')} text={messageOf(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={200} />
      ) : data.hasPassword ? (
        <PasswordForm />
      ) : (
        <FirstPassword />
      )}
    </SettingsFrame>
  )
}

function PasswordForm() {
  const { t } = useTranslation()
  const user = useUsers((state) => state.user)
  const change = useCommand('passwordChange')
  const [current, setCurrent] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { password, check, clear, fields } = useNewPassword()
  const isWrong = isApiError(change.error) && change.error.code === 'CURRENT_PASSWORD_WRONG'

  async function submit(): Promise<void> {
    const isNewRight = check()
    setMissing(current === '')
    if (current === '') input.current?.focus()
    if (!isNewRight || current === '') return
    try {
      await change.mutateAsync({ args: { currentPassword: current, newPassword: password }, silent: true })
    } catch (error) {
      if (isApiError(error) && error.code === 'CURRENT_PASSWORD_WRONG') input.current?.focus()
      return
    }
    setCurrent('')
    clear()
  }

  return (
    <Section text={t('settings.password.text')} label={t('settings.password.title')}>
      <FieldForm onSubmit={submit}>
        {/* Password managers store the new password for this name. */}
        <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <div className={styles.narrow}>
          <PasswordField
            ref={input}
            label={t('settings.password.current')}
            name="current-password"
            autoComplete="current-password"
            value={current}
            onChange={setCurrent}
            error={
              isMissing && current === ''
                ? t('settings.password.currentRequired')
                : isWrong
                  ? messageOf(change.error)
                  : null
            }
            reserveNote
          />
          <NewPasswordFields {...fields} />
        </div>
        {change.error !== null && !isWrong && <ErrorBanner title={messageOf(change.error)} />}
        {change.data !== undefined && <DoneBanner title={t('settings.password.changed')} />}
        <Buttons>
          <Button kind="main" size="md" type="submit" loading={change.isPending}>
            {t('settings.password.change')}
          </Button>
          <Link to="/user/password/forgot">{t('auth.forgotPassword')}</Link>
        </Buttons>
      </FieldForm>
    </Section>
  )
}

/** Accounts that sign in with a provider get their first password by a link, which proves the address. */
function FirstPassword() {
  const { t } = useTranslation()
  const email = useUsers((state) => state.user?.email ?? '')
  const ask = useCommand('passwordForgot')
  return (
    <Section text={t('settings.password.none')} label={t('settings.password.title')}>
      <Buttons>
        <Button
          size="md"
          icon="mail"
          loading={ask.isPending}
          onClick={() => ask.mutate({ args: { email }, silent: true })}
        >
          {t('settings.password.sendLink')}
        </Button>
      </Buttons>
      {ask.data !== undefined && (
        <p className={styles.text} role="status">
          {serverText(ask.data.msg, ask.data.message)}
        </p>
      )}
      {ask.error !== null && <ErrorBanner title={messageOf(ask.error)} />}
    </Section>
  )
}
