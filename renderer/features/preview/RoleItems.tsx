import { useUsers } from '@renderer/stores'
import { MenuItem } from '@renderer/ui'
import { preview, roleName, type PreviewChoice } from './preview'

/** The roles to choose from, in a menu. */
export function RoleItems({ choices }: { readonly choices: readonly PreviewChoice[] }) {
  const previewAs = useUsers((state) => state.previewAs)
  return choices.map((choice) => (
    <MenuItem key={choice.role} chosen={choice.role === previewAs} onClick={() => preview.begin(choice)}>
      {roleName(choice)}
    </MenuItem>
  ))
}
