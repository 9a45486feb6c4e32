import { ClearHistory, HistoryEntry, RailFoot, RailList, RailSearch, useOwnHistory } from '@renderer/features/clients'
import { formatDateTime, useTranslation } from '@renderer/i18n'
import { EmptyState } from '@renderer/ui'
import { useState } from 'react'
import { openEntry } from './client-state'
import styles from './grpc-client.module.css'
import { useGrpcClient } from './stored'

/** The calls that this user made in the project, newest first. */
export function HistoryRail({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { own, found, clear } = useOwnHistory(
    useGrpcClient,
    projectId,
    search,
    ({ service, method, address }) => `${service}/${method} ${address}`,
  )
  return (
    <>
      {own.length > 0 && <RailSearch label={t('grpcClient.findCall')} value={search} onChange={setSearch} />}
      <RailList>
        {found.length === 0 && (
          <EmptyState title={t(own.length === 0 ? 'grpcClient.noHistory' : 'grpcClient.nothingFound')} />
        )}
        <ul className={styles.entries}>
          {found.map((entry) => (
            <li key={entry.id}>
              <HistoryEntry onOpen={() => openEntry(projectId, entry)}>
                <span className={styles.entryName}>
                  <bdi translate="no">{entry.method}</bdi>
                  <small data-bad={entry.status !== 'OK' || undefined} translate="no">
                    {entry.status ?? t('apiClient.noStatus')}
                  </small>
                </span>
                <small>
                  <bdi translate="no">{entry.service}</bdi>
                </small>
                <small>{formatDateTime(entry.createdAt)}</small>
              </HistoryEntry>
            </li>
          ))}
        </ul>
      </RailList>
      {own.length > 0 && (
        <RailFoot>
          <ClearHistory
            label={t('grpcClient.clear')}
            title={t('grpcClient.clearTitle')}
            text={t('grpcClient.clearText', { count: own.length })}
            onClear={clear}
          />
        </RailFoot>
      )}
    </>
  )
}
