import type { ApiServerEntry } from '@common/operations/api-servers'
import { messageOf, useCommand, useOperation } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { serverAddress, toast, useShell } from '@renderer/stores'
import {
  Button,
  Chip,
  copyText,
  EmptyState,
  ErrorState,
  IconButton,
  SearchField,
  Skeleton,
  Table,
  useTitle,
} from '@renderer/ui'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import styles from './api-servers.module.css'
import { CloudUrlDialog } from './CloudUrlDialog'
import { MessageDialog } from './MessageDialog'

/** From this number of projects on, a search field appears. */
const findFrom = 8

/** `/apiServers`: the APIs of the user's projects, with their state and addresses (S1 §3, §4). */
export function ApiServersPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useTitle(t('apiServers.title'))
  const servers = useOperation('projectAPIServerList', {}, { refetchOnMount: 'always' })
  const [find, setFind] = useState('')
  const wanted = find.trim().toLocaleLowerCase()
  const list = servers.data?.list
  const shown = list?.filter(({ title }) => title.toLocaleLowerCase().includes(wanted))

  return (
    <div className={styles.wrap}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1>{t('apiServers.title')}</h1>
          <p>{t('apiServers.text')}</p>
        </div>
        {list !== undefined && list.length >= findFrom && (
          <SearchField label={t('apiServers.find')} value={find} onChange={setFind} />
        )}
      </div>
      {body()}
    </div>
  )

  function body(): ReactNode {
    if (servers.error !== null && list === undefined)
      return (
        <ErrorState
          title={t('apiServers.failed')}
          text={messageOf(servers.error)}
          retrying={servers.isFetching}
          onRetry={() => void servers.refetch()}
        />
      )
    if (shown === undefined) return <Skeleton height={160} />
    if (shown.length === 0)
      return list?.length === 0 ? (
        <EmptyState
          title={t('apiServers.empty')}
          text={t('apiServers.emptyText')}
          action={<Button onClick={() => void navigate('/projects')}>{t('apiServers.toProjects')}</Button>}
        />
      ) : (
        <EmptyState title={t('apiServers.nothingFound')} />
      )
    return (
      <Table label={t('apiServers.title')} framed minWidth={760}>
        <thead>
          <tr>
            <th scope="col" className={styles.project}>
              {t('apiServers.project')}
            </th>
            <th scope="col" className={styles.state}>
              {t('apiServers.state')}
            </th>
            <th scope="col">{t('apiServers.address')}</th>
            <th scope="col">{t('apiServers.cloudUrl')}</th>
            <th scope="col" data-cell="actions">
              <span className="hidden-text">{t('apiServers.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((server) => (
            <ServerRow key={server.key} server={server} />
          ))}
        </tbody>
      </Table>
    )
  }
}

function ServerRow({ server }: { readonly server: ApiServerEntry }) {
  const { t } = useTranslation()
  const { key, title, type, alive, cloudUrl } = server
  const [asked, setAsked] = useState<'cloudUrl' | 'message'>()
  const host = serverAddress(useShell((state) => state.info))
  const address = `http://${host}/nc/${encodeURIComponent(key)}/${type === 'graphql' ? 'v1/graphql' : 'api/v1'}`
  const close = (): void => setAsked(undefined)
  return (
    <tr>
      <th scope="row">
        <Link className={styles.name} to={`/nc/${encodeURIComponent(key)}`} dir="auto" translate="no">
          {title}
        </Link>
      </th>
      <td>
        <Chip color={alive ? 'green' : 'grey'}>{t(alive ? 'apiServers.alive' : 'apiServers.stopped')}</Chip>
      </td>
      <td>
        <Address title={title} address={address} />
      </td>
      <td>
        <span className={styles.cloud}>
          {cloudUrl === '' ? (
            <span className={styles.none}>{t('apiServers.noCloudUrl')}</span>
          ) : (
            <Address title={title} address={cloudUrl} />
          )}
          <IconButton
            icon="pencil"
            size="xs"
            label={t('apiServers.edit', { title })}
            onClick={() => setAsked('cloudUrl')}
          />
        </span>
      </td>
      <td data-cell="actions">
        <ServerActions server={server} />
        <IconButton icon="bell" label={t('apiServers.notify', { title })} onClick={() => setAsked('message')} />
        {asked === 'cloudUrl' && <CloudUrlDialog server={server} onClose={close} />}
        {asked === 'message' && <MessageDialog server={server} onClose={close} />}
      </td>
    </tr>
  )
}

function Address({ title, address }: { readonly title: string; readonly address: string }) {
  const { t } = useTranslation()
  const copy = async (): Promise<void> => {
    await copyText(address)
    toast.success(sentence('apiServers.copied'))
  }
  return (
    <span className={styles.address} dir="ltr">
      <code translate="no" title={address}>
        {address}
      </code>
      <IconButton icon="copy" size="xs" label={t('apiServers.copy', { title })} onClick={() => void copy()} />
    </span>
  )
}

/** Start, or restart and stop. */
function ServerActions({ server: { key, title, alive } }: { readonly server: ApiServerEntry }) {
  const { t } = useTranslation()
  const [start, stop, restart] = [
    useCommand('projectAPIServerStart'),
    useCommand('projectAPIServerStop'),
    useCommand('projectRestart'),
  ]
  const call = { args: {}, projectId: key }
  if (!alive)
    return (
      <IconButton
        icon="play"
        label={t('apiServers.start', { title })}
        loading={start.isPending}
        onClick={() => start.mutate(call)}
      />
    )
  return (
    <>
      <IconButton
        icon="reload"
        label={t('apiServers.restart', { title })}
        loading={restart.isPending}
        onClick={() => restart.mutate(call)}
      />
      <IconButton
        icon="stop"
        label={t('apiServers.stop', { title })}
        loading={stop.isPending}
        onClick={() => stop.mutate(call)}
      />
    </>
  )
}
