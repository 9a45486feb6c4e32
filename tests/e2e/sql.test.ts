import type { Locator } from 'playwright'
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
})
