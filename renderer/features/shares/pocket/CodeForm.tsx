import { isApiError, messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, ErrorBanner, TextField, useTitle } from '@renderer/ui'
import { useState } from 'react'
import styles from '../shares.module.css'
import { enterPassword } from '../use-open-share'

/** Asks for the code of a share on the network before anything of it is shown. */
export function CodeForm({ link }: { readonly link: string }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useTitle(t('shares.code.title'))

  const submit = async (): Promise<void> => {
    setFailure(undefined)
    // An incomplete code doesn't cost an attempt.
    if (code.replaceAll(/\D/g, '').length !== 6) return setProblem(t('shares.code.missing'))
    setBusy(true)
    try {
      await enterPassword(link, code)
    } catch (error) {
      if (isApiError(error, 'SHARE_CODE_WRONG')) setProblem(messageOf(error))
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
      <h1>{t('shares.code.title')}</h1>
      <p>{t('shares.code.text')}</p>
      {failure !== undefined && <ErrorBanner title={failure} />}
      <TextField
        size="lg"
        dir="ltr"
        label={t('shares.code.label')}
        value={code}
        error={problem}
        reserveNote
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        onChange={(text) => {
          setCode(text)
          setProblem(undefined)
        }}
      />
      <Button kind="main" size="lg" type="submit" fullWidth loading={isBusy}>
        {t('shares.code.open')}
      </Button>
    </form>
  )
}
