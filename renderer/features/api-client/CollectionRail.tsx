import type { ApiRequest } from '@common/api-client/request'
import type { StoredRequest } from '@common/operations/api-client'
import { messageOf, useCommand, useOperation } from '@renderer/api'
import { MethodName } from '@renderer/features/clients'
import { useTranslation } from '@renderer/i18n'
import { ConfirmDialog, EmptyState, ErrorState, Icon, IconButton, Menu, MenuDivider, MenuItem } from '@renderer/ui'
import { lazy, Suspense, useState } from 'react'
import styles from './api-client.module.css'
import { markSaved, openRequest } from './client-state'
import { foldersOf, inFolder, type Folder } from './collection-tree'

const SaveDialog = lazy(async () => ({ default: (await import('./SaveDialog')).SaveDialog }))
const RunDialog = lazy(async () => ({ default: (await import('./RunDialog')).RunDialog }))

export interface CollectionRailProps {
  readonly projectId: string
  /** Path of the request in the tab. */
  readonly savedPath: string | undefined
  readonly mayStore: boolean
  readonly onImport: () => void
}

type Asked =
  | { readonly kind: 'delete'; readonly path: string; readonly isFolder: boolean }
  | { readonly kind: 'rename'; readonly path: string; readonly request: ApiRequest }
  | { readonly kind: 'run'; readonly folder: string }

type Runnable = StoredRequest & { readonly request: ApiRequest }
const isRunnable = (stored: StoredRequest): stored is Runnable => stored.request !== null

/** The stored requests of the project, in folders. */
export function CollectionRail({ projectId, savedPath, mayStore, onImport }: CollectionRailProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useOperation('apiCollectionRead', {}, { projectId, refetchOnMount: 'always' })
  const [asked, setAsked] = useState<Asked>()
  const close = (): void => setAsked(undefined)
  const list = data?.list ?? []
  const count = list.length
  return (
    <>
      <div className={styles.railHead}>
        <h2>{t('apiClient.collection')}</h2>
        <span className={styles.count}>{count > 0 && t('apiClient.requests', { count })}</span>
        <Menu align="end" target={<IconButton icon="more" size="xs" label={t('apiClient.collectionMenu')} />}>
          <MenuItem icon="play" disabled={count === 0} onClick={() => setAsked({ kind: 'run', folder: '' })}>
            {t('apiClient.run.all')}
          </MenuItem>
          <MenuItem icon="download" onClick={onImport}>
            {t('apiClient.import.open')}
          </MenuItem>
        </Menu>
      </div>
      <div className={styles.railList}>
        {error !== null && (
          <ErrorState title={t('apiClient.collectionNotRead')} text={messageOf(error)} onRetry={() => void refetch()} />
        )}
        {data !== undefined && count === 0 && (
          <EmptyState title={t('apiClient.noRequests')} text={t('apiClient.noRequestsText')} />
        )}
        <FolderList
          folder={foldersOf(list)}
          savedPath={savedPath}
          mayStore={mayStore}
          onOpen={({ path, request }) => openRequest(projectId, request, path)}
          onAsk={setAsked}
        />
      </div>
      {asked?.kind === 'delete' && (
        <DeleteQuestion
          projectId={projectId}
          path={asked.path}
          count={asked.isFolder ? list.filter(({ path }) => inFolder(path, asked.path)).length : undefined}
          onClose={close}
        />
      )}
      <Suspense>
        {asked?.kind === 'rename' && (
          <SaveDialog
            projectId={projectId}
            request={asked.request}
            formerly={asked.path}
            onSaved={(path) => asked.path === savedPath && markSaved(projectId, path)}
            onClose={close}
          />
        )}
        {asked?.kind === 'run' && (
          <RunDialog
            projectId={projectId}
            folder={asked.folder}
            requests={list.filter(isRunnable).filter(({ path }) => inFolder(path, asked.folder))}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

interface FolderListProps {
  readonly folder: Folder
  readonly savedPath: string | undefined
  readonly mayStore: boolean
  readonly onOpen: (stored: Runnable) => void
  readonly onAsk: (asked: Asked) => void
}

function FolderList(props: FolderListProps) {
  const { t } = useTranslation()
  const { folder, savedPath, mayStore, onOpen, onAsk } = props
  return (
    <ul>
      {folder.folders.map((inner) => (
        <li key={inner.path}>
          <FolderItem {...props} folder={inner} />
        </li>
      ))}
      {folder.requests.map(({ name, stored }) => (
        <li key={stored.path} className={styles.storedLine}>
          <button
            type="button"
            className={styles.entry}
            aria-current={stored.path === savedPath || undefined}
            disabled={stored.request === null}
            title={stored.request === null ? t('apiClient.unreadable') : stored.path}
            onClick={() => isRunnable(stored) && onOpen(stored)}
          >
            <MethodName method={stored.request?.method} />
            <bdi className={styles.path}>{name}</bdi>
          </button>
          {mayStore && (
            <Menu
              align="end"
              target={<IconButton icon="more" size="xs" label={t('apiClient.requestMenu', { name })} />}
            >
              {isRunnable(stored) && (
                <MenuItem
                  icon="pencil"
                  onClick={() => onAsk({ kind: 'rename', path: stored.path, request: stored.request })}
                >
                  {t('apiClient.save.renameOrMove')}
                </MenuItem>
              )}
              <MenuItem
                icon="trash"
                danger
                onClick={() => onAsk({ kind: 'delete', path: stored.path, isFolder: false })}
              >
                {t('apiClient.deleteRequest')}
              </MenuItem>
            </Menu>
          )}
        </li>
      ))}
    </ul>
  )
}

function FolderItem(props: FolderListProps) {
  const { t } = useTranslation()
  const { folder, mayStore, onAsk } = props
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <div className={styles.storedLine}>
        <button type="button" className={styles.entry} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
          <Icon name="folder" size={14} />
          <bdi className={styles.path}>{folder.name}</bdi>
        </button>
        <Menu
          align="end"
          target={<IconButton icon="more" size="xs" label={t('apiClient.folderMenu', { name: folder.name })} />}
        >
          <MenuItem icon="play" onClick={() => onAsk({ kind: 'run', folder: folder.path })}>
            {t('apiClient.run.folder')}
          </MenuItem>
          {mayStore && (
            <>
              <MenuDivider />
              <MenuItem
                icon="trash"
                danger
                onClick={() => onAsk({ kind: 'delete', path: folder.path, isFolder: true })}
              >
                {t('apiClient.deleteFolder')}
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      {isOpen && (
        <div className={styles.inner}>
          <FolderList {...props} />
        </div>
      )}
    </>
  )
}

interface DeleteQuestionProps {
  readonly projectId: string
  readonly path: string
  /** Requests in the folder; undefined for a single request. */
  readonly count: number | undefined
  readonly onClose: () => void
}

function DeleteQuestion({ projectId, path, count, onClose }: DeleteQuestionProps) {
  const { t } = useTranslation()
  const remove = useCommand('apiRequestDelete')
  return (
    <ConfirmDialog
      opened
      title={t('apiClient.deleteTitle', { path })}
      action={t('apiClient.delete')}
      loading={remove.isPending}
      error={remove.error && messageOf(remove.error)}
      onSubmit={() => remove.mutate({ args: { path }, projectId, silent: true }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {count === undefined ? t('apiClient.deleteText') : t('apiClient.deleteFolderText', { count })}
    </ConfirmDialog>
  )
}
