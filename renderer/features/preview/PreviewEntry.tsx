import { useMenuLines, usePageCommand } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { Menu, MenuDivider, MenuItem, SidebarEntry } from '@renderer/ui'
import { preview, roleName, usePreviewChoices, usePreviewed, usePreviewMenu } from './preview'
import { RoleItems } from './RoleItems'

export interface PreviewProps {
  readonly projectId: string
  /** Role of the member, without the preview. */
  readonly held: string
  /** Title of the project. */
  readonly project: string
}

/** Offers the preview in the palette and by key, also while the sidebar is closed. */
export function PreviewCommands({ projectId, held, project }: PreviewProps) {
  const { t } = useTranslation()
  const previewed = usePreviewed()
  const choices = usePreviewChoices(projectId, held)
  usePageCommand(
    { id: 'preview.open', label: 'preview.choose', keys: ['Mod+Shift+B'], inFields: true },
    choices.length === 0 ? undefined : preview.openMenu,
  )
  useMenuLines(() =>
    choices
      .filter(({ role }) => role !== previewed?.role)
      .map((choice) => ({
        id: `preview.${choice.role}`,
        title: t('preview.as', { role: roleName(choice) }),
        of: project,
        run: () => preview.begin(choice),
      })),
  )
  return null
}

/** The line below the tree that begins and ends the preview of a role (S1 §2). */
export function PreviewEntry({ projectId, held }: Omit<PreviewProps, 'project'>) {
  const { t } = useTranslation()
  const previewed = usePreviewed()
  const isOpen = usePreviewMenu((state) => state.isOpen)
  const choices = usePreviewChoices(projectId, held)
  if (choices.length === 0) return null
  return (
    <Menu
      opened={isOpen}
      onChange={preview.menuChanged}
      width={208}
      target={
        <SidebarEntry
          icon="masks"
          name={previewed === undefined ? t('preview.entry') : t('preview.as', { role: roleName(previewed) })}
          isActive={false}
        />
      }
    >
      <RoleItems choices={choices} />
      {previewed !== undefined && (
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
