import { app, Menu, type JumpListCategory } from 'electron'
import type { MenuProject } from '@common/bridge'
import { linkTo } from '@common/links/place-link'
import { desktopText } from '@main/lib/texts'
import { newWindowArgument } from './arguments'

/** Files in the menu "Open recent". */
export const recentFilesMax = 10

/** Returns the list with a file that was opened now, at the front. */
export function withRecent(files: readonly string[], path: string): string[] {
  return [path, ...files.filter((file) => file !== path)].slice(0, recentFilesMax)
}

export interface RecentPlacesDeps {
  readonly platform: NodeJS.Platform
  readonly projects: readonly MenuProject[]
  readonly newWindow: () => void
  readonly openLink: (link: string) => void
}

/** Sets the menu of the dock icon on macOS and the jump list on Windows: a new window, and the last projects. */
export function setIconMenu({ platform, projects, newWindow, openLink }: RecentPlacesDeps): void {
  if (platform === 'darwin')
    app.dock?.setMenu(
      Menu.buildFromTemplate([
        { label: desktopText('newWindow'), click: newWindow },
        ...projects.map(({ id, title }) => ({ label: title, click: () => openLink(linkTo({ project: id })) })),
      ]),
    )
  if (platform === 'win32') app.setJumpList(jumpList(projects))
}

/** Returns the jump list. Its entries start the application again, which passes them to the first instance. */
export function jumpList(projects: readonly MenuProject[], program = process.execPath): JumpListCategory[] {
  const task = (title: string, args: string) => ({
    type: 'task' as const,
    program,
    args,
    title,
    iconPath: program,
    iconIndex: 0,
  })
  return [
    {
      type: 'custom',
      name: desktopText('recentProjects'),
      items: projects.map(({ id, title }) => task(title, linkTo({ project: id }))),
    },
    { type: 'recent' },
    { type: 'tasks', items: [task(desktopText('newWindow'), newWindowArgument)] },
  ]
}
