import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { openApp, openProjects, type App } from './app'
import { expectUsable } from './usable'

describe.skipIf(chromiumPath === undefined)('The documentation', () => {
  let app: App

  beforeAll(async () => {
    app = await openApp()
    await openProjects(app)
  })
  afterAll(() => app.close())

  it('leads from the project list to a page, a heading of another one, and back', async () => {
    const { page } = app
    const title = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Documentation' }).click()
    await title('Documentation')
    await expectUsable(page)
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('percent column')
    await page.getByRole('list', { name: 'Search results' }).getByRole('link').first().click()
    await title('Column types')
    await expectUsable(page)
    await page.getByRole('link', { name: 'Calls over HTTP' }).first().click()
    await title('Calls over HTTP')
    await page.goBack()
    await title('Column types')
    expect(await page.evaluate(() => document.querySelector('article')?.scrollTop)).toBeGreaterThan(0)
    // The keyboard moves through the bar, the pages and the text.
    const region = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.tagName)
    for (const name of ['HEADER', 'NAV', 'ARTICLE']) {
      await page.keyboard.press('F6')
      await expect.poll(region).toBe(name)
    }
  })
})
