import type { ListedMigration } from '@common/operations/migrations'
import { desktop, sentenceOf, unwrap, useCommand } from '@renderer/api'
import { formatDateTime, sentence, useTranslation } from '@renderer/i18n'
import { toast, useUsers } from '@renderer/stores'
import {
  Badge,
  Button,
  Buttons,
  copyText,
  EmptyState,
  IconButton,
  Line,
  Lines,
  Menu,
  MenuItem,
  Section,
} from '@renderer/ui'
import { useState } from 'react'
import { DifferenceList } from './DifferenceList'
import { MigrationDialog, RollBackDialog } from './questions'
import styles from './migrations.module.css'
import type { Migrations } from './types'

export interface MigrationListProps {
  readonly projectId: string
  readonly migrations: Migrations
  /** Reads the folder again. */
  readonly onReload: () => void
}

type Question =
  | { readonly kind: 'read'; readonly name: string }
  /** `to`: rolls back all after it; without, the last one. */
  | { readonly kind: 'back'; readonly names: readonly string[]; readonly to?: string }

const badges = {
  applied: 'success',
  pending: 'info',
  rolledBack: 'plain',
  changed: 'warning',
  missing: 'warning',
  partial: 'error',
} as const

/** Migrations by number, with the differences between them and the database. */
export function MigrationList({ projectId, migrations, onReload }: MigrationListProps) {
  const { t } = useTranslation()
  const { list, drift, folder, environment } = migrations
  const [question, setQuestion] = useState<Question>()
  const apply = useCommand('migrationApply')
  const mark = useCommand('migrationMark')
  const record = useCommand('migrationRecord')
  const call = { projectId, silent: true } as const
  const failed = (error: Error): void => {
    toast.error(sentence('migrations.notRun'), { detail: sentenceOf(error) })
    onReload()
  }
  const waiting = list.filter(({ status }) => status === 'pending' || status === 'rolledBack' || status === 'partial')
  const applied = list.filter(({ status }) => status === 'applied' || status === 'changed' || status === 'missing')
  const run = (to?: string): void =>
    apply.mutate(
      { args: to === undefined ? {} : { to }, ...call },
      {
        onSuccess: ({ migrations: { length: count } }) => toast.success(sentence('migrations.applied', { count })),
        onError: failed,
      },
    )
  const copyFolder = (): void => void copyText(folder).then(() => toast.success(sentence('migrations.folderCopied')))
  const shell = desktop()
  const openFolder = (): void => {
    if (shell === undefined) return
    const { token } = useUsers.getState()
    unwrap(shell.reveal({ what: 'migrations', projectId, token })).catch((error: unknown) =>
      toast.error(sentenceOf(error)),
    )
  }
  const last = applied.at(-1)
  return (
    <>
      <Section
        title={t('migrations.of', { environment })}
        text={
          <>
            {t('migrations.folder')} <bdi className={styles.path}>{folder}</bdi>
          </>
        }
        actions={
          <Buttons>
            {shell !== undefined && (
              <IconButton icon="folder" label={t('migrations.openFolder')} onClick={openFolder} />
            )}
            <IconButton icon="copy" label={t('migrations.copyFolder')} onClick={copyFolder} />
            <IconButton icon="reload" label={t('migrations.reload')} onClick={onReload} />
            {last !== undefined && (
              <Button size="md" icon="undo" onClick={() => setQuestion({ kind: 'back', names: [last.name] })}>
                {t('migrations.rollBackLast')}
              </Button>
            )}
            <Button
              size="md"
              kind="main"
              icon="play"
              loading={apply.isPending}
              disabled={waiting.length === 0}
              onClick={() => run()}
            >
              {t('migrations.applyAll', { count: waiting.length })}
            </Button>
          </Buttons>
        }
      >
        {list.length === 0 ? (
          <EmptyState title={t('migrations.none')} text={t('migrations.noneText')} />
        ) : (
          <Lines label={t('migrations.list.title')}>
            {list.map((migration) => (
              <Line
                key={migration.name}
                icon={migration.status === 'applied' ? 'check' : 'file'}
                good={migration.status === 'applied'}
                title={<bdi>{migration.name}</bdi>}
                badges={
                  migration.status !== 'applied' && (
                    <Badge kind={badges[migration.status]}>
                      {t(`migrations.status.${migration.status}`, { done: migration.done })}
                    </Badge>
                  )
                }
                text={t('migrations.facts', {
                  status: migration.status,
                  time: migration.changedAt === null ? '' : formatDateTime(migration.changedAt),
                })}
              >
                <Button size="sm" onClick={() => setQuestion({ kind: 'read', name: migration.name })}>
                  {t('migrations.read')}
                </Button>
                <MigrationMenu
                  migration={migration}
                  later={applied.slice(applied.indexOf(migration) + 1).map(({ name }) => name)}
                  isApplied={applied.includes(migration)}
                  onApply={() => run(migration.name)}
                  onBack={(names) => setQuestion({ kind: 'back', names, to: migration.name })}
                  onMark={() => mark.mutate({ args: { name: migration.name }, ...call }, { onError: failed })}
                />
              </Line>
            ))}
          </Lines>
        )}
      </Section>
      {drift.length > 0 && (
        <Section
          title={t('migrations.drift', { count: drift.length })}
          text={t('migrations.driftText')}
          actions={
            <Button
              size="md"
              icon="plus"
              loading={record.isPending}
              onClick={() => record.mutate({ args: {}, ...call }, { onError: failed })}
            >
              {t('migrations.record')}
            </Button>
          }
        >
          <DifferenceList differences={drift} />
        </Section>
      )}
      {question?.kind === 'read' && (
        <MigrationDialog projectId={projectId} name={question.name} onClose={() => setQuestion(undefined)} />
      )}
      {question?.kind === 'back' && (
        <RollBackDialog
          projectId={projectId}
          names={question.names}
          to={question.to}
          onDone={onReload}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  )
}

interface MigrationMenuProps {
  readonly migration: ListedMigration
  readonly isApplied: boolean
  /** Names of the applied ones after it. */
  readonly later: readonly string[]
  readonly onApply: () => void
  readonly onBack: (names: readonly string[]) => void
  readonly onMark: () => void
}

function MigrationMenu({ migration, isApplied, later, onApply, onBack, onMark }: MigrationMenuProps) {
  const { t } = useTranslation()
  const { name, status } = migration
  return (
    <Menu align="end" width={320} target={<IconButton icon="more" size="sm" label={t('migrations.more', { name })} />}>
      {!isApplied && (
        <MenuItem icon="play" description={t('migrations.applyToText')} onClick={onApply}>
          {t('migrations.applyTo')}
        </MenuItem>
      )}
      {isApplied && (
        <MenuItem
          icon="undo"
          disabled={later.length === 0}
          description={t('migrations.backToText', { count: later.length })}
          onClick={() => onBack(later)}
        >
          {t('migrations.backTo')}
        </MenuItem>
      )}
      {status !== 'applied' && status !== 'missing' && (
        <MenuItem
          icon="check"
          description={t(status === 'changed' ? 'migrations.acceptText' : 'migrations.markText')}
          onClick={onMark}
        >
          {t(status === 'changed' ? 'migrations.accept' : 'migrations.mark')}
        </MenuItem>
      )}
    </Menu>
  )
}
