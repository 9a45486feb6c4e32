import { client, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { Button, copyText, Dialog, Fields, PasswordField, QrCode, TextField } from '@renderer/ui'
import { toast } from '@renderer/stores'
import { useState } from 'react'
import styles from './second-factor.module.css'

export interface AuthenticatorDialogProps {
  readonly hasPassword: boolean
  readonly onClose: () => void
  /** Receives the recovery codes, if these are the first ones. */
  readonly onAdded: (codes: readonly string[] | null) => void
}

/** Adds an authenticator app: the password, then a QR code and the first code of the app. */
export function AuthenticatorDialog({ hasPassword, onClose, onAdded }: AuthenticatorDialogProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [started, setStarted] = useState<{ readonly secret: string; readonly address: string }>()
  const [code, setCode] = useState('')
  const [error, setError] = useFailure()
  const [busy, setBusy] = useState(false)

  const submit = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      if (started === undefined) setStarted(await client.call('authenticatorStart', { password }, { silent: true }))
      else {
        onAdded((await client.call('authenticatorConfirm', { code }, { silent: true })).recoveryCodes)
        toast.success(sentence('secondFactor.app.added'))
      }
    } catch (reason) {
      setError(reason)
    }
    setBusy(false)
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      width={400}
      title={t('secondFactor.app.add')}
      action={t(started === undefined ? 'secondFactor.next' : 'secondFactor.app.confirm')}
      loading={busy}
      error={error}
      onSubmit={() => void submit()}
    >
      {started === undefined ? (
        hasPassword ? (
          <PasswordField
            label={t('secondFactor.currentPassword')}
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={setPassword}
          />
        ) : (
          <p>{t('secondFactor.app.start')}</p>
        )
      ) : (
        <Fields>
          <p>{t('secondFactor.app.scan')}</p>
          <QrCode text={started.address} label={t('secondFactor.app.qr')} />
          <p className={styles.hint}>{t('secondFactor.app.type')}</p>
          <div className={styles.secret}>
            <code dir="ltr">{started.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <Button
              kind="quiet"
              icon="copy"
              onClick={() => void copyText(started.secret).then(() => toast.success(sentence('secondFactor.copied')))}
            >
              {t('secondFactor.copy')}
            </Button>
          </div>
          <TextField
            label={t('auth.secondStep.code')}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            dir="ltr"
            value={code}
            onChange={setCode}
          />
        </Fields>
      )}
    </Dialog>
  )
}
