import type { ListedEnvironment } from '@common/operations/environments'
import { messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Buttons, Checkbox, Dialog, Line, Lines } from '@renderer/ui'
import { useState } from 'react'
import { RemoveDatabaseDialog } from './RemoveDatabaseDialog'

export interface FileLineProps {
  readonly projectId: string
  readonly environment: ListedEnvironment
  readonly mayManage: boolean
}

/** The database file of an environment: its own one, or that of the project. */
export function FileLine({ projectId, environment, mayManage }: FileLineProps) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<'create' | 'remove'>()
  const { name, isDefault, isWorking, file } = environment
  const isOwn = file !== null && !isDefault
  const about = { projectId, environment: name, onClose: () => setQuestion(undefined) }
  return (
    <>
      <Lines label={t('environments.database.title')}>
        <Line
          icon="database"
          title={file ?? t('environments.database.project')}
          text={t(isOwn ? 'environments.file.own' : 'environments.file.shared')}
        >
          {mayManage && isOwn && !isWorking && (
            <Button kind="quiet" danger onClick={() => setQuestion('remove')}>
              {t('environments.file.remove')}
            </Button>
          )}
        </Line>
      </Lines>
      {mayManage && !isDefault && !isOwn && (
        <Buttons>
          <Button size="md" icon="plus" onClick={() => setQuestion('create')}>
            {t('environments.file.create')}
          </Button>
        </Buttons>
      )}
      {question === 'create' && <CreateFileDialog {...about} />}
      {question === 'remove' && <RemoveDatabaseDialog {...about} what="file" />}
    </>
  )
}

interface FileDialogProps {
  readonly projectId: string
  readonly environment: string
  readonly onClose: () => void
}

function CreateFileDialog({ projectId, environment, onClose }: FileDialogProps) {
  const { t } = useTranslation()
  const create = useCommand('environmentFileCreate')
  const [tables, setTables] = useState(true)
  return (
    <Dialog
      opened
      width={400}
      onClose={onClose}
      title={t('environments.file.createTitle', { environment })}
      text={t('environments.file.createText')}
      action={t('environments.file.createAction')}
      loading={create.isPending}
      focusAction
      error={create.isError ? messageOf(create.error) : null}
      onSubmit={() =>
        create.mutate(
          { args: { environment, tables }, projectId, silent: true },
          {
            onSuccess: ({ file }) => {
              toast.success(sentence('environments.file.created', { file }))
              onClose()
            },
          },
        )
      }
    >
      <Checkbox checked={tables} onChange={setTables}>
        {t('environments.file.tables')}
      </Checkbox>
    </Dialog>
  )
}
