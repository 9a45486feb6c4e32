import { ClearHistory, HistoryEntry, useOwnHistory } from '@renderer/features/clients'
import { formatDateTime, useTranslation } from '@renderer/i18n'
import { useGraphqlClient, type GraphqlHistoryEntry } from '@renderer/stores'
import { EmptyState, SearchField } from '@renderer/ui'
import { useState } from 'react'
import styles from './graphql-client.module.css'

export interface HistoryPaneProps {
  readonly projectId: string
  readonly onOpen: (entry: GraphqlHistoryEntry) => void
}

/** The requests that this user sent in the project, newest first. */
export function HistoryPane({ projectId, onOpen }: HistoryPaneProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { own, found, clear } = useOwnHistory(
    useGraphqlClient,
    projectId,
    search,
    ({ query, variables }) => `${query} ${variables}`,
  )
  return (
    <div className={styles.docs}>
      <div className={styles.docsHead}>
        <h2>{t('graphqlClient.history')}</h2>
        {own.length > 0 && (
          <ClearHistory
            label={t('graphqlClient.clear')}
            title={t('graphqlClient.clearTitle')}
            text={t('graphqlClient.clearText', { count: own.length })}
            onClear={clear}
          />
        )}
      </div>
      {own.length > 0 && (
        <SearchField size="sm" label={t('graphqlClient.findRequest')} value={search} onChange={setSearch} />
      )}
      {found.length === 0 && (
        <EmptyState title={t(own.length === 0 ? 'graphqlClient.noHistory' : 'graphqlClient.nothingFound')} />
      )}
      <ul className={styles.members}>
        {found.map((entry) => (
          <li key={entry.id}>
            <HistoryEntry onOpen={() => onOpen(entry)}>
              <code dir="ltr">{entry.query.replaceAll(/\s+/g, ' ').trim()}</code>
              <small>
                {formatDateTime(entry.createdAt)}
                {entry.status !== null && ` · ${entry.status}`}
              </small>
            </HistoryEntry>
          </li>
        ))}
      </ul>
    </div>
  )
}
