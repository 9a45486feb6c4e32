import { messageOf, useCommand, useOperation } from '@renderer/api'
import { tabKey, tabs, type ObjectTabPageProps } from '@renderer/features/tabs'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import {
  Button,
  Chip,
  EmptyState,
  ErrorBanner,
  ErrorState,
  SaveBar,
  Section,
  Select,
  Skeleton,
  TabBar,
  TabMiddle,
  TabPage,
  TextArea,
} from '@renderer/ui'
import { defaultDbAlias } from '@common/constants'
import { useState } from 'react'
import { DeleteObjectDialog } from './DeleteObjectDialog'
import styles from './objects.module.css'
import type { Routine, RoutineKind } from './routine-kind'
import { RunRoutine } from './RunRoutine'

export interface RoutineTabProps extends ObjectTabPageProps {
  readonly kind: RoutineKind
}

/** A function, procedure or sequence: its statement, which can be changed, and a form that runs it. */
export function RoutineTab({ kind, project, name }: RoutineTabProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const read = useOperation('routineRead', { kind, name }, { projectId, silent: true, refetchOnMount: 'always' })
  const [chosen, setChosen] = useState<string>()
  const [deleting, setDeleting] = useState(false)
  const routine = read.data?.find(({ signature }) => signature === chosen) ?? read.data?.[0]
  const close = (): void => tabs.close(tabKey({ type: kind, name, dbAlias: defaultDbAlias }))

  if (read.error !== null && read.data === undefined)
    return (
      <TabPage label={name}>
        <TabMiddle>
          {read.error.status === 404 ? (
            <EmptyState
              title={messageOf(read.error)}
              text={t('objects.gone')}
              action={<Button onClick={close}>{t('tabs.missing.action')}</Button>}
            />
          ) : (
            <ErrorState
              title={t('objects.failed', { name })}
              text={messageOf(read.error)}
              onRetry={() => void read.refetch()}
            />
          )}
        </TabMiddle>
      </TabPage>
    )
  return (
    <TabPage label={name}>
      <TabBar
        end={
          <Button icon="trash" danger disabled={routine === undefined} onClick={() => setDeleting(true)}>
            {t('objects.delete.action')}
          </Button>
        }
      >
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        <Chip>{t(`objects.kinds.${kind}`)}</Chip>
        {(read.data?.length ?? 0) > 1 && routine && (
          <Select
            size="sm"
            aria-label={t('objects.variant')}
            isUntranslated
            value={routine.signature}
            options={(read.data ?? []).map(({ signature }) => ({ value: signature, label: `(${signature})` }))}
            onChange={setChosen}
          />
        )}
        {routine?.returns !== null && routine?.returns !== undefined && (
          <span className={styles.quiet}>
            {t('objects.returns', { type: routine.returns.length > 60 ? 'TABLE' : routine.returns })}
          </span>
        )}
      </TabBar>
      {routine === undefined ? (
        <div className={styles.body}>
          <Skeleton height={160} />
        </div>
      ) : (
        // A new form for each state of the routine: drafts belong to the statement that they change.
        <RoutineForm
          key={`${routine.signature}\n${routine.definition}`}
          kind={kind}
          projectId={projectId}
          name={name}
          routine={routine}
          isOverloaded={(read.data?.length ?? 0) > 1}
        />
      )}
      {deleting && routine && (
        <DeleteObjectDialog
          projectId={projectId}
          deletion={{ change: 'deleteRoutine', kind, name, signature: routine.signature }}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false)
            if (read.data?.length === 1) close()
          }}
        />
      )}
    </TabPage>
  )
}

interface RoutineFormProps {
  readonly kind: RoutineKind
  readonly projectId: string
  readonly name: string
  readonly routine: Routine
  readonly isOverloaded: boolean
}

function RoutineForm({ kind, projectId, name, routine, isOverloaded }: RoutineFormProps) {
  const { t } = useTranslation()
  const [definition, setDefinition] = useState(routine.definition)
  const update = useCommand('routineUpdate')
  const isChanged = definition !== routine.definition
  const save = (): void =>
    update.mutate(
      { args: { kind, name, signature: routine.signature, definition }, projectId },
      { onSuccess: () => toast.success(sentence('objects.changed', { what: kind, name })) },
    )
  return (
    <>
      <div className={styles.body}>
        <Section title={t('objects.statement')} text={t('objects.statementHint', { what: kind })}>
          {routine.definition === '' && <ErrorBanner kind="warning" title={t('objects.notShown')} />}
          <TextArea
            label={<span className="hidden-text">{t('objects.statement')}</span>}
            mono
            dir="ltr"
            rows={Math.min(24, Math.max(4, definition.split('\n').length + 1))}
            value={definition}
            onChange={setDefinition}
          />
        </Section>
        {kind === 'sequence' ? (
          <Section title={t('objects.sequence.title')}>
            <p className={styles.quiet}>
              {routine.value === null
                ? t('objects.sequence.unknown')
                : t('objects.sequence.value', { value: routine.value })}
            </p>
          </Section>
        ) : (
          <RunRoutine
            kind={kind}
            projectId={projectId}
            name={name}
            parameters={routine.parameters}
            isOverloaded={isOverloaded}
            hasDraft={isChanged}
          />
        )}
      </div>
      {isChanged && (
        <SaveBar
          title={t('objects.unsaved')}
          words={[t('objects.unsavedEffect', { what: kind })]}
          error={update.error === null ? undefined : messageOf(update.error)}
          discard={t('objects.discard')}
          save={t('objects.save')}
          isSaving={update.isPending}
          onDiscard={() => {
            update.reset()
            setDefinition(routine.definition)
          }}
          onSave={save}
        />
      )}
    </>
  )
}
