import type { UserDetails } from '@common/operations/users'
import { usersPageMax } from '@common/constants'
import { messageOf, useOperation, type useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { ConfirmDialog, Select } from '@renderer/ui'
import { useState } from 'react'
import { nameOf } from './user-words'
import styles from './users.module.css'

export type UserRemoval = ReturnType<typeof useCommand<'userRemove'>>

interface RemoveUserDialogProps {
  readonly user: UserDetails
  readonly removal: UserRemoval
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Removes a user. Projects that would have no owner get a new one. */
export function RemoveUserDialog({ user, removal: remove, onClose, onRemoved }: RemoveUserDialogProps) {
  const { t } = useTranslation()
  const ownId = useUsers((state) => state.user?.id ?? null)
  const [owner, setOwner] = useState<string | null>(ownId === null ? null : String(ownId))
  const owned = user.memberships.filter(({ onlyOwner }) => onlyOwner)
  const needsOwner = owned.length > 0
  const others = useOperation('userList', { limit: usersPageMax }, { enabled: needsOwner, silent: true })
  const heirs = (others.data?.list ?? []).filter(({ id, suspendedAt }) => id !== user.id && suspendedAt === null)
  const newOwner = needsOwner && owner !== null ? { newOwnerId: Number(owner) } : {}

  return (
    <ConfirmDialog
      opened
      title={t('users.removal.question', { email: user.email })}
      action={t('users.removal.remove')}
      loading={remove.isPending}
      disabledReason={needsOwner && owner === null ? t('users.removal.chooseOwner') : undefined}
      error={remove.error === null ? null : messageOf(remove.error)}
      onClose={onClose}
      onSubmit={() => remove.mutate({ args: { userId: user.id, ...newOwner }, silent: true }, { onSuccess: onRemoved })}
    >
      <p>{t('users.removal.effect')}</p>
      {needsOwner && (
        <>
          <p>{t('users.removal.owns', { count: owned.length, projects: owned.map(({ title }) => title) })}</p>
          <Select
            className={styles.owner}
            label={t('users.removal.newOwner')}
            value={owner}
            searchable
            options={heirs.map((heir) => {
              const name = nameOf(heir)
              return { value: String(heir.id), label: name === undefined ? heir.email : `${name} (${heir.email})` }
            })}
            onChange={setOwner}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
