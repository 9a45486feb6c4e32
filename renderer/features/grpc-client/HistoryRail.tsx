import { formatDateTime, useTranslation } from '@renderer/i18n'
import { ownEntries, useUsers } from '@renderer/stores'
import { Button, ConfirmDialog, EmptyState, SearchField } from '@renderer/ui'
import { useMemo, useState } from 'react'
import { openEntry } from './client-state'
import styles from './grpc-client.module.css'
import { useGrpcClient } from './stored'

/** The calls that this user made in the project, newest first. */
export function HistoryRail({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const list = useGrpcClient((state) => state.list)
  const userId = useUsers((state) => state.user?.id ?? null)
  const [search, setSearch] = useState('')
  const [isClearing, setClearing] = useState(false)
  const own = useMemo(() => ownEntries(list, projectId, userId), [list, projectId, userId])
  const wanted = search.trim().toLowerCase()
  const shown = own.filter(({ service, method, address }) =>
    `${service}/${method} ${address}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      {own.length > 0 && (
        <div className={styles.railSearch}>
          <SearchField size="sm" label={t('grpcClient.findCall')} value={search} onChange={setSearch} />
        </div>
      )}
      <div className={styles.railList}>
        {shown.length === 0 && (
          <EmptyState title={t(own.length === 0 ? 'grpcClient.noHistory' : 'grpcClient.nothingFound')} />
        )}
        <ul className={styles.entries}>
          {shown.map((entry) => (
            <li key={entry.id}>
              <button type="button" className={styles.entry} onClick={() => openEntry(projectId, entry)}>
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
              </button>
            </li>
          ))}
        </ul>
      </div>
      {own.length > 0 && (
        <div className={styles.railFoot}>
          <Button kind="quiet" icon="trash" onClick={() => setClearing(true)}>
            {t('grpcClient.clear')}
          </Button>
        </div>
      )}
      {isClearing && (
        <ConfirmDialog
          opened
          title={t('grpcClient.clearTitle')}
          action={t('grpcClient.clear')}
          onSubmit={() => {
            useGrpcClient.getState().forgotten(new Set(own.map(({ id }) => id)))
            setClearing(false)
          }}
          onClose={() => setClearing(false)}
        >
          {t('grpcClient.clearText', { count: own.length })}
        </ConfirmDialog>
      )}
    </>
  )
}
