import type { UserDetails } from '@common/operations/users'
import { messageOf, useCommand, useOperation } from '@renderer/api'
import { SettingsFrame } from '@renderer/features/settings'
import { formatDate, useTranslation } from '@renderer/i18n'
import { useIsSuperAdmin, useUsers } from '@renderer/stores'
import { Avatar, Badge, ErrorState, Section, Skeleton } from '@renderer/ui'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { MembershipSection } from './MembershipSection'
import { SecuritySection } from './SecuritySection'
import type { UserRemoval } from './RemoveUserDialog'
import { StateSection } from './StateSection'
import { UserForm } from './UserForm'
import { nameOf } from './user-words'
import styles from './users.module.css'

/** `/user/admin/user/{userId}`, and `/user/admin/user-edit?userId=`: one user of the installation. */
export function UserPage() {
  const { t } = useTranslation()
  const isSuperAdmin = useIsSuperAdmin()
  const inPath = useParams().userId
  const [query] = useSearchParams()
  const userId = Number(inPath ?? query.get('userId') ?? Number.NaN)
  if (!Number.isSafeInteger(userId)) return <Navigate to="/user/admin" replace />
  return isSuperAdmin ? (
    <KnownUser userId={userId} />
  ) : (
    <SettingsFrame title={t('users.user')}>
      <p>{t('users.denied')}</p>
    </SettingsFrame>
  )
}

function KnownUser({ userId }: { readonly userId: number }) {
  const { t } = useTranslation()
  const removal = useCommand('userRemove')
  // A removed user can't be read again.
  const enabled = !removal.isPending && !removal.isSuccess
  const { data, error, isFetching, refetch } = useOperation('userRead', { userId }, { silent: true, enabled })
  return (
    <SettingsFrame
      title={data === undefined ? t('users.user') : (nameOf(data) ?? data.email)}
      back={{ to: '/user/admin', label: t('users.all') }}
    >
      {error !== null && data === undefined ? (
        <ErrorState
          title={t('users.notRead')}
          text={messageOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data === undefined ? (
        <Skeleton height={240} />
      ) : (
        <UserSections user={data} removal={removal} />
      )}
    </SettingsFrame>
  )
}

function UserSections({ user, removal }: { readonly user: UserDetails; readonly removal: UserRemoval }) {
  const { t } = useTranslation()
  const isSelf = useUsers((state) => state.user?.id === user.id)
  return (
    <>
      <Section label={t('users.user')}>
        <div className={styles.head}>
          <Avatar name={user.email} shown={nameOf(user)} size="lg" />
          <div className={styles.lines}>
            <strong className={styles.address} dir="ltr">
              {user.email}
            </strong>
            <span className={styles.text}>{t('users.since', { date: formatDate(new Date(user.createdAt)) })}</span>
            <span className={styles.badges}>
              {user.suspendedAt !== null && <Badge kind="warning">{t('users.states.suspended')}</Badge>}
              <Badge kind="outlined">{t(`users.states.${user.emailVerified ? 'confirmed' : 'unconfirmed'}`)}</Badge>
              {isSelf && <Badge>{t('users.states.self')}</Badge>}
            </span>
          </div>
        </div>
        <UserForm key={user.id} user={user} isSelf={isSelf} />
      </Section>
      <MembershipSection memberships={user.memberships} />
      <SecuritySection user={user} />
      <StateSection user={user} isSelf={isSelf} removal={removal} />
    </>
  )
}
