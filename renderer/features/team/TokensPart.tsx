import type { ListedApiToken } from '@common/operations/api-tokens'
import { messageOf, useOperation } from '@renderer/api'
import { formatDate, formatDateTime, formatRelativeTime, roleName, useTranslation } from '@renderer/i18n'
import { why } from '@renderer/stores'
import {
  Avatar,
  Button,
  Chip,
  EmptyState,
  ErrorState,
  IconButton,
  Menu,
  MenuItem,
  Skeleton,
  Tooltip,
  useMinute,
} from '@renderer/ui'
import { useState } from 'react'
import { DeleteTokenDialog, RenameTokenDialog } from './token-questions'
import { NewTokenDialog } from './NewTokenDialog'
import type { TeamPartProps } from './parts'
import styles from './team.module.css'

/** API tokens of the user; for people who manage tokens, those of all members. */
export function TokensPart({ project, permissions }: TeamPartProps) {
  const { t } = useTranslation()
  const [isMaking, setMaking] = useState(false)
  const tokens = useOperation('apiTokenList', {}, { projectId: project.id, silent: true })
  const showsPeople = permissions.has('token.manage')
  const list = tokens.data?.list
  const make = (
    <Button size="md" kind="main" icon="plus" onClick={() => setMaking(true)}>
      {t('team.tokens.new')}
    </Button>
  )
  return (
    <div className={styles.column}>
      <div className={styles.titleLine}>
        <div className={styles.titles}>
          <h2>{t('team.tokens.title')}</h2>
          <p>{t('team.tokens.text')}</p>
        </div>
        {list !== undefined && list.length > 0 && make}
      </div>
      {tokens.error !== null && list === undefined ? (
        <ErrorState
          title={t('team.tokens.notRead')}
          text={messageOf(tokens.error)}
          onRetry={() => void tokens.refetch()}
          retrying={tokens.isFetching}
        />
      ) : list?.length === 0 ? (
        <div className={styles.nothing}>
          <EmptyState title={t('team.tokens.none')} text={t('team.tokens.noneText')} action={make} />
        </div>
      ) : (
        <table className={styles.tokens}>
          <thead>
            <tr>
              <th>{t('team.tokens.column.name')}</th>
              {showsPeople && <th className={styles.by}>{t('team.tokens.column.by')}</th>}
              <th className={styles.tokenRole}>{t('team.people.column.role')}</th>
              <th className={styles.when}>{t('team.tokens.column.used')}</th>
              <th className={styles.when}>{t('team.tokens.column.ends')}</th>
              <th className={styles.more}>
                <span className={styles.hiddenText}>{t('team.tokens.column.more')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list === undefined ? (
              <tr aria-hidden="true">
                <td colSpan={showsPeople ? 6 : 5}>
                  <Skeleton width={200} />
                </td>
              </tr>
            ) : (
              list.map((token) => (
                <TokenLine
                  key={token.id}
                  token={token}
                  projectId={project.id}
                  showsPeople={showsPeople}
                  mayExplain={permissions.has('access.manage')}
                />
              ))
            )}
          </tbody>
        </table>
      )}
      {isMaking && <NewTokenDialog project={project} onClose={() => setMaking(false)} />}
    </div>
  )
}

interface TokenLineProps {
  readonly token: ListedApiToken
  readonly projectId: string
  readonly showsPeople: boolean
  readonly mayExplain: boolean
}

function TokenLine({ token, projectId, showsPeople, mayExplain }: TokenLineProps) {
  const { t } = useTranslation()
  const now = useMinute()
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const { title, ending, user, isOwn, isExpired, isLowered, lastUsedAt, expiresAt } = token
  const close = (): void => setAsked(undefined)
  return (
    <tr>
      <th scope="row">
        <TokenName title={title} ending={ending} />
      </th>
      {showsPeople && (
        <td className={styles.by}>
          <span className={styles.person}>
            <Avatar name={user} />
            <bdi className={styles.cut} title={user}>
              {isOwn ? t('team.people.you') : user}
            </bdi>
          </span>
        </td>
      )}
      <td className={styles.tokenRole}>
        <span className={styles.cut}>{roleName(token)}</span>
        {isLowered && (
          <Tooltip label={t('team.tokens.loweredText', { user })}>
            <span tabIndex={0} className={styles.lowered}>
              <Chip color="amber">{t('team.tokens.lowered')}</Chip>
            </span>
          </Tooltip>
        )}
      </td>
      <td className={styles.when}>
        {lastUsedAt === null ? (
          t('team.people.never')
        ) : (
          <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
            {formatRelativeTime(lastUsedAt, now)}
          </time>
        )}
      </td>
      <td className={styles.when}>
        {isExpired ? (
          <Chip color="red">{t('team.tokens.expired')}</Chip>
        ) : expiresAt === null ? (
          t('team.people.never')
        ) : (
          <time dateTime={expiresAt} title={formatDateTime(expiresAt)}>
            {formatDate(expiresAt)}
          </time>
        )}
      </td>
      <td className={styles.more}>
        <Menu align="end" target={<IconButton icon="more" label={t('team.people.moreOf', { person: title })} />}>
          {isOwn && (
            <MenuItem icon="pencil" onClick={() => setAsked('rename')}>
              {t('team.tokens.rename')}
            </MenuItem>
          )}
          {mayExplain && (
            <MenuItem icon="help" onClick={() => why.ask({ tokenId: token.id })}>
              {t('team.tokens.why')}
            </MenuItem>
          )}
          <MenuItem icon="trash" danger onClick={() => setAsked('delete')}>
            {t('team.tokens.delete')}
          </MenuItem>
        </Menu>
        {asked === 'rename' && <RenameTokenDialog token={token} projectId={projectId} onClose={close} />}
        {asked === 'delete' && <DeleteTokenDialog token={token} projectId={projectId} onClose={close} />}
      </td>
    </tr>
  )
}

function TokenName({ title, ending }: Pick<ListedApiToken, 'title' | 'ending'>) {
  return (
    <span className={styles.names}>
      <bdi className={styles.name}>{title}</bdi>
      <code className={styles.second}>{`••••${ending}`}</code>
    </span>
  )
}
