import type { TableSummary } from '@common/model'
import { recordStates, restoreRecordsMax, type RecordDifference } from '@common/operations/history'
import type { Permissions } from '@common/permissions'
import { messageOf, useOperation } from '@renderer/api'
import { useTablesNamed } from '@renderer/features/tables'
import { formatDate, useTranslation } from '@renderer/i18n'
import { EmptyState, ErrorState, Icon, Note, Select, Spinner } from '@renderer/ui'
import { useMemo, useState } from 'react'
import { Comparison } from './Comparison'
import styles from './history.module.css'
import { stateIcons, type Place } from './place'
import { RestoreBar } from './RestoreBar'

export interface TablePanelProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
  /** Name of the compared table; undefined without tables. */
  readonly name: string | undefined
  readonly onName: (name: string) => void
  readonly place: Place | undefined
  readonly permissions: Permissions
  readonly onRowsWritten: () => void
}

/** Compares a table at the chosen moment with now, and restores it. */
export function TablePanel({ projectId, tables, name, onName, place, permissions, onRowsWritten }: TablePanelProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const names = useMemo(() => (name === undefined ? [] : [name]), [name])
  const table = useTablesNamed(projectId, names, isAsked).tables.get(name ?? '')
  const compared = useOperation(
    'historyCompare',
    { table: name ?? '', moment: place?.moment ?? { at: '1970-01-01T00:00:00Z' } },
    { projectId, enabled: name !== undefined && place !== undefined, silent: true, refetchOnMount: 'always' },
  )
  const { data: comparison, error, isFetching } = compared
  const differing = comparison === undefined ? 0 : comparison.added + comparison.changed + comparison.deleted
  const choose = (rowId: string, isChosen: boolean): void => {
    const next = new Set(chosen)
    if (isChosen) next.add(rowId)
    else next.delete(rowId)
    setChosen(next)
  }
  return (
    <section className={styles.panel} aria-label={t('moments.table')}>
      <div className={styles.bar}>
        <Select
          size="sm"
          aria-label={t('moments.table')}
          searchable
          isUntranslated
          listWidth={240}
          value={name ?? null}
          options={tables.map((each) => ({ value: each.name, label: each.title }))}
          onChange={onName}
        />
        {comparison !== undefined &&
          recordStates.map((state) => <Count key={state} state={state} count={comparison[state]} />)}
        {isFetching && <Spinner />}
      </div>
      {place === undefined ? (
        <EmptyState title={t('moments.choosePlace')} text={t('moments.choosePlaceText')} />
      ) : error !== null ? (
        <ErrorState
          title={t('moments.notCompared')}
          text={error.code === 'HISTORY_NOT_REACHED' ? notReached(error.details['from']) : messageOf(error)}
          onRetry={() => void compared.refetch()}
        />
      ) : comparison === undefined || table === undefined ? (
        <p className={styles.running} role="status">
          <Spinner /> {t('moments.comparing')}
        </p>
      ) : (
        <>
          {comparison.gaps.length > 0 && (
            <Note icon="warning" text={comparison.gaps.map((gap) => t(`moments.gaps.${gap}`)).join(' ')} />
          )}
          {differing === 0 ? (
            <EmptyState title={t('moments.same')} text={t('moments.sameText')} />
          ) : comparison.list.length === 0 ? (
            <EmptyState
              title={t('moments.tooManyToList')}
              text={t('moments.tooManyToListText', { max: restoreRecordsMax })}
            />
          ) : (
            <Comparison table={table} comparison={comparison} chosen={chosen} onChoose={choose} />
          )}
          {comparison.more && comparison.list.length > 0 && (
            <p className={styles.more}>{t('moments.more', { count: comparison.list.length })}</p>
          )}
          {differing > 0 && permissions.has('row.update') && (
            <RestoreBar
              projectId={projectId}
              comparison={comparison}
              place={place}
              chosen={chosen}
              onChoosing={setChosen}
              onRestored={() => {
                setChosen(undefined)
                onRowsWritten()
                void compared.refetch()
              }}
            />
          )}
        </>
      )}
    </section>
  )

  function notReached(from: unknown): string {
    return t('moments.notReached', { from: typeof from === 'string' ? formatDate(from) : '' })
  }
}

const isAsked = (): boolean => true

function Count({ state, count }: { readonly state: RecordDifference['state']; readonly count: number }) {
  const { t } = useTranslation()
  return (
    <span className={styles.count} data-state={state}>
      <Icon name={stateIcons[state]} size={12} />
      {t(`moments.counts.${state}`, { count })}
    </span>
  )
}
