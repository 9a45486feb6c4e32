import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, fromStart, gridOf, openApp, pressKeys, stayLoaded, type App, type Grid } from './app'
import { boxOf } from './boxes'
import { nameOptions, pick, walks } from './column-walks'
import { describeGrid } from './engines'
import { openView, ownData, type OwnData } from './own-data'
import { seriousFindings } from './usable'

/** Waits for a condition, with time for a slow machine. */
const soon = <Value>(read: () => Value | Promise<Value>) => expect.poll(read)

const title = { cn: 'Title', uidt: 'SingleLineText' }

await describeGrid('Columns', (engine) => {
  let app: App
  let grid: Grid
  let table: Locator

  const press = (...keys: string[]): Promise<void> => pressKeys(app.page, ...keys)
  const type = (text: string): Promise<void> => app.page.keyboard.type(text)
  /** The last of them has this number; the row numbers are no column. */
  const countColumns = async (): Promise<number> => Number(await table.getAttribute('aria-colcount'))
  const chooseType = async (dialog: Locator, name: string): Promise<void> => {
    await dialog.getByRole('button', { name: 'Type', exact: true }).click()
    await app.page.getByRole('combobox', { name: 'Find a type' }).fill(name)
    await app.page
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .click()
  }
  const newColumn = async (): Promise<Locator> => {
    await app.page.getByRole('button', { name: 'Add a column' }).click()
    return app.page.getByRole('dialog', { name: 'Add column' })
  }
  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  afterEach(() => expect(app.takeComplaints()).toEqual([]))
  afterAll(() => app.close())

  describe('of a type', () => {
    // Each adds a column of its own to the same table.
    let data: OwnData
    beforeAll(async () => {
      data = ownData(app, await engine.createProject(app, 'Types'))
      await data.createTable('Things', [title], [{ Title: 'First' }, { Title: 'Second' }])
    })
    beforeEach(async () => {
      await openView(app.page, app, data, 'Things')
      grid = await gridOf(app.page, 'Things')
      await grid.expectCell(1, 1, /^First/)
      table = app.page.locator('table[role="grid"]')
    })

    it.each(walks)(
      '$type are chosen, written and shown as chosen',
      async ({ type: name, choose, example, write, shown }) => {
        const columns = (await countColumns()) + 1
        const dialog = await newColumn()
        await dialog.getByLabel('Name', { exact: true }).fill(`A ${name}`)
        await chooseType(dialog, name)
        await choose?.(dialog)
        if (example !== undefined)
          await soon(() => dialog.getByRole('img', { name: 'Example' }).innerText()).toBe(example)
        await dialog.getByRole('button', { name: 'Add column' }).click()
        await dialog.waitFor({ state: 'detached' })
        await soon(countColumns).toBe(columns)
        await grid.clickName(1)
        await press('End')
        await write?.({ press, type })
        await grid.expectCell(1, columns, shown)
      },
    )
  })

  /** Opens the grid of a new table with three notes, scrolled to its last column. */
  const open = async (): Promise<Grid> => {
    const data = ownData(app, await engine.createProject(app, 'Columns'))
    const texts = { a: '12', b: 'many', c: '7' }
    const rows = Object.entries(texts).map(([Title, Text]) => ({ Title, Text }))
    await data.createTable('Notes', [{ cn: 'id', uidt: 'ID' }, title, { cn: 'Text', uidt: 'SingleLineText' }], rows)
    await openView(app.page, app, data, 'Notes')
    const notes = await gridOf(app.page, 'Notes')
    await notes.expectCell(1, 1, /^a$/)
    table = app.page.getByRole('region', { name: 'Records of Notes', exact: true }).locator('table[role="grid"]')
    await notes.clickName(1)
    await press('End')
    return notes
  }
  /** Runs a command from the menu of the last column. */
  const command = async (name: string): Promise<void> => {
    const plus = await boxOf(app.page.getByRole('button', { name: 'Add a column' }))
    await app.page.mouse.click(fromStart(plus, -40), plus.y + plus.height / 2, { button: 'right' })
    await app.page.getByRole('menuitem', { name }).click()
  }
  const edit = async (): Promise<Locator> => {
    await command('Edit column')
    return app.page.getByRole('dialog', { name: 'Edit column' })
  }
  const save = async (dialog: Locator, button: string): Promise<void> => {
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const lastTitle = async (): Promise<string | null> => table.locator('th').last().textContent()

  it('begin with a default, are described, and keep their rules', async () => {
    const rules = await open()
    const dialog = await newColumn()
    await dialog.getByLabel('Name', { exact: true }).fill('State')
    await chooseType(dialog, 'Single select')
    await nameOptions(dialog, 'open', 'done')
    await dialog.getByRole('button', { name: /^More/ }).click()
    await dialog.getByLabel('Description').fill('What is to be done')
    await pick(dialog, 'Default', 'open')
    await save(dialog, 'Add column')
    await press('Escape')
    const code = await newColumn()
    await code.getByLabel('Name', { exact: true }).fill('Code')
    await code.getByRole('button', { name: /^More/ }).click()
    await code.getByRole('checkbox', { name: 'No two alike' }).check()
    await save(code, 'Add column')
    await soon(countColumns).toBe(5)
    await rules.clickName(1)
    await press('End')
    await type('A1')
    await press('Enter')
    await rules.expectCell(1, 5, /^A1$/)
    await type('A1')
    await press('Enter')
    await rules.expectCell(2, 5, /^A1$/)
    await press('ArrowUp')
    await app.page
      .getByText(/Code: this value is taken/)
      .first()
      .waitFor()
    await rules.clickName(2)
    await press('End', 'Escape')
    await app.page.getByRole('button', { name: 'New record' }).first().click()
    await type('Another')
    await press('Enter')
    await rules.expectCell(4, 4, /^open$/)
    // The answer to the value that is taken.
    expect(app.takeComplaints()).toEqual([expect.stringContaining('400')])
  })

  it('show again what was chosen, in the order that it was given', async () => {
    await open()
    const dialog = await newColumn()
    await dialog.getByLabel('Name', { exact: true }).fill('Mood')
    await chooseType(dialog, 'Single select')
    await nameOptions(dialog, 'Calm', 'Loud', 'Wild')
    await dialog.getByRole('button', { name: 'Colour of Calm' }).click()
    await app.page.getByRole('menuitem', { name: 'Pink' }).click()
    const handle = dialog.getByRole('button', { name: /^Move Calm/ })
    await handle.focus()
    await press('ArrowDown')
    await soon(() => dialog.getByRole('textbox', { name: 'Option 2', exact: true }).inputValue()).toBe('Calm')
    // With the mouse, to the end.
    const from = await boxOf(dialog.getByRole('button', { name: /^Move Loud/ }))
    const to = await boxOf(dialog.getByRole('button', { name: /^Move Wild/ }))
    await app.page.mouse.move(from.x + 8, from.y + 8)
    await app.page.mouse.down()
    await app.page.mouse.move(to.x + 8, to.y + 4)
    await app.page.mouse.move(to.x + 8, to.y + 12)
    await app.page.mouse.up()
    await save(dialog, 'Add column')
    await soon(lastTitle).toBe('Mood')
    await press('End')
    const again = await edit()
    const names = await again.getByRole('textbox', { name: /^Option/ }).all()
    expect(await Promise.all(names.map((name) => name.inputValue()))).toEqual(['Calm', 'Wild', 'Loud'])
    expect(await again.getByRole('textbox', { name: 'Option 1', exact: true }).getAttribute('style')).toContain('pink')
    await press('Escape')
    await again.waitFor({ state: 'detached' })
    await command('Delete column')
    const sure = app.page.getByRole('dialog', { name: 'Delete the column Mood?' })
    await save(sure, 'Delete column')
    await soon(lastTitle).toBe('Text')
  })

  it('tell what a change of type would lose before it is made', async () => {
    const notes = await open()
    const dialog = await edit()
    await chooseType(dialog, 'Number')
    await dialog.getByText('2 values convert, 1 would be lost').waitFor()
    expect(await dialog.getByRole('list', { name: 'Values that would be lost' }).innerText()).toContain('many')
    expect(await seriousFindings(app.page)).toEqual([])
    await dialog.getByRole('checkbox', { name: 'Empty the value that does not fit' }).check()
    await save(dialog, 'Save column')
    await notes.expectCell(1, 3, /^12$/)
    await notes.expectCell(2, 3, /^$/)
    const again = await edit()
    await chooseType(again, 'Decimal')
    await again.getByText('All 2 values convert').waitFor()
    await pick(again, 'Decimals', '1')
    await soon(() => again.getByRole('img', { name: 'Preview, row 1' }).innerText()).toBe('12.0')
    await save(again, 'Save column')
    await notes.expectCell(1, 3, /^12\.0$/)
  })

  it('get another name and keep their values', { tags: ['smoke'] }, async () => {
    const notes = await open()
    const dialog = await edit()
    await dialog.getByLabel('Name', { exact: true }).fill('Title')
    await dialog.getByRole('button', { name: 'Save column' }).click()
    await dialog.getByText('There is already a column Title.').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('Weight')
    await save(dialog, 'Save column')
    await soon(lastTitle).toBe('Weight')
    await notes.expectCell(1, 3, /^12$/)
  })

  it('are made without a mouse', async () => {
    const notes = await open()
    await app.page.getByRole('button', { name: 'Add a column' }).focus()
    await press('Enter')
    const dialog = app.page.getByRole('dialog', { name: 'Add column' })
    await dialog.waitFor()
    const name = dialog.getByLabel('Name', { exact: true })
    await soon(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await type('Stars')
    await press('Tab', 'Enter')
    await type('rating')
    await press('Enter', 'Tab', 'ArrowDown')
    await app.page.getByRole('option', { name: '3', exact: true }).waitFor()
    // Escape closes the list, not the dialog.
    await press('Escape')
    await app.page.getByRole('option', { name: '3', exact: true }).waitFor({ state: 'hidden' })
    await press('Tab', 'ArrowRight')
    expect(await dialog.getByRole('radio', { name: 'Hearts' }).isChecked()).toBe(true)
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await soon(lastTitle).toBe('Stars')
    // The focus returns to the cells, in the new column.
    const isInCells = (): boolean => document.activeElement?.closest('[role="region"]') instanceof Element
    await soon(() => app.page.evaluate(isInCells)).toBe(true)
    await notes.clickName(1)
    await press('End', '4')
    await notes.expectCell(1, 4, /^4$/)
  })

  it('are described in both themes and both directions so that everybody can use it', async () => {
    await open()
    const dialog = await edit()
    await chooseType(dialog, 'Date and time')
    await dialog.getByRole('button', { name: /^More/ }).click()
    for (const colorScheme of ['light', 'dark'] as const)
      for (const direction of ['ltr', 'rtl']) {
        await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await app.page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
        expect(await seriousFindings(app.page), `${colorScheme} ${direction}`).toEqual([])
        const box = await dialog.boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 800).toBe(true)
      }
    await app.page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})
