import { chromiumPath } from '@tests/helpers/browser'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, gridOf, openApp, openNewSample, openTable, signInOn, stayLoaded, type App } from './app'

/** The first minute with the sample: where it opens, and that it shows its promised content. */
describe.skipIf(chromiumPath === undefined)('The sample', () => {
  let app: App
  let page: Page
  let token: string
  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    token = await createAccount(app)
  })
  beforeEach(async () => {
    await openNewSample(app, token)
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  const openView = async (at: Page, table: string, view: string): Promise<void> => {
    const line = at.getByRole('treeitem', { name: new RegExp(`^${table}\\s*[\\d,]*$`) })
    if ((await line.getAttribute('aria-expanded')) !== 'true') await line.click()
    await at.getByRole('treeitem', { name: view, exact: true }).click()
  }

  it('opens on Tracks, and what is typed goes into the first cell at once', { tags: ['smoke'] }, async () => {
    await page.goto(`${app.origin}/dashboard/#/projects`)
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByRole('menuitem', { name: /Try the sample/ }).click()
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
    const grid = await openTable(page, 'Tracks')
    await expect
      .poll(async () => (await grid.titles()).slice(0, 5))
      .toEqual(['Title', 'Cover', 'Album', 'Artist', 'Genre'])
    await grid.expectCell(1, 4, 'Marlow Finch')
    await page.getByRole('button', { name: /2 colour rules/ }).waitFor()
  })

  it('has the covers of the albums in a gallery', async () => {
    await openView(page, 'Albums', 'Covers')
    const covers = page.locator('[data-cover="own"] canvas')
    await expect.poll(() => covers.count()).toBeGreaterThan(5)
    expect(await page.locator('[data-cover="none"]').count()).toBe(0)
  })

  it('has a calendar, a board, groups and a form', async () => {
    // The sample has no releases in this month: the calendar opens on the nearest one.
    const context = await app.newContext()
    await signInOn(context, app, token)
    const own = await context.newPage()
    await own.clock.setFixedTime(new Date('2026-11-23T10:00:00Z'))
    await own.goto(page.url())
    await openView(own, 'Albums', 'Release calendar')
    await own.getByRole('heading', { name: 'September 2026' }).waitFor()
    await own.locator('[data-event]').filter({ hasText: 'Tidewater' }).waitFor()
    await own.getByRole('button', { name: 'Today', exact: true }).click()
    await own.getByText('Nothing in November 2026.').waitFor()
    await openView(own, 'Invoices', 'Payments')
    for (const stack of ['Paid', 'Open', 'Overdue', 'Refunded'])
      await own.getByText(stack, { exact: true }).first().waitFor()
    await openView(own, 'Tracks', 'By genre')
    await own.getByRole('button', { name: /Grouped by Genre/ }).waitFor()
    await openView(own, 'Tracks', 'Submit a track')
    await own.getByText('What is the track called?').first().waitFor()
    await context.close()
  })
})
