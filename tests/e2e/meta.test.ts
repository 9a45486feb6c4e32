import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, openProject, openTable, operate, type App } from './app'
import { seriousFindings } from './usable'

/** A database that another program changes while Basalt shows it. */
describe.skipIf(chromiumPath === undefined)('Project metadata', () => {
  let app: App
  let folder: string
  let filename: string

  let token: string
  let files = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-meta-'))
    app = await openApp()
    token = await createAccount(app)
  })
  beforeEach(async () => {
    const { page } = app
    files += 1
    filename = join(folder, `shop ${files}.sqlite`)
    outside(
      `CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT, country TEXT)`,
      `CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, price INTEGER, artist_id INTEGER REFERENCES artist (id))`,
      `CREATE TABLE draft (id INTEGER PRIMARY KEY, note TEXT)`,
      `INSERT INTO artist VALUES (1, 'Eisbrecher', 'DE')`,
      `INSERT INTO album VALUES (1, 'Schock', 12, 1), (2, 'Sturmfahrt', 15, 1)`,
    )
    const made = await operate(app, { token }, 'projectCreateFromFile', { filename, projectType: 'rest' })
    await openProject(app, (made as { id: string }).id)
    await page.getByRole('treeitem', { name: /^album/ }).waitFor()
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Runs statements as another program. */
  function outside(...statements: string[]): void {
    const file = new Sqlite(filename)
    for (const sql of statements) file.exec(sql)
    file.close()
  }
  const entry = () => app.page.getByRole('button', { name: /^Project metadata/ })
  /** Changes the schema with SQL, in four tables. */
  const changeSchema = (): void =>
    outside(
      `ALTER TABLE album RENAME COLUMN price TO amount`,
      `ALTER TABLE artist ADD COLUMN founded INTEGER`,
      `CREATE TABLE label (id INTEGER PRIMARY KEY, name TEXT)`,
      `DROP TABLE draft`,
    )
  const openMeta = async (): Promise<void> => {
    await entry().click()
    await app.page.getByRole('tab', { name: 'Project metadata', selected: true }).waitFor()
  }
  const line = (name: string) => app.page.getByRole('row').filter({ has: app.page.getByText(name, { exact: true }) })

  it('says that everything is in step as long as nobody else changes anything', async () => {
    const { page } = app
    await openTable(page, 'album')
    await openMeta()
    await page.getByText('Everything is in step').waitFor()
    await line('artist').getByText('In sync').waitFor()
  })

  it('shows a column that was added with SQL, takes it over, and the grid has it', async () => {
    const { page } = app
    await openMeta()
    await page.getByText('Everything is in step').waitFor()
    outside(`ALTER TABLE album ADD COLUMN released TEXT`, `UPDATE album SET released = '2015-01-23' WHERE id = 1`)
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await page.getByText('1 table has changed in the database').first().waitFor()
    await line('album').getByText('Column released is new.').waitFor()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText('1 table was synchronised. Everything is in step.').waitFor()
    const grid = await openTable(page, 'album')
    await grid.expectCell(1, 5, '2015-01-23')
  })

  it('tells in the tab of a table what has changed, and leads there', async () => {
    const { page } = app
    await openTable(page, 'album')
    changeSchema()
    await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('Column price is gone, and amount is new in its place.').waitFor()
    await entry().getByText('4').waitFor()
    // The grid shows the current schema.
    const headers = page.getByRole('columnheader', { includeHidden: true })
    await expect.poll(() => headers.allTextContents()).toContain('amount')
    await shot('meta-note')
    // The note takes its room from the grid: the status bar stays clickable.
    await page.getByRole('button', { name: /^REST API on/ }).click({ trial: true })
    await page.getByRole('button', { name: 'Review changes' }).click()
    await line('label').getByText('New in the database.').waitFor()
    await line('draft').getByText('Gone from the database.').waitFor()
    await line('artist').getByText('Column founded is new.').waitFor()
    await page.getByRole('checkbox', { name: /^It is the same column/ }).waitFor({ state: 'attached' })
  })

  it('can be used by everybody, in the light, in the dark and from right to left', async () => {
    const { page } = app
    changeSchema()
    await openMeta()
    await line('label').getByText('New in the database.').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await seriousFindings(page)).toEqual([])
      await shot(`meta-${colorScheme}`)
    }
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    const tooWide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(tooWide).toBeLessThanOrEqual(0)
    await shot('meta-rtl')
    await page.evaluate(() => (document.documentElement.dir = 'ltr'))
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('takes over what is ticked, and asks before it forgets', async () => {
    const { page } = app
    changeSchema()
    await openMeta()
    await page.getByRole('checkbox', { name: 'Synchronise draft' }).uncheck({ force: true })
    await page.getByRole('button', { name: 'Sync 3 tables' }).click()
    await page.getByText('1 table has changed in the database').first().waitFor()
    await page.getByRole('checkbox', { name: 'Synchronise draft' }).check({ force: true })
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByRole('dialog', { name: 'Forget draft?' }).waitFor()
    await shot('meta-forget')
    await page.getByRole('button', { name: 'Forget and sync' }).click()
    await page.getByText('1 table was synchronised. Everything is in step.').waitFor()
    await page.getByRole('treeitem', { name: /^label/ }).waitFor()
    expect(await page.getByRole('treeitem', { name: /^draft/ }).count()).toBe(0)
  })

  it('says in the tab of a table that is gone where it went', async () => {
    const { page } = app
    const grid = await openTable(page, 'draft')
    await grid.expectStatus('0 records')
    outside(`ALTER TABLE draft RENAME TO publisher`)
    await openMeta()
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await line('publisher').getByText('draft is gone, and this one looks the same.').waitFor()
    await page.getByRole('tab', { name: 'draft', exact: true }).click()
    await page.getByText('draft is not there any more').waitFor()
    await page.getByText('Another program may have renamed it: publisher in the database looks the same.').waitFor()
    await shot('meta-gone')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText('1 table was synchronised. Everything is in step.').waitFor()
    await openTable(page, 'publisher')
  })

  /** Takes a screenshot for manual review, on request. */
  async function shot(name: string): Promise<void> {
    const { BASALT_TEST_SHOTS: place } = process.env
    if (place !== undefined) await app.page.screenshot({ path: join(place, `${name}.png`) })
  }
})
