import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, type App } from './app'
import { findInBoth, speakPseudo } from './pseudo'
import { collectData, englishLeft, recordPainting, type UserData } from './pseudo-leaks'
import { addFiles, showSurface, standAt } from './surface-stand'
import { stockStore, type Store } from './surface-store'
import { surfaces } from './surfaces'

describe.skipIf(chromiumPath === undefined)('Every text comes from the catalogue', () => {
  let app: App
  let page: Page
  let store: Store
  let data: UserData

  beforeAll(async () => {
    app = await openApp()
    page = app.page
    page.setDefaultTimeout(20_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    data = collectData(page)
    await speakPseudo(app.context)
    await recordPainting(page)
    findInBoth(page)
    await createAccount(app)
    store = await stockStore(app.origin)
    await addFiles(await standAt(page, store, { table: 'Things' }))
  })
  afterAll(() => app.close())

  const expectNoEnglish = async (): Promise<void> => {
    expect(await englishLeft(page, data)).toEqual([])
  }

  it('is longer, accented and written from right to left', async () => {
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    await page.getByText('Tààbléés').first().waitFor()
  })

  it('finds a text that bypasses the catalogue', async () => {
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('p'), { id: 'stray', textContent: 'Made by hand' }))
    })
    expect(await englishLeft(page, data)).toEqual(['Made by hand'])
    await page.evaluate(() => document.getElementById('stray')?.remove())
  })

  it('sign-up and sign-in', async () => {
    const context = await app.newContext()
    await speakPseudo(context)
    const guest = await context.newPage()
    const guestData = collectData(guest)
    for (const screen of ['signin', 'signup']) {
      await guest.goto(`${app.origin}/dashboard/#/user/authentication/${screen}`)
      await guest.getByRole('textbox', { name: 'E-mail' }).first().waitFor()
      await guest.getByRole('button').last().click()
      expect(await englishLeft(guest, guestData)).toEqual([])
    }
  })

  it.each([
    ['the projects', '/projects'],
    ['a new project', '/project/name'],
    ['a connection', '/project/xcdb'],
    ['a screen of a later version', '/inspire'],
    ['a page that is not there', '/nowhere'],
    ['an error', '/error/500'],
    ['the installation', '/user/admin/installation'],
    ['the audit of the installation', '/user/admin/audit'],
    ['the users', '/user/admin'],
    ['a user', '/user/admin/user/1'],
    ['the profile', '/user/settings/profile'],
    ['the picture', '/user/settings/picture'],
    ['the password', '/user/settings/password'],
    ['the second factor', '/user/settings/second-factor'],
    ['sessions', '/user/settings/accounts'],
    ['the plans', '/plans'],
    ['a forgotten password', '/user/password/forgot'],
    ['a link that no longer works', '/user/password/reset/invalid'],
    ['a confirmed address', '/user/email?token=x'],
  ])('%s', async (_name, path) => {
    await page.goto(`${app.origin}/dashboard/#${path}`)
    await page.getByRole('heading').first().waitFor()
    await expectNoEnglish()
  })

  it('the palette, the help of keys and the account', async () => {
    await page.goto(`${app.origin}/dashboard/#/projects`)
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
    await page.getByRole('option').first().waitFor()
    await expectNoEnglish()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectNoEnglish()
    await page.keyboard.press('Escape')
    for (const menu of ['Account', 'Notifications']) {
      await page.getByRole('button', { name: menu }).first().click()
      await page.locator('[role=menu]:visible, .mantine-Popover-dropdown:visible').first().waitFor()
      await expectNoEnglish()
      await page.keyboard.press('Escape')
    }
  })

  it.each([
    ['Open the audit', 'Audit'],
    ['Open project metadata', 'Meta Management'],
  ])('%s', async (command, tab) => {
    await standAt(page, store, {})
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
    await page.getByRole('option', { name: command }).click()
    await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor()
    await page.getByRole('region').getByRole('row').nth(1).waitFor()
    await expectNoEnglish()
  })

  it.each(surfaces)('$name', (surface) => showSurface(page, store, surface, expectNoEnglish))
})
