import { formatDateTime, useTranslation } from '@renderer/i18n'
import { ownEntries, useGraphqlClient, useUsers, type GraphqlHistoryEntry } from '@renderer/stores'
import { Button, ConfirmDialog, EmptyState, SearchField } from '@renderer/ui'
import { useMemo, useState } from 'react'
import styles from './graphql-client.module.css'

export interface HistoryPaneProps {
  readonly projectId: string
  readonly onOpen: (entry: GraphqlHistoryEntry) => void
}

/** The requests that this user sent in the project, newest first. */
export function HistoryPane({ projectId, onOpen }: HistoryPaneProps) {
  const { t } = useTranslation()
  const list = useGraphqlClient((state) => state.list)
  const userId = useUsers((state) => state.user?.id ?? null)
  const [filter, setFilter] = useState('')
  const [isClearing, setClearing] = useState(false)
  const own = useMemo(() => ownEntries(list, projectId, userId), [list, projectId, userId])
  const wanted = filter.trim().toLowerCase()
  const shown = own.filter(({ query, variables }) => `${query} ${variables}`.toLowerCase().includes(wanted))
  return (
    <div className={styles.docs}>
      <div className={styles.docsHead}>
        <h2>{t('graphqlClient.history')}</h2>
        {own.length > 0 && (
          <Button kind="quiet" icon="trash" onClick={() => setClearing(true)}>
            {t('graphqlClient.clear')}
          </Button>
        )}
      </div>
      {own.length > 0 && (
        <SearchField size="sm" label={t('graphqlClient.findRequest')} value={filter} onChange={setFilter} />
      )}
      {shown.length === 0 && (
        <EmptyState title={t(own.length === 0 ? 'graphqlClient.noHistory' : 'graphqlClient.nothingFound')} />
      )}
      <ul className={styles.members}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <button type="button" className={styles.entry} onClick={() => onOpen(entry)}>
              <code dir="ltr">{entry.query.replaceAll(/\s+/g, ' ').trim()}</code>
              <small>
                {formatDateTime(entry.createdAt)}
                {entry.status !== null && ` · ${entry.status}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {isClearing && (
        <ConfirmDialog
          opened
          title={t('graphqlClient.clearTitle')}
          action={t('graphqlClient.clear')}
          onSubmit={() => {
            useGraphqlClient.getState().forgotten(new Set(own.map(({ id }) => id)))
            setClearing(false)
          }}
          onClose={() => setClearing(false)}
        >
          {t('graphqlClient.clearText', { count: own.length })}
        </ConfirmDialog>
      )}
    </div>
  )
}
