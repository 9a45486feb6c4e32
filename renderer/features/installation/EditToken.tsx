import { client, sentenceOf, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Buttons, ConfirmDialog, copyText, TextField } from '@renderer/ui'
import { useState } from 'react'

/** The edit token of the gallery: hidden until asked for, to copy and to replace. */
export function EditToken() {
  const { t } = useTranslation()
  const [token, setToken] = useState<string>()
  const [isReading, setReading] = useState(false)
  const [isReplacing, setReplacing] = useState(false)

  async function show(): Promise<void> {
    setReading(true)
    try {
      setToken((await client.call('templateTokenRead', {}, { silent: true })).token)
    } catch (error) {
      toast.error(sentence('installation.templates.tokenNotRead'), { detail: sentenceOf(error) })
    } finally {
      setReading(false)
    }
  }

  async function copy(text: string): Promise<void> {
    await copyText(text)
    toast.success(sentence('installation.templates.tokenCopied'))
  }

  return (
    <>
      <TextField
        label={t('installation.templates.token')}
        hint={t('installation.templates.tokenHint')}
        value={token ?? ''}
        placeholder={t('installation.templates.tokenHidden')}
        readOnly
        dir="ltr"
        onChange={() => undefined}
      />
      <Buttons>
        {token === undefined ? (
          <Button size="md" icon="eye" loading={isReading} onClick={() => void show()}>
            {t('installation.templates.tokenShow')}
          </Button>
        ) : (
          <Button size="md" icon="copy" onClick={() => void copy(token)}>
            {t('installation.templates.tokenCopy')}
          </Button>
        )}
        <Button size="md" kind="quiet" danger onClick={() => setReplacing(true)}>
          {t('installation.templates.tokenReplace')}
        </Button>
      </Buttons>
      {isReplacing && (
        <ReplaceDialog
          onClose={() => setReplacing(false)}
          onReplaced={(next) => {
            setToken(next)
            setReplacing(false)
          }}
        />
      )}
    </>
  )
}

interface ReplaceDialogProps {
  readonly onClose: () => void
  readonly onReplaced: (token: string) => void
}

function ReplaceDialog({ onClose, onReplaced }: ReplaceDialogProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useFailure()

  async function replace(): Promise<void> {
    setBusy(true)
    try {
      onReplaced((await client.call('templateTokenRotate', {}, { silent: true })).token)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      opened
      title={t('installation.templates.replaceTitle')}
      text={t('installation.templates.replaceText')}
      action={t('installation.templates.tokenReplace')}
      loading={isBusy}
      error={failure}
      onClose={onClose}
      onSubmit={() => void replace()}
    />
  )
}
