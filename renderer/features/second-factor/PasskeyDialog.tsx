import { passkeyTitleMax } from '@common/operations/second-factor'
import { useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Dialog, Fields, PasswordField, TextField } from '@renderer/ui'
import { useState } from 'react'
import { addPasskey } from './passkeys'

export interface PasskeyDialogProps {
  readonly hasPassword: boolean
  readonly onClose: () => void
  /** Receives the recovery codes, if these are the first ones. */
  readonly onAdded: (codes: readonly string[] | null) => void
}

/** Adds a passkey: the password, a name, then the browser's own dialog. */
export function PasskeyDialog({ hasPassword, onClose, onAdded }: PasskeyDialogProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [title, setTitle] = useState(() => t('secondFactor.passkeys.defaultTitle'))
  const [error, setError] = useFailure()
  const [busy, setBusy] = useState(false)

  const submit = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      const { recoveryCodes } = await addPasskey(hasPassword ? password : undefined, title.trim())
      toast.success(sentence('secondFactor.passkeys.addedToast'))
      onAdded(recoveryCodes)
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
      title={t('secondFactor.passkeys.add')}
      action={t('secondFactor.passkeys.create')}
      loading={busy}
      error={error}
      disabledReason={title.trim() === '' ? t('secondFactor.passkeys.titleRequired') : undefined}
      onSubmit={() => void submit()}
    >
      <Fields>
        <TextField
          label={t('secondFactor.passkeys.name')}
          hint={t('secondFactor.passkeys.nameHint')}
          maxLength={passkeyTitleMax}
          autoFocus
          value={title}
          onChange={setTitle}
        />
        {hasPassword && (
          <PasswordField
            label={t('secondFactor.currentPassword')}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        )}
      </Fields>
    </Dialog>
  )
}
