import { columnType } from '@common/columns/registry'
import type { Column, Table } from '@common/model'
import type { HistoryValue } from '@common/model/history'
import type { ListedHistoryEntry, ListedValueChange } from '@common/operations/audit'
import { client, messageOf, type ApiError } from '@renderer/api'
import { formatDateTime, formatRelativeTime, localeTag, useTranslation } from '@renderer/i18n'
import { Avatar, Button, EmptyState, ErrorState, IconButton, Select, Skeleton, useMinute } from '@renderer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { actorWords, throughWords } from './actor-note'
import styles from './history.module.css'

export interface RecordHistoryProps {
  readonly projectId: string
  readonly table: Table
  /** The row, as in its path of the data API. */
  readonly rowId: string
  /** The only column to show; undefined for the whole record. */
  readonly column: Column | undefined
  readonly onColumn: (column: Column | undefined) => void
  /** Changes with each write, so that the history reloads. */
  readonly version: string
  readonly mayRestore: (column: Column) => boolean
  /** Renders the record name of a link's value. False for other columns. */
  readonly linked: (column: Column, value: string) => ReactNode
  /** Writes a value as it was. */
  readonly onRestore: (column: Column, value: string | number | boolean | null) => Promise<void>
}

const entriesAtOnce = 25
const everything = ' '

/** The history of a record: field, before → after, author, time, and a restore button. */
export function RecordHistory(props: RecordHistoryProps) {
  const { projectId, table, rowId, column, onColumn, version } = props
  const { t } = useTranslation()
  const history = useInfiniteQuery<Page, ApiError, { pages: Page[] }, readonly unknown[], string | undefined>({
    queryKey: ['history', projectId, table.name, rowId, column?.name, version],
    queryFn: ({ pageParam, signal }) => readPage(projectId, table.name, rowId, column?.name, pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.more ? page.list.at(-1)?.id : undefined),
    placeholderData: (before, query) => (query?.queryKey[3] === rowId ? before : undefined),
  })
  const entries = history.data?.pages.flatMap(({ list }) => list)

  return (
    <div className={styles.entries} aria-busy={history.isPending}>
      <Select
        aria-label={t('history.scope')}
        size="sm"
        value={column?.name ?? everything}
        options={[
          { value: everything, label: t('history.record') },
          ...table.columns.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={(name) => onColumn(table.columns.find((one) => one.name === name))}
      />
      {history.error && !entries && (
        <ErrorState
          title={t('history.failed')}
          text={messageOf(history.error)}
          onRetry={() => void history.refetch()}
        />
      )}
      {history.isPending && <Loading />}
      {entries?.length === 0 && <EmptyState title={t('history.empty.title')} text={t('history.empty.text')} />}
      <ol className={styles.list} aria-label={t('history.title')}>
        {entries?.map((entry) => (
          <Entry key={entry.id} entry={entry} {...props} />
        ))}
      </ol>
      {history.hasNextPage && (
        <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t('history.older')}
        </Button>
      )}
    </div>
  )
}

interface Page {
  readonly list: ListedHistoryEntry[]
  readonly more: boolean
}

function readPage(
  projectId: string,
  table: string,
  rowId: string,
  column: string | undefined,
  after: string | undefined,
  signal: AbortSignal,
): Promise<Page> {
  const part = { table, rowId, limit: entriesAtOnce, ...(after === undefined ? {} : { after }) }
  const options = { projectId, signal, silent: true }
  return column === undefined
    ? client.call('rowHistory', part, options)
    : client.call('cellHistory', { ...part, column }, options)
}

function Entry({ entry, ...props }: RecordHistoryProps & { readonly entry: ListedHistoryEntry }) {
  const { t } = useTranslation()
  const now = useMinute()
  const through = throughWords(entry)
  return (
    <li className={styles.entry}>
      <div className={styles.who}>
        {entry.user !== null && <Avatar name={entry.user} size="sm" />}
        <span className={styles.person} title={entry.user ?? undefined}>
          {actorWords(entry)}
        </span>
        <time className={styles.when} dateTime={entry.when} title={formatDateTime(entry.when)}>
          {formatRelativeTime(entry.when, now, 'narrow')}
        </time>
      </div>
      {through !== undefined && (
        <p className={styles.through} title={through}>
          {through}
        </p>
      )}
      {entry.kind !== 'update' && <p className={styles.kind}>{t(`history.kind.${entry.kind}`)}</p>}
      <ul className={styles.changes}>
        {entry.changes.map((change) => (
          <Change key={change.column} change={change} kind={entry.kind} {...props} />
        ))}
      </ul>
    </li>
  )
}

interface ChangeProps extends RecordHistoryProps {
  readonly change: ListedValueChange
  readonly kind: ListedHistoryEntry['kind']
}

function Change({ change, kind, table, mayRestore, onRestore, linked }: ChangeProps) {
  const { t } = useTranslation()
  const [working, setWorking] = useState(false)
  const column = table.columns.find(({ name }) => name === change.column)
  const { before } = change
  // A truncated value can't be restored.
  const canRestore = kind === 'update' && column !== undefined && mayRestore(column) && !isPart(before)
  const restore = (): void => {
    if (column === undefined || isPart(before)) return
    setWorking(true)
    void onRestore(column, before).finally(() => setWorking(false))
  }
  return (
    <li className={styles.change}>
      <span className={styles.field}>{column?.title ?? change.title}</span>
      <span className={styles.values}>
        {kind !== 'insert' && <Value as="before" value={before} column={column} linked={linked} />}
        {kind === 'update' && <span className={styles.arrow} aria-hidden="true" />}
        {kind !== 'delete' && <Value as="after" value={change.after} column={column} linked={linked} />}
      </span>
      {canRestore && (
        <IconButton
          icon="undo"
          size="xs"
          mirrored
          className={styles.restore}
          loading={working}
          label={t('history.restore', {
            value: glance(textOf(before, column)) || t('history.nothing'),
            column: column.title,
          })}
          onClick={restore}
        />
      )}
    </li>
  )
}

function Value({
  value,
  column,
  as,
  linked,
}: {
  readonly linked: RecordHistoryProps['linked']
  readonly value: HistoryValue
  readonly column: Column | undefined
  readonly as: 'before' | 'after'
}) {
  const { t } = useTranslation()
  const text = textOf(value, column)
  if (text === '') return <span className={styles.nothing}>{t('history.nothing')}</span>
  const shown = (column !== undefined && !isPart(value) && linked(column, String(value))) || text
  // Isolated: two values in English would otherwise change places in Hebrew.
  if (as === 'before')
    return (
      <del className={styles.before} dir="auto">
        {shown}
      </del>
    )
  return <bdi className={styles.after}>{shown}</bdi>
}

type Part = Extract<HistoryValue, object>
const isPart = (value: HistoryValue): value is Part => typeof value === 'object' && value !== null

function textOf(value: HistoryValue, column: Column | undefined): string {
  if (value === null) return ''
  if (isPart(value)) return 'cut' in value ? `${value.cut}…` : ''
  if (column === undefined) return String(value)
  return columnType(column.uiType).format(value, column, { locale: localeTag() })
}

/** A value in a sentence. */
const glance = (text: string): string => (text.length > 40 ? `${text.slice(0, 40).trimEnd()}…` : text)

function Loading() {
  return (
    <div className={styles.loading} aria-hidden="true">
      <Skeleton width="60%" />
      <Skeleton width="80%" />
      <Skeleton width="40%" />
    </div>
  )
}
