import { sql } from '@codemirror/lang-sql'
import { messageOf, useCommand, useOperation } from '@renderer/api'
import { CodeText } from '@renderer/features/code'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { ConfirmDialog, Dialog, ErrorState, Section, Skeleton } from '@renderer/ui'
import styles from './migrations.module.css'

const sqlText = sql()

export interface MigrationDialogProps {
  readonly projectId: string
  readonly name: string
  readonly onClose: () => void
}

/** Shows the SQL of a migration, and the applied one where the file differs. */
export function MigrationDialog({ projectId, name, onClose }: MigrationDialogProps) {
  const { t } = useTranslation()
  const query = useOperation('migrationRead', { name }, { projectId, silent: true, refetchOnMount: 'always' })
  const text = (label: string, script: string) => (
    <Section title={label}>
      <div className={styles.code}>
        <CodeText key={script} label={label} language={sqlText} value={script} />
      </div>
    </Section>
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      onSubmit={onClose}
      width={880}
      title={name}
      action={t('migrations.close')}
      leave={null}
    >
      {query.error !== null ? (
        <ErrorState title={t('migrations.failed')} text={messageOf(query.error)} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton width={320} />
      ) : (
        <>
          {text(t('migrations.up'), query.data.up)}
          {query.data.applied !== null && text(t('migrations.upApplied'), query.data.applied)}
          {query.data.down === null ? (
            <p className={styles.quiet}>{t('migrations.noDown')}</p>
          ) : (
            text(t('migrations.down'), query.data.down)
          )}
        </>
      )}
    </Dialog>
  )
}

export interface RollBackDialogProps {
  readonly projectId: string
  /** Migrations that it rolls back. */
  readonly names: readonly string[]
  /** The last one that stays; undefined: all but the last one. */
  readonly to: string | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks before migrations are rolled back: rows of what they created are gone. */
export function RollBackDialog({ projectId, names, to, onDone, onClose }: RollBackDialogProps) {
  const { t } = useTranslation()
  const back = useCommand('migrationRollBack')
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={t('migrations.backTitle', { count: names.length })}
      action={t('migrations.rollBack')}
      loading={back.isPending}
      error={back.isError ? messageOf(back.error) : null}
      onSubmit={() =>
        back.mutate(
          { args: to === undefined ? {} : { to }, projectId, silent: true },
          {
            onSuccess: ({ migrations: { length: count } }) => {
              toast.success(sentence('migrations.rolledBack', { count }))
              onClose()
            },
            onSettled: onDone,
          },
        )
      }
    >
      <p>{t('migrations.backText')}</p>
      <ul className={styles.names}>
        {names.toReversed().map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
