import { passkeyTitleMax, type Passkey } from '@common/operations/second-factor'
import { client, useFailure } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Dialog, Fields, PasswordField, TextField } from '@renderer/ui'
import { useState } from 'react'

/** A change of second factors that a dialog asks about. */
export type Change =
  | { readonly kind: 'removeApp' | 'renewCodes' }
  | { readonly kind: 'rename' | 'removePasskey'; readonly passkey: Passkey }

export interface ConfirmedChangeProps {
  readonly change: Change
  readonly hasPassword: boolean
  readonly onClose: () => void
  /** Receives new recovery codes. */
  readonly onCodes: (codes: readonly string[]) => void
}

/** Asks for the password, or for a new name, and makes the change. */
export function ConfirmedChange({ change, hasPassword, onClose, onCodes }: ConfirmedChangeProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [title, setTitle] = useState(change.kind === 'rename' ? change.passkey.title : '')
  const [error, setError] = useFailure()
  const [busy, setBusy] = useState(false)

  const make = async (): Promise<void> => {
    switch (change.kind) {
      case 'removeApp':
        await client.call('authenticatorRemove', { password }, { silent: true })
        return onClose()
      case 'renewCodes':
        return onCodes((await client.call('recoveryCodesRenew', { password }, { silent: true })).recoveryCodes)
      case 'rename':
        await client.call('passkeyRename', { id: change.passkey.id, title: title.trim() }, { silent: true })
        return onClose()
      case 'removePasskey':
        await client.call('passkeyRemove', { id: change.passkey.id, password }, { silent: true })
        return onClose()
    }
  }
  const submit = (): void => {
    setBusy(true)
    setError(undefined)
    void make()
      .catch((reason: unknown) => setError(reason))
      .finally(() => setBusy(false))
  }
  const isRename = change.kind === 'rename'
  const about = 'passkey' in change ? { title: change.passkey.title } : {}

  return (
    <Dialog
      opened
      onClose={onClose}
      width={400}
      title={t(`secondFactor.change.${change.kind}.title`, about)}
      action={t(`secondFactor.change.${change.kind}.action`)}
      danger={change.kind === 'removeApp' || change.kind === 'removePasskey'}
      loading={busy}
      error={error}
      disabledReason={isRename && title.trim() === '' ? t('secondFactor.passkeys.titleRequired') : undefined}
      onSubmit={submit}
    >
      <Fields>
        {isRename ? (
          <TextField
            label={t('secondFactor.passkeys.name')}
            maxLength={passkeyTitleMax}
            autoFocus
            value={title}
            onChange={setTitle}
          />
        ) : (
          <p>{t(`secondFactor.change.${change.kind}.text`)}</p>
        )}
        {!isRename && hasPassword && (
          <PasswordField
            label={t('secondFactor.currentPassword')}
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={setPassword}
          />
        )}
      </Fields>
    </Dialog>
  )
}
