import { projectRoles, type ProjectRole } from '@common/permissions'
import { lowerRole } from '@common/principal'
import { usePanelSize, useUsers } from '@renderer/stores'
import { create } from 'zustand'

/** Returns the roles that a member can preview: all weaker ones for owners and creators, else none. */
export function previewableRoles(held: string | undefined): readonly ProjectRole[] {
  if (held !== 'owner' && held !== 'creator') return []
  return projectRoles.filter((role) => role !== held && lowerRole(held, role) === role)
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
    usePanelSize.getState().sidebarShown(true)
    usePreviewMenu.setState({ isOpen: true })
  },
  menuChanged: (isOpen: boolean): void => usePreviewMenu.setState({ isOpen }),
  begin: (role: ProjectRole): void => {
    usePreviewMenu.setState({ isOpen: false, hasBegun: true })
    useUsers.getState().previewChosen(role)
  },
  end: (): void => {
    usePreviewMenu.setState({ isOpen: false, hasBegun: false })
    useUsers.getState().previewChosen(null)
  },
  focused: (): void => usePreviewMenu.setState({ hasBegun: false }),
}
