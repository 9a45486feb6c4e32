import { useMenuLines, usePageCommand } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { Menu, MenuDivider, MenuItem, SidebarEntry } from '@renderer/ui'
import { preview, previewableRoles, usePreviewMenu } from './preview'
import { RoleItems } from './RoleItems'

export interface PreviewProps {
  /** Role of the member, without the preview. */
  readonly held: string
  readonly project: string
}

/** Offers the preview in the palette and by key, also while the sidebar is closed. */
export function PreviewCommands({ held, project }: PreviewProps) {
  const { t } = useTranslation()
  const previewAs = useUsers((state) => state.previewAs)
  const roles = previewableRoles(held)
  usePageCommand(
    { id: 'preview.open', label: 'preview.choose', keys: ['Mod+Shift+B'] },
    roles.length === 0 ? undefined : preview.openMenu,
  )
  useMenuLines(() =>
    roles
      .filter((role) => role !== previewAs)
      .map((role) => ({
        id: `preview.${role}`,
        title: t('preview.as', { role }),
        of: project,
        run: () => preview.begin(role),
      })),
  )
  return null
}

/** The line below the tree that begins and ends the preview of a role (S1 §2). */
export function PreviewEntry({ held }: Pick<PreviewProps, 'held'>) {
  const { t } = useTranslation()
  const previewAs = useUsers((state) => state.previewAs)
  const isOpen = usePreviewMenu((state) => state.isOpen)
  const roles = previewableRoles(held)
  if (roles.length === 0) return null
  return (
    <Menu
      opened={isOpen}
      onChange={preview.menuChanged}
      width={208}
      target={
        <SidebarEntry
          icon="masks"
          name={previewAs === null ? t('preview.entry') : t('preview.as', { role: previewAs })}
          isActive={false}
        />
      }
    >
      <RoleItems roles={roles} />
      {previewAs !== null && (
        <>
          <MenuDivider />
          <MenuItem icon="undo" onClick={preview.end}>
            {t('preview.reset')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
