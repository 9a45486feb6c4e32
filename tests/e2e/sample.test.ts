import { chromiumPath } from '@tests/helpers/browser'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gridOf, openApp, openProjects, type App } from './app'

/** The first minute with the sample: where it opens, and that it shows its promised content. */
describe.skipIf(chromiumPath === undefined)('The sample', () => {
  let app: App
  let page: Page
  beforeAll(async () => {
    app = await openApp()
    page = app.page
    await openProjects(app)
  })
  afterAll(() => app.close())

  const openView = async (table: string, view: string): Promise<void> => {
    const line = page.getByRole('treeitem', { name: new RegExp(`^${table}\\s*[\\d,]*$`) })
    if ((await line.getAttribute('aria-expanded')) !== 'true') await line.click()
    await page.getByRole('treeitem', { name: view, exact: true }).click()
  }

  it('opens on Tracks, and what is typed goes into the first cell at once', async () => {
    await page
      .getByRole('button', { name: /Try the sample/ })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Tracks', exact: true, selected: true }).waitFor()
    const grid = await gridOf(page, 'Tracks')
    await grid.expectCell(1, 1, 'Low Water')
    const focused = page.locator('[role="region"][aria-label="Records of Tracks"] :focus')
    await focused.first().waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('Second row')
    await page.keyboard.press('Enter')
    await grid.expectCell(2, 1, /^Second row$/)
    await page.keyboard.press('Control+z')
    await grid.expectCell(2, 1, 'Harbour Lamp')
  })

  it('shows covers, lookups, colours and totals beside the title', async () => {
    const heads = await page.locator('th[role="columnheader"]').allTextContents()
    expect(heads.slice(0, 5)).toEqual(['Title', 'Cover', 'Album', 'Artist', 'Genre'])
    const grid = await gridOf(page, 'Tracks')
    await grid.expectCell(1, 4, 'Marlow Finch')
    await page.getByRole('button', { name: /2 colour rules/ }).waitFor()
  })

  it('has the covers of the albums in a gallery', async () => {
    await openView('Albums', 'Covers')
    const covers = page.locator('[data-cover="own"] canvas')
    await expect.poll(() => covers.count(), { timeout: 15_000 }).toBeGreaterThan(5)
    expect(await page.locator('[data-cover="none"]').count()).toBe(0)
  })

  it('has a calendar, a board, groups and a form', async () => {
    // The sample has no releases in this month: the calendar opens on the nearest one.
    await page.clock.setFixedTime(new Date('2026-11-23T10:00:00Z'))
    await openView('Albums', 'Release calendar')
    await page.getByRole('heading', { name: 'September 2026' }).waitFor()
    await page.locator('[data-event]').filter({ hasText: 'Tidewater' }).waitFor()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await page.getByText('Nothing in November 2026.').waitFor()
    await openView('Invoices', 'Payments')
    for (const stack of ['Paid', 'Open', 'Overdue', 'Refunded'])
      await page.getByText(stack, { exact: true }).first().waitFor()
    await openView('Tracks', 'By genre')
    await page.getByRole('button', { name: /Grouped by Genre/ }).waitFor()
    await openView('Tracks', 'Submit a track')
    await page.getByText('What is the track called?').first().waitFor()
  })

  it('has met no error on the way', () => {
    expect(app.complaints).toEqual([])
  })
})
