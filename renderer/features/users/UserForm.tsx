import { installationRoles, type InstallationRole, type UserDetails } from '@common/operations/users'
import { messageOf, useCommand } from '@renderer/api'
import { NameFields, type Names } from '@renderer/features/settings'
import { sentence, useTranslation } from '@renderer/i18n'
import { loadUser, toast } from '@renderer/stores'
import { Button, Buttons, ErrorBanner, FieldForm, Select } from '@renderer/ui'
import { useState } from 'react'
import styles from './users.module.css'

interface UserFormProps {
  readonly user: UserDetails
  readonly isSelf: boolean
}

/** Names and role of a user. */
export function UserForm({ user, isSelf }: UserFormProps) {
  const { t } = useTranslation()
  const save = useCommand('userSave')
  const [draft, setDraft] = useState<Partial<Names & { readonly role: InstallationRole }>>({})
  const stored = { firstName: user.firstName ?? '', lastName: user.lastName ?? '', role: user.role }
  const now = { ...stored, ...draft }
  const isChanged =
    now.firstName.trim() !== stored.firstName || now.lastName.trim() !== stored.lastName || now.role !== stored.role

  async function submit(): Promise<void> {
    const args = { userId: user.id, firstName: now.firstName.trim(), lastName: now.lastName.trim(), role: now.role }
    await save.mutateAsync({ args, silent: true })
    if (isSelf) await loadUser()
    setDraft({})
    toast.success(sentence('users.saved'))
  }

  return (
    <FieldForm onSubmit={submit}>
      <NameFields value={now} onChange={(names) => setDraft({ ...draft, ...names })} />
      <Select<InstallationRole>
        className={styles.half}
        label={t('users.role')}
        value={now.role}
        disabled={isSelf}
        hint={t(isSelf ? 'users.ownRole' : `users.roleHints.${now.role}`)}
        options={installationRoles.map((role) => ({ value: role, label: t(`users.roles.${role}`) }))}
        onChange={(role) => setDraft({ ...draft, role })}
      />
      {save.error !== null && <ErrorBanner title={messageOf(save.error)} />}
      <Buttons>
        <Button
          kind="main"
          size="md"
          type="submit"
          loading={save.isPending}
          disabledReason={isChanged ? undefined : t('settings.unchanged')}
        >
          {t('settings.save')}
        </Button>
      </Buttons>
    </FieldForm>
  )
}
