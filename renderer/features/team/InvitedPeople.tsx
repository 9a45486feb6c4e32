import type { InvitedPerson } from '@common/operations/invitations'
import { InvitedLine } from '@renderer/features/installation'
import { useTranslation } from '@renderer/i18n'
import styles from './team.module.css'

/** The outcome of the latest invitations, with links to pass on if Basalt sends no mail. */
export function InvitedPeople({ people }: { readonly people: readonly InvitedPerson[] }) {
  const { t } = useTranslation()
  return (
    <ul
      className={styles.invited}
      role="status"
      aria-label={t('installation.invite.results')}
      hidden={people.length === 0}
    >
      {people.map((person) => (
        <InvitedLine key={person.email} person={person} />
      ))}
    </ul>
  )
}
