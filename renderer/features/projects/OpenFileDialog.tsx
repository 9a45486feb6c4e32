import { limits } from '@common/constants'
import { desktop, isApiError, messageOf, sentenceOf, unwrap, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Dialog, TextField } from '@renderer/ui'
import { useState } from 'react'
import { enterProject } from './create'
import styles from './OpenFileDialog.module.css'

export interface OpenFileDialogProps {
  /** Set by the desktop shell when a file is dropped on its icon. */
  readonly path: string
  /** Name of a file that was dropped on the page. Browsers don't reveal its path. */
  readonly dropped?: string | undefined
  readonly onClose: () => void
}

/** Opens an existing database file in place. The file stays where it is. */
export function OpenFileDialog({ path, dropped, onClose }: OpenFileDialogProps) {
  const { t } = useTranslation()
  const shell = desktop()
  const [filename, setFilename] = useState(path)
  const [title, setTitle] = useState('')
  const [asked, setAsked] = useState(false)
  const open = useCommand('projectCreateFromFile')
  const suggestion = nameOf(filename)
  const isTitleRefused = isApiError(open.error, 'PROJECT_TITLE_INVALID')
  const refusal = open.isError ? messageOf(open.error) : null

  async function browse(): Promise<void> {
    if (shell === undefined) return
    try {
      const chosen = await unwrap(shell.chooseDatabaseFile())
      if (chosen !== null) setFilename(chosen)
    } catch (error) {
      toast.error(sentenceOf(error))
    }
  }

  function submit(): void {
    setAsked(true)
    if (filename.trim() === '') return
    const name = title.trim()
    open.mutate(
      {
        args: { filename: filename.trim(), ...(name === '' ? {} : { title: name }) },
        title: sentence('projects.opening', { fileName: filename.trim().split(/[\\/]/).at(-1) ?? '' }),
      },
      { onSuccess: ({ id }) => enterProject(id) },
    )
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('projects.openTitle')}
      action={t('projects.openAction')}
      onSubmit={submit}
      loading={open.isPending}
    >
      <p className={styles.lead}>
        {dropped === undefined ? t('projects.openText') : t('projects.openDropped', { fileName: dropped })}
      </p>
      <div className={styles.path}>
        <TextField
          className={styles.grow}
          label={t('projects.path')}
          value={filename}
          onChange={(value) => {
            setFilename(value)
            open.reset()
          }}
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          dir="ltr"
          placeholder={dropped === undefined ? t('projects.pathExample') : `…/${dropped}`}
          error={asked && filename.trim() === '' ? t('projects.pathRequired') : isTitleRefused ? null : refusal}
          hint={t('projects.pathHint')}
          reserveNote
        />
        {shell !== undefined && (
          <Button size="md" icon="folder" className={styles.browse} onClick={() => void browse()}>
            {t('projects.browse')}
          </Button>
        )}
      </div>
      <TextField
        label={t('projects.nameField')}
        value={title}
        onChange={(value) => {
          setTitle(value)
          open.reset()
        }}
        maxLength={limits.nameCharacters}
        placeholder={suggestion}
        error={isTitleRefused ? refusal : null}
        hint={t('projects.nameFromFile')}
        reserveNote
      />
    </Dialog>
  )
}

/** `C:\data\Chinook_Sqlite.db` → `Chinook_Sqlite`: the server's default name for the project. */
function nameOf(path: string): string {
  return (path.trim().split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]+$/, '')
}
