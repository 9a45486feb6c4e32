import type { Share } from '@common/operations/shares'
import type { TableSummary } from '@common/model'
import { client, messageOf, useFailure, useOperation } from '@renderer/api'
import { useTables } from '@renderer/features/tables'
import { viewKindOf, viewTitle } from '@renderer/features/views'
import { formatDateTime, formatRelativeTime, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import {
  Badge,
  Button,
  ConfirmDialog,
  copyText,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Skeleton,
  Table,
  useMinute,
} from '@renderer/ui'
import { useState } from 'react'
import styles from './share-links.module.css'

const loadingWidths = [180, 140, 160]

export interface ShareLinksProps {
  readonly projectId: string
  /** Leads to the link of the project, while there are no links. */
  readonly onShareProject: () => void
}

/** All links of a project, with what they share, their state and use. */
export function ShareLinks({ projectId, onShareProject }: ShareLinksProps) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useOperation('shareList', {}, { projectId, silent: true })
  const tables = useTables(projectId)
  const tableOf = (share: Share): TableSummary | undefined =>
    tables.value?.find(({ name }) => name === share.view?.table)
  const list = data?.list
  if (error !== null && list === undefined)
    return (
      <ErrorState
        title={t('shares.link.notLoaded')}
        text={messageOf(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (list?.length === 0)
    return (
      <div className={styles.nothing}>
        <EmptyState
          title={t('shares.links.none')}
          text={t('shares.links.noneText')}
          action={
            <Button size="md" icon="link" onClick={onShareProject}>
              {t('shares.links.shareProject')}
            </Button>
          }
        />
      </div>
    )
  return (
    <Table label={t('dashboard.links')} minWidth={720}>
      <thead>
        <tr>
          <th>{t('shares.links.what')}</th>
          <th className={styles.state}>{t('shares.links.state')}</th>
          <th className={styles.use}>{t('shares.links.use')}</th>
          <th className={styles.actions} data-cell="actions">
            <span className="hidden-text">{t('shares.links.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list === undefined
          ? loadingWidths.map((width) => (
              <tr key={width} aria-hidden="true">
                <td colSpan={4}>
                  <Skeleton width={width} />
                </td>
              </tr>
            ))
          : list.map((share) => <Line key={share.id} projectId={projectId} share={share} table={tableOf(share)} />)}
      </tbody>
    </Table>
  )
}

interface LineProps {
  readonly projectId: string
  readonly share: Share
  /** Absent for the project, and while tables load. */
  readonly table: TableSummary | undefined
}

function Line({ projectId, share, table }: LineProps) {
  const { t } = useTranslation()
  const now = useMinute()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useFailure()
  const { view, url, opened, lastOpenedAt } = share
  const tableTitle = table?.title ?? view?.table ?? ''
  const what =
    view === null ? t('shares.links.project') : viewTitle({ id: view.id, title: view.title }, { title: tableTitle })
  const copy = (): void => {
    copyText(url).then(
      () => toast.success(sentence('shares.link.copied')),
      () => toast.error(sentence('shares.link.notCopied')),
    )
  }
  const revoke = (): void => {
    setBusy(true)
    setError(undefined)
    client
      .call('shareRevoke', { id: share.id }, { projectId, silent: true })
      .catch((reason: unknown) => setError(reason))
      .finally(() => setBusy(false))
  }
  return (
    <tr>
      <th scope="row">
        <span className={styles.what}>
          <Icon name={view === null ? 'database' : viewKindOf(view.kind).icon} size={14} />
          <span className={styles.names}>
            <bdi className={styles.cut} title={what}>
              {what}
            </bdi>
            {view?.id !== undefined && (
              <bdi className={styles.of} title={tableTitle}>
                {tableTitle}
              </bdi>
            )}
          </span>
        </span>
      </th>
      <td>
        <State share={share} />
      </td>
      <td data-cell="time">
        {lastOpenedAt === null ? (
          t('shares.links.never')
        ) : (
          <time dateTime={lastOpenedAt} title={formatDateTime(lastOpenedAt)}>
            {t('shares.links.times', { count: opened, last: formatRelativeTime(lastOpenedAt, now) })}
          </time>
        )}
      </td>
      <td data-cell="actions">
        <IconButton size="sm" icon="copy" label={t('shares.links.copy', { what })} onClick={copy} />
        <IconButton
          size="sm"
          icon="eye"
          label={t('shares.links.open', { what })}
          onClick={() => window.open(url, '_blank', 'noopener')}
        />
        <IconButton
          size="sm"
          danger
          icon="trash"
          label={t('shares.links.revoke', { what })}
          onClick={() => setAsking(true)}
        />
        <ConfirmDialog
          opened={isAsking}
          onClose={() => setAsking(false)}
          title={t('shares.links.ask', { what })}
          action={t('shares.link.revoke')}
          loading={isBusy}
          error={error}
          onSubmit={revoke}
        >
          {t('shares.links.askText')}
        </ConfirmDialog>
      </td>
    </tr>
  )
}

/** Shows if visitors can open the link, and what they need. */
function State({ share }: { readonly share: Share }) {
  const { t } = useTranslation()
  const { enabled, expired, hasPassword, expiresAt, role } = share
  return (
    <span className={styles.chips}>
      {!enabled ? (
        <Badge>{t('shares.links.off')}</Badge>
      ) : expired ? (
        <Badge kind="warning">{t('shares.links.expired')}</Badge>
      ) : (
        <Badge kind="success">{t('dashboard.linkOn')}</Badge>
      )}
      {role !== null && <Badge kind="outlined">{t(`shares.base.roles.${role}`)}</Badge>}
      {hasPassword && <Badge kind="outlined">{t('shares.links.password')}</Badge>}
      {expiresAt !== null && !expired && (
        <span className={styles.until}>{t('shares.openUntil', { day: formatDateTime(expiresAt) })}</span>
      )}
    </span>
  )
}
