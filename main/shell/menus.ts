import type { MenuState } from '@common/bridge'
import { setMenu, type MenuDeps } from './menu'
import { setIconMenu, type RecentPlacesDeps } from './recent-places'

/** The native menus, which show the commands of the window in front. */
export interface Menus {
  /** Sets the commands of a window. */
  readonly changed: (contentsId: number, state: MenuState) => void
  /** Draws the menus again, such as for another window. */
  readonly refresh: () => void
}

export type MenusDeps = Omit<MenuDeps, 'commands' | 'recentFiles'> &
  Pick<RecentPlacesDeps, 'openLink'> & {
    readonly recentFiles: () => readonly string[]
    /** Contents of the window in front; undefined if there is none. */
    readonly front: () => number | undefined
  }

const noCommands: MenuState = { commands: [], projects: [] }

export function createMenus({ front, recentFiles, openLink, ...deps }: MenusDeps): Menus {
  const states = new Map<number, MenuState>()
  let projects = ''

  const refresh = (): void => {
    const state = states.get(front() ?? -1) ?? noCommands
    setMenu({ ...deps, commands: state.commands, recentFiles: recentFiles() })
    // Systems store this list, so it is written on changes only.
    const now = JSON.stringify(state.projects)
    if (now === projects) return
    projects = now
    setIconMenu({ platform: deps.platform, projects: state.projects, newWindow: deps.newWindow, openLink })
  }
  return {
    changed: (contentsId, state) => {
      states.set(contentsId, state)
      if (contentsId === front()) refresh()
    },
    refresh,
  }
}
