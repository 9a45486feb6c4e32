import type { OperationOutput } from '@common/operations'
import { client, messageOf, operationKey, queryClient, sentenceOf } from '@renderer/api'
import { formatDateTime, formatRelativeTime, useTranslation } from '@renderer/i18n'
import { sqlDesk, toast } from '@renderer/stores'
import { Button, ConfirmDialog, EmptyState, ErrorState, Icon, Skeleton, useMinute } from '@renderer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useRuns } from '../runs'
import { spentTime } from '../words'
import styles from './library.module.css'

type Entry = OperationOutput<'sqlHistoryList'>['entries'][number]

const pageRows = 50

/** The user's own runs, newest first. A click opens the text in a query of its own. */
export function HistoryList({ projectId, search }: { readonly projectId: string; readonly search: string }) {
  const { t } = useTranslation()
  const wanted = useDeferredValue(search.trim())
  const [isClearing, setClearing] = useState(false)
  const list = useInfiniteQuery({
    queryKey: [...operationKey('sqlHistoryList', { search: wanted }, projectId)],
    queryFn: ({ pageParam, signal }) =>
      client.call(
        'sqlHistoryList',
        { search: wanted, offset: pageParam, limit: pageRows },
        { projectId, silent: true, signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.entries.length, 0)
      return read < last.total && last.entries.length > 0 ? read : undefined
    },
    refetchOnMount: 'always',
  })
  const { refetch } = list
  const ended = useRuns(({ runs }) => Object.values(runs).filter(({ view }) => view && view.state !== 'running').length)
  useEffect(() => void refetch(), [ended, refetch])
  useMinute()
  if (list.error && list.data === undefined)
    return <ErrorState title={messageOf(list.error)} onRetry={() => void refetch()} retrying={list.isFetching} />
  if (list.data === undefined) return <Skeleton height={32} />
  const entries = list.data.pages.flatMap((page) => page.entries)
  if (entries.length === 0)
    return (
      <div className={styles.empty}>
        <EmptyState
          title={t(wanted === '' ? 'sql.library.noHistory' : 'sql.library.noMatch')}
          {...(wanted === '' && { text: t('sql.library.noHistoryHint') })}
        />
      </div>
    )
  const clear = async (): Promise<void> => {
    setClearing(false)
    try {
      await client.call('sqlHistoryDelete', {}, { projectId, silent: true })
      await queryClient.invalidateQueries({ queryKey: operationKey('sqlHistoryList', { search: wanted }, projectId) })
      await refetch()
    } catch (error) {
      toast.error(sentenceOf(error))
    }
  }
  return (
    <>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <button type="button" className={styles.open} onClick={() => sqlDesk.open(projectId, { text: entry.sql })}>
              <code className={styles.sql} dir="ltr">
                {entry.sql}
              </code>
              <HistoryFacts entry={entry} />
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {list.hasNextPage && (
          <Button kind="quiet" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('sql.library.older')}
          </Button>
        )}
        <Button kind="quiet" icon="trash" onClick={() => setClearing(true)}>
          {t('sql.library.clearHistory')}
        </Button>
      </div>
      {isClearing && (
        <ConfirmDialog
          opened
          title={t('sql.library.clearTitle')}
          action={t('sql.library.clearHistory')}
          onSubmit={() => void clear()}
          onClose={() => setClearing(false)}
        >
          <p>{t('sql.library.clearText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function HistoryFacts({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation()
  const { state, startedAt, elapsedMs, rows, affected, error } = entry
  const facts = [
    formatRelativeTime(startedAt),
    spentTime(elapsedMs),
    ...(affected === null ? [] : [t('sql.result.affected', { count: affected })]),
    ...(rows > 0 || affected === null ? [t('sql.result.rows', { count: rows })] : []),
  ]
  return (
    <span className={styles.facts} title={formatDateTime(startedAt)} data-state={state}>
      <Icon name={state === 'done' ? 'check' : state === 'failed' ? 'warning' : 'stop'} size={12} />
      {state === 'failed' && error !== null ? (
        <span dir="auto">{error}</span>
      ) : (
        [...(state === 'cancelled' ? [t('sql.states.cancelled')] : []), ...facts].map((fact) => (
          <span key={fact}>{fact}</span>
        ))
      )}
    </span>
  )
}
