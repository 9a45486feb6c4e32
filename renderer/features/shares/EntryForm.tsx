import { isApiError, useFailure } from '@renderer/api'
import type { ErrorCode } from '@common/errors'
import { sentence, useTranslation } from '@renderer/i18n'
import { Button, ErrorBanner, PasswordField, TextField, useTitle } from '@renderer/ui'
import { useState } from 'react'
import styles from './shares.module.css'
import { enterPassword } from './use-open-share'

/** A secret that a link asks for before it shows anything. */
export type EntrySecret = 'password' | 'code'

const wrong: Readonly<Record<EntrySecret, ErrorCode>> = { password: 'SHARE_PASSWORD_WRONG', code: 'SHARE_CODE_WRONG' }

const codeDigits = 6

/** True if a secret may be right. An incomplete code doesn't cost an attempt. */
const isWhole: Readonly<Record<EntrySecret, (given: string) => boolean>> = {
  password: (given) => given !== '',
  code: (given) => given.replaceAll(/\D/g, '').length === codeDigits,
}

/** Asks for the password of a link, or for the code of a share on the network. */
export function EntryForm({ link, secret }: { readonly link: string; readonly secret: EntrySecret }) {
  const { t } = useTranslation()
  const [given, setGiven] = useState('')
  const [problem, setProblem] = useFailure()
  const [failure, setFailure] = useFailure()
  const [isBusy, setBusy] = useState(false)
  useTitle(t(`shares.${secret}.title`))

  const submit = async (): Promise<void> => {
    setFailure(undefined)
    if (!isWhole[secret](given)) return setProblem(sentence(`shares.${secret}.missing`))
    setBusy(true)
    try {
      await enterPassword(link, given)
    } catch (error) {
      if (isApiError(error, wrong[secret])) setProblem(error)
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const field = {
    size: 'lg',
    label: t(`shares.${secret}.label`),
    value: given,
    error: problem,
    reserveNote: true,
    autoFocus: true,
    onChange: (text: string) => {
      setGiven(text)
      setProblem(undefined)
    },
  } as const
  return (
    <form
      className={styles.password}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit()
      }}
    >
      <h1>{t(`shares.${secret}.title`)}</h1>
      <p>{t(`shares.${secret}.text`)}</p>
      {failure !== undefined && <ErrorBanner title={failure} />}
      {secret === 'password' ? (
        <PasswordField {...field} autoComplete="off" />
      ) : (
        <TextField {...field} dir="ltr" inputMode="numeric" autoComplete="one-time-code" />
      )}
      <Button kind="main" size="lg" type="submit" fullWidth loading={isBusy}>
        {t(`shares.${secret}.open`)}
      </Button>
    </form>
  )
}
