import type { InvitedPerson } from '@common/operations/invitations'
import { useTranslation } from '@renderer/i18n'
import { PageHead, SearchField } from '@renderer/ui'
import { useState } from 'react'
import { InvitedPeople } from './InvitedPeople'
import { InviteForm } from './InviteForm'
import type { TeamPartProps } from './parts'
import { PeopleList } from './PeopleList'
import styles from './team.module.css'

/** Members of a project and people invited to it. */
export function PeoplePart({ project }: TeamPartProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [invited, setInvited] = useState<readonly InvitedPerson[]>([])
  return (
    <div className={styles.column}>
      <PageHead title={t('team.people.title', { project: project.title })} text={t('team.people.text')}>
        <SearchField className={styles.search} label={t('team.people.find')} value={search} onChange={setSearch} />
      </PageHead>
      <InviteForm projectId={project.id} onInvited={setInvited} />
      <InvitedPeople people={invited} />
      <PeopleList framed project={project} search={search} onSent={(person) => setInvited([person])} />
    </div>
  )
}
