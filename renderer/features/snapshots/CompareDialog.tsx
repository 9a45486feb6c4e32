import type { SnapshotDifference, WireSnapshot } from '@common/operations/snapshots'
import { messageOf, useOperation } from '@renderer/api'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { Chip, Dialog, ErrorState, Spinner, Table } from '@renderer/ui'
import styles from './snapshots.module.css'

export interface CompareDialogProps {
  readonly projectId: string
  readonly snapshot: WireSnapshot
  readonly onClose: () => void
}

const colors = { same: 'grey', changed: 'amber', created: 'green', deleted: 'red' } as const

/** Shows how many records of each table were added, changed and deleted since a snapshot. */
export function CompareDialog({ projectId, snapshot, onClose }: CompareDialogProps) {
  const { t } = useTranslation()
  const compared = useOperation(
    'snapshotCompare',
    { id: snapshot.id },
    { projectId, silent: true, refetchOnMount: 'always' },
  )
  const isLoading = compared.data === undefined || compared.isFetching
  return (
    <Dialog
      opened
      onClose={onClose}
      onSubmit={onClose}
      width={880}
      title={t('snapshots.compareTitle', { title: snapshot.title })}
      text={t('snapshots.compareText')}
      action={t('snapshots.done')}
      leave={null}
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
                <th>{t('snapshots.column.table')}</th>
                <th>{t('snapshots.column.state')}</th>
                <th data-cell="number">{t('snapshots.column.added')}</th>
                <th data-cell="number">{t('snapshots.column.changed')}</th>
                <th data-cell="number">{t('snapshots.column.deleted')}</th>
              </tr>
            </thead>
            <tbody>
              {(compared.data ?? []).map((difference) => (
                <DifferenceLine key={`${difference.state} ${difference.table}`} difference={difference} />
              ))}
            </tbody>
          </Table>
        </section>
      )}
    </Dialog>
  )
}

function DifferenceLine({ difference }: { readonly difference: SnapshotDifference }) {
  const { t } = useTranslation()
  const { title, state, added, changed, deleted } = difference
  return (
    <tr>
      <td dir="auto">{title}</td>
      <td>
        <Chip color={colors[state]}>{t(`snapshots.state.${state}`)}</Chip>
      </td>
      <td data-cell="number">{formatNumber(added)}</td>
      <td data-cell="number">{formatNumber(changed)}</td>
      <td data-cell="number">{formatNumber(deleted)}</td>
    </tr>
  )
}
