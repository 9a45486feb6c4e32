import type { Page } from 'playwright'
import { formatMessage, languageOf, type MessageParams } from '@common/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { textsOf } from '@tests/helpers/catalogue'
import { account, openApp, type App } from './app'

/* The newcomer's path in other languages, by keyboard alone: sign-up, project, table, rows. */

/** Left to right and right to left, and scripts without spaces between words. */
const languages = [
  ['de', 'de-CH'],
  ['ja', 'ja-JP'],
  ['iw', 'he-IL'],
  ['th', 'th-TH'],
] as const

/** More stops than any of these pages has. */
const stopsMax = 80

/** Returns the accessible name of the focused element, as far as these pages give one. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document
    // The page itself contains every text.
    if (element === null || element === document.body) return ''
    const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : ''
    return `${element.getAttribute('aria-label') ?? ''} ${label} ${element instanceof HTMLElement ? element.innerText : ''}`
  })

/** Presses Tab until an element with this text has the focus. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let stop = 0; stop < stopsMax; stop += 1) {
    if ((await focusedName(page)).includes(text)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab doesn't lead to "${text}"`)
}

describe.skipIf(chromiumPath === undefined).each(languages)('A newcomer who reads %s', (code, locale) => {
  const texts = textsOf(code)
  const t = (key: string, params: MessageParams = {}): string => formatMessage(texts.get(key) ?? key, params, code)
  let app: App

  beforeAll(async () => {
    app = await openApp(undefined, {}, { isFirstStart: true, context: { locale } })
  })
  afterAll(() => app.close())

  it('signs up, makes a project with a table and writes rows, by keyboard', async () => {
    const { page, origin } = app
    await page.goto(`${origin}/`)
    // The first start follows the system.
    await page.getByRole('button', { name: t('auth.createAccount'), exact: true }).waitFor()
    const { tag, direction } = languageOf(code)
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      tag,
      direction,
    ])
    await tabTo(page, t('auth.email'))
    await page.keyboard.type(account.email)
    await tabTo(page, t('auth.password'))
    await page.keyboard.type(account.password)
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: t('projects.firstTitle') }).waitFor()
    await tabTo(page, t('projects.builtIn'))
    await page.keyboard.press('Enter')
    await page.getByLabel(t('projects.nameField')).first().waitFor()
    await tabTo(page, t('projects.nameField'))
    await page.keyboard.type('Garden')
    await page.keyboard.press('Enter')

    await page.waitForURL(/#\/nc\/garden_[0-9a-z]{4}/)
    await page.getByRole('button', { name: t('dashboard.onboarding.emptyTable') }).waitFor()
    await tabTo(page, t('dashboard.onboarding.emptyTable'))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('tables.create.name'), { exact: true }).waitFor()
    await page.keyboard.type('Plants')
    await page.keyboard.press('Enter')

    const region = page.getByRole('region', { name: t('grid.label', { table: 'Plants' }), exact: true })
    await region.waitFor()
    await dialog.waitFor({ state: 'detached' })
    for (const name of ['Basil', 'Sage']) {
      await tabTo(page, t('grid.toolbar.newRecord'))
      await page.keyboard.press('Enter')
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
    }
    await expect
      .poll(() => region.locator('[id^="glide-cell-1-"]').allTextContents())
      .toEqual(expect.arrayContaining(['Basil', 'Sage']))
    expect(app.complaints).toEqual([])
  })
})
