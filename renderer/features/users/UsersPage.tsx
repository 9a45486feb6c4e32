import { userFilters, type ListedUser, type UserFilter } from '@common/operations/users'
import { client, messageOf, operationKey } from '@renderer/api'
import { SettingsFrame } from '@renderer/features/settings'
import { formatDateTime, formatNumber, formatRelativeTime, useTranslation } from '@renderer/i18n'
import { goTo, useIsSuperAdmin } from '@renderer/stores'
import {
  Badge,
  Button,
  EmptyState,
  ErrorState,
  Pager,
  Person,
  SearchField,
  Segments,
  Skeleton,
  Table,
  useMinute,
} from '@renderer/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import styles from './users.module.css'
import { nameOf } from './user-words'

const pageSize = 25
const searchAfterMs = 250

/** `/user/admin`: all users of the installation. */
export function UsersPage() {
  const { t } = useTranslation()
  const isSuperAdmin = useIsSuperAdmin()
  return (
    <SettingsFrame
      title={t('users.title')}
      wide
      actions={
        isSuperAdmin && (
          <Button size="md" icon="mail" onClick={() => void goTo('/user/admin/installation')}>
            {t('users.invite')}
          </Button>
        )
      }
    >
      {isSuperAdmin ? <UserList /> : <p>{t('users.denied')}</p>}
    </SettingsFrame>
  )
}

function UserList() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<UserFilter>('all')
  const [offset, setOffset] = useState(0)
  const asked = useSettled(search.trim())
  const query = { search: asked, filter, offset, limit: pageSize }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: operationKey('userList', query),
    queryFn: ({ signal }) => client.call('userList', query, { signal, silent: true }),
    // The list stays while the next one loads.
    placeholderData: (before) => before,
  })

  return (
    <>
      <div className={styles.bar}>
        <SearchField
          className={styles.search}
          label={t('users.search')}
          value={search}
          onChange={(text) => {
            setSearch(text)
            setOffset(0)
          }}
        />
        <Segments
          label={t('users.filter')}
          size="md"
          value={filter}
          options={userFilters.map((value) => ({ value, label: t(`users.filters.${value}`) }))}
          onChange={(next) => {
            setFilter(next)
            setOffset(0)
          }}
        />
      </div>
      {error !== null && data === undefined ? (
        <ErrorState
          title={t('users.notRead')}
          text={messageOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data === undefined ? (
        <Skeleton height={240} />
      ) : data.list.length === 0 ? (
        <EmptyState
          title={t('users.none')}
          action={
            <Button
              onClick={() => {
                setSearch('')
                setFilter('all')
                setOffset(0)
              }}
            >
              {t('users.clear')}
            </Button>
          }
        />
      ) : (
        <div className={styles.card}>
          <UserTable users={data.list} />
          <Pages offset={offset} count={data.count} shown={data.list.length} onMove={setOffset} />
        </div>
      )}
    </>
  )
}

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function UserTable({ users }: { readonly users: readonly ListedUser[] }) {
  const { t } = useTranslation()
  return (
    <Table label={t('users.title')} minWidth={680}>
      <thead>
        <tr>
          <th scope="col">{t('users.user')}</th>
          <th scope="col" className={styles.role}>
            {t('users.role')}
          </th>
          <th scope="col" className={styles.projects} data-cell="number">
            {t('users.projects')}
          </th>
          <th scope="col" className={styles.seen}>
            {t('users.seen')}
          </th>
          <th scope="col" className={styles.state}>
            {t('users.state')}
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </tbody>
    </Table>
  )
}

function UserRow({ user }: { readonly user: ListedUser }) {
  const { t } = useTranslation()
  const now = useMinute()
  const { id, email, role, projects, seenAt, suspendedAt, secondFactor } = user
  return (
    <tr className={styles.row}>
      <td>
        <Person
          email={email}
          name={nameOf(user)}
          link={(name) => (
            <Link className={styles.name} to={`/user/admin/user/${String(id)}`} dir="auto">
              {name}
            </Link>
          )}
        />
      </td>
      <td data-cell="quiet">{t(`users.roles.${role}`)}</td>
      <td data-cell="number">{formatNumber(projects)}</td>
      <td data-cell="time">
        {seenAt === null ? (
          t('users.notSeen')
        ) : (
          <time dateTime={seenAt} title={formatDateTime(seenAt)}>
            {formatRelativeTime(seenAt, now)}
          </time>
        )}
      </td>
      <td>
        <span className={styles.badges}>
          {suspendedAt !== null && <Badge kind="warning">{t('users.states.suspended')}</Badge>}
          {secondFactor && <Badge>{t('users.states.secondFactor')}</Badge>}
        </span>
      </td>
    </tr>
  )
}

interface PagesProps {
  readonly offset: number
  readonly count: number
  readonly shown: number
  readonly onMove: (offset: number) => void
}

function Pages({ offset, count, shown, onMove }: PagesProps) {
  const { t } = useTranslation()
  const isFirst = offset === 0
  const isLast = offset + shown >= count
  return (
    <Pager
      text={t('users.range', { from: offset + 1, to: offset + shown, count })}
      back={{
        label: t('users.previous'),
        go: isFirst ? undefined : () => onMove(Math.max(0, offset - pageSize)),
      }}
      onward={{ label: t('users.next'), go: isLast ? undefined : () => onMove(offset + pageSize) }}
    />
  )
}
