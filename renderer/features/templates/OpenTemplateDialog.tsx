import { useFailure } from '@renderer/api'
import { chooseFiles } from '@renderer/features/import'
import { sentence, useTranslation } from '@renderer/i18n'
import { Button, Dialog, TextField } from '@renderer/ui'
import { useState } from 'react'
import { fetchTemplate, readTemplateFile, type OpenedTemplate } from './opened-template'
import styles from './dialogs.module.css'

export interface OpenTemplateDialogProps {
  readonly onClose: () => void
  readonly onOpened: (template: OpenedTemplate) => void
}

/** Opens a template from a file of this computer, or from an address (S2 §7). */
export function OpenTemplateDialog({ onClose, onOpened }: OpenTemplateDialogProps) {
  const { t } = useTranslation()
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useFailure()
  const [failure, setFailure] = useFailure()
  const [isLoading, setLoading] = useState(false)

  async function take(file: File): Promise<void> {
    setFailure(undefined)
    const template = await readTemplateFile(file)
    if (template === undefined) setFailure(sentence('templates.open.notTemplate', { name: file.name }))
    else onOpened(template)
  }

  async function load(): Promise<void> {
    const address = url.trim()
    setFailure(undefined)
    if (!/^https?:\/\/\S+$/i.test(address)) {
      setProblem(sentence('templates.open.addressInvalid'))
      return
    }
    setLoading(true)
    try {
      onOpened(await fetchTemplate(address))
    } catch (error) {
      setFailure(error)
      setLoading(false)
    }
  }

  return (
    <Dialog
      opened
      title={t('templates.open.title')}
      action={t('templates.open.load')}
      loading={isLoading}
      error={failure}
      onClose={onClose}
      onSubmit={() => void load()}
    >
      <div className={styles.fields}>
        <TextField
          type="url"
          label={t('templates.open.address')}
          placeholder={t('templates.open.example')}
          hint={t('templates.open.addressHint')}
          value={url}
          error={problem}
          autoComplete="off"
          data-autofocus
          onChange={(text) => {
            setUrl(text)
            setProblem(undefined)
          }}
        />
        <div className={styles.file}>
          <Button
            icon="file"
            size="md"
            onClick={() => chooseFiles(([file]) => file && void take(file), '.json,application/json')}
          >
            {t('templates.open.file')}
          </Button>
          <span className={styles.hint}>{t('templates.open.fileHint')}</span>
        </div>
      </div>
    </Dialog>
  )
}
