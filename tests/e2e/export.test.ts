import { readFileSync } from 'node:fs'
import { Workbook } from '@cj-tech-master/excelts'
import type { Download, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, gridOf, openApp, openTable, stayLoaded, type App } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'

/** Exports a view as a file, and a selection as text. */
await describeGrid('Export of a view', (engine) => {
  let app: App
  let page: Page
  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    await createAccount(app)
    await engine.openSample(app)
  })
  beforeEach(async () => {
    const grid = await openTable(page, 'Albums')
    await grid.expectCell(1, 1, /\S/)
  })
  afterAll(() => app.close())

  const dialog = () => page.getByRole('dialog', { name: /^Export / })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog().waitFor()
  }
  const choose = (group: string, option: string): Promise<void> =>
    dialog().getByRole('radiogroup', { name: group }).getByRole('radio', { name: option }).check()
  const saved = async (press: () => Promise<void>): Promise<Download> => {
    const arriving = page.waitForEvent('download')
    await press()
    return arriving
  }
  const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8')
  /** Opens the menu of the first two cells of the first column. */
  const openMenu = async (): Promise<void> => {
    const grid = await gridOf(page, 'Albums')
    await grid.clickName(1)
    await page.keyboard.press('Shift+ArrowDown')
    const box = await boxOf(page.getByRole('region', { name: 'Records of Albums' }).locator('canvas').first())
    await page.mouse.click(box.x + 104, box.y + 46, { button: 'right' })
  }
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

  it('is a CSV of what is shown, by Enter alone, named after the view and the day', async () => {
    // The page remembers the last format.
    await page.reload()
    const grid = await gridOf(page, 'Albums')
    await open()
    const download = await saved(() => page.keyboard.press('Enter'))
    expect(download.suggestedFilename()).toMatch(/^.+ \d{4}-\d{2}-\d{2}\.csv$/)
    const lines = (await textOf(download)).split('\r\n')
    const heads = lines[0]?.split(',') ?? []
    expect(heads[0]).toBe('Title')
    // By its name, not by its key.
    expect(heads).toContain('Artist')
    await grid.expectCell(1, 1, lines[1]?.split(',')[0] ?? '?')
    expect(lines[1]?.split(',')[heads.indexOf('Artist')]).toMatch(/[a-z]/i)
    await page.getByText(/^Exported .*\.csv$/).waitFor()
    await expect.poll(() => dialog().count()).toBe(0)
  })

  it('is a workbook of the records that are found, in the order of the view', async () => {
    await page.getByRole('toolbar', { name: 'View' }).getByRole('searchbox').fill('night')
    const grid = await gridOf(page, 'Albums')
    await grid.expectStatus(/^\d{1,2} of \d+ records/)
    const count = Number(/^(\d+) of/.exec(await page.getByLabel('Status', { exact: true }).innerText())?.[1])
    await open()
    await choose('Format', 'Excel')
    const download = await saved(() => dialog().getByRole('button', { name: 'Export', exact: true }).click())
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    const workbook = new Workbook()
    await workbook.xlsx.load(readFileSync(await download.path()))
    expect(workbook.getWorksheet('Albums')?.rowCount).toBe(count + 1)
    await page.getByRole('toolbar', { name: 'View' }).getByRole('searchbox').fill('')
    await grid.expectStatus(/^\d{3} records/)
  })

  it('is of the ticked records alone, from their menu', async () => {
    const grid = await gridOf(page, 'Albums')
    await openMenu()
    await page.getByRole('menuitem', { name: 'Export selected records…' }).click()
    await dialog().waitFor()
    await choose('Format', 'JSON')
    const download = await saved(() => dialog().getByRole('button', { name: 'Export', exact: true }).click())
    const rows = JSON.parse(await textOf(download)) as { Title: string }[]
    expect(rows).toHaveLength(2)
    await grid.expectCell(1, 1, rows[0]?.Title ?? '?')
    await grid.expectCell(2, 1, rows[1]?.Title ?? '?')
  })

  it('is a text for the clipboard, of the selected cells', async () => {
    for (const [kind, form] of [
      ['Markdown', /^\| Title \|\n\| --- \|\n\| .+ \|\n\| .+ \|$/],
      ['CSV', /^Title\r?\n.+\r?\n.+$/],
      ['JSON', /^\[\{"Title":".+"\},\{"Title":".+"\}\]$/],
      ['SQL', /INSERT INTO "albums" \("title"\) VALUES\n\('.+'\),\n\('.+'\);$/],
    ] as const) {
      await openMenu()
      await page.getByRole('menuitem', { name: 'Copy as…' }).click()
      await page.getByRole('menuitem', { name: kind, exact: true }).click()
      await expect.poll(clipboard, { message: kind }).toMatch(form)
    }
  })

  it('tells why there is none when the server does not answer', async () => {
    await page.route(/\/api\/v1\/Albums$/, (route) => route.abort())
    await open()
    await page.keyboard.press('Enter')
    await page.getByText(/was not exported/).waitFor()
    await page.unroute(/\/api\/v1\/Albums$/)
  })

  it('is found in the palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>export the view')
    await page.getByRole('option', { name: 'Export the view' }).click()
    await dialog().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog().count()).toBe(0)
  })

  it('is in the menu of a table that is not open', async () => {
    await page.getByRole('treeitem', { name: /^Artists/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
    await page.getByRole('dialog', { name: 'Export All Artists' }).waitFor()
    await page.getByRole('tab', { name: 'Artists', exact: true, selected: true, includeHidden: true }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})
