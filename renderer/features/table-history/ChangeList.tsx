import type { ListedAuditLine } from '@common/operations/audit'
import type { TableSummary } from '@common/model'
import { messageOf } from '@renderer/api'
import {
  actorIcon,
  actorOf,
  differencesOf,
  rowsOf,
  titleOf,
  useAuditNames,
  whatWords,
  type AuditNames,
} from '@renderer/features/audit'
import { formatBytes, formatDateTime, formatTime, localeTag, useTranslation } from '@renderer/i18n'
import { Avatar, EmptyState, ErrorState, Icon, Skeleton } from '@renderer/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import styles from './history.module.css'
import type { Place } from './place'
import type { ChangeItem, useChanges } from './use-changes'

export interface ChangeListProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
  readonly changes: ReturnType<typeof useChanges>
  readonly place: Place | undefined
  readonly onPlace: (place: Place, table: string | null) => void
}

const dayPx = 34
const linePx = 52

/** Changes and snapshots, newest first. Virtualized; older ones load while the reader scrolls. */
export function ChangeList({ projectId, tables, changes, place, onPlace }: ChangeListProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { items, lines, hasNextPage, isFetchingNextPage, fetchNextPage, isPending, error } = changes
  const isKnown = useCallback((table: string) => tables.some(({ name }) => name === table), [tables])
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (items[at]?.kind === 'day' ? dayPx : linePx),
    getItemKey: (at) => items[at]?.id ?? at,
    overscan: 8,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const first = shown[0]?.index ?? 0
  // Names are read for the shown lines only.
  const shownLines = items.slice(first, last + 1).flatMap((item) => (item.kind === 'line' ? [item.line] : []))
  const names = useAuditNames(projectId, shownLines, isKnown)
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= items.length - 20) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, items.length])
  if (error !== null && lines.length === 0)
    return <ErrorState title={t('moments.notListed')} text={messageOf(error)} onRetry={() => void changes.refetch()} />
  if (isPending)
    return (
      <div className={styles.loading} aria-hidden="true">
        {[180, 140, 220, 160].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    )
  if (items.length === 0) return <EmptyState title={t('moments.noChanges')} text={t('moments.noChangesText')} />
  return (
    <div className={styles.changes} ref={scroller} role="list" aria-label={t('moments.changes')} tabIndex={0}>
      <div className={styles.lines} style={{ blockSize: virtual.getTotalSize() }} role="presentation">
        {shown.map(({ index, key, start }) => {
          const item = items[index]
          return (
            item && (
              <div key={key} className={styles.place} role="listitem" style={{ transform: `translateY(${start}px)` }}>
                <Item item={item} tables={tables} names={names} place={place} onPlace={onPlace} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

interface ItemProps extends Pick<ChangeListProps, 'tables' | 'place' | 'onPlace'> {
  readonly item: ChangeItem
  readonly names: AuditNames
}

function Item({ item, tables, names, place, onPlace }: ItemProps) {
  const { t } = useTranslation()
  const { moment } = place ?? {}
  if (item.kind === 'day') return <h3 className={styles.day}>{dayWords(item.day)}</h3>
  if (item.kind === 'snapshot') {
    const { id, title, when, bytes, scheduled } = item.snapshot
    return (
      <button
        type="button"
        className={styles.line}
        aria-pressed={moment !== undefined && 'snapshot' in moment && moment.snapshot === id}
        onClick={() => onPlace({ moment: { snapshot: id }, at: Date.parse(when) }, null)}
      >
        <span className={styles.mark} data-snapshot="">
          <Icon name="clock" size={14} />
        </span>
        <span className={styles.what}>
          <b dir="auto">{title}</b>
          <small>{t(scheduled ? 'moments.snapshotByJob' : 'moments.snapshot', { size: formatBytes(bytes) })}</small>
        </span>
        <time dateTime={when}>{formatTime(when)}</time>
      </button>
    )
  }
  const { line } = item
  const { kind, name, note } = actorOf(line)
  const table = tables.find((each) => each.name === line.table)
  const origin = line.origin === null ? undefined : t(`audit.origin.${line.origin}`)
  const facts = [name, note ?? origin, table?.title ?? line.table ?? undefined].filter((each) => each !== undefined)
  return (
    <button
      type="button"
      className={styles.line}
      title={t('moments.afterChange', { time: formatDateTime(line.when) })}
      aria-pressed={moment !== undefined && 'entry' in moment && moment.entry === line.id}
      onClick={() => onPlace({ moment: { entry: line.id }, at: Date.parse(line.when) }, line.table)}
    >
      <span className={styles.mark}>
        {kind === 'person' ? <Avatar name={name} size="sm" /> : <Icon name={actorIcon(kind)} size={14} />}
      </span>
      <span className={styles.what}>
        <span>
          <What line={line} names={names} />
        </span>
        <small dir="auto">{facts.join(' · ')}</small>
      </span>
      <time dateTime={line.when}>{formatTime(line.when)}</time>
    </button>
  )
}

/** One value of one record in full; otherwise the kind of change with its record or number. */
function What({ line, names }: { readonly line: ListedAuditLine; readonly names: AuditNames }) {
  const record = line.rowId === null || line.rowId === '-' ? titleOf(line) : (names.ofLine(line) ?? line.rowId)
  const [first, ...others] = line.type === 'DATA' && rowsOf(line) === undefined ? differencesOf(line) : []
  if (first === undefined || line.action !== 'UPDATE')
    return (
      <>
        {whatWords(line)}
        {record !== undefined && (
          <>
            {' '}
            <b dir="auto">{record}</b>
          </>
        )}
      </>
    )
  const { label, before = '', after = '' } = first
  return (
    <>
      {record !== undefined && <b dir="auto">{record}</b>} <bdi>{label}</bdi>{' '}
      {before !== '' && <del dir="auto">{names.ofValue(line, label, before) ?? before}</del>}
      <span className={styles.arrow} />
      <span dir="auto">{names.ofValue(line, label, after) ?? after}</span>
      {others.length > 0 && ` +${others.length}`}
    </>
  )
}

const dayWords = (when: string): string =>
  new Intl.DateTimeFormat(localeTag(), { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(when))
