import { triggerTemplate } from '@common/dialects/statement-templates'
import type { ServerKind } from '@common/model/connection'
import type { Table } from '@common/model'
import { client, messageOf, useFailure, useOperation } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Dialog, EmptyState, ErrorBanner, IconButton, Section, Skeleton, TextArea } from '@renderer/ui'
import { useState } from 'react'
import { DeleteObjectDialog } from './DeleteObjectDialog'
import type { PartProps } from './IndexesPart'
import styles from './objects.module.css'
import { SqlText } from './SqlText'

export interface TriggersPartProps extends PartProps {
  readonly server: ServerKind | undefined
}

/** The triggers of a table with their statements. */
export function TriggersPart({ projectId, table, mayChange, server }: TriggersPartProps) {
  const { t } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<string>()
  const triggers = useOperation('triggerList', { table: table.name }, { projectId, silent: true })
  return (
    <Section
      title={t('objects.parts.triggers')}
      text={t('objects.triggers.text')}
      actions={
        mayChange && (
          <Button icon="plus" onClick={() => setCreating(true)}>
            {t('objects.triggers.add')}
          </Button>
        )
      }
    >
      {triggers.error !== null ? (
        <ErrorBanner title={messageOf(triggers.error)} />
      ) : triggers.data === undefined ? (
        <Skeleton height={64} />
      ) : triggers.data.length === 0 ? (
        <EmptyState title={t('objects.triggers.none')} />
      ) : (
        triggers.data.map(({ name, timing, event, statement }) => (
          <div key={name} className={styles.trigger}>
            <div className={styles.line}>
              <h3>
                <bdi>{name}</bdi>
              </h3>
              <bdi className={styles.quiet}>{`${timing} ${event}`}</bdi>
              {mayChange && (
                <IconButton
                  icon="trash"
                  size="xs"
                  label={t('objects.delete.one', { name })}
                  onClick={() => setDeleting(name)}
                />
              )}
            </div>
            <SqlText label={t('objects.triggers.statement', { name })} text={statement} />
          </div>
        ))
      )}
      {isCreating && (
        <NewTriggerDialog projectId={projectId} table={table} server={server} onClose={() => setCreating(false)} />
      )}
      {deleting !== undefined && (
        <DeleteObjectDialog
          projectId={projectId}
          deletion={{ change: 'deleteTrigger', table: table.name, name: deleting }}
          onDeleted={() => setDeleting(undefined)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Section>
  )
}

interface NewTriggerDialogProps {
  readonly projectId: string
  readonly table: Table
  readonly server: ServerKind | undefined
  readonly onClose: () => void
}

function NewTriggerDialog({ projectId, table, server, onClose }: NewTriggerDialogProps) {
  const { t } = useTranslation()
  const [definition, setDefinition] = useState(() => triggerTemplate(server, table.name))
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const create = (): void => {
    setWorking(true)
    setError(undefined)
    client.call('triggerCreate', { table: table.name, definition }, { projectId }).then(
      () => {
        toast.success(sentence('objects.triggers.created', { table: table.title }))
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
      title={t('objects.triggers.new', { table: table.title })}
      action={t('objects.triggers.create')}
      loading={working}
      error={error}
      disabledReason={definition.trim() === '' ? t('objects.new.statementMissing') : undefined}
      onSubmit={create}
      onClose={onClose}
    >
      <TextArea
        label={t('objects.statement')}
        hint={t('objects.triggers.hint', { table: table.name })}
        mono
        dir="ltr"
        rows={12}
        value={definition}
        onChange={setDefinition}
        data-autofocus
      />
    </Dialog>
  )
}
