import type { InvitedPerson } from '@common/operations/invitations'
import { client, useFailure } from '@renderer/api'
import { roleName, sentence, useTranslation } from '@renderer/i18n'
import { Button, Select } from '@renderer/ui'
import { useState } from 'react'
import { AddressField, allAddresses, isAddress, noAddresses } from './AddressField'
import { useRoles } from './use-roles'
import styles from './team.module.css'

export interface InviteFormProps {
  readonly projectId: string
  readonly onInvited: (people: readonly InvitedPerson[]) => void
}

/** Invites people by e-mail with a role up to the own one. It isn't a form, because a dialog around it is one. */
export function InviteForm({ projectId, onInvited }: InviteFormProps) {
  const { t } = useTranslation()
  const roles = useRoles(projectId)
  const givable = roles.filter((role) => role.givable)
  const [addresses, setAddresses] = useState(noAddresses)
  const [chosen, setChosen] = useState('editor')
  const [problem, setProblem] = useFailure()
  const [isBusy, setBusy] = useState(false)
  const role = givable.find(({ id }) => id === chosen) ?? givable[0]

  const send = async (): Promise<void> => {
    const emails = allAddresses(addresses)
    const wrong = emails.filter((each) => !isAddress(each))
    if (emails.length === 0) return setProblem(sentence('installation.invite.none'))
    if (wrong.length > 0) return setProblem(sentence('team.invite.wrong', { emails: wrong, count: wrong.length }))
    if (role === undefined || isBusy) return undefined
    setBusy(true)
    setProblem(undefined)
    try {
      const { people } = await client.call(
        'memberInvite',
        { emails: [...emails], role: role.id },
        { projectId, silent: true },
      )
      setAddresses(noAddresses)
      onInvited(people)
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
    return undefined
  }

  return (
    <div className={styles.invite} role="group" aria-label={t('team.invite.title')}>
      <AddressField
        value={addresses}
        onChange={(value) => {
          setAddresses(value)
          setProblem(undefined)
        }}
        error={problem}
        onSubmit={() => void send()}
      />
      <Select
        className={styles.inviteRole}
        aria-label={t('team.invite.role')}
        value={role?.id ?? null}
        onChange={setChosen}
        options={givable.map(({ id, title }) => ({ value: id, label: roleName({ role: id, roleTitle: title }) }))}
      />
      <Button size="lg" kind="main" icon="mail" loading={isBusy} onClick={() => void send()}>
        {t('team.invite.action')}
      </Button>
    </div>
  )
}
