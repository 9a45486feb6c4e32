import { readFile } from 'node:fs/promises'
import { Workbook } from '@cj-tech-master/excelts'
import type { Download, Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, openNewSample, operate, type App } from './app'

describe.skipIf(chromiumPath === undefined)('the SQL editor', () => {
  let app: App
  let token: string
  let projectId: string

  beforeAll(async () => {
    app = await openApp()
    token = await createAccount(app)
  })
  beforeEach(async () => {
    projectId = await openNewSample(app, token)
    // The key works from a text field too.
    await app.page.getByRole('searchbox', { name: 'Filter tables' }).click()
    await app.page.keyboard.press('Control+Shift+O')
    await button('New query').click()
    await text().click()
  })
  afterAll(() => app.close())

  const text = (): Locator => app.page.getByRole('textbox', { name: 'Query text' })
  const button = (name: string): Locator => app.page.getByRole('button', { name, exact: true })
  const results = (): Locator => app.page.getByRole('region', { name: 'Results' })
  const write = (sql: string): Promise<void> => app.page.keyboard.insertText(sql)
  /** Returns the text of a cell of the shown result; both from 1. */
  const cellText = (row: number, column: number): Promise<string | null> =>
    results()
      .locator(`[id="glide-cell-${column}-${row - 1}"]`)
      .textContent({ timeout: 5_000 })
      .catch(() => null)

  it('completes columns, runs statements and keeps the query over a reload', async () => {
    const { page } = app
    await write('select count(*) as many from albums;\nselect name from artists a where ')
    await page.keyboard.type('a.coun')
    await page.getByRole('option', { name: /^country/ }).click()
    await write(' is not null')
    await page.keyboard.press('Control+Shift+Enter')
    await results().getByRole('tab', { name: 'Result 2' }).waitFor()
    await expect.poll(() => cellText(1, 1)).toBe('150')
    await results().getByRole('tab', { name: 'Messages' }).click()
    await expect.poll(() => results().getByRole('listitem').count()).toBe(2)

    await page.reload()
    await expect.poll(() => text().textContent()).toContain('select count(*) as many')
    // The sidebar has a History too.
    await page.getByRole('button', { name: 'History', exact: true }).last().click()
    await page.getByRole('complementary').getByText('count(*) as many').waitFor()
    expect(app.takeComplaints()).toEqual([])
  })

  it('marks an error at its character, with the words of the database', async () => {
    await write('select title,\n  nosuch from albums')
    await app.page.keyboard.press('Control+Enter')
    await results()
      .getByText(/Line 2, character 3: .*nosuch/)
      .waitFor()
    expect(await app.page.getByRole('listbox').count()).toBe(0)
    await expect.poll(() => app.page.locator('.cm-lintRange-error').textContent()).toBe('nosuch')
    await app.page.keyboard.press('Control+Home')
    await button('Go to the place').click()
    await app.page.keyboard.type('title --')
    await app.page.keyboard.press('Control+Enter')
    await expect.poll(() => text().textContent()).toContain('title --')
  })

  it('asks for parameters, and applies changes of a result in one transaction', async () => {
    const { page } = app
    await write('select id, title from albums where id = :which')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').getByLabel('which', { exact: true }).fill('1')
    await page.keyboard.press('Enter')
    await results()
      .getByText(/^1 row in/)
      .waitFor()
    await expect.poll(() => cellText(1, 2)).not.toBeNull()
    await app.page
      .getByRole('region', { name: 'Result of the query' })
      .click({ position: { x: 44 + 73 + 40, y: 32 + 14 } })
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'title' }).fill('Glasshouse (live)')
    await page.keyboard.press('Enter')
    await results().getByText('1 change not applied').waitFor()
    await button('Review and apply').click()
    await page
      .getByRole('dialog')
      .getByText(/UPDATE .*Glasshouse \(live\)/s)
      .waitFor()
    await button('Apply').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { rows } = (await operate(app, { token, projectId }, 'sqlQuery', {
      sql: 'select title from albums where id = 1',
    })) as { rows: unknown[][] }
    expect(rows).toEqual([['Glasshouse (live)']])
  })

  it('saves all rows of a result as files, sorted as shown', async () => {
    const { page } = app
    await write('select id, title from albums order by id')
    await page.keyboard.press('Control+Enter')
    await results()
      .getByText(/^150 rows in/)
      .waitFor()
    // Descending by the first column.
    await clickHeader()
    await clickHeader()
    await expect.poll(() => cellText(1, 1)).toBe('150')
    const csv = await exported('CSV')
    expect(csv.suggestedFilename()).toMatch(/\.csv$/)
    const lines = (await readFile(await csv.path(), 'utf8')).split('\r\n')
    expect([lines[0], lines.length]).toEqual(['\uFEFFid,title', 152])
    expect(lines[1]).toMatch(/^150,/)
    await page.getByText(`Saved ${csv.suggestedFilename()}`).waitFor()

    const excel = await exported('Excel')
    const workbook = new Workbook()
    await workbook.xlsx.load(await readFile(await excel.path()))
    const [sheet] = workbook.worksheets
    expect(sheet?.rowCount).toBe(151)
    expect([1, 2].map((row) => sheet?.getCell(row, 1).value)).toEqual(['id', 150])
    expect(app.takeComplaints()).toEqual([])
  })

  it('sorts, filters and scrolls a result of a million rows, and cancels its export', async () => {
    const { page } = app
    await write(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${million})
      select i, i * 7919 % ${million} as mixed, 'Row ' || i as name from n`)
    await page.keyboard.press('Control+Enter')
    await results()
      .getByText(/^1,000,000 rows in/)
      .waitFor()
    const longest = await watchFrames()
    await grid().click({ position: { x: 150, y: 60 } })
    await page.keyboard.press('Control+End')
    await expect.poll(() => cellText(million, 1)).toBe(million.toLocaleString('en'))
    await page.keyboard.press('Control+Home')
    await clickHeader()
    await clickHeader()
    await expect.poll(() => cellText(1, 1)).toBe(million.toLocaleString('en'))
    await page.mouse.wheel(0, 400_000)
    await results().getByRole('searchbox', { name: 'Find in result' }).fill('Row 99999')
    await expect.poll(() => cellText(1, 3)).toBe('Row 999999')
    await results().getByRole('searchbox', { name: 'Find in result' }).fill('')
    await expect.poll(() => cellText(1, 3)).toBe('Row 1000000')
    expect(await longest()).toBeLessThan(frameMaxMs)

    await button('Export').click()
    await page.getByRole('menuitem', { name: 'Excel' }).click()
    await page.getByText(/^Writing the file: [1-9]/).waitFor()
    await results().getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Export cancelled').waitFor()
    await button('Export').waitFor()
    expect(app.takeComplaints()).toEqual([])
  })

  const grid = (): Locator => app.page.getByRole('region', { name: 'Result of the query' })
  /** Clicks the name of a narrow first column, beside row numbers of any width. */
  const clickHeader = (): Promise<void> => grid().click({ position: { x: 85, y: 16 } })
  async function exported(form: string): Promise<Download> {
    await button('Export').click()
    const [download] = await Promise.all([
      app.page.waitForEvent('download'),
      app.page.getByRole('menuitem', { name: form }).click(),
    ])
    return download
  }
  /** Measures the time between frames. @returns a function that returns the longest so far, in ms */
  async function watchFrames(): Promise<() => Promise<number>> {
    const frames = await app.page.evaluateHandle(() => {
      const seen = { longest: 0 }
      let last = performance.now()
      const next = (now: number): void => {
        seen.longest = Math.max(seen.longest, now - last)
        last = now
        requestAnimationFrame(next)
      }
      requestAnimationFrame(next)
      return seen
    })
    return () => frames.evaluate(({ longest }) => longest)
  }
})

const million = 1_000_000
/** Far below what feels frozen on a shared machine. */
const frameMaxMs = 1_000
