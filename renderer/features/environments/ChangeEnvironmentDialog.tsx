import type { ListedEnvironment } from '@common/operations/environments'
import type { ProjectListEntry } from '@common/operations/projects'
import { messageOf, useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Badge, Button, Dialog, ErrorState, Skeleton } from '@renderer/ui'
import { useId, useState } from 'react'
import { changeEnvironment } from './change-environment'
import styles from './environments.module.css'

export interface ChangeEnvironmentDialogProps {
  readonly project: ProjectListEntry
  /** Leads to the tab with the environments. Absent: no link to it. */
  readonly onOpenTab?: () => void
  /** The environment that is chosen at first. Default: the working one. */
  readonly initial?: string
  readonly onClose: () => void
}

/** Change environment (S1 §2): choose one, then Close or Change. */
export function ChangeEnvironmentDialog({ project, onOpenTab, initial, onClose }: ChangeEnvironmentDialogProps) {
  const { t } = useTranslation()
  const list = useOperation('environmentList', {}, { projectId: project.id, silent: true })
  const [chosen, setChosen] = useState(initial ?? project.environment)
  const [failure, setFailure] = useState<unknown>(null)
  const [isChanging, setChanging] = useState(false)

  const change = async (): Promise<void> => {
    setChanging(true)
    setFailure(null)
    try {
      await changeEnvironment(project.id, chosen)
      onClose()
    } catch (error) {
      setFailure(error)
      setChanging(false)
    }
  }

  return (
    <Dialog
      opened
      width={400}
      onClose={onClose}
      title={t('environments.change.title')}
      text={t('environments.change.text')}
      leave={t('ui.close')}
      action={t('environments.change.action')}
      loading={isChanging}
      disabledReason={chosen === project.environment ? t('environments.change.same') : undefined}
      error={failure === null ? null : messageOf(failure)}
      footer={
        onOpenTab && (
          <Button kind="quiet" size="md" onClick={onOpenTab}>
            {t('environments.change.manage')}
          </Button>
        )
      }
      onSubmit={() => void change()}
    >
      {list.data !== undefined ? (
        <Choices list={list.data.list} value={chosen} onChange={setChosen} />
      ) : list.error !== null ? (
        <ErrorState
          title={t('environments.notRead')}
          text={messageOf(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : (
        <Skeleton height={80} />
      )}
    </Dialog>
  )
}

interface ChoicesProps {
  readonly list: readonly ListedEnvironment[]
  readonly value: string
  readonly onChange: (name: string) => void
}

function Choices({ list, value, onChange }: ChoicesProps) {
  const { t } = useTranslation()
  const group = useId()
  return (
    <div className={styles.choices} role="radiogroup" aria-label={t('environments.change.title')}>
      {list.map(({ name, isWorking, isDefault, server }) => (
        <label key={name} className={styles.choice}>
          <input
            type="radio"
            name={group}
            checked={name === value}
            onChange={() => onChange(name)}
            {...(name === value && { 'data-autofocus': true })}
          />
          <span className={styles.choiceWords}>
            <bdi>{name}</bdi>
            <small>
              {server === null || isDefault ? (
                t('environments.database.project')
              ) : (
                <bdi dir="ltr">{`${server.database} · ${server.host}`}</bdi>
              )}
            </small>
          </span>
          {isWorking && <Badge kind="success">{t('environments.working')}</Badge>}
        </label>
      ))}
    </div>
  )
}
