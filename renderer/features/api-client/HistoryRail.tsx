import { requestHistoryCap } from '@common/constants'
import { ClearHistory, MethodName, RailFoot, useOwnHistory, type HistoryStore } from '@renderer/features/clients'
import { formatDate, formatDateTime, t as textNow, useTranslation } from '@renderer/i18n'
import type { ApiHistoryEntry } from '@renderer/stores'
import { EmptyState, IconButton, SearchField } from '@renderer/ui'
import { useState } from 'react'
import styles from './api-client.module.css'

export interface HistoryRailProps<Entry extends ApiHistoryEntry> {
  /** The store of the client. */
  readonly useStore: HistoryStore<Entry>
  readonly projectId: string
  /** Entry that is shown. */
  readonly entryId: string | undefined
  readonly onOpen: (entry: Entry) => void
}

/** The requests that this user sent in the project, newest first. */
export function HistoryRail<Entry extends ApiHistoryEntry>(props: HistoryRailProps<Entry>) {
  const { useStore, projectId, entryId, onOpen } = props
  const { t } = useTranslation()
  const count = useStore((state) => state.list.length)
  const [search, setSearch] = useState<string>()
  const { own, found, clear } = useOwnHistory(
    useStore,
    projectId,
    search ?? '',
    ({ type, url, params }) => `${type} ${url} ${params.map(({ value }) => value).join(' ')}`,
  )
  return (
    <>
      <div className={styles.railHead}>
        <h2>{t('apiClient.history')}</h2>
        <span className={styles.count}>{t('apiClient.historyCount', { count, max: requestHistoryCap })}</span>
        <IconButton
          icon="search"
          size="xs"
          label={t('apiClient.searchHistory')}
          on={search !== undefined}
          onClick={() => setSearch(search === undefined ? '' : undefined)}
        />
      </div>
      {search !== undefined && (
        <div className={styles.railSearch}>
          <SearchField label={t('apiClient.searchHistory')} value={search} onChange={setSearch} />
        </div>
      )}
      <div className={styles.railList}>
        {byDay(found).map(([day, entries]) => (
          <section key={day} aria-label={dayText(day)}>
            <h3>{dayText(day)}</h3>
            <ul>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <HistoryLine entry={entry} isShown={entry.id === entryId} onOpen={() => onOpen(entry)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && (
          <EmptyState title={t(own.length === 0 ? 'apiClient.noHistory' : 'apiClient.nothingFound')} />
        )}
      </div>
      {own.length > 0 && (
        <RailFoot>
          <ClearHistory
            label={t('apiClient.clearHistory')}
            title={t('apiClient.clearTitle')}
            text={t('apiClient.clearText', { count: own.length })}
            onClear={clear}
          />
        </RailFoot>
      )}
    </>
  )
}

interface HistoryLineProps {
  readonly entry: ApiHistoryEntry
  readonly isShown: boolean
  readonly onOpen: () => void
}

function HistoryLine({ entry, isShown, onOpen }: HistoryLineProps) {
  const { t } = useTranslation()
  const status = entry.response?.status
  const path = pathOf(entry)
  return (
    <button
      type="button"
      className={styles.entry}
      aria-current={isShown || undefined}
      title={`${entry.url}\n${formatDateTime(entry.createdAt)}`}
      onClick={onOpen}
    >
      <MethodName method={entry.type} />
      <bdi className={styles.path}>{path}</bdi>
      <span className={styles.code3} data-bad={status === undefined || status >= 400 || undefined}>
        {status ?? t('apiClient.noStatus')}
      </span>
    </button>
  )
}

/** Returns the last parts of an address with its first parameter: `/Tracks?where=(Genre,eq,Jazz)`. */
function pathOf({ url, params }: ApiHistoryEntry): string {
  const [path = ''] = url.replace(/^(?:\{\{[^}]*\}\}|https?:\/\/[^/]*)/, '').split('?')
  const short = path.replace(/^\/(?:nc\/[^/]+\/)?(?:api\/v1(?=\/))?/, '/').replaceAll(/\/+/g, '/')
  const query = params
    .filter(({ enabled, name }) => enabled && name !== '')
    .map(({ name, value }) => `${name}=${value}`)
    .join('&')
  return `${short === '' ? '/' : short}${query === '' ? '' : `?${query}`}`
}

function byDay<Entry extends ApiHistoryEntry>(list: readonly Entry[]): [string, Entry[]][] {
  const days = new Map<string, Entry[]>()
  for (const entry of list) {
    const day = dayOf(new Date(entry.createdAt))
    const entries = days.get(day)
    if (entries === undefined) days.set(day, [entry])
    else entries.push(entry)
  }
  return [...days]
}

const dayOf = (time: Date): string => new Date(time.getFullYear(), time.getMonth(), time.getDate()).toISOString()

function dayText(day: string): string {
  const today = new Date()
  if (day === dayOf(today)) return textNow('apiClient.today')
  today.setDate(today.getDate() - 1)
  return day === dayOf(today) ? textNow('apiClient.yesterday') : formatDate(day)
}
