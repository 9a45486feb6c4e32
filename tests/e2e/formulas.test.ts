import type { Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { VirtualColumnDefinition } from '@common/operations/virtual-columns'
import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/request'
import {
  createAccount,
  fromStart,
  openApp,
  openNewSample,
  openTable,
  operate,
  pressKeys,
  stayLoaded,
  type App,
  type Grid,
} from './app'
import { boxOf } from './boxes'
import { expectUsable } from './usable'

/** As long as a busy machine may take. */
/** Computed columns on the sample as a user creates them. */
describe.skipIf(chromiumPath === undefined)('Computed columns', () => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string

  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await app.page.keyboard.press(key)
  }
  const type = (text: string): Promise<void> => app.page.keyboard.type(text)
  const dialogCalled = (name: string): Locator => app.page.getByRole('dialog', { name, exact: true })
  const stored = async (path: string): Promise<Record<string, unknown>[]> => {
    const answer = await sendRequest(app.origin, `/nc/${projectId}/api/v1/${path}`, { token })
    return answer.json as Record<string, unknown>[]
  }
  /** Opens the form of a new column after the others. */
  const addColumn = async (name: string, uiType: string): Promise<Locator> => {
    await grid.clickName(1)
    await press('End')
    await app.page.getByRole('button', { name: 'Add a column' }).click()
    const dialog = dialogCalled('Add column')
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Type', { exact: true }).click()
    await app.page.getByRole('combobox', { name: 'Find a type' }).fill(uiType)
    await press('Enter')
    return dialog
  }
  const choose = async (dialog: Locator, label: string, option: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: label, exact: true }).click()
    await app.page.getByRole('option', { name: option, exact: true }).click()
  }
  const save = async (dialog: Locator, button = 'Add column'): Promise<void> => {
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  /** Right-clicks along the headers until the menu of the wanted one opens. */
  const headMenu = async (table: string, column: string): Promise<Locator> => {
    const { page } = app
    const box = await boxOf(page.getByRole('region', { name: `Records of ${table}`, exact: true }))
    for (let x = 60; x < box.width - 60; x += 40) {
      await page.mouse.click(fromStart(box, x), box.y + 16, { button: 'right' })
      const open = page.getByRole('menu')
      await open.waitFor()
      if (await page.getByRole('menu', { name: column, exact: true }).isVisible()) return open
      await open.press('Escape')
      await open.waitFor({ state: 'detached' })
    }
    throw new Error(`The head of ${column} is not in view`)
  }

  const headOf = (column: string) =>
    app.page
      // The grid of another tab may still be on the page, hidden.
      .getByRole('region', { name: /^Records of / })
      .locator('th[role="columnheader"]')
      .filter({ hasText: new RegExp(`^${column}$`) })
  /** Returns the index of a column, from 1. Its header is in view. */
  const placeOf = async (column: string): Promise<number> =>
    Number(await headOf(column).getAttribute('aria-colindex', { timeout: 5_000 }))
  /** Goes to the last columns until one is in view: the page may learn of it just now. */
  const goToEnd = async (column: string): Promise<void> => {
    await expect
      .poll(async () => {
        await press('End')
        return headOf(column).count()
      })
      .toBe(1)
  }
  /** Waits until the cell shows the text. Looks for the column each time: others may still appear before it. */
  const expectIn = async (row: number, column: string, text: string | RegExp): Promise<void> => {
    await expect.poll(async () => grid.cellText(row, await placeOf(column))).toMatch(text)
  }
  /** Moves to a cell with the keyboard, even far to the right. */
  const goTo = async (row: number, column: string): Promise<void> => {
    await grid.clickName(row)
    await goToEnd(column)
    const place = await placeOf(column)
    await pressKeys(app.page, 'Home', ...Array.from({ length: place - 1 }, () => 'ArrowRight'))
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    token = await createAccount(app)
  })
  beforeEach(async () => {
    projectId = await openNewSample(app, token)
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  const create = (tn: string, title: string, definition: VirtualColumnDefinition): Promise<unknown> =>
    operate(app, { token, projectId }, 'virtualColumnCreate', { tn, title, definition })
  const createAmount = () =>
    create('invoice_lines', 'Amount', { kind: 'formula', formula: 'ROUND({Quantity} * {Unit price}, 2)' })
  const createSold = () =>
    create('invoices', 'Sold', { kind: 'rollup', link: 'Invoices => Invoice lines', column: 'Amount', function: 'sum' })

  it('a formula is written with completion, errors and first values', { tags: ['smoke'] }, async () => {
    const { page } = app
    grid = await openTable(page, 'Invoice lines')
    const dialog = await addColumn('Amount', 'formula')
    const field = dialog.getByRole('textbox', { name: 'Formula', exact: true })
    await field.focus()
    await type('rou')
    await dialog.getByRole('option', { name: /^ROUND\(number, \[digits\]\)/, selected: true }).waitFor()
    await dialog.getByText('Rounds to a number of decimals, halves away from zero').first().waitFor()
    await press('Enter')
    await type('{qua')
    await dialog.getByRole('option', { name: /^\{Quantity\}\s*Number/ }).waitFor()
    await press('Enter')
    await type(' * {Prize}, 2')
    await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft')
    await dialog.getByText("Character 20: There is no column 'Prize'.").waitFor()
    await expect.poll(() => field.locator('[data-wrong]').innerText()).toBe('{Prize}')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')

    for (let at = 0; at < '{Prize}'.length; at += 1) await press('Backspace')
    await type('unit')
    await dialog.getByRole('option', { name: /^\{Unit price\}\s*Currency/ }).waitFor()
    await press('Enter')
    await expect.poll(() => field.innerText()).toBe('ROUND({Quantity} * {Unit price}, 2)')
    const lines = await stored('Invoice%20lines?limit=3')
    const amounts = lines.map((line) => Number((Number(line['Quantity']) * Number(line['Unit price'])).toFixed(2)))
    const shown = async (): Promise<number[]> =>
      (await dialog.getByRole('row').allInnerTexts()).map((text) => Number(text.split(/\s+/).at(-1)))
    await expect.poll(shown).toEqual(amounts)
    await dialog.getByText('Decimal', { exact: true }).waitFor()

    await save(dialog)
    await expectIn(1, 'Amount', String(amounts[0]))
    await expectIn(3, 'Amount', String(amounts[2]))
    expect((await stored('Invoice%20lines?limit=3')).map((line) => line['Amount'])).toEqual(amounts)
    await page.mouse.move(0, 0)
  })

  it('its cells say why they cannot be written to, and Enter shows the formula', async () => {
    await createAmount()
    grid = await openTable(app.page, 'Invoice lines')
    await grid.expectCell(2, 1, /\S/)
    await goTo(2, 'Amount')
    await type('5')
    await grid.expectStatus(/Amount is made by a formula\. Enter shows how/)
    await press('Enter')
    const dialog = dialogCalled('Edit column')
    await dialog.getByRole('textbox', { name: 'Formula', exact: true }).waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // A double click shows it too. Its cell ends before the end of the grid.
    const box = await boxOf(app.page.getByRole('region', { name: /^Records of / }))
    const shown = dialog.getByRole('textbox', { name: 'Formula', exact: true })
    for (let x = box.width - 30; x > 300 && !(await shown.isVisible()); x -= 60) {
      await app.page.mouse.dblclick(fromStart(box, x), box.y + 32 + 1.5 * 28)
      // The dialog loads its parts when it opens. The next double click beside it would close it.
      await shown.waitFor({ timeout: 1_000 }).catch(() => undefined)
    }
    await shown.waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('a lookup shows a field of the linked record, and a lookup of it leads on', async () => {
    const { page } = app
    grid = await openTable(page, 'Invoices')
    let dialog = await addColumn('Customer name', 'lookup')
    await dialog.getByRole('button', { name: 'Add column', exact: true }).click()
    await dialog.getByText('Choose one.').first().waitFor()
    await choose(dialog, 'Link', 'Customers')
    await choose(dialog, 'Field of the linked records', 'Name')
    await save(dialog)
    const [invoice] = await stored('Invoices?limit=1')
    const [customer] = await stored(`Customers?where=(Id,eq,${String(invoice?.['Customer'])})`)
    expect(invoice?.['Customer name']).toBe(customer?.['Name'])
    await grid.clickName(1)
    await press('End')
    await expectIn(1, 'Customer name', String(customer?.['Name']))

    grid = await openTable(page, 'Invoice lines')
    dialog = await addColumn('Bought by', 'lookup')
    await choose(dialog, 'Link', 'Invoices')
    await choose(dialog, 'Field of the linked records', 'Customer name')
    await save(dialog)
    await expectIn(1, 'Bought by', /\S/)
    const [line] = await stored('Invoice%20lines?limit=1')
    const [sold] = await stored(`Invoices?where=(Id,eq,${String(line?.['Invoice'])})`)
    expect(line?.['Bought by']).toBe(sold?.['Customer name'])
  })

  it('a rollup sums what a formula gives, and a count is made with the keyboard alone', async () => {
    const { page } = app
    await createAmount()
    grid = await openTable(page, 'Invoices')
    const dialog = await addColumn('Sold', 'rollup')
    await choose(dialog, 'Link', 'Invoice lines')
    await choose(dialog, 'Field of the linked records', 'Amount')
    await choose(dialog, 'Figure', 'Sum')
    await save(dialog)
    const [invoice] = await stored('Invoices?limit=1')
    expect(Number(Number(invoice?.['Sold']).toFixed(2))).toBe(invoice?.['Total'])

    await grid.clickName(1)
    await press('End')
    await page.getByRole('button', { name: 'Add a column' }).focus()
    await press('Enter')
    const added = dialogCalled('Add column')
    await added.getByLabel('Name', { exact: true }).waitFor()
    await type('Lines')
    await press('Tab', 'Enter')
    await page.getByRole('combobox', { name: 'Find a type' }).waitFor()
    await type('how many records')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await press('Enter')
    await added.getByRole('combobox', { name: 'Link', exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
    await press('ArrowDown')
    await page.getByRole('option').first().waitFor()
    await press('ArrowDown', 'Enter', 'Tab', 'Tab', 'Enter')
    await added.waitFor({ state: 'detached' })
    const [counted] = await stored('Invoices?limit=1')
    const lines = await stored(`Invoice%20lines?where=(Invoice,eq,${String(counted?.['Id'])})`)
    expect(counted?.['Lines']).toBe(lines.length)
  })

  it('the grid is sorted by what is computed', async () => {
    await createAmount()
    await createSold()
    grid = await openTable(app.page, 'Invoices')
    await grid.expectCell(1, 1, /\S/)
    await grid.clickName(1)
    await press('End')
    const menu = await headMenu('Invoices', 'Sold')
    await menu.getByRole('menuitem', { name: 'Sort descending' }).click()
    await app.page.getByRole('button', { name: 'Sorted by Sold' }).waitFor()
    const [most] = await stored('Invoices?sort=-Sold&limit=1')
    await grid.expectCell(1, 1, String(most?.['Number']))
  })

  it('a column that is renamed is right in every formula', async () => {
    const { page } = app
    await createAmount()
    grid = await openTable(page, 'Invoice lines')
    await grid.expectCell(1, 1, /\S/)
    await grid.clickName(1)
    const before = (await stored('Invoice%20lines?limit=5')).map((line) => line['Amount'])
    const menu = await headMenu('Invoice lines', 'Quantity')
    await menu.getByRole('menuitem', { name: 'Edit column' }).click()
    const dialog = dialogCalled('Edit column')
    await dialog.getByLabel('Name', { exact: true }).fill('Pieces')
    await save(dialog, 'Save column')
    await expect.poll(async () => Object.keys((await stored('Invoice%20lines?limit=1'))[0] ?? {})).toContain('Pieces')
    expect((await stored('Invoice%20lines?limit=5')).map((line) => line['Amount'])).toEqual(before)
    await expectIn(1, 'Pieces', /\d/)
    await expectIn(1, 'Amount', String(before[0]))
    await goTo(2, 'Amount')
    await press('Enter')
    const formula = dialogCalled('Edit column').getByRole('textbox', { name: 'Formula', exact: true })
    await expect.poll(() => formula.innerText()).toBe('ROUND({Pieces} * {Unit price}, 2)')
  })

  it('the editor can be used by everybody, in light and dark', async () => {
    const { page } = app
    await createAmount()
    grid = await openTable(page, 'Invoice lines')
    await grid.expectCell(2, 1, /\S/)
    await goTo(2, 'Amount')
    await press('Enter')
    const dialog = dialogCalled('Edit column')
    await dialog.getByRole('textbox', { name: 'Formula', exact: true }).focus()
    await press('Control+End')
    await type(' + ')
    await press('Control+Space')
    await dialog.getByRole('listbox').waitFor()
    await expectUsable(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await press('Escape')
    await dialog.getByRole('listbox').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('a column is deleted after asking; what was made from it says what it misses', async () => {
    const { page } = app
    await createAmount()
    await createSold()
    await create('invoices', 'Customer name', { kind: 'lookup', link: 'Customers <= Invoices', column: 'Name' })
    grid = await openTable(page, 'Invoice lines')
    await grid.expectCell(1, 1, /\S/)
    await grid.clickName(1)
    await press('End')
    const menu = await headMenu('Invoice lines', 'Amount')
    await menu.getByRole('menuitem', { name: 'Delete column' }).click()
    const asked = page.getByRole('dialog', { name: /Delete the column Amount/ })
    await asked.getByRole('button', { name: 'Delete column' }).click()
    await asked.waitFor({ state: 'detached' })
    expect(Object.keys((await stored('Invoice%20lines?limit=1'))[0] ?? {})).not.toContain('Amount')

    grid = await openTable(page, 'Invoices')
    await grid.clickName(2)
    await goToEnd('Sold')
    await expectIn(2, 'Sold', '#ERROR!')
    await goTo(2, 'Sold')
    await page.getByText("The column 'Amount' has been deleted.").waitFor()
    await expectIn(1, 'Customer name', /\S/)
  })
})
