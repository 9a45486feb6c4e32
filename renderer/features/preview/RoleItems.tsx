import type { ProjectRole } from '@common/permissions'
import { useTranslation } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { MenuItem } from '@renderer/ui'
import { preview } from './preview'

/** The roles to choose from, in a menu. */
export function RoleItems({ roles }: { readonly roles: readonly ProjectRole[] }) {
  const { t } = useTranslation()
  const previewAs = useUsers((state) => state.previewAs)
  return roles.map((role) => (
    <MenuItem key={role} chosen={role === previewAs} onClick={() => preview.begin(role)}>
      {t(`roles.${role}`)}
    </MenuItem>
  ))
}
