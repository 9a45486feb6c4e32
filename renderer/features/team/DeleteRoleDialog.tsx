import type { ListedRole } from '@common/operations/access'
import { client, isApiError, useFailure } from '@renderer/api'
import { roleName, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { ConfirmDialog, Fields, Select } from '@renderer/ui'
import { useState } from 'react'

export interface DeleteRoleDialogProps {
  readonly projectId: string
  readonly role: ListedRole
  readonly roles: readonly ListedRole[]
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Asks before a role is deleted, and which role its members, invitations and tokens get instead. */
export function DeleteRoleDialog({ projectId, role, roles, onDeleted, onClose }: DeleteRoleDialogProps) {
  const { t } = useTranslation()
  const others = roles.filter(({ id, givable }) => givable && id !== role.id)
  const [isUsed, setUsed] = useState(role.members > 0)
  const [instead, setInstead] = useState(others.at(-1)?.id ?? '')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useFailure()

  const remove = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await client.call('roleDelete', { id: role.id, ...(isUsed && { instead }) }, { projectId })
      toast.success(sentence('team.roles.deleted', { title: role.title }))
      onClose()
      onDeleted()
    } catch (error) {
      // Only invitations or tokens have it.
      if (isApiError(error, 'ROLE_IN_USE')) setUsed(true)
      setProblem(error)
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('team.roles.deleteTitle', { title: role.title })}
      action={t('team.roles.delete')}
      loading={isBusy}
      error={problem}
      onSubmit={() => void remove()}
    >
      <Fields>
        <p>{t('team.roles.deleteText', { count: role.members })}</p>
        {isUsed && (
          <Select
            label={t('team.roles.instead')}
            value={instead}
            onChange={setInstead}
            options={others.map(({ id, title }) => ({ value: id, label: roleName({ role: id, roleTitle: title }) }))}
          />
        )}
      </Fields>
    </ConfirmDialog>
  )
}
