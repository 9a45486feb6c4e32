import { projectRoles } from '@common/permissions'
import { t } from './translate'

/** Returns the name of a role in a project: that of a system role in the reader's language, or a custom role's title. */
export function roleName({
  role,
  roleTitle,
}: {
  readonly role: string
  readonly roleTitle?: string | null | undefined
}): string {
  const system = projectRoles.find((known) => known === role)
  return system === undefined ? (roleTitle ?? role) : t(`roles.${system}`)
}
