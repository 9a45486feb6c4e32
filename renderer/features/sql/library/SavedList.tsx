import type { SqlSyntax } from '@common/dialects'
import type { SqlSavedQuery } from '@common/operations/sql-queries'
import { client, messageOf, sentenceOf, useOperation } from '@renderer/api'
import { NewQueryTableDialog } from '@renderer/features/query-tables'
import { compareTexts, useTranslation } from '@renderer/i18n'
import { sqlDesk, toast } from '@renderer/stores'
import {
  Badge,
  ConfirmDialog,
  copyText,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Menu,
  MenuDivider,
  MenuItem,
  Skeleton,
} from '@renderer/ui'
import { useState } from 'react'
import { withParameters } from '../parameters'
import { EditSavedDialog } from './EditSavedDialog'
import styles from './library.module.css'

export interface SavedListProps {
  readonly projectId: string
  readonly search: string
  readonly onInsert: (text: string) => void
  readonly syntax: SqlSyntax
  /** True if the user may add queries to the tree. */
  readonly mayMakeTables: boolean
}

/** The saved queries and snippets, by folder. */
export function SavedList({ projectId, search, onInsert, syntax, mayMakeTables }: SavedListProps) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useOperation(
    'sqlSavedList',
    {},
    { projectId, silent: true, refetchOnMount: 'always' },
  )
  const [edited, setEdited] = useState<SqlSavedQuery>()
  const [deleted, setDeleted] = useState<SqlSavedQuery>()
  const [added, setAdded] = useState<SqlSavedQuery>()
  if (error && data === undefined)
    return <ErrorState title={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (data === undefined) return <Skeleton height={32} />
  const wanted = search.trim().toLocaleLowerCase()
  const found = data.filter(({ title, sql, folder, description }) =>
    [title, sql, folder, description].some((text) => text.toLocaleLowerCase().includes(wanted)),
  )
  if (found.length === 0)
    return (
      <div className={styles.empty}>
        <EmptyState
          title={t(data.length === 0 ? 'sql.library.noneSaved' : 'sql.library.noMatch')}
          {...(data.length === 0 && { text: t('sql.library.noneSavedHint') })}
        />
      </div>
    )
  const open = (query: SqlSavedQuery): void => {
    if (query.kind === 'snippet') onInsert(query.sql)
    else sqlDesk.open(projectId, { title: query.title, text: query.sql, saved: query.id, savedText: query.sql })
  }
  return (
    <>
      {foldersOf(found).map(([folder, queries]) => (
        <section key={folder} className={styles.folder}>
          {folder !== '' && (
            <h3>
              <Icon name="folder" size={12} />
              <bdi>{folder}</bdi>
            </h3>
          )}
          <ul>
            {queries.map((query) => (
              <li key={query.id} className={styles.entry}>
                <button type="button" className={styles.open} onClick={() => open(query)}>
                  <span className={styles.title}>
                    <bdi>{query.title}</bdi>
                    {query.kind === 'snippet' && <Badge>{t('sql.library.snippet')}</Badge>}
                    {query.shared && <Badge>{t('sql.library.shared')}</Badge>}
                  </span>
                  <span className={styles.text} dir="auto">
                    {query.description === '' ? query.sql : query.description}
                  </span>
                </button>
                <SavedMenu
                  query={query}
                  onOpen={() => open(query)}
                  onAdd={mayMakeTables && query.kind === 'query' ? () => setAdded(query) : undefined}
                  onEdit={() => setEdited(query)}
                  onDelete={() => setDeleted(query)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {added && (
        <NewQueryTableDialog
          projectId={projectId}
          syntax={syntax}
          title={added.title}
          sql={withParameters(added.sql, syntax)}
          onClose={() => setAdded(undefined)}
        />
      )}
      {edited && <EditSavedDialog projectId={projectId} query={edited} onClose={() => setEdited(undefined)} />}
      {deleted && (
        <ConfirmDialog
          opened
          title={t('sql.library.deleteTitle', { title: deleted.title })}
          action={t('sql.library.delete')}
          onSubmit={() => {
            setDeleted(undefined)
            client
              .call('sqlSavedDelete', { id: deleted.id }, { projectId, silent: true })
              .catch((reason: unknown) => toast.error(sentenceOf(reason)))
          }}
          onClose={() => setDeleted(undefined)}
        >
          <p>{t(deleted.shared ? 'sql.library.deleteShared' : 'sql.library.deleteOwn')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface SavedMenuProps {
  readonly query: SqlSavedQuery
  readonly onOpen: () => void
  readonly onAdd: (() => void) | undefined
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function SavedMenu({ query, onOpen, onAdd, onEdit, onDelete }: SavedMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      align="end"
      target={<IconButton icon="more" size="xs" label={t('sql.library.more', { title: query.title })} />}
    >
      <MenuItem icon={query.kind === 'snippet' ? 'paste' : 'terminal'} onClick={onOpen}>
        {t(query.kind === 'snippet' ? 'sql.library.insert' : 'sql.library.open')}
      </MenuItem>
      <MenuItem icon="copy" onClick={() => void copyText(query.sql)}>
        {t('sql.library.copy')}
      </MenuItem>
      {onAdd && (
        <MenuItem icon="table" onClick={onAdd}>
          {t('sql.library.addToTree')}
        </MenuItem>
      )}
      {query.own && (
        <>
          <MenuItem icon="pencil" onClick={onEdit}>
            {t('sql.library.edit')}
          </MenuItem>
          <MenuDivider />
          <MenuItem icon="trash" danger onClick={onDelete}>
            {t('sql.library.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** Returns the queries by folder; those without a folder come first. */
export function foldersOf(
  queries: readonly SqlSavedQuery[],
): ReadonlyArray<readonly [string, readonly SqlSavedQuery[]]> {
  const folders = new Map<string, SqlSavedQuery[]>()
  for (const query of queries) folders.set(query.folder, [...(folders.get(query.folder) ?? []), query])
  return [...folders].toSorted(([one], [other]) => compareTexts(one, other))
}
