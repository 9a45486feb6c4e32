import type { ListedRole } from '@common/operations/access'
import type { InvitedPerson, PendingInvitation } from '@common/operations/invitations'
import { client, sentenceOf } from '@renderer/api'
import { formatDateTime, formatRelativeTime, roleName, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Badge, Icon, MenuDivider, MenuItem, Person, TextButton, useMinute } from '@renderer/ui'
import { useState } from 'react'
import { RoleMenu } from './RoleMenu'
import styles from './team.module.css'

export interface InvitationLineProps {
  readonly projectId: string
  readonly invitation: PendingInvitation
  readonly roles: readonly ListedRole[]
  /** It was sent again. */
  readonly onSent: (person: InvitedPerson) => void
}

/** A person who hasn't accepted the invitation yet. */
export function InvitationLine({ projectId, invitation, roles, onSent }: InvitationLineProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<'send' | 'role'>()
  const { id, email, role, roleTitle, mailed } = invitation
  const reference = role ?? ''
  const mayManage = roles.some((each) => each.id === role && each.givable)

  async function run(what: 'send' | 'role', work: () => Promise<void>): Promise<void> {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setBusy(undefined)
    }
  }
  const send = (): Promise<void> =>
    run('send', async () => {
      onSent(await client.call('memberInvitationResend', { id }, { projectId, silent: true }))
    })
  const setRole = (to: ListedRole): Promise<void> =>
    run('role', async () => {
      await client.call('memberInvitationRoleSet', { id, role: to.id }, { projectId, silent: true })
      const given = roleName({ role: to.id, roleTitle: to.title })
      toast.success(sentence('team.people.roleSet', { person: email, role: given }))
    })
  const revoke = (): Promise<void> =>
    run('role', async () => {
      await client.call('memberInvitationRevoke', { id }, { projectId, silent: true })
      toast.success(sentence('team.people.withdrawn', { email }))
    })

  return (
    <tr>
      <th scope="row">
        <InvitedName invitation={invitation} />
      </th>
      <td className={styles.seen}>
        {mayManage && (
          <TextButton
            disabled={busy === 'send'}
            onClick={() => void send()}
            aria-label={t(mailed ? 'team.people.sendAgainTo' : 'team.people.newLinkFor', { email })}
          >
            {t(mailed ? 'team.people.sendAgain' : 'team.people.newLink')}
          </TextButton>
        )}
      </td>
      <td className={styles.role}>
        {mayManage ? (
          <RoleMenu
            role={reference}
            roleTitle={roleTitle}
            roles={roles}
            person={email}
            loading={busy === 'role'}
            onChoose={(to) => void setRole(to)}
          >
            <MenuDivider />
            <MenuItem icon="mail" onClick={() => void send()}>
              {t(mailed ? 'team.people.sendAgain' : 'team.people.newLink')}
            </MenuItem>
            <MenuItem icon="close" danger onClick={() => void revoke()}>
              {t('team.people.withdraw')}
            </MenuItem>
          </RoleMenu>
        ) : (
          <span className={styles.ownRole}>
            <Badge kind="role">{roleName({ role: reference, roleTitle })}</Badge>
          </span>
        )}
      </td>
    </tr>
  )
}

function InvitedName({ invitation }: Pick<InvitationLineProps, 'invitation'>) {
  const { t } = useTranslation()
  const now = useMinute()
  const { email, createdAt, expiresAt, expired } = invitation
  return (
    <Person
      email={email}
      picture={
        <span className={styles.envelope}>
          <Icon name="mail" size={14} />
        </span>
      }
      second={
        <span title={formatDateTime(expiresAt)}>
          {t(expired ? 'team.people.expired' : 'team.people.invited', { when: formatRelativeTime(createdAt, now) })}
        </span>
      }
    />
  )
}
