import { isApiError, messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, ErrorBanner, PasswordField, useTitle } from '@renderer/ui'
import { useState } from 'react'
import styles from './shares.module.css'
import { enterPassword } from './use-open-share'

/** Asks for the password of a link before anything of it is shown. */
export function PasswordForm({ link }: { readonly link: string }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useTitle(t('shares.password.title'))

  const submit = async (): Promise<void> => {
    setFailure(undefined)
    if (password === '') return setProblem(t('shares.password.missing'))
    setBusy(true)
    try {
      await enterPassword(link, password)
    } catch (error) {
      if (isApiError(error, 'SHARE_PASSWORD_WRONG')) setProblem(messageOf(error))
      else setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={styles.password}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit()
      }}
    >
      <h1>{t('shares.password.title')}</h1>
      <p>{t('shares.password.text')}</p>
      {failure !== undefined && <ErrorBanner title={failure} />}
      <PasswordField
        size="lg"
        label={t('shares.password.label')}
        value={password}
        error={problem}
        reserveNote
        autoComplete="off"
        autoFocus
        onChange={(text) => {
          setPassword(text)
          setProblem(undefined)
        }}
      />
      <Button kind="main" size="lg" type="submit" fullWidth loading={isBusy}>
        {t('shares.password.open')}
      </Button>
    </form>
  )
}
