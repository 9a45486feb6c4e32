import type { TableSummary } from '@common/model'
import type { ListedAuditLine } from '@common/operations/audit'
import { messageOf, operationKey, queryClient, useOperation } from '@renderer/api'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { Button, EmptyState, ErrorState, IconButton, SearchField, Select, Skeleton } from '@renderer/ui'
import { useCallback, useEffect, useState } from 'react'
import styles from './audit.module.css'
import { AuditLine } from './AuditLine'
import { auditTypes, type AuditType } from './audit-words'
import { useAuditNames } from './record-names'

export interface AuditTabProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
  readonly onOpenTable: (table: TableSummary) => void
}

/** Lines of one page. */
const linesPerPage = 50
const typingDelayMs = 300
const dayMs = 24 * 60 * 60 * 1_000

const spans = { any: undefined, day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const
type Span = keyof typeof spans
const spanNames = Object.keys(spans) as Span[]

interface Filters {
  readonly type: AuditType | ''
  readonly table: string
  readonly user: string
  readonly span: Span
  /** Fixed once, so that new entries don't shift the pages. */
  readonly from: string | undefined
}
const noFilters: Filters = { type: '', table: '', user: '', span: 'any', from: undefined }

/** The audit of a project: time, user, action, record, old and new values; filters above, pages below. */
export function AuditTab({ projectId, tables, onOpenTable }: AuditTabProps) {
  const { t } = useTranslation()
  const [filters, setFilters] = useState(noFilters)
  const [page, setPage] = useState(0)
  const [typed, setTyped] = useState('')
  const change = (part: Partial<Filters>): void => {
    setFilters((before) => ({ ...before, ...part }))
    setPage(0)
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      setFilters((before) => (before.user === typed.trim() ? before : { ...before, user: typed.trim() }))
      setPage(0)
    }, typingDelayMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { type, table, user, from } = filters
  const audit = useOperation(
    'auditList',
    {
      limit: linesPerPage,
      offset: page * linesPerPage,
      perChange: true,
      ...(type === '' ? {} : { type }),
      ...(table === '' ? {} : { table }),
      ...(user === '' ? {} : { user }),
      ...(from === undefined ? {} : { from }),
    },
    { projectId },
  )
  const isFiltered = type !== '' || table !== '' || user !== '' || from !== undefined
  const clear = (): void => {
    setTyped('')
    setFilters(noFilters)
    setPage(0)
  }
  const count = audit.data?.count ?? 0
  const list = audit.data?.list
  useEffect(() => {
    // The line below the tree shows the same number.
    if (!isFiltered && count > 0)
      queryClient.setQueryData(operationKey('auditList', { limit: 0, perChange: true }, projectId), {
        list: [],
        count,
      })
  }, [count, isFiltered, projectId])

  return (
    <section className={styles.view} aria-label={t('tabs.kinds.audit')}>
      <div className={styles.toolbar}>
        <Select
          size="sm"
          className={styles.choice}
          aria-label={t('audit.filter.what')}
          value={type}
          options={[
            { value: '', label: t('audit.filter.everything') },
            ...auditTypes.map((value) => ({ value, label: t(`audit.type.${value}`) })),
          ]}
          onChange={(value) => change({ type: value })}
        />
        <Select
          size="sm"
          className={styles.choice}
          aria-label={t('audit.filter.where')}
          searchable
          value={table}
          options={[
            { value: '', label: t('audit.filter.everywhere') },
            ...tables.map(({ name, title }) => ({ value: name, label: title })),
          ]}
          onChange={(value) => change({ table: value })}
        />
        <Select
          size="sm"
          className={styles.choice}
          aria-label={t('audit.filter.when')}
          value={filters.span}
          options={spanNames.map((value) => ({ value, label: t(`audit.span.${value}`) }))}
          onChange={(span) => {
            const length = spans[span]
            change({ span, from: length === undefined ? undefined : new Date(Date.now() - length).toISOString() })
          }}
        />
        <SearchField size="sm" className={styles.who} label={t('audit.filter.who')} value={typed} onChange={setTyped} />
        {isFiltered && (
          <Button kind="quiet" icon="close" onClick={clear}>
            {t('audit.filter.clear')}
          </Button>
        )}
        <span className={styles.spacer} />
        <IconButton
          icon="reload"
          label={t('audit.reload')}
          loading={audit.isFetching && !audit.isPending}
          onClick={() => void audit.refetch()}
        />
      </div>
      {audit.error && !list ? (
        <div className={styles.problem}>
          <ErrorState title={t('audit.failed')} text={messageOf(audit.error)} onRetry={() => void audit.refetch()} />
        </div>
      ) : list?.length === 0 ? (
        <div className={styles.nothing}>
          <EmptyState
            title={t(isFiltered ? 'audit.empty.filtered' : 'audit.empty.title')}
            text={isFiltered ? undefined : t('audit.empty.text')}
            action={isFiltered && <Button onClick={clear}>{t('audit.filter.clear')}</Button>}
          />
        </div>
      ) : (
        <Lines projectId={projectId} list={list} tables={tables} onOpenTable={onOpenTable} page={page} />
      )}
      {count > linesPerPage && (
        <div className={styles.pages}>
          <span className={styles.numbers}>
            {t('audit.page', {
              from: formatNumber(page * linesPerPage + 1),
              to: formatNumber(Math.min(count, (page + 1) * linesPerPage)),
              total: formatNumber(count),
            })}
          </span>
          <IconButton
            icon="chevronLeft"
            size="xs"
            mirrored
            label={t('audit.newer')}
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          />
          <IconButton
            icon="chevronRight"
            size="xs"
            mirrored
            label={t('audit.older')}
            disabled={(page + 1) * linesPerPage >= count}
            onClick={() => setPage(page + 1)}
          />
        </div>
      )}
    </section>
  )
}

interface LinesProps {
  readonly projectId: string
  /** Undefined while they are on their way. */
  readonly list: readonly ListedAuditLine[] | undefined
  readonly tables: readonly TableSummary[]
  readonly onOpenTable: (table: TableSummary) => void
  readonly page: number
}

const loadingWidths = [180, 140, 220, 160, 200, 120, 180, 150]

function Lines({ projectId, list, tables, onOpenTable, page }: LinesProps) {
  const { t } = useTranslation()
  const isKnown = useCallback((table: string) => tables.some(({ name }) => name === table), [tables])
  const names = useAuditNames(projectId, list, isKnown)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    // Newer browsers return a promise, which isn't a clean-up function.
    void scroller?.scrollTo({ top: 0 })
  }, [scroller, page])
  return (
    <div className={styles.lines} ref={setScroller} tabIndex={0} role="region" aria-label={t('audit.lines')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th className={styles.when}>{t('audit.column.when')}</th>
            <th className={styles.person}>{t('audit.column.who')}</th>
            <th className={styles.what}>{t('audit.column.what')}</th>
            <th className={styles.where}>{t('audit.column.where')}</th>
            <th>{t('audit.column.change')}</th>
          </tr>
        </thead>
        <tbody>
          {list === undefined
            ? loadingWidths.map((width, at) => (
                <tr key={at} aria-hidden="true">
                  <td>
                    <Skeleton width={96} />
                  </td>
                  <td>
                    <Skeleton width={120} />
                  </td>
                  <td>
                    <Skeleton width={88} />
                  </td>
                  <td>
                    <Skeleton width={72} />
                  </td>
                  <td>
                    <Skeleton width={width} />
                  </td>
                </tr>
              ))
            : list.map((line) => (
                <AuditLine
                  key={line.id}
                  line={line}
                  projectId={projectId}
                  names={names}
                  table={tables.find(({ name }) => name === line.table)}
                  onOpenTable={onOpenTable}
                />
              ))}
        </tbody>
      </table>
    </div>
  )
}
