import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { chromiumPath, launchChromium } from '@tests/helpers/browser'
import { app, powerMonitor, recorded, type BrowserWindow } from '@tests/helpers/electron-stub'
import { sendRequest } from '@tests/helpers/request'
import type * as Electron from 'electron'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account, toastWith } from './app'
import { openDesktop, type Desktop } from './desktop-window'

/* The page as a window of the desktop shell: files and links of the system, menus, several windows, sleep. */

const folder = mkdtempSync(join(tmpdir(), 'basalt-given-'))
let desktop: Desktop
let context: BrowserContext
let page: Page
let token: string
let projectId: string
let browser: Awaited<ReturnType<typeof launchChromium>>

/** Passes files and links to the running application, as a double-click does. */
const give = (...places: string[]): boolean => app.emit('second-instance', {}, [], folder, { places })

async function openPage(address: string, window?: BrowserWindow): Promise<Page> {
  const opened = await context.newPage()
  await desktop.adopt(opened, window)
  await opened.goto(`${desktop.origin}/dashboard/#${address}`)
  return opened
}

const menuItems = (items = recorded.menu ?? []): Electron.MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? menuItems(item.submenu) : [])])
const menuItem = (id: string) => menuItems().find((item) => item.id === id)

describe.skipIf(chromiumPath === undefined)('the page in the desktop application', () => {
  beforeAll(async () => {
    browser = await launchChromium()
    desktop = await openDesktop()
    const answer = await sendRequest(desktop.origin, '/auth/signup', { method: 'POST', body: account })
    token = (answer.json as { token: string }).token
  })
  beforeEach(async () => {
    const body = { api: 'projectCreateSample', env: '_noco', dbAlias: 'db', args: {} }
    const sample = await sendRequest(desktop.origin, '/dashboard/?q=sqlOp_projectCreateSample', {
      method: 'POST',
      token,
      body,
    })
    projectId = (sample.json as { id: string }).id
    context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: desktop.origin })
    await context.addInitScript(
      (users) => {
        if (localStorage.getItem('users') === null) localStorage.setItem('users', users)
      },
      JSON.stringify({ state: { token, user: null, previewAs: null, role: null }, version: 0 }),
    )
    page = await openPage('/projects')
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
  })
  afterEach(async () => {
    await context.close()
    for (const window of recorded.windows.splice(1)) {
      window.emit('close')
      window.emit('closed')
    }
  })
  afterAll(async () => {
    await browser.close()
    await desktop.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('imports a data file, opens a database file, and says what it cannot open', { tags: ['smoke'] }, async () => {
    const file = join(folder, 'Planets.csv')
    writeFileSync(file, `name,moons\nMars,2\n${'Saturn,146\n'.repeat(3)}`)
    give(file, join(folder, 'gone.xlsx'))
    await toastWith(page, "gone.xlsx can't be found. It was moved, renamed or deleted.").waitFor()
    const wizard = page.getByRole('dialog', { name: /import/i })
    await wizard.getByText('Planets').first().waitFor()
    await wizard.getByText('Saturn').first().waitFor()
    await page.keyboard.press('Escape')
    await wizard.waitFor({ state: 'hidden' })

    writeFileSync(join(folder, 'music.sqlite'), '')
    give(join(folder, 'music.sqlite'))
    const dialog = page.getByRole('dialog', { name: 'Open a SQLite file' })
    await expect.poll(() => dialog.getByLabel('Path').inputValue()).toBe(join(folder, 'music.sqlite'))
    // The menu lists both, the newest first; a file that is gone leaves it.
    expect(menuItems().flatMap(({ toolTip }) => toolTip ?? [])).toEqual([join(folder, 'music.sqlite'), file])
  })

  it('follows links to records, and copies them', async () => {
    give(`basalt://${projectId}/tracks/7`)
    const panel = page.getByRole('complementary', { name: /record/i })
    await panel.getByRole('button', { name: 'Copy the link to this record' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`basalt://${projectId}/tracks/7`)

    give(`basalt://${projectId}/nothing`)
    await page.getByText('nothing is not there any more').waitFor()
    give(`basalt://${projectId}/Tracks/999999`)
    await toastWith(page, 'Tracks has no such record. It may have been deleted.').waitFor()
    give('basalt://p_unknown/tracks/7')
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await toastWith(page, 'The project could not be opened').waitFor()
    give('basalt://evil.example/..%2f..%2fetc')
    await toastWith(page, 'This link leads nowhere in Basalt: basalt://evil.example/..%2f..%2fetc').waitFor()
  })

  it('shows its commands in the native menus, which run them', async () => {
    await expect.poll(() => menuItem('project.new')?.enabled).toBe(true)
    expect(menuItem('docs.open')?.label).toBe('Documentation')
    menuItem('project.new')?.click?.({} as Electron.MenuItem, undefined, {})
    await page.getByRole('heading', { name: /New project/ }).waitFor()
    await expect.poll(() => menuItem('project.new')?.enabled).toBe(false)
  })

  it('opens several windows, and restores each with its tabs', async () => {
    await page.goto(`${desktop.origin}/dashboard/#/nc/${projectId}`)
    await page.getByRole('treeitem', { name: /^Tracks/ }).click()
    await page.getByRole('tab', { name: 'Tracks', selected: true }).waitFor()
    await page.keyboard.press('Control+Shift+N')
    await expect.poll(() => recorded.windows.length).toBe(2)
    const second = await openPage(`/nc/${projectId}?name=artists&type=table`, recorded.windows[1])
    await second.getByRole('tab', { name: 'Artists', selected: true }).waitFor()
    for (const window of recorded.windows) window.emit('ready-to-show')
    powerMonitor.emit('resume')

    const shown = [expect.stringContaining('name=tracks'), expect.stringContaining('name=artists')]
    await expect
      .poll(() => {
        const { windows } = JSON.parse(readFileSync(join(desktop.profile, 'settings.json'), 'utf8')) as {
          windows: { address: string }[]
        }
        return windows.map(({ address }) => address)
      })
      .toEqual(shown)
    await desktop.restart()
    expect(recorded.windows.map(({ loaded }) => loaded[0]?.split('#')[1])).toEqual(shown)
    // A new page has no tabs of its own: the shell gives them back.
    const again = await openPage('/projects', recorded.windows[0])
    await again.getByRole('heading', { name: 'Projects' }).waitFor()
    expect(await again.evaluate(() => Object.values(sessionStorage).join(' '))).toContain('"name":"tracks"')
  })
})
