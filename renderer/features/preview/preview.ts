import type { ListedRole } from '@common/operations/access'
import { projectRoles, type ProjectRole } from '@common/permissions'
import { isAbove } from '@common/permissions/custom-role'
import { useOperation } from '@renderer/api'
import { t } from '@renderer/i18n'
import { sidebar, useAfterFirstRows, useUsers } from '@renderer/stores'
import { create } from 'zustand'

/** A role to preview. */
export interface PreviewChoice {
  /** Name of a system role, or the id of a custom one. */
  readonly role: string
  /** Title of a custom role; null for a system role. */
  readonly title: string | null
}

/** Returns the roles that a member can preview: system roles below the own one, then custom roles; else none. */
export function previewChoices(
  held: string | undefined,
  listed: readonly Pick<ListedRole, 'id' | 'title' | 'system' | 'givable'>[] = [],
): readonly PreviewChoice[] {
  if (!mayPreview(held)) return []
  return [
    ...projectRoles
      .filter((role) => role !== held && !isAbove(role, held))
      .map((role): PreviewChoice => ({ role, title: null })),
    ...listed
      .filter(({ system, givable }) => !system && givable)
      .map(({ id, title }): PreviewChoice => ({ role: id, title })),
  ]
}

const mayPreview = (held: string | undefined): held is ProjectRole => held === 'owner' || held === 'creator'

/** The roles that a member can preview in a project. */
export function usePreviewChoices(projectId: string | undefined, held: string | undefined): readonly PreviewChoice[] {
  const isTime = useAfterFirstRows()
  const enabled = projectId !== undefined && mayPreview(held) && isTime
  const { data } = useOperation('roleList', {}, { projectId, enabled, silent: true })
  return previewChoices(held, data?.list)
}

const isSystem = (role: string): role is ProjectRole => projectRoles.some((name) => name === role)

/** Returns the name of a role in the reader's language. An unknown role counts as the weakest one. */
export function roleName({ role, title }: PreviewChoice): string {
  return isSystem(role) ? t(`roles.${role}`) : (title ?? t('roles.viewer'))
}

interface PreviewMenuState {
  readonly isOpen: boolean
  /** True if this window has just begun the preview, so that the banner takes the focus. */
  readonly hasBegun: boolean
}

export const usePreviewMenu = create<PreviewMenuState>(() => ({ isOpen: false, hasBegun: false }))

export const preview = {
  /** Opens the menu of roles. Shows the sidebar, which holds it. */
  openMenu: (): void => {
    sidebar.show(true)
    usePreviewMenu.setState({ isOpen: true })
  },
  menuChanged: (isOpen: boolean): void => usePreviewMenu.setState({ isOpen }),
  begin: ({ role, title }: PreviewChoice): void => {
    usePreviewMenu.setState({ isOpen: false, hasBegun: true })
    useUsers.getState().previewChosen(role, title)
  },
  end: (): void => {
    usePreviewMenu.setState({ isOpen: false, hasBegun: false })
    useUsers.getState().previewChosen(null)
  },
  focused: (): void => usePreviewMenu.setState({ hasBegun: false }),
}

/** Returns the previewed role; undefined without a preview. */
export function usePreviewed(): PreviewChoice | undefined {
  const role = useUsers(({ token, previewAs }) => (token === null ? null : previewAs))
  const title = useUsers(({ previewTitle }) => previewTitle)
  return role === null ? undefined : { role, title }
}
