import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, openApp, openNewSample, openTable, stayLoaded, type App, type Grid } from './app'

/** After a create or an undo, the focus is where the user continues, and no typed text is lost. */
describe('The keyboard goes to the next step', () => {
  let app: App
  let grid: Grid
  let token: string
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await app.page.keyboard.press(key)
  }
  /** The cell that has the focus: `glide-cell-{column}-{row}`, the row from 0. */
  const focused = (): Promise<string> => app.page.evaluate(() => document.activeElement?.id ?? '')
  const newView = async (kind: string): Promise<void> => {
    await press('Control+k')
    await app.page.getByRole('combobox', { name: 'Search or run a command' }).fill(`new ${kind}`)
    await app.page.getByRole('option', { name: new RegExp(`^New ${kind}`) }).waitFor()
    await press('Enter')
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    token = await createAccount(app)
  })
  beforeEach(async () => {
    await openNewSample(app, token)
    grid = await openTable(app.page, 'Tracks')
    await grid.expectCell(1, 1, 'Low Water')
  })
  afterAll(() => app.close())

  it('after the sample was made: to the first cell', async () => {
    await app.page.goto(`${app.origin}/dashboard/#/projects`)
    await app.page.getByRole('button', { name: 'New project' }).click()
    await app.page.getByRole('menuitem', { name: /Try the sample/ }).click()
    await expect.poll(focused).toBe('glide-cell-1-0')
  })

  it('after a view was made: to its first card, its fields, or what it offers', async () => {
    await newView('gallery')
    const cards = app.page.getByRole('listbox', { name: 'Cards of Tracks' })
    await expect.poll(() => cards.evaluate((one) => one === document.activeElement)).toBe(true)
    await press('ArrowRight')
    await expect.poll(() => cards.getByRole('option', { selected: true }).getAttribute('aria-posinset')).toBe('2')
    await newView('form')
    const add = app.page.getByRole('button', { name: 'Add Title', exact: true })
    await expect.poll(() => add.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('after a grid was made: what is typed at once is in its first cell', async () => {
    await newView('grid')
    await app.page.keyboard.type('Zed', { delay: 30 })
    await press('Enter')
    const cell = app.page.locator('[id="glide-cell-1-0"]').last()
    await expect.poll(() => cell.textContent()).toBe('Zed')
    await app.page.getByRole('button', { name: /changes? to undo/ }).waitFor()
    await press('Control+z')
    await expect.poll(() => cell.textContent()).not.toBe('Zed')
  })

  it('after an undo: to the cell or the records that came back, scrolled into view', async () => {
    await grid.clickName(2)
    await app.page.keyboard.type('Other name')
    await press('Enter')
    await grid.expectStatus(/Saved/)
    await press('Control+End')
    await expect.poll(focused).toMatch(/-1529$/)
    await press('Control+z')
    await grid.expectCell(2, 1, 'Harbour Lamp')
    await expect.poll(focused).toBe('glide-cell-1-1')
  })

  it('what is pasted while a new table opens is not lost', async () => {
    await app.page.evaluate(() => navigator.clipboard.writeText('One\nTwo\nThree'))
    await press('Control+k')
    await app.page.getByRole('combobox', { name: 'Search or run a command' }).fill('>new table')
    await app.page.getByRole('option', { name: /^New table/ }).waitFor()
    await press('Enter')
    const dialog = app.page.getByRole('dialog')
    await dialog.getByLabel(/Name/).first().fill('Pasted')
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await press('Control+v')
    await app.page.getByRole('button', { name: 'Add 3 records' }).click()
    await expect.poll(() => app.page.locator('[id="glide-cell-1-2"]').last().textContent()).toBe('Three')
  })
})
