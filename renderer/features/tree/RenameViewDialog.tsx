import { useFailure } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Dialog, TextField } from '@renderer/ui'
import { useState } from 'react'

export interface RenameViewDialogProps {
  readonly title: string
  readonly onRename: (title: string) => Promise<void>
  readonly onClose: () => void
}

/** Another name for a view. */
export function RenameViewDialog({ title: before, onRename, onClose }: RenameViewDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(before)
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const title = name.trim()
  const rename = (): void => {
    setWorking(true)
    onRename(title).then(onClose, (reason: unknown) => {
      setError(reason)
      setWorking(false)
    })
  }
  return (
    <Dialog
      opened
      width={400}
      title={t('tree.renameView.title', { view: before })}
      action={t('tree.renameView.action')}
      loading={working}
      error={error}
      disabledReason={title === '' ? t('tables.create.nameMissing') : undefined}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField
        label={t('tree.renameView.name')}
        value={name}
        onChange={setName}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
}
