import type { MenuCommand } from '@common/bridge'
import { menuTemplate, type MenuDeps } from '@main/shell/menu'
import { acceleratorOf, isBareKey } from '@main/shell/menu-places'
import { createMenus } from '@main/shell/menus'
import { jumpList, recentFilesMax, withRecent } from '@main/shell/recent-places'
import { speak } from '@main/lib/texts'
import { textsOf } from '@tests/helpers/catalogue'
import { recorded, resetElectron } from '@tests/helpers/electron-stub'
import type * as Electron from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

beforeEach(resetElectron)

const command = (id: string, change: Partial<MenuCommand> = {}): MenuCommand => ({
  id,
  label: id,
  enabled: true,
  ...change,
})

const commands: MenuCommand[] = [
  command('project.new', { label: 'New project', keys: 'N' }),
  command('window.new', { keys: 'Mod+Shift+N' }),
  command('theme.toggleDark', { label: 'Dark & light', keys: 'Mod+Shift+D' }),
  command('tabs.close', { keys: 'Mod+W', enabled: false }),
  command('edit.undo', { keys: 'Mod+Z' }),
  command('palette.open', { keys: 'Mod+K' }),
  command('help.keys', { keys: '?' }),
  command('record.new', { keys: 'Shift+Enter' }),
]

const asked: string[] = []
const deps: MenuDeps = {
  platform: 'linux',
  isPackaged: true,
  commands,
  recentFiles: ['/data/a & b.csv', '/data/music.sqlite'],
  run: (id) => void asked.push(id),
  newWindow: () => void asked.push('new window'),
  openFile: () => void asked.push('open file'),
  openRecent: (path) => void asked.push(path),
  clearRecent: () => void asked.push('clear'),
}

const inside = ({ submenu }: Electron.MenuItemConstructorOptions) => (Array.isArray(submenu) ? submenu : [])
const flat = (items: readonly Electron.MenuItemConstructorOptions[]): Electron.MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...flat(inside(item))])
const menusOf = (change: Partial<MenuDeps> = {}) => menuTemplate({ ...deps, ...change })
const itemOf = (id: string, change?: Partial<MenuDeps>) => flat(menusOf(change)).find((item) => item.id === id)

describe('the menu', () => {
  it.each(['darwin', 'win32', 'linux'] as const)(
    'has a label for every item, and every command once, on %s',
    (platform) => {
      const items = flat(menusOf({ platform })).filter((item) => item.type !== 'separator' && item.role !== 'appMenu')
      expect(items.filter(({ label = '' }) => label === '')).toEqual([])
      const ids = items.flatMap(({ id }) => id ?? [])
      expect(ids.toSorted()).toEqual(
        commands
          .map(({ id }) => id)
          .filter((id) => id !== 'window.new')
          .toSorted(),
      )
    },
  )

  it('puts commands where users look for them', () => {
    const menus = Object.fromEntries(menusOf().map((menu) => [menu.label, inside(menu).flatMap(({ id }) => id ?? [])]))
    expect(menus).toEqual({
      File: ['project.new'],
      Edit: ['edit.undo'],
      View: ['theme.toggleDark'],
      Record: ['record.new'],
      Go: ['palette.open'],
      Window: ['tabs.close'],
      Help: ['help.keys'],
    })
  })

  it('shows the keys of the page, which handles them itself', () => {
    expect(itemOf('theme.toggleDark')).toMatchObject({
      label: 'Dark && light',
      accelerator: 'CmdOrCtrl+Shift+D',
      registerAccelerator: false,
    })
    expect(itemOf('project.new')).toMatchObject({ accelerator: 'N', registerAccelerator: false })
    // A menu of macOS would take the letter from every text field.
    expect(itemOf('project.new', { platform: 'darwin' })?.accelerator).toBeUndefined()
    expect(itemOf('theme.toggleDark', { platform: 'darwin' })?.accelerator).toBe('CmdOrCtrl+Shift+D')
  })

  it('disables what cannot run now', () => {
    expect([itemOf('tabs.close')?.enabled, itemOf('project.new')?.enabled]).toEqual([false, true])
  })

  it('runs commands, opens files, recent files and windows', () => {
    asked.length = 0
    for (const { click, role } of flat(menusOf()))
      if (role === undefined) click?.({} as Electron.MenuItem, undefined, {})
    expect(asked).toEqual([
      'new window',
      'open file',
      '/data/a & b.csv',
      '/data/music.sqlite',
      'clear',
      'project.new',
      'edit.undo',
      'theme.toggleDark',
      'record.new',
      'palette.open',
      'tabs.close',
      'help.keys',
    ])
  })

  it('offers the developer tools in a clone only, and leaves Ctrl+R and Ctrl+W to the page', () => {
    const text = (isPackaged: boolean) => JSON.stringify(menusOf({ isPackaged }))
    expect(text(false)).toContain('toggleDevTools')
    expect(text(true)).not.toContain('toggleDevTools')
    expect(text(true)).toContain('"role":"reload","label":"Reload","accelerator":"F5"')
    expect(text(true)).toContain('"role":"close","label":"Close window","accelerator":"CmdOrCtrl+Shift+W"')
  })

  it('shows the commands of the window in front, and none without a window', () => {
    let front: number | undefined
    const menus = createMenus({ ...deps, recentFiles: () => [], front: () => front, openLink: () => undefined })
    const ids = () => flat(recorded.menu ?? []).flatMap(({ id }) => id ?? [])
    menus.changed(1, { commands: [command('project.new')], projects: [] })
    menus.changed(2, { commands: [command('table.new')], projects: [] })
    menus.refresh()
    expect(ids()).toEqual([])
    front = 2
    menus.refresh()
    expect(ids()).toEqual(['table.new'])
    menus.changed(1, { commands: [command('docs.open')], projects: [] })
    expect(ids()).toEqual(['table.new'])
    front = 1
    menus.refresh()
    expect(ids()).toEqual(['docs.open'])
  })
})

describe('the keys of the native menus', () => {
  it.each([
    ['Mod+Shift+D', 'CmdOrCtrl+Shift+D'],
    ['Mod+`', 'CmdOrCtrl+`'],
    ['Alt+ArrowUp', 'Alt+Up'],
    ['Shift+F6', 'Shift+F6'],
    ['Mod++', 'CmdOrCtrl+Plus'],
    ['Escape', 'Esc'],
    ['?', '?'],
    ['N', 'N'],
  ])('write %s as %s', (keys, accelerator) => {
    expect(acceleratorOf(keys)).toBe(accelerator)
  })

  it.each(['Mod+1…8', 'Mod+Wheel', 'É'])('leave out %s', (keys) => {
    expect(acceleratorOf(keys)).toBeUndefined()
  })

  it('know keys that type text', () => {
    expect(['N', '?', 'Shift+Enter', 'Mod+N', 'Alt+X', 'F6', 'Shift+F6'].map(isBareKey)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('recent files and projects', () => {
  it('keep the newest first, once each', () => {
    expect(withRecent(['/a', '/b'], '/b')).toEqual(['/b', '/a'])
    expect(
      withRecent(
        Array.from({ length: 20 }, (_, at) => `/${at}`),
        '/new',
      ),
    ).toHaveLength(recentFilesMax)
  })

  it('are in the menu of the dock, and in the jump list, which passes links to the first instance', () => {
    const opened: string[] = []
    const begin = (platform: NodeJS.Platform) =>
      createMenus({
        ...deps,
        platform,
        recentFiles: () => [],
        front: () => 1,
        openLink: (link) => void opened.push(link),
      })
    const state = { commands: [], projects: [{ id: 'p_1', title: 'Chinook' }] }
    begin('darwin').changed(1, state)
    recorded.dockMenu?.at(-1)?.click?.({} as Electron.MenuItem, undefined, {})
    expect([recorded.dockMenu?.map(({ label }) => label), opened]).toEqual([
      ['New window', 'Chinook'],
      ['basalt://p_1'],
    ])
    expect(recorded.jumpList).toBeUndefined()
    begin('win32').changed(1, state)
    expect(recorded.jumpList).toEqual(jumpList(state.projects))
    expect(JSON.stringify(recorded.jumpList)).toContain('"args":"basalt://p_1","title":"Chinook"')
  })
})

describe('the menu in another language', () => {
  afterEach(() => speak('en'))

  it.each(['de', 'iw', 'th', 'zh_CN'])('has no text of English left: %s', async (code) => {
    const english = textsOf('en')
    const own = textsOf(code)
    const labels = (): string[] =>
      flat(menusOf({ platform: 'linux' }))
        .filter(({ id, label = '' }) => id === undefined && label !== '')
        .map(({ label = '' }) => label)
    const before = labels()
    await speak(code)
    const after = labels()
    expect(after).toHaveLength(before.length)
    // Names of commands come from the page, in its language, and names of files are data.
    const keys = [...english.keys()].filter((key) => key.startsWith('desktop.'))
    const isSame = (label: string): boolean => keys.some((key) => english.get(key) === label && own.get(key) !== label)
    expect(after.filter(isSame)).toEqual([])
    expect(after).toEqual(
      expect.arrayContaining(['file', 'edit', 'view', 'help'].map((name) => own.get(`desktop.${name}`))),
    )
  })
})
