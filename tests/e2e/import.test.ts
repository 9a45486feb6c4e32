import { Workbook } from '@cj-tech-master/excelts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, gridOf, openApp, stayLoaded, openProject, openTable, type App } from './app'
import { describeGrid } from './engines'
import { openView, ownData, type OwnData } from './own-data'

const plants = [
  'Number;Plant;Height;Planted;Kind',
  '007;Basil;0,5;01.02.2026;Herb',
  '008;"Sage; the ""true"" one";1,25;13.04.2026;Herb',
  '009;Oak;21;24.12.1999;Tree',
  '010;Thyme;0,2;05.06.2026;Herb',
].join('\n')

/** Imports files of rows into tables: by drop, by paste, by keyboard. */
await describeGrid('Imports', (engine) => {
  let app: App
  let page: Page
  let dialog: Locator
  let data: OwnData

  const soon = <T>(look: () => T) => expect.poll(look)
  /** Holds files over the window and lets them go. */
  const drop = async (name: string, content: string | Uint8Array): Promise<void> => {
    const given = typeof content === 'string' ? content : [...content]
    const dataTransfer = await page.evaluateHandle(
      ([title, data]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([typeof data === 'string' ? data : new Uint8Array(data)], title))
        return transfer
      },
      [name, given] as const,
    )
    await page.dispatchEvent('body', 'dragover', { dataTransfer })
    await page.locator('[data-drop-ring]').waitFor()
    await page.dispatchEvent('body', 'drop', { dataTransfer })
  }
  /** The wizard, once it has read the file. */
  const wizardReads = async (): Promise<void> => {
    await dialog.getByRole('table', { name: 'First rows of the file' }).waitFor()
    await soon(() => dialog.getByRole('table').getAttribute('aria-busy')).toBe('false')
  }
  const begin = (name: string | RegExp): Promise<void> => dialog.getByRole('button', { name }).click()
  const cell = (row: number, column: number): Locator =>
    dialog.locator(`[aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`)
  /** Two lists show the result of an import: the toast, and the bell. */
  const told = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()
  const tables = (): Promise<string[]> => page.getByRole('treeitem', { level: 2 }).allInnerTexts()

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    dialog = page.getByRole('dialog')
    // The browser holds file choosers back from now on, not only from the moment a step waits for one.
    page.on('filechooser', () => undefined)
    await createAccount(app)
  })
  beforeEach(async () => {
    data = ownData(app, await engine.createProject(app, 'Garden'))
    await openProject(app, data.projectId)
    await page.getByRole('heading', { name: 'Make the first table of Garden' }).waitFor()
  })
  afterAll(() => app.close())
  // The file that is none, and the empty sheet.
  afterAll(() => expect(app.complaints.filter((text) => !text.includes('400'))).toEqual([]))

  /** Creates the table that an import of `plants` makes, and opens it. */
  const openPlants = async (): Promise<void> => {
    const columns = [
      { cn: 'Number', uidt: 'SingleLineText' },
      { cn: 'Name', uidt: 'SingleLineText', pv: true },
      { cn: 'Height', uidt: 'Decimal' },
      { cn: 'id', uidt: 'ID', pk: true, ai: true },
    ]
    const rows = [
      { Number: '007', Name: 'Basil', Height: 0.5 },
      { Number: '008', Name: 'Sage; the "true" one', Height: 1.25 },
      { Number: '009', Name: 'Oak', Height: 21 },
      { Number: '010', Name: 'Thyme', Height: 0.2 },
    ]
    await page.goto('about:blank')
    await data.createTable('Plants', columns, rows)
    await openView(page, app, data, 'Plants')
    await (await gridOf(page, 'Plants')).expectStatus(/^4 records/)
  }

  it('a CSV that is dropped anywhere becomes a table, once types are confirmed', { tags: ['smoke'] }, async () => {
    await drop('plants.csv', plants)
    await wizardReads()
    await expect(dialog.getByLabel('Name of the new table').inputValue()).resolves.toBe('plants')
    await soon(() => dialog.getByLabel('Between values').inputValue()).toBe('Semicolon ;')
    // Numbers with a special meaning: the user changes the guess.
    await dialog.getByRole('button', { name: /^Type of Number/ }).click()
    await page.getByRole('combobox', { name: 'Find a type' }).fill('single line')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Type of Number: Single line text' }).waitFor()
    await dialog.getByLabel('Name of Plant', { exact: true }).fill('Name')
    await dialog.getByRole('button', { name: 'Leave out Kind' }).click()
    await dialog.getByLabel('Name of the new table').fill('Plants')
    await begin('Import 4 records')
    await told('Imported 4 records into Plants')
    // No table was open: the first one opens by itself.
    const grid = await gridOf(page, 'Plants')
    await grid.expectStatus(/^4 records/)
    const shown = page.getByRole('region', { name: 'Records of Plants', exact: true })
    const headers = async (): Promise<string> => (await shown.locator('[role=columnheader]').allTextContents()).join()
    await soon(headers).toContain('Height')
    expect(await headers()).not.toContain('Kind')
    await soon(() => shown.textContent()).toContain('Sage; the "true" one')
    expect(await shown.textContent()).toContain('007')
    expect(await shown.textContent()).toContain('1.25')
  })

  it('what does not fit is marked under its column, and fits when the type is another', async () => {
    await drop(
      'heights.csv',
      'Plant,Height\nBasil,1\nSage,tall\nOak,2\nThyme,3\nMint,4\nRue,5\nDill,6\nLeek,7\nYew,8\nIvy,9',
    )
    await wizardReads()
    await dialog.getByRole('button', { name: /^Type of Height/ }).click()
    await page.getByRole('combobox', { name: 'Find a type' }).fill('whole')
    await page.keyboard.press('Enter')
    await dialog.getByText('1 does not fit').waitFor()
    expect(await cell(2, 2).innerText()).toContain('does not fit')
    // A single key press doesn't discard the settings.
    const question = page.getByRole('dialog', { name: 'Discard this import?' })
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Go on with it' }).click()
    await question.waitFor({ state: 'hidden' })
    await dialog.getByText('1 does not fit').waitFor()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard import' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect((await tables()).join()).not.toContain('heights')
  })

  it('what is no file of rows is told in a sentence, and left with Escape', async () => {
    await drop('nothing.csv', '')
    await dialog.getByText('The file, or this sheet of it, is empty. There is nothing to import.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('two sheets of a workbook become two tables', async () => {
    const book = new Workbook()
    const trees = book.addWorksheet('Trees')
    trees.addRows([
      ['Tree', 'Years'],
      ['Oak', 300],
      ['Yew', 900],
    ])
    const tools = book.addWorksheet('Tools')
    tools.addRows([['Tool'], ['Spade']])
    // This sheet declares that it has a cell.
    book.addWorksheet('Sheet3').getCell('A1').numFmt = '0.00'
    book.addWorksheet('Notes').addRows([['Nobody reads'], ['this']])
    await drop('garden.xlsx', new Uint8Array(await book.xlsx.writeBuffer()))
    const sheets = dialog.getByRole('navigation', { name: 'Files and sheets' })
    await sheets.getByText('Notes').waitFor()
    // The list moves until the first sheet is read.
    await wizardReads()
    await sheets.getByRole('checkbox', { name: 'Import Notes' }).uncheck({ force: true })
    await wizardReads()
    await begin('Import 3 records from 2 sheets')
    await told('Imported 3 records into 2 tables')
    await soon(async () => (await tables()).join()).toMatch(/Trees.*Tools|Tools.*Trees/s)
    expect((await tables()).join()).not.toContain('Notes')
    const grid = await openTable(page, 'Trees')
    await grid.expectCell(2, 1, 'Yew')
  })

  it('what does not fit far below is gone to from its column', async () => {
    const lines = Array.from({ length: 150 }, (_, at) => `${at},${at === 120 ? 'none' : `${at}.5`}`)
    await drop('prices.csv', ['No,Price', ...lines].join('\n'))
    await wizardReads()
    await dialog.getByRole('button', { name: '1 does not fit' }).click()
    await cell(121, 2).getByText('none', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  it('rows of a file change records by a key; what does not fit is listed', async () => {
    await openPlants()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add a table' }).click()
    await page.getByRole('menuitem', { name: 'Import a file' }).click()
    const rows = ['number,Name,Height', '008,Sage,2', '011,Rue,0.7', '012,Mint,high'].join('\n')
    await (await chooser).setFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
    await wizardReads()
    await dialog.getByRole('radio', { name: 'Existing table' }).check({ force: true })
    await dialog.getByPlaceholder('Choose a table').click()
    await page.getByRole('option', { name: 'Plants', exact: true }).click()
    // Columns found each other by their names.
    await soon(() => dialog.getByLabel('Where number goes').inputValue()).toBe('Number')
    await dialog.getByText('1 does not fit').waitFor()
    await dialog.getByRole('combobox', { name: 'Records are known by' }).click()
    await page.getByRole('option', { name: 'Number', exact: true }).click()
    await page.keyboard.press('Escape')
    await dialog.getByText('A row whose Number is in Plants already updates that record. Others are added.').waitFor()
    await begin('Import 2 records')
    await told('Imported into Plants: 1 added, 1 updated')
    await page.getByRole('button', { name: 'Show', exact: true }).first().click()
    await dialog.getByText('1 row did not fit').waitFor()
    expect(await dialog.getByRole('row').nth(1).innerText()).toMatch(/^4\s+Height\s+high\s+\S/)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download as CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('more not imported.csv')
    expect(await readFile(await file.path(), 'utf8')).toMatch(/4,Height,high,\S/)
    await dialog.getByRole('button', { name: 'Close' }).click()
    const grid = await openTable(page, 'Plants')
    await grid.expectStatus(/^5 records/)
    // One undo step, for all additions and changes.
    await grid.clickName(1)
    await page.keyboard.press('Control+z')
    await grid.expectStatus(/^4 records/)
    await grid.expectCell(2, 1, 'Sage; the')
  })

  it('an import is found again after a reload, and cancelled it leaves nothing', async () => {
    await openPlants()
    // Enough to be still at it after a reload, on a fast machine too; few of them are read on a slow one.
    // Days of this kind take longer than other values.
    const lines = Array.from(
      { length: 1_200_000 },
      (_, at) => `${at},${1 + (at % 28)}.${1 + (at % 11)}.${1500 + (at % 997)}`,
    )
    await drop('long.csv', `Id,Day\n${lines.join('\n')}`)
    await wizardReads()
    await begin(/^Import about [\d,]+ records$/)
    await page.getByRole('progressbar', { name: 'Importing long.csv' }).waitFor()
    await page.reload()
    await page.getByRole('progressbar', { name: 'Importing long.csv' }).waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await told('The import of long.csv was cancelled. Nothing of it is left.')
    await page.reload()
    await page.getByRole('treeitem', { name: /^Plants/ }).waitFor()
    expect((await tables()).join()).not.toContain('long')
  })

  it('keys alone bring a copied range into a table', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('Plant\tHeight\nBasil\t1\nSage\t2'))
    await page.keyboard.press('Control+v')
    await wizardReads()
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const { activeElement: at } = document
        return (
          at?.getAttribute('aria-label') ?? (at instanceof HTMLInputElement ? (at.labels?.[0]?.textContent ?? '') : '')
        )
      })
    await soon(focused).toBe('Name of the new table')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Herbs')
    // The options, then the header of the first column: its name, its checkbox, its type.
    for (let at = 0; at < 20; at += 1) {
      await page.keyboard.press('Tab')
      if ((await focused()).startsWith('Type of Height')) break
    }
    await page.keyboard.press('Enter')
    await page.keyboard.type('single line')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Type of Height: Single line text' }).waitFor()
    await dialog.getByLabel('Name of the new table').focus()
    await page.keyboard.press('Enter')
    await told('Imported 2 records into Herbs')
    const grid = await gridOf(page, 'Herbs')
    await grid.expectStatus(/^2 records/)
  })

  it('a database file that is dropped opens where it lies, once it is told where that is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'basalt-dropped-'))
    app.whenClosed(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, 'dropped.sqlite')
    const made = new Sqlite(path)
    made.exec('CREATE TABLE bed (id INTEGER PRIMARY KEY, name TEXT)')
    made.close()
    await drop('dropped.sqlite', 'SQLite format 3')
    await dialog.getByText('A browser does not say where dropped.sqlite lies.').waitFor()
    await dialog.getByLabel('Path of the file').fill(path)
    await page.keyboard.press('Enter')
    await page.getByRole('treeitem', { name: /^bed/ }).waitFor()
  })

  it('a file that is left again leaves no project; its header may be in any row', async () => {
    await page.goto(`${app.origin}/dashboard/#/projects`)
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('i')
    const rows = 'Report of May\n\nPlant,Height\nBasil,1\nSage,2'
    await (await chooser).setFiles({ name: 'meadow.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
    await dialog.getByText('Import into meadow').waitFor()
    await wizardReads()
    await dialog.getByLabel('Header row', { exact: true }).fill('3')
    await page.keyboard.press('Enter')
    await soon(() => dialog.getByLabel('Name of Plant', { exact: true }).count()).toBe(1)
    await dialog.getByRole('button', { name: 'Import 2 records' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Discard import' }).click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await page.getByRole('link', { name: 'Garden' }).first().waitFor()
    await soon(() => page.getByRole('link', { name: 'meadow' }).count()).toBe(0)
  })

  it('a file that is dropped on the project list makes a project of its name', async () => {
    await page.goto(`${app.origin}/dashboard/#/projects`)
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await drop('allotment.json', '[{"Bed":1,"Plant":"Leek"},{"Bed":2,"Plant":"Rue"}]')
    await dialog.getByText('Import into allotment').waitFor()
    await wizardReads()
    await begin('Import 2 records')
    await told('Imported 2 records into allotment')
    await (await gridOf(page, 'allotment')).expectStatus(/^2 records/)
  })
})
