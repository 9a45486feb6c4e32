import type { ListedApiToken } from '@common/operations/api-tokens'
import { messageOf, useOperation } from '@renderer/api'
import { formatDate, formatDateTime, formatRelativeTime, roleName, useTranslation } from '@renderer/i18n'
import { why } from '@renderer/stores'
import {
  Badge,
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  Menu,
  MenuItem,
  PageHead,
  Person,
  Skeleton,
  Table,
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
      <PageHead title={t('team.tokens.title')} text={t('team.tokens.text')}>
        {list !== undefined && list.length > 0 && make}
      </PageHead>
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
        <Table framed minWidth={720}>
          <thead>
            <tr>
              <th>{t('team.tokens.column.name')}</th>
              {showsPeople && <th className={styles.by}>{t('team.tokens.column.by')}</th>}
              <th className={styles.tokenRole}>{t('team.people.column.role')}</th>
              <th className={styles.when}>{t('team.tokens.column.used')}</th>
              <th className={styles.when}>{t('team.tokens.column.ends')}</th>
              <th className={styles.more} data-cell="actions">
                <span className="hidden-text">{t('team.tokens.column.more')}</span>
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
        </Table>
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
          <Person email={user} name={isOwn ? t('team.people.you') : user} second={null} />
        </td>
      )}
      <td className={styles.tokenRole}>
        <span className={styles.cut}>{roleName(token)}</span>
        {isLowered && (
          <Tooltip label={t('team.tokens.loweredText', { user })}>
            <span tabIndex={0} className={styles.lowered}>
              <Badge kind="warning">{t('team.tokens.lowered')}</Badge>
            </span>
          </Tooltip>
        )}
      </td>
      <td className={styles.when} data-cell="time">
        {lastUsedAt === null ? (
          t('team.people.never')
        ) : (
          <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
            {formatRelativeTime(lastUsedAt, now)}
          </time>
        )}
      </td>
      <td className={styles.when} data-cell="time">
        {isExpired ? (
          <Badge kind="error">{t('team.tokens.expired')}</Badge>
        ) : expiresAt === null ? (
          t('team.people.never')
        ) : (
          <time dateTime={expiresAt} title={formatDateTime(expiresAt)}>
            {formatDate(expiresAt)}
          </time>
        )}
      </td>
      <td className={styles.more} data-cell="actions">
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
    <span className={styles.token}>
      <bdi className={styles.cut} title={title}>
        {title}
      </bdi>
      <code dir="ltr">{`••••${ending}`}</code>
    </span>
  )
}
