import type { WireSnapshot } from '@common/operations/snapshots'
import { client, messageOf, sentenceOf, useCommand } from '@renderer/api'
import { runWork, type WorkWords } from '@renderer/features/work'
import { formatBytes, formatDateTime, formatNumber, sentence, t as translated, useTranslation } from '@renderer/i18n'
import { afterProjectCreated, goTo, toast, useInstallation } from '@renderer/stores'
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
  Line,
  Lines,
  Menu,
  MenuDivider,
  MenuItem,
  Skeleton,
  Spinner,
  TabBar,
  TabMiddle,
  TabPage,
} from '@renderer/ui'
import { useState } from 'react'
import { CompareDialog } from './CompareDialog'
import styles from './snapshots.module.css'
import { useSnapshots } from './use-snapshots'

export interface SnapshotsTabProps {
  readonly projectId: string
  /** Reloads open rows. */
  readonly onRowsWritten: () => void
}

/** Takes, compares, restores and deletes snapshots of a project. */
export function SnapshotsTab({ projectId, onRowsWritten }: SnapshotsTabProps) {
  const { t } = useTranslation()
  const take = useCommand('snapshotTake')
  const cancel = useCommand('snapshotCancel')
  const remove = useCommand('snapshotDelete')
  const snapshots = useSnapshots(projectId, take.isPending)
  const [compared, setCompared] = useState<WireSnapshot>()
  const [deleting, setDeleting] = useState<WireSnapshot>()
  const call = { projectId, silent: true } as const
  const { list, running } = snapshots.data ?? {}

  const takeNow = (): void =>
    take.mutate(
      { args: {}, ...call },
      {
        onSuccess: ({ title }) => {
          toast.success(sentence('snapshots.taken', { title }))
        },
        onError: (error) => {
          toast.error(sentence('snapshots.notTaken'), { detail: sentenceOf(error) })
        },
      },
    )
  const restoreProject = (snapshot: WireSnapshot): Promise<void> =>
    runWork(
      restoreWords(snapshot, t('snapshots.restoreProject')),
      (signal) => client.call('snapshotRestore', { id: snapshot.id }, { ...call, signal }),
      async ({ id, title, tables: count }) => {
        await goTo(afterProjectCreated(useInstallation.getState().info, id))
        const text = sentence('snapshots.restored', { title, count })
        toast.success(text)
        return text
      },
    )
  const restoreTables = (snapshot: WireSnapshot): Promise<void> =>
    runWork(
      restoreWords(snapshot, t('snapshots.restoreTables')),
      (signal) => client.call('snapshotRestoreTables', { id: snapshot.id }, { ...call, signal }),
      ({ created }) => {
        onRowsWritten()
        const text = sentence('snapshots.tablesRestored', { count: created })
        toast.success(text)
        return text
      },
    )

  return (
    <TabPage label={t('tabs.kinds.snapshots')}>
      <TabBar
        end={
          <Button kind="main" icon="plus" loading={take.isPending} onClick={takeNow}>
            {t('snapshots.take')}
          </Button>
        }
      >
        <p className={styles.text}>{t('snapshots.text')}</p>
      </TabBar>
      {running && (
        <div className={styles.running} role="status">
          <Spinner />
          <span>{t('snapshots.running', { title: running.title, rows: formatNumber(running.rows) })}</span>
          <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate({ args: {}, ...call })}>
            {t('snapshots.cancel')}
          </Button>
        </div>
      )}
      {list === undefined ? (
        snapshots.error === null ? (
          <div className={styles.content} aria-hidden="true">
            <Skeleton width={280} />
          </div>
        ) : (
          <div className={styles.content}>
            <ErrorState
              title={t('snapshots.failed')}
              text={messageOf(snapshots.error)}
              onRetry={() => void snapshots.refetch()}
            />
          </div>
        )
      ) : list.length === 0 ? (
        <TabMiddle>
          <EmptyState title={t('snapshots.empty')} text={t('snapshots.emptyText')} />
        </TabMiddle>
      ) : (
        <div className={styles.content}>
          <Lines label={t('tabs.kinds.snapshots')}>
            {list.map((snapshot) => (
              <Line key={snapshot.id} icon="clock" title={snapshot.title} text={factsOf(snapshot)}>
                <Button size="sm" onClick={() => setCompared(snapshot)}>
                  {t('snapshots.compare')}
                </Button>
                <Menu
                  align="end"
                  width={320}
                  target={<IconButton icon="more" size="sm" label={t('snapshots.more', { title: snapshot.title })} />}
                >
                  <MenuItem
                    icon="plus"
                    description={t('snapshots.restoreProjectText')}
                    onClick={() => void restoreProject(snapshot)}
                  >
                    {t('snapshots.restoreProject')}
                  </MenuItem>
                  <MenuItem
                    icon="undo"
                    description={t('snapshots.restoreTablesText')}
                    onClick={() => void restoreTables(snapshot)}
                  >
                    {t('snapshots.restoreTables')}
                  </MenuItem>
                  <MenuDivider />
                  <MenuItem icon="trash" danger onClick={() => setDeleting(snapshot)}>
                    {t('snapshots.delete')}
                  </MenuItem>
                </Menu>
              </Line>
            ))}
          </Lines>
        </div>
      )}
      {compared && (
        <CompareDialog
          projectId={projectId}
          snapshot={compared}
          onClose={() => setCompared(undefined)}
          onRowsWritten={onRowsWritten}
        />
      )}
      <ConfirmDialog
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={t('snapshots.deleteTitle', { title: deleting?.title ?? '' })}
        action={t('snapshots.delete')}
        loading={remove.isPending}
        error={remove.error && messageOf(remove.error)}
        onSubmit={() =>
          deleting && remove.mutate({ args: { id: deleting.id }, ...call }, { onSuccess: () => setDeleting(undefined) })
        }
      >
        {t('snapshots.deleteText')}
      </ConfirmDialog>
    </TabPage>
  )
}

const restoreWords = ({ title }: WireSnapshot, detail: string): WorkWords => ({
  type: translated('snapshots.restoreType'),
  module: translated('snapshots.restoreModule'),
  running: translated('snapshots.restoring', { title }),
  detail,
  failed: translated('snapshots.notRestored'),
  cancelled: translated('snapshots.restoreCancelled'),
})

function factsOf({ tables, rows, bytes, user, when, scheduled }: WireSnapshot): string {
  return translated('snapshots.facts', {
    time: formatDateTime(when),
    scheduled: String(scheduled),
    user: user ?? '',
    tables,
    rows,
    bytes: formatBytes(bytes),
  })
}
