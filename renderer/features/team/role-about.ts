import { projectRoles } from '@common/permissions'
import { useTranslation } from '@renderer/i18n'

interface RoleFacts {
  readonly id: string
  readonly description: string
  readonly permissions: readonly string[]
}

/** Returns a function that says in one line what a role may do. */
export function useRoleAbout(): (role: RoleFacts) => string {
  const { t } = useTranslation()
  return ({ id, description, permissions }) => {
    const system = projectRoles.find((role) => role === id)
    if (system !== undefined) return t(`roleDescriptions.${system}`)
    return description === '' ? t('team.roles.custom', { count: permissions.length }) : description
  }
}
