import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { generateKeyPairSync } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { patienceMs } from '@tests/helpers/patience'
import { chromiumPath, launchChromium } from '@tests/helpers/browser'
import { app as electronApp, recorded } from '@tests/helpers/electron-stub'
import { sendRequest } from '@tests/helpers/request'
import { openFeed, pendingFolder, useElectronStub, type Feed } from '@tests/helpers/update-feed'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account, createAccount, openApp, toastWith } from './app'
import { openDesktop, type Desktop } from './desktop-window'
import { findInBoth, speakPseudo } from './pseudo'
import { collectData, recordPage } from './pseudo-leaks'
import { expectSound } from './surface-checks'

/* The built application with electron-updater itself, a stub of Electron, and a feed on a loopback port. */

/** Without words, which the pseudo-language would report. */
const notes = '- **1** + 1\n- 2 + 2'
const alert = (page: Page) => page.getByRole('button', { name: 'Upgrade available' })
const snackbar = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const openMenu = async (page: Page): Promise<void> => {
  await alert(page).click()
  await page.getByRole('menuitem', { name: 'Release notes' }).waitFor()
}
const openSettings = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+,')
  await page.getByRole('button', { name: 'Version & Updates' }).click()
  await page.getByRole('heading', { name: 'Version & Updates' }).waitFor()
}
const seedSession = (page: Page, token: string): Promise<unknown> =>
  page.addInitScript(
    (users) => localStorage.setItem('users', users),
    JSON.stringify({ state: { token, user: null, previewAs: null, role: null }, version: 0 }),
  )

let folder: string
let feed: Feed
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-updates-'))
  await mkdir(join(folder, 'feed'))
  feed = await openFeed(join(folder, 'feed'), 'linux')
})
afterEach(async () => {
  await feed.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.skipIf(chromiumPath === undefined || process.platform !== 'linux')('updates in the desktop window', () => {
  let desktop: Desktop
  let endStub: () => void
  let before: NodeJS.ProcessEnv
  const browsers: Awaited<ReturnType<typeof launchChromium>>[] = []
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const image = () => join(folder, 'Basalt.AppImage')
  const started = () => join(folder, 'started')
  /** A package that writes a file when it starts. */
  const content = () => `#!/bin/sh\necho 1.1.0 > '${started()}'\n${'# padding\n'.repeat(5_001)}`

  beforeEach(async () => {
    before = { ...process.env }
    endStub = useElectronStub()
    const appPath = await feed.installed(join(folder, 'app'), key)
    Object.assign(process, { resourcesPath: appPath })
    process.env['XDG_CACHE_HOME'] = join(folder, 'cache')
    process.env['APPIMAGE'] = image()
    await writeFile(image(), 'the running version')
    await feed.publish({ version: '1.1.0', content: content(), notes }, key)
    desktop = await openDesktop(() => {
      electronApp.isPackaged = true
      electronApp.version = '1.0.0'
      recorded.appPath = appPath
    })
  })
  afterEach(async () => {
    for (const browser of browsers.splice(0)) await browser.close()
    await rm(desktop.profile, { recursive: true, force: true })
    endStub()
    Reflect.deleteProperty(process, 'resourcesPath')
    for (const name of ['XDG_CACHE_HOME', 'APPIMAGE', 'BASALT_UPDATE_URL'])
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = before[name]
  })

  /** Opens a page as the window of the shell. */
  async function openWindow(token: string, isPseudo = false): Promise<Page> {
    const browser = await launchChromium()
    browsers.push(browser)
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await desktop.adopt(page)
    await seedSession(page, token)
    if (isPseudo) {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await speakPseudo(context)
      await recordPage(page)
    }
    await page.goto(`${desktop.origin}/dashboard/#/projects`)
    await page.getByRole('banner').waitFor()
    return page
  }
  const pending = (): Promise<string[]> => readdir(pendingFolder(join(folder, 'cache'))).catch(() => [])

  it('are offered, downloaded, checked, and installed after every window has saved', { tags: ['smoke'] }, async () => {
    const signUp = await sendRequest(desktop.origin, '/auth/signup', { method: 'POST', body: account })
    const { token } = signUp.json as { token: string }
    const page = await openWindow(token)
    const file = '/updates/Basalt-1.1.0.AppImage'

    // The check at the start found it.
    const offer = snackbar(page, 'New update available. Upgrade?')
    await offer.waitFor()
    await openMenu(page)
    await page.getByText('Basalt 1.1.0').waitFor()
    await page.getByRole('menuitem', { name: 'Release notes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Release notes of Basalt 1.1.0' })
    await expect.poll(() => dialog.locator('li').allInnerTexts()).toEqual(['1 + 1', '2 + 2'])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    // A changed file is deleted, and the user reads why.
    feed.answers.set(file, (_request, response) => response.end(content().replace('1.1.0', 'malware')))
    await offer.getByRole('button', { name: 'Upgrade' }).click()
    await toastWith(page, 'The update is damaged.').waitFor()
    expect(await pending()).toEqual([])
    await openSettings(page)
    const settings = page.getByRole('region', { name: 'Settings' })
    await settings.getByRole('alert').filter({ hasText: 'Basalt deleted it and installed nothing.' }).waitFor()

    // The server sends half of the file, then a little at a time: electron-updater reports progress once a second.
    let held: ServerResponse | undefined
    let sent = content().length / 2
    feed.answers.set(file, (_request, response) => {
      held = response
      response.writeHead(200, { 'content-length': content().length })
      response.write(content().slice(0, sent))
    })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>check for')
    await page.getByRole('option', { name: 'Check for updates' }).click()
    await settings.getByRole('button', { name: 'Download' }).click()
    const progress = settings.getByRole('progressbar', { name: 'Downloading Basalt 1.1.0' })
    const nextPercent = async (): Promise<string | null> => {
      if (held) held.write(content().slice(sent, (sent += 1)))
      return progress.getAttribute('aria-valuetext')
    }
    await expect.poll(nextPercent).toBe('50%')
    held?.end(content().slice(sent))
    const ready = snackbar(page, 'New update successfully downloaded. Restart to update.')
    await ready.waitFor()
    await settings.getByText('Basalt 1.1.0 is downloaded. Restart to update.').waitFor()
    expect(await pending()).toContain('Basalt-1.1.0.AppImage')

    // Another window of the same shell speaks another language.
    const forget = findInBoth(page)
    const other = await openWindow(token, true)
    const sound = { page: other, data: collectData(other) }
    const menu = other.getByRole('banner').locator('button').filter({ hasText: /ÜÜpgr/ })
    await menu.click()
    await other.getByRole('menuitem').nth(2).waitFor()
    await expectSound(sound, 'the release menu')
    await other.keyboard.press('Escape')
    await openSettings(other)
    await expectSound(sound, 'version and updates in the desktop window')
    forget()
    await other.context().unrouteAll({ behavior: 'ignoreErrors' })
    await other.context().close()

    // Unsaved edits stop the restart.
    await page.keyboard.press('Escape')
    await page.evaluate((email) => {
      const edit = {
        id: 'edit',
        kind: 'cell',
        projectId: 'p',
        table: { name: 't', title: 'T' },
        state: 'refused',
        at: 1,
      }
      localStorage.setItem(`basalt unsaved ${JSON.stringify(email)} edit`, JSON.stringify(edit))
    }, account.email)
    page.on('dialog', (question) => void question.accept())
    await page.reload()
    await ready.getByRole('button', { name: 'Restart' }).click()
    await toastWith(page, 'A window has unsaved changes. Save or discard them, then restart.').waitFor()
    expect(await readFile(image(), 'utf8')).toBe('the running version')

    await page.evaluate(() => {
      for (const name of Object.keys(localStorage)) if (name.startsWith('basalt unsaved')) localStorage.removeItem(name)
    })
    await page.reload()
    await alert(page).click()
    await page.getByRole('menuitem', { name: 'Restart to update' }).click()
    await vi.waitUntil(() => recorded.quitCalls > 0, { timeout: patienceMs })
    expect(await readFile(image(), 'utf8')).toBe(content())
    await vi.waitUntil(() => existsSync(started()), { timeout: patienceMs })
    // The new version can open the profile and the port.
    expect(recorded.isLockReleased).toBe(true)
    await expect(fetch(desktop.origin)).rejects.toThrow()
  })
})

describe.skipIf(chromiumPath === undefined)('a new version of a server', () => {
  it('is shown to its super admin, with its notes and the way to it, until it is hidden', async () => {
    await feed.publish({ version: '9.0.0', content: 'x', notes: '2 × 21 = 42' })
    const app = await openApp({ width: 1440, height: 900 }, { BASALT_UPDATE_URL: feed.url() })
    const { page } = app
    const forget = findInBoth(page)
    try {
      await speakPseudo(app.context)
      await recordPage(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const sound = { page, data: collectData(page) }
      await createAccount(app)
      await page.goto(`${app.origin}/dashboard/#/projects`)
      await openMenu(page)
      await expectSound(sound, 'the release menu')
      await page.getByRole('menuitem', { name: 'Release notes' }).click()
      await page.getByRole('dialog').getByText('2 × 21 = 42').waitFor()
      await expectSound(sound, 'the release notes')
      await page.keyboard.press('Escape')

      await openSettings(page)
      await page.getByText('Basalt 9.0.0 is available.').waitFor()
      await expectSound(sound, 'version and updates of a server')
      // A double-click on the version reloads the application.
      const reloaded = page.waitForEvent('load')
      await page.locator('[data-setting=version] bdi').dblclick()
      await reloaded

      await openMenu(page)
      await page.getByRole('menuitem', { name: 'How to upgrade' }).click()
      await page.getByRole('heading', { level: 1, name: 'Updates' }).waitFor()

      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Hide this version' }).click()
      await alert(page).waitFor({ state: 'hidden' })
      await page.clock.install()
      const answered = page.waitForResponse(/releaseRead/)
      await page.reload()
      await answered
      await page.clock.runFor(5_000)
      expect(await alert(page).count()).toBe(0)
    } finally {
      forget()
      // The page may still prefetch.
      await app.context.unrouteAll({ behavior: 'ignoreErrors' })
      await app.close()
    }
  })
})
