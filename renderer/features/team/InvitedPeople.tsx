import type { InvitedPerson } from '@common/operations/invitations'
import { InvitedLine } from '@renderer/features/installation'
import { useTranslation } from '@renderer/i18n'
import { Lines } from '@renderer/ui'

/** The outcome of the latest invitations, with links to pass on if Basalt sends no mail. */
export function InvitedPeople({ people }: { readonly people: readonly InvitedPerson[] }) {
  const { t } = useTranslation()
  if (people.length === 0)
    return <div role="status" className="hidden-text" aria-label={t('installation.invite.results')} />
  return (
    <Lines live label={t('installation.invite.results')}>
      {people.map((person) => (
        <InvitedLine key={person.email} person={person} />
      ))}
    </Lines>
  )
}
