import type { OperationName } from '@common/operations'
import { client, useFailure } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { ConfirmDialog } from '@renderer/ui'
import { useState } from 'react'
import { PlannedSql } from './PlannedSql'
import { usePlan, type Plan } from './use-plan'

type Deletion = Extract<Plan, { readonly change: `delete${string}` }>

const commands = {
  deleteIndex: 'indexDelete',
  deleteCheck: 'checkDelete',
  deleteTrigger: 'triggerDelete',
  deleteView: 'sqlViewDelete',
  deleteRoutine: 'routineDelete',
} as const satisfies Record<Deletion['change'], OperationName>

export interface DeleteObjectDialogProps {
  readonly projectId: string
  readonly deletion: Deletion
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Shows the SQL that deletes an object of the database, and runs it. */
export function DeleteObjectDialog({ projectId, deletion, onDeleted, onClose }: DeleteObjectDialogProps) {
  const { t } = useTranslation()
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const shown = usePlan(projectId, deletion)
  const { change, name } = deletion
  const what = change === 'deleteRoutine' ? deletion.kind : change
  const remove = (): void => {
    setWorking(true)
    setError(undefined)
    const { change: _, ...args } = deletion
    client.call(commands[change], args as never, { projectId }).then(
      () => {
        toast.success(sentence('objects.deleted', { what, name }))
        onDeleted()
      },
      (reason: unknown) => {
        setError(reason)
        setWorking(false)
      },
    )
  }
  return (
    <ConfirmDialog
      opened
      title={t('objects.delete.title', { what, name })}
      action={t('objects.delete.action')}
      loading={working}
      error={error}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{t('objects.delete.text')}</p>
      <PlannedSql shown={shown} />
    </ConfirmDialog>
  )
}
