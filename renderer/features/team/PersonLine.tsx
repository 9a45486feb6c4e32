import type { ListedRole } from '@common/operations/access'
import type { ListedMember } from '@common/operations/members'
import type { ProjectListEntry } from '@common/operations/projects'
import { client, sentenceOf } from '@renderer/api'
import { LeaveProjectDialog } from '@renderer/features/leaving'
import { formatDateTime, formatRelativeTime, roleName, sentence, useTranslation } from '@renderer/i18n'
import { toast, why } from '@renderer/stores'
import { Badge, IconButton, Menu, MenuDivider, MenuItem, Person, useMinute } from '@renderer/ui'
import { useState } from 'react'
import { PersonQuestion, type AskedOfPerson } from './PersonQuestion'
import { RoleMenu } from './RoleMenu'
import styles from './team.module.css'

export interface PersonLineProps {
  readonly project: ProjectListEntry
  readonly member: ListedMember
  readonly roles: readonly ListedRole[]
  readonly isSelf: boolean
  readonly isLastOwner: boolean
}

/** Members who sent a request within this time count as active. */
const activeMs = 3 * 60_000

/** A member: name and address, last use, and the role with what can be done to the member. */
export function PersonLine({ project, member, roles, isSelf, isLastOwner }: PersonLineProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<AskedOfPerson>()
  const [isLeaving, setLeaving] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { email, role, roleTitle, suspended } = member
  const name = nameOf(member)
  // A role above the own one can be neither given nor changed.
  const mayManage = !isSelf && roles.some(({ id, givable }) => id === role && givable)
  const mayExplain = project.permissions.includes('access.manage')
  const mayTransfer = !isSelf && project.permissions.includes('member.transfer') && project.role === 'owner'

  const setRole = async (to: Pick<ListedRole, 'id' | 'title'>, isUndo = false): Promise<void> => {
    setBusy(true)
    try {
      await client.call('memberRoleSet', { userId: member.userId, role: to.id }, { projectId: project.id })
      const text = sentence('team.people.roleSet', {
        person: name,
        role: roleName({ role: to.id, roleTitle: to.title }),
      })
      const undo = { label: sentence('team.undo'), run: () => void setRole({ id: role, title: roleTitle ?? '' }, true) }
      toast.success(text, isUndo ? {} : { action: undo })
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <tr>
      <th scope="row">
        <Person
          email={email}
          name={name}
          badges={
            <>
              {isSelf && <Badge>{t('team.people.you')}</Badge>}
              {suspended && <Badge kind="warning">{t('team.people.suspended')}</Badge>}
            </>
          }
        />
      </th>
      <td className={styles.seen} data-cell="time">
        <LastSeen at={member.lastSeenAt} />
      </td>
      <td className={styles.role}>
        {mayManage ? (
          <RoleMenu
            role={role}
            roleTitle={roleTitle}
            roles={roles}
            person={name}
            loading={isBusy}
            onChoose={(to) => void setRole(to)}
          >
            <MenuDivider />
            {mayExplain && (
              <MenuItem icon="help" onClick={() => why.ask({ userId: member.userId })}>
                {t('team.people.why')}
              </MenuItem>
            )}
            {mayTransfer && (
              <MenuItem icon="key" onClick={() => setAsked('transfer')}>
                {t('team.people.transfer')}
              </MenuItem>
            )}
            <MenuItem icon="trash" danger onClick={() => setAsked('remove')}>
              {t('team.people.removeFrom', { project: project.title })}
            </MenuItem>
          </RoleMenu>
        ) : (
          <span className={styles.ownRole}>
            <Badge kind="role">{roleName({ role, roleTitle })}</Badge>
            {isSelf && (
              <Menu align="end" target={<IconButton icon="more" label={t('team.people.moreOf', { person: name })} />}>
                <MenuItem
                  icon="signOut"
                  danger
                  disabled={isLastOwner}
                  description={isLastOwner ? t('team.people.lastOwner') : undefined}
                  onClick={() => setLeaving(true)}
                >
                  {t('projects.leave.item')}
                </MenuItem>
              </Menu>
            )}
          </span>
        )}
        {isLeaving && <LeaveProjectDialog project={project} isInside onClose={() => setLeaving(false)} />}
        {asked !== undefined && (
          <PersonQuestion
            asked={asked}
            project={project}
            member={member}
            name={name}
            onClose={() => setAsked(undefined)}
          />
        )}
      </td>
    </tr>
  )
}

function LastSeen({ at }: { readonly at: string | null }) {
  const { t } = useTranslation()
  const now = useMinute()
  if (at === null) return t('team.people.never')
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {now - Date.parse(at) < activeMs ? t('team.people.active') : formatRelativeTime(at, now)}
    </time>
  )
}

/** Returns the name of a member, or the address of one without. */
function nameOf({ email, firstName, lastName }: ListedMember): string {
  const name = [firstName, lastName]
    .filter((part) => part !== null)
    .join(' ')
    .trim()
  return name === '' ? email : name
}
