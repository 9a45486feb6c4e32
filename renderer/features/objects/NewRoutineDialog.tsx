import { routineTemplate } from '@common/dialects/statement-templates'
import type { ProjectListEntry } from '@common/operations/projects'
import { client, useFailure } from '@renderer/api'
import { tabs } from '@renderer/features/tabs'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Dialog, TextArea } from '@renderer/ui'
import { useState } from 'react'
import type { RoutineKind } from './routine-kind'

export interface NewRoutineDialogProps {
  readonly project: ProjectListEntry
  readonly kind: RoutineKind
  readonly onClose: () => void
}

/** Creates a function, procedure or sequence from its statement, beginning with an example. */
export function NewRoutineDialog({ project, kind, onClose }: NewRoutineDialogProps) {
  const { t } = useTranslation()
  const [definition, setDefinition] = useState(() => routineTemplate(project.server?.kind, kind) ?? '')
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const create = (): void => {
    setWorking(true)
    setError(undefined)
    client.call('routineCreate', { kind, definition }, { projectId: project.id }).then(
      ({ name }) => {
        toast.success(sentence('objects.created', { what: kind, name }))
        tabs.openObject(kind, name)
        onClose()
      },
      (reason: unknown) => {
        setError(reason)
        setWorking(false)
      },
    )
  }
  return (
    <Dialog
      opened
      width={880}
      title={t('objects.new.title', { what: kind })}
      action={t('objects.new.action', { what: kind })}
      loading={working}
      error={error}
      disabledReason={definition.trim() === '' ? t('objects.new.statementMissing') : undefined}
      onSubmit={create}
      onClose={onClose}
    >
      <TextArea
        label={t('objects.statement')}
        hint={t('objects.new.hint', { what: kind })}
        mono
        dir="ltr"
        rows={kind === 'sequence' ? 4 : 14}
        value={definition}
        onChange={setDefinition}
        data-autofocus
      />
    </Dialog>
  )
}
