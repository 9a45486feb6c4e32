import type { InvitedPerson } from '@common/operations/invitations'
import type { ProjectListEntry } from '@common/operations/projects'
import { messageOf, useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { EmptyState, ErrorState, Skeleton, Table } from '@renderer/ui'
import { InvitationLine } from './InvitationLine'
import { PersonLine } from './PersonLine'
import { useRoles } from './use-roles'
import styles from './team.module.css'

export interface PeopleListProps {
  readonly project: ProjectListEntry
  /** Part of a name or an address. */
  readonly search: string
  /** Draws a border around the list: on a page. */
  readonly framed?: boolean
  /** An invitation was sent again. */
  readonly onSent: (person: InvitedPerson) => void
}

const loadingWidths = [160, 128, 176]

/** Members with their roles, then open invitations. */
export function PeopleList({ project, search, framed = false, onSent }: PeopleListProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const members = useOperation('memberList', {}, { projectId, silent: true })
  const invitations = useOperation('memberInvitationList', {}, { projectId, silent: true })
  const roles = useRoles(projectId)
  const ownId = useUsers((state) => state.user?.id ?? null)
  const failed = members.error ?? invitations.error
  if (failed !== null && members.data === undefined)
    return (
      <ErrorState
        title={t('team.people.notRead')}
        text={messageOf(failed)}
        onRetry={() => {
          void members.refetch()
          void invitations.refetch()
        }}
        retrying={members.isFetching || invitations.isFetching}
      />
    )
  const wanted = search.trim().toLowerCase()
  const isFound = (...texts: readonly (string | null)[]): boolean =>
    texts
      .filter((text) => text !== null)
      .join(' ')
      .toLowerCase()
      .includes(wanted)
  const people = members.data?.list.filter(({ email, firstName, lastName }) => isFound(firstName, lastName, email))
  const open = invitations.data?.list.filter(({ email }) => isFound(email)) ?? []
  const owners = members.data?.list.filter(({ role }) => role === 'owner').length ?? 0
  const isAlone = members.data?.list.length === 1 && invitations.data?.list.length === 0
  return (
    <>
      <Table framed={framed}>
        <thead>
          <tr>
            <th>{t('team.people.column.person')}</th>
            <th className={styles.seen}>{t('team.people.column.seen')}</th>
            <th className={styles.role}>{t('team.people.column.role')}</th>
          </tr>
        </thead>
        <tbody>
          {people === undefined
            ? loadingWidths.map((width) => (
                <tr key={width} aria-hidden="true">
                  <td colSpan={3}>
                    <Skeleton width={width} />
                  </td>
                </tr>
              ))
            : people.map((member) => (
                <PersonLine
                  key={member.userId}
                  project={project}
                  member={member}
                  roles={roles}
                  isSelf={member.userId === ownId}
                  isLastOwner={member.role === 'owner' && owners === 1}
                />
              ))}
          {open.map((invitation) => (
            <InvitationLine
              key={invitation.id}
              projectId={projectId}
              invitation={invitation}
              roles={roles}
              onSent={onSent}
            />
          ))}
        </tbody>
      </Table>
      {people !== undefined && people.length + open.length === 0 && (
        <div className={styles.nothing}>
          <EmptyState title={t('team.people.noneFound', { search: search.trim() })} />
        </div>
      )}
      {isAlone && wanted === '' && <p className={styles.alone}>{t('team.people.alone')}</p>}
    </>
  )
}
