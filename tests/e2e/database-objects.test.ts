import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { createAccount, openApp, openNewSample, stayLoaded, type App } from './app'

describe('Objects of the database', () => {
  let app: App
  let page: Page
  let token: string
  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    token = await createAccount(app)
  })
  beforeEach(() => openNewSample(app, token))
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('an index and a trigger are created and deleted in the structure of a table, with their SQL in view', async () => {
    await page.getByRole('treeitem', { name: /^Artists/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Structure' }).click()
    const structure = page.getByRole('region', { name: 'Artists: structure' })
    await structure.getByRole('tab', { name: 'Indexes' }).click()
    await structure.getByRole('button', { name: 'New index' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Name', exact: true }).check({ force: true })
    await dialog.getByText('CREATE INDEX "artists_name_idx" ON "artists" ("name");').waitFor()
    await dialog.getByRole('button', { name: 'Create index' }).click()
    await structure.getByRole('rowheader', { name: 'artists_name_idx' }).waitFor()
    await structure.getByRole('button', { name: 'Delete artists_name_idx' }).click()
    await dialog.getByText('DROP INDEX "artists_name_idx";').waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await structure.getByRole('rowheader', { name: 'artists_name_idx' }).waitFor({ state: 'detached' })

    await structure.getByRole('tab', { name: 'Triggers' }).click()
    await structure.getByRole('button', { name: 'New trigger' }).click()
    await dialog.getByRole('button', { name: 'Create trigger' }).click()
    await structure.getByRole('heading', { name: 'new_trigger' }).waitFor()
  })

  it('an SQL view is created from the tree, opened, changed and deleted', async () => {
    await page.getByRole('button', { name: 'Add a table' }).click()
    await page.getByRole('menuitem', { name: 'New SQL view' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('short_tracks')
    await dialog.getByRole('textbox', { name: 'SELECT of the view' }).fill('SELECT nonsense FROM tracks')
    await dialog.getByRole('button', { name: 'Create view' }).click()
    await dialog.getByText('it names a column that is not there').waitFor()
    expect(app.takeComplaints()).toEqual([expect.stringContaining('400')])
    await dialog.getByRole('textbox', { name: 'SELECT of the view' }).fill('SELECT id, title FROM tracks')
    await dialog.getByRole('button', { name: 'Create view' }).click()
    const line = page.getByRole('treeitem', { name: /^short_tracks|^Short tracks/i })
    await line.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Structure' }).click()
    const structure = page.getByRole('region', { name: /structure$/ })
    await structure.getByRole('tab', { name: 'Definition' }).click()
    const statement = structure.getByRole('textbox', { name: 'Statement' })
    await statement.fill('CREATE VIEW short_tracks AS SELECT id FROM tracks')
    await structure.getByRole('button', { name: 'Save' }).click()
    await structure.getByRole('tab', { name: 'Columns' }).click()
    await structure.getByRole('rowheader', { name: 'title' }).waitFor({ state: 'detached' })
    await structure.getByRole('tab', { name: 'Definition' }).click()
    await structure.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('DROP VIEW "short_tracks";').waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await line.waitFor({ state: 'detached' })
  })
})
