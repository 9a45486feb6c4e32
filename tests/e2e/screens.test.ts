import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, operate } from './app'
import { englishLeft } from './pseudo-leaks'
import { screens } from './screens'
import { expectSound, openPseudo, type PseudoApp } from './surface-checks'
import { usableFindings } from './usable'

describe.skipIf(chromiumPath === undefined)('Every screen is translated and accessible', () => {
  let opened: PseudoApp
  let token: string
  let projectId: string

  const open = async (route: string): Promise<void> => {
    // A fresh page has no heading of the screen before.
    await opened.page.goto('about:blank')
    await opened.page.goto(`${opened.app.origin}/dashboard/#${route}`)
    await opened.page.getByRole('heading').first().waitFor()
  }

  beforeAll(async () => {
    opened = await openPseudo()
    const { app } = opened
    const guest = await opened.newPage()
    // The first page of a fresh installation, which only exists before the first account.
    await guest.page.goto(`${app.origin}/`)
    await guest.page.getByRole('button', { name: 'Create account' }).waitFor()
    await expectSound(guest, 'the first sign-up')
    await guest.page.context().close()
    token = await createAccount(app)
    await open('/projects')
    await opened.page.getByRole('heading', { name: 'Make your first project' }).waitFor()
    await expectSound(opened, 'the empty project list')
    ;({ id: projectId } = (await operate(app, { token }, 'projectCreateSample', {})) as { id: string })
  })
  afterAll(() => opened.close())

  it('the pseudo-language is longer, accented and written from right to left', { tags: ['smoke'] }, async () => {
    await open('/projects')
    expect(await opened.page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    await opened.page
      .getByRole('heading', { name: /^Prööjééct/ })
      .first()
      .waitFor()
  })

  it('the check finds a text that bypasses the catalogue', { tags: ['smoke'] }, async () => {
    const { page, data } = opened
    await open('/projects')
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('p'), { id: 'stray', textContent: 'Made by hand' }))
    })
    expect(await englishLeft(page, data)).toEqual(['Made by hand'])
    await page.evaluate(() => document.getElementById('stray')?.remove())
  })

  it(
    'the check finds a button without a name, and one that is hard to read in the dark',
    { tags: ['smoke'] },
    async () => {
      const { page } = opened
      await open('/projects')
      await page.evaluate(() => {
        const nameless = Object.assign(document.createElement('button'), { id: 'nameless' })
        const faint = Object.assign(document.createElement('button'), { id: 'faint', textContent: 'Ärgh' })
        faint.style.cssText = 'color: #444; background: #000'
        document.querySelector('main')?.append(nameless, faint)
      })
      const findings = (await usableFindings(page)).map((line) => line.replace(/ <.*$/s, ''))
      expect(findings).toEqual([
        'axe in light: button-name: #nameless',
        'axe in light: color-contrast: #faint',
        'axe in dark: color-contrast: #faint',
      ])
    },
  )

  it.each(['signin', 'signup'])('%s, with messages of its fields', async (route) => {
    const guest = await opened.newPage()
    await guest.page.goto(`${opened.app.origin}/dashboard/#/user/authentication/${route}`)
    await guest.page.getByRole('textbox', { name: 'E-mail' }).first().waitFor()
    await guest.page.getByRole('button').last().click()
    await expectSound(guest, route)
    await guest.page.context().close()
  })

  it.each(screens)('%s', async (name, route) => {
    await open(route)
    await expectSound(opened, name)
  })

  it('the pages of visitors', { tags: ['smoke'] }, async () => {
    const as = { token, projectId }
    const made = async (name: string, input: object) =>
      (await operate(opened.app, as, name, input)) as { readonly id: string; readonly url: string }
    const parts = ['title', 'album_id', 'price', 'genre'].map((column) => ({ kind: 'field', column }))
    const form = await made('xcVirtualTableCreate', {
      title: 'Send a demo',
      parent_model_title: 'tracks',
      show_as: 'form',
      options: { cover: 'teal', parts },
    })
    const ofForm = await made('shareCreate', { table: 'tracks', view: form.id })
    const ofView = await made('shareCreate', { table: 'artists', password: 'open sesame' })
    const guest = await opened.newPage({ viewport: { width: 390, height: 844 } })
    const { page } = guest
    const look = async (what: string, { url }: { readonly url: string }, shown: string): Promise<void> => {
      await page.goto('about:blank')
      await page.goto(url)
      await page.locator(shown).first().waitFor()
      await expectSound(guest, what)
    }
    await look('a shared form', ofForm, 'form textarea, form input')
    // S1 §2: hidden on mobile.
    expect(await page.getByRole('link', { name: 'Login' }).count()).toBe(0)
    await operate(opened.app, as, 'shareUpdate', { id: ofForm.id, survey: true })
    await page.goto('about:blank')
    await page.goto(ofForm.url)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('alert').first().waitFor()
    await expectSound(guest, 'a survey')
    await look('the password of a shared view', ofView, 'form input[type=password]')
    await operate(opened.app, as, 'shareUpdate', { id: ofView.id, password: null })
    await look('a shared view', ofView, 'canvas')
    await operate(opened.app, as, 'shareRevoke', { id: ofView.id })
    await look('a closed link', ofView, 'h1')
    await page.context().close()
  })

  it('the palette, the help of keys and the menus', async () => {
    const { page } = opened
    await open('/projects')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>')
    await page.getByRole('option').first().waitFor()
    await expectSound(opened, 'the palette')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectSound(opened, 'the help of keys')
    await page.keyboard.press('Escape')
    for (const menu of ['Account', 'Help', 'Language', 'Notifications', 'Theme colours']) {
      await page.getByRole('button', { name: menu }).first().click()
      await page.locator('[role=menu]:visible, .mantine-Popover-dropdown:visible').first().waitFor()
      await expectSound(opened, `the menu ${menu}`)
      await page.keyboard.press('Escape')
    }
  })
})
