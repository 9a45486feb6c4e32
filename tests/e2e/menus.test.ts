import type { Page } from 'playwright'
import { chromiumPath } from '@tests/helpers/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createAccount,
  fromStart,
  openApp,
  openNewSample,
  openTable,
  operate,
  stayLoaded,
  type App,
  type Grid,
} from './app'
import { boxOf } from './boxes'

/** The menus of the grid's cells and rows, and the grid in narrow windows. */
describe.skipIf(chromiumPath === undefined)('The menus of the grid', () => {
  let app: App
  let page: Page
  let grid: Grid
  let token: string
  let projectId: string
  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    token = await createAccount(app)
  })
  beforeEach(async () => {
    projectId = await openNewSample(app, token)
    grid = await openTable(page, 'Artists')
    await grid.expectCell(1, 1, /\S/)
  })
  afterAll(() => app.close())

  const canvas = (table = 'Artists') =>
    boxOf(
      page
        .getByRole('region', { name: `Records of ${table}`, exact: true })
        .locator('canvas')
        .first(),
    )
  const menu = () => page.getByRole('menu')
  const openCellMenu = async (row: number, table?: string): Promise<void> => {
    const box = await canvas(table)
    await page.mouse.click(fromStart(box, 104), box.y + 32 + (row - 0.5) * 28, { button: 'right' })
    await menu().waitFor()
  }
  const cell = (row: number) => page.locator(`[aria-label="Records of Artists"] [id="glide-cell-1-${row - 1}"]`)

  it('has cut, copy, paste and clear in this order, and pastes', async () => {
    await grid.clickName(1)
    const first = (await cell(1).textContent()) ?? ''
    await openCellMenu(1)
    const lines = await menu().getByRole('menuitem').allInnerTexts()
    const names = lines.map((line) => line.split('\n')[0])
    const from = names.indexOf('Cut')
    expect(names.slice(from, from + 4)).toEqual(['Cut', 'Copy', 'Paste', 'Clear'])
    await page.getByRole('menuitem', { name: 'Copy', exact: false }).first().click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first)
    await grid.clickName(2)
    await openCellMenu(2)
    await page.getByRole('menuitem', { name: /^Paste/ }).click()
    await grid.expectCell(2, 1, first)
    await page.getByRole('button', { name: '1 change to undo' }).waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => cell(2).textContent()).not.toBe(first)
  })

  it('is left by Escape before it has the focus', async () => {
    await openCellMenu(3)
    await page.evaluate(() => document.querySelector('canvas')?.focus())
    await page.keyboard.press('Escape')
    await menu().waitFor({ state: 'detached' })
  })

  it('deletes all ticked records from the menu of one of them', async () => {
    grid = await openTable(page, 'Invoice lines')
    await grid.expectStatus(/^1,787 records/)
    const box = await canvas('Invoice lines')
    for (const row of [1, 2, 3]) {
      await page.mouse.move(fromStart(box, 22), box.y + 32 + (row - 0.5) * 28)
      if (row > 1) await page.keyboard.down('Control')
      await page.mouse.click(fromStart(box, 22), box.y + 32 + (row - 0.5) * 28)
      await page.keyboard.up('Control')
    }
    await page.getByRole('button', { name: 'Delete 3 records' }).waitFor()
    await openCellMenu(2, 'Invoice lines')
    await page.getByRole('menuitem', { name: 'Delete 3 records' }).click()
    await grid.expectStatus(/^1,784 records/)
    await page.keyboard.press('Control+z')
    await grid.expectStatus(/^1,787 records/)
  })

  it('stands under a toolbar that keeps its numbers where there is no room for words', async () => {
    await page.setViewportSize({ width: 1024, height: 700 })
    const box = await canvas()
    await page.mouse.click(fromStart(box, 104), box.y + 16)
    const sort = page.getByRole('button', { name: /^Sorted by/ })
    await sort.waitFor()
    const shown = (): Promise<string> => sort.evaluate((button) => getComputedStyle(button, '::before').content)
    await page.setViewportSize({ width: 700, height: 700 })
    await expect.poll(shown).toContain('"1"')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('keeps what was done to its view, however soon the page is left', async () => {
    const box = await canvas()
    await page.mouse.click(fromStart(box, 44 + 220 + 92 + 60), box.y + 16)
    await page.getByRole('button', { name: 'Sorted by Country' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Sorted by Country' }).waitFor()
  })

  it('shows what is stored of its view while the page loads', async () => {
    const stored = Promise.withResolvers<void>()
    await page.route(/\/v1\/live/, async (route) => {
      await stored.promise
      await route.continue()
    })
    await page.reload()
    await grid.expectCell(1, 1, /\S/)
    const settings = { sorts: [{ column: 'country', descending: false }] }
    await operate(app, { token, projectId }, 'viewSettingsSave', { table: 'Artists', settings })
    stored.resolve()
    await page.getByRole('button', { name: 'Sorted by Country' }).waitFor()
    await page.unroute(/\/v1\/live/)
  })

  it('comes back by itself when a part of the page has another name since an update', async () => {
    let refused = 0
    await page.route(/\/assets\/GridView-[^/]*\.js/, async (route) => {
      refused += 1
      if (refused === 1) await route.fulfill({ status: 404, body: 'gone' })
      else await route.continue()
    })
    await page.reload()
    await expect.poll(() => refused).toBeGreaterThan(1)
    await grid.expectStatus(/^60 records/)
    await page.unroute(/\/assets\/GridView-[^/]*\.js/)
  })
})
