import { restoreRecordsMax } from '@common/operations/history'
import type { SnapshotDifference, WireSnapshot } from '@common/operations/snapshots'
import { client, messageOf, useFailure, useOperation } from '@renderer/api'
import { recorded, sayDone } from '@renderer/features/undo'
import { formatNumber, sentence, useTranslation } from '@renderer/i18n'
import { Button, Checkbox, Chip, Dialog, ErrorState, Note, Spinner, Table } from '@renderer/ui'
import { useRef, useState } from 'react'
import styles from './snapshots.module.css'

export interface CompareDialogProps {
  readonly projectId: string
  readonly snapshot: WireSnapshot
  readonly onClose: () => void
  /** Reloads open rows. */
  readonly onRowsWritten: () => void
}

const colors = { same: 'grey', changed: 'amber', created: 'green', deleted: 'red' } as const

/**
 * Shows how many records of each table were added, changed and deleted since a snapshot, and restores the records of
 * chosen tables.
 */
export function CompareDialog({ projectId, snapshot, onClose, onRowsWritten }: CompareDialogProps) {
  const { t } = useTranslation()
  /** Names of tables that the user left out. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isRestoring, setIsRestoring] = useState(false)
  const [problem, setProblem] = useFailure()
  const compared = useOperation(
    'snapshotCompare',
    { id: snapshot.id },
    { projectId, silent: true, refetchOnMount: 'always' },
  )
  const isLoading = compared.data === undefined || compared.isFetching
  const chosen = (compared.data ?? []).filter(({ restorable, table }) => restorable && !left.has(table))
  const records = chosen.reduce((sum, { added, changed, deleted }) => sum + added + changed + deleted, 0)
  const isTooMuch = records > restoreRecordsMax
  const running = useRef<AbortController>(undefined)
  const restore = async (): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    setIsRestoring(true)
    setProblem(undefined)
    const words = { title: snapshot.title }
    try {
      await recorded(
        projectId,
        { label: sentence('undo.restoredSnapshot', words), undone: sentence('undo.leftSnapshot', words) },
        (options) =>
          client.call(
            'snapshotRestoreRecords',
            { id: snapshot.id, tables: chosen.map(({ table }) => table) },
            { ...options, projectId, silent: true, signal: controller.signal },
          ),
      )
      sayDone(projectId, sentence('undo.restoredSnapshot', words))
      onRowsWritten()
      onClose()
    } catch (error) {
      setProblem(controller.signal.aborted ? sentence('snapshots.restoreCancelled') : error)
    } finally {
      setIsRestoring(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      onSubmit={() => void restore()}
      danger
      loading={isRestoring}
      disabledReason={
        isTooMuch
          ? t('snapshots.tooMany', { max: restoreRecordsMax, count: records })
          : chosen.length === 0
            ? t('snapshots.nothingChosen')
            : undefined
      }
      error={problem}
      width={880}
      title={t('snapshots.compareTitle', { title: snapshot.title })}
      text={t('snapshots.compareText')}
      action={t('snapshots.restoreRecords', { count: chosen.length })}
      leave={t('snapshots.done')}
      footer={
        isRestoring && (
          <span className={styles.restoring} role="status">
            {t('snapshots.restoring', { title: snapshot.title })}
            <Button size="md" onClick={() => running.current?.abort()}>
              {t('snapshots.cancel')}
            </Button>
          </span>
        )
      }
    >
      {compared.error !== null ? (
        <ErrorState
          title={t('snapshots.compareFailed')}
          text={messageOf(compared.error)}
          onRetry={() => void compared.refetch()}
        />
      ) : isLoading ? (
        <p className={styles.running} role="status">
          <Spinner /> {t('snapshots.comparing')}
        </p>
      ) : (
        <section aria-label={t('snapshots.compareTitle', { title: snapshot.title })} tabIndex={0}>
          <Table framed label={t('snapshots.compareTitle', { title: snapshot.title })}>
            <thead>
              <tr>
                <th className={styles.choice}>
                  <span className="hidden-text">{t('snapshots.column.restore')}</span>
                </th>
                <th>{t('snapshots.column.table')}</th>
                <th>{t('snapshots.column.state')}</th>
                <th data-cell="number">{t('snapshots.column.added')}</th>
                <th data-cell="number">{t('snapshots.column.changed')}</th>
                <th data-cell="number">{t('snapshots.column.deleted')}</th>
              </tr>
            </thead>
            <tbody>
              {(compared.data ?? []).map((difference) => (
                <DifferenceLine
                  key={`${difference.state} ${difference.table}`}
                  difference={difference}
                  isChosen={!left.has(difference.table)}
                  onChoose={(isChosen) => {
                    const next = new Set(left)
                    if (isChosen) next.delete(difference.table)
                    else next.add(difference.table)
                    setLeft(next)
                  }}
                />
              ))}
            </tbody>
          </Table>
          {isTooMuch ? (
            <Note icon="warning" text={t('snapshots.tooMany', { max: restoreRecordsMax, count: records })} />
          ) : (
            chosen.length > 0 && <p className={styles.warning}>{t('snapshots.restoreRecordsText')}</p>
          )}
        </section>
      )}
    </Dialog>
  )
}

interface DifferenceLineProps {
  readonly difference: SnapshotDifference
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

function DifferenceLine({ difference, isChosen, onChoose }: DifferenceLineProps) {
  const { t } = useTranslation()
  const { title, state, restorable, added, changed, deleted } = difference
  return (
    <tr>
      <td>
        {restorable && (
          <Checkbox checked={isChosen} onChange={onChoose} aria-label={t('snapshots.restoreTable', { table: title })} />
        )}
      </td>
      <td>
        <bdi>{title}</bdi>
      </td>
      <td>
        <Chip color={colors[state]}>{t(`snapshots.state.${state}`)}</Chip>
      </td>
      <td data-cell="number">{formatNumber(added)}</td>
      <td data-cell="number">{formatNumber(changed)}</td>
      <td data-cell="number">{formatNumber(deleted)}</td>
    </tr>
  )
}
