import type { TableSummary } from '@common/model'
import type { Permissions } from '@common/permissions'
import { client, type OperationArgs, operationKey, sentenceOf, useCommand, useOperation } from '@renderer/api'
import { filterInput, noFilters } from '@renderer/features/audit'
import { formatDate, formatDateTime, formatNumber, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Segments, TabBar, TabPage, useMinute } from '@renderer/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ChangeList } from './ChangeList'
import { Filters } from './Filters'
import styles from './history.module.css'
import { bars, spanNames, timesOf, type Place, type Span } from './place'
import { TablePanel } from './TablePanel'
import { Timeline } from './Timeline'
import { useChanges } from './use-changes'

export interface HistoryTabProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
  readonly permissions: Permissions
  /** Reloads open rows. */
  readonly onRowsWritten: () => void
}

/** Changes and snapshots over time, with a table then and now. */
export function HistoryTab({ projectId, tables, permissions, onRowsWritten }: HistoryTabProps) {
  const { t } = useTranslation()
  const [span, setSpan] = useState<Span>('weeks')
  const [place, setPlace] = useState<Place>()
  const [filters, setFilters] = useState(noFilters)
  const stored = useMemo(() => tables.filter(({ type }) => type === 'table'), [tables])
  const [chosenName, setName] = useState<string>()
  const name = stored.some((table) => table.name === chosenName) ? chosenName : stored[0]?.name
  const minute = useMinute()
  const times = useMemo(() => timesOf(span, minute), [span, minute])
  const maySnapshot = permissions.has('schema.change')
  const snapshotList = useOperation('snapshotList', {}, { projectId, enabled: maySnapshot, silent: true })
  const snapshots = useMemo(() => snapshotList.data?.list ?? [], [snapshotList.data])
  const timelineArgs: OperationArgs<'auditTimeline'> = {
    ...filterInput(filters),
    from: new Date(times.from).toISOString(),
    until: new Date(times.until + 60_000).toISOString(),
    buckets: bars,
  }
  const { data: timeline } = useQuery({
    queryKey: operationKey('auditTimeline', timelineArgs, projectId),
    queryFn: ({ signal }) => client.call('auditTimeline', timelineArgs, { projectId, signal, silent: true }),
    // The span ends a minute later each minute: the bars stay until the next ones arrive.
    placeholderData: keepPreviousData,
  })
  const changes = useChanges(projectId, filters, snapshots)
  const take = useCommand('snapshotTake')
  const takeNow = (): void =>
    take.mutate(
      { args: {}, projectId, silent: true },
      {
        onSuccess: ({ title }) => {
          toast.success(sentence('snapshots.taken', { title }))
        },
        onError: (error) => {
          toast.error(sentence('snapshots.notTaken'), { detail: sentenceOf(error) })
        },
      },
    )
  return (
    <TabPage label={t('tabs.kinds.history')}>
      <TabBar
        end={
          <>
            <Segments
              label={t('moments.span')}
              value={span}
              options={spanNames.map((value) => ({ value, label: t(`moments.spans.${value}`) }))}
              onChange={setSpan}
            />
            {maySnapshot && (
              <Button icon="plus" loading={take.isPending} onClick={takeNow}>
                {t('snapshots.take')}
              </Button>
            )}
          </>
        }
      >
        <p className={styles.facts}>
          {t('moments.facts', {
            snapshots: snapshots.length,
            from: timeline === undefined ? '' : formatDate(timeline.reachesTo),
          })}
        </p>
        {place !== undefined && (
          <span className={styles.chosen}>
            {formatDateTime(place.at)}
            <Button size="sm" kind="quiet" onClick={() => setPlace(undefined)}>
              {t('moments.backToNow')}
            </Button>
          </span>
        )}
      </TabBar>
      <Timeline times={times} counts={timeline?.counts} snapshots={snapshots} place={place} onPlace={setPlace} />
      <div className={styles.parts}>
        <section className={styles.list} aria-label={t('moments.changes')}>
          <div className={styles.bar}>
            <h2>{t('moments.changes')}</h2>
            {changes.count !== null && <span className={styles.number}>{formatNumber(changes.count)}</span>}
          </div>
          <Filters projectId={projectId} tables={tables} filters={filters} onChange={setFilters} />
          <ChangeList
            projectId={projectId}
            tables={tables}
            changes={changes}
            place={place}
            onPlace={(next, table) => {
              setPlace(next)
              if (table !== null && stored.some((each) => each.name === table)) setName(table)
            }}
          />
        </section>
        <TablePanel
          key={`${name} ${JSON.stringify(place?.moment)}`}
          projectId={projectId}
          tables={stored}
          name={name}
          onName={setName}
          place={place}
          permissions={permissions}
          onRowsWritten={onRowsWritten}
        />
      </div>
    </TabPage>
  )
}
