import type { InvitedPerson } from '@common/operations/invitations'
import type { SharePart, SharePartProps } from '@renderer/features/share-dialog'
import { t, useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { useState } from 'react'
import { openTeam } from './chosen-part'
import { InvitedPeople } from './InvitedPeople'
import { InviteForm } from './InviteForm'
import { PeopleList } from './PeopleList'
import { PeopleCount } from './team-parts'
import styles from './team.module.css'

/** Invites people and shows who has access. */
function PeopleShare({ project }: SharePartProps) {
  const { t: text } = useTranslation()
  const [invited, setInvited] = useState<readonly InvitedPerson[]>([])
  return (
    <div className={styles.share}>
      <div className={styles.shareInvite}>
        <InviteForm projectId={project.id} onInvited={setInvited} />
        <p className={styles.hint}>{text('team.invite.hint')}</p>
        <InvitedPeople people={invited} />
      </div>
      <PeopleList project={project} search="" onSent={(person) => setInvited([person])} />
    </div>
  )
}

function ManageRoles({ onClose }: SharePartProps) {
  const { t: text } = useTranslation()
  return (
    <Button
      kind="quiet"
      size="md"
      icon="users"
      onClick={() => {
        openTeam('roles')
        onClose()
      }}
    >
      {text('team.share.manageRoles')}
    </Button>
  )
}

/** People of the Share dialog. */
export const sharePart: SharePart = {
  id: 'people',
  title: () => t('team.share.people'),
  permission: 'member.manage',
  order: 1,
  Badge: PeopleCount,
  Page: PeopleShare,
  Footer: ManageRoles,
}
