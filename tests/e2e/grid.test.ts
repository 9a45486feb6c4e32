import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, fromStart, gridOf, openApp, openTable, pressKeys, stayLoaded, type App, type Grid } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'

/** Editing, pasting and arranging in the grid, on the sample. */
await describeGrid('The grid', (engine) => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string

  const press = (...keys: string[]): Promise<void> => pressKeys(app.page, ...keys)
  /** Titles of the columns visible at first, in order. */
  let titles: readonly string[] = []
  /** Moves from the first column to the one with this title. */
  const toColumn = async (title: string): Promise<void> => {
    expect(titles).toContain(title)
    await press(...Array.from({ length: titles.indexOf(title) }, () => 'ArrowRight'))
  }
  const clipboard = (text?: string): Promise<string> =>
    app.page.evaluate(async (given) => {
      if (given !== undefined) await navigator.clipboard.writeText(given)
      return navigator.clipboard.readText()
    }, text)
  const stored = async (query: string): Promise<Record<string, unknown>[]> => {
    const answer = await sendRequest(app.origin, `/nc/${projectId}/api/v1/Tracks?${query}`, { token })
    return answer.json as Record<string, unknown>[]
  }
  const status = (text: RegExp): Promise<void> => grid.expectStatus(text)

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  beforeEach(async () => {
    ;({ projectId, token } = await engine.openSample(app))
    grid = await openTable(app.page, 'Tracks')
    await grid.expectCell(1, 1, 'Low Water')
    titles = await grid.titles()
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('opens the editor of a cell on a double click, with the caret in its text', { tags: ['smoke'] }, async () => {
    const { page } = app
    const box = await boxOf(page.getByRole('region', { name: 'Records of Tracks' }).locator('canvas').first())
    const [x, y] = [fromStart(box, 104), box.y + 32 + 1.5 * 28]
    await page.mouse.dblclick(x, y)
    const editor = page.getByRole('textbox', { name: 'Title', exact: true })
    await editor.waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type(', again', { delay: 30 })
    await press('Enter')
    await grid.expectCell(2, 1, /^Harbour Lamp, again$/)
    await press('Control+z')
    await grid.expectCell(2, 1, /^Harbour Lamp$/)
    // Two clicks in two cells are none.
    await page.mouse.click(x, y)
    await page.mouse.click(x, y + 2 * 28)
    await press('ArrowUp')
    expect(await editor.count()).toBe(0)
  })

  it('keeps what a type cannot read in the cell, says why, and gives the old value back on Escape', async () => {
    const { page } = app
    await grid.clickName(3)
    await toColumn('Price')
    await page.keyboard.type('cheap')
    await press('Enter')
    await page.getByText('Price must be a number.').waitFor()
    await grid.clickName(5)
    await status(/Not saved/)
    await grid.clickName(3)
    await toColumn('Price')
    await page.getByText('Price must be a number. Escape restores $0.99.').waitFor()
    await press('Escape')
    await page.getByText('Escape restores').waitFor({ state: 'detached' })
    expect((await stored('limit=3'))[2]).toMatchObject({ Price: 0.99 })
  })

  it('moves with Tab and Enter while writing', { tags: ['smoke'] }, async () => {
    await grid.clickName(6)
    await app.page.keyboard.type('First')
    await press('Enter')
    await app.page.keyboard.type('Second')
    await press('Enter')
    await grid.expectCell(6, 1, /^First$/)
    await grid.expectCell(7, 1, /^Second$/)
    await status(/Saved/)
    await expect
      .poll(async () => (await stored('limit=7')).slice(5).map((row) => row['Title']))
      .toEqual(['First', 'Second'])
  })

  it('copies a range as spreadsheets expect it', async () => {
    await grid.clickName(1)
    await press('Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c')
    expect(await clipboard()).toBe('Low Water\t1\nHarbour Lamp\t2')
  })

  it('pastes a range in one call, and keeps values that do not fit', { tags: ['smoke'] }, async () => {
    await clipboard('3\t4:00\t2.5\n9\t3:00\tcheap')
    await grid.clickName(9)
    await toColumn('Rating')
    await press('Control+v')
    await app.page.getByText('2 values do not fit and were not saved').waitFor()
    const rows = (await stored('limit=10')).slice(8)
    expect(rows).toMatchObject([
      { Rating: 3, Length: 240, Price: 2.5 },
      { Length: 180, Price: 1.29 },
    ])
    await app.page.getByRole('button', { name: 'Show' }).click()
    await app.page.getByText(/Escape restores/).waitFor()
    await press('Escape')
  })

  it('pastes beside a key instead of onto it', async () => {
    await grid.clickName(12)
    const [old] = (await stored('limit=12')).slice(11)
    // The title, and the column after the key.
    await clipboard('Two columns\t2')
    await press('Control+v')
    const now = async (): Promise<unknown> => (await stored('limit=12'))[11]
    await expect.poll(now).toMatchObject({ Title: 'Two columns', Id: old?.['Id'], Album: 2 })
    await press('Control+z')
    await grid.expectCell(12, 1, new RegExp(`^${String(old?.['Title'])}$`))
  })

  it('fills a range with one cell, and clears what may be empty', async () => {
    await clipboard('https://example.com')
    const artists = await openTable(app.page, 'Artists')
    await artists.expectCell(1, 1, /\S/)
    await artists.clickName(1)
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+ArrowDown', 'Control+v')
    await artists.expectCell(1, 5, 'https://example.com')
    await artists.expectCell(2, 5, 'https://example.com')
    await press('Delete')
    await artists.expectCell(2, 5, /^$/)
  })

  it('makes a new record at once where something is required, and stores it when it is whole', async () => {
    const { page } = app
    await page.getByRole('button', { name: 'New record' }).first().click()
    await page.keyboard.type('Brand new')
    await press('Tab')
    await status(/New record\. Fill in Album and Price/)
    await grid.expectStatus(/^1,530 records/)
    await press('Tab')
    await page.keyboard.type('Tidew')
    await page.getByRole('option', { name: /^Tidewater/ }).waitFor()
    await press('Enter')
    await status(/New record\. Fill in Price/)
    await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab')
    await page.keyboard.type('0.5')
    await press('Enter')
    await status(/^1,531 records/)
    expect(await stored('sort=-Id&limit=1')).toMatchObject([{ Title: 'Brand new', Album: 1, Price: 0.5 }])
  })

  it('deletes records', async () => {
    const { page } = app
    const body = { Title: 'Brand new', Album: 1, Price: 0.5 }
    await sendRequest(app.origin, `/nc/${projectId}/api/v1/Tracks`, { method: 'POST', token, body })
    await status(/^1,531 records/)
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('Brand new')
    await status(/^1 of 1,531 records/)
    await page.keyboard.press('Tab')
    const region = page.getByRole('region', { name: 'Records of Tracks' })
    const box = await boxOf(region)
    await page.mouse.click(fromStart(box, 22), box.y + 16)
    await page.getByRole('button', { name: 'Delete record' }).click()
    await status(/^0 of 1,530 records/)
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('')
    await status(/^1,530 records/)
  })

  it('sorts by a click on a header, and says so', async () => {
    const { page } = app
    const region = page.getByRole('region', { name: 'Records of Tracks' })
    const box = await boxOf(region)
    await page.mouse.click(fromStart(box, 44 + 60), box.y + 16)
    await page.getByRole('button', { name: 'Sorted by Title' }).waitFor()
    await grid.expectCell(1, 1, /^A/)
    await page.mouse.click(fromStart(box, 44 + 60), box.y + 16)
    await grid.expectCell(1, 1, /^W|^Z|^Y/)
    await page.mouse.click(fromStart(box, 44 + 60), box.y + 16)
    await grid.expectCell(1, 1, 'Low Water')
  })

  it('adds a column with options, and its cells take them', async () => {
    const { page } = app
    const artists = await openTable(page, 'Artists')
    await artists.expectCell(1, 1, /\S/)
    await artists.clickName(1)
    await press('End')
    const table = page.getByRole('region', { name: 'Records of Artists', exact: true }).locator('table[role="grid"]')
    const columns = async (): Promise<number> => Number(await table.getAttribute('aria-colcount'))
    const before = await columns()
    await page.getByRole('button', { name: 'Add a column' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add column' })
    await dialog.getByLabel('Name', { exact: true }).fill('Mood')
    await dialog.getByLabel('Type', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a type' }).fill('single sel')
    await press('Enter')
    await dialog.getByRole('textbox', { name: 'Option 1' }).fill('Calm')
    await dialog.getByRole('textbox', { name: 'Option 1' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'Option 2' }).fill('Loud')
    await dialog.getByRole('button', { name: 'Add column' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(columns).toBe(before + 1)
    await artists.clickName(2)
    await press('End', 'Enter')
    await page.getByRole('option', { name: 'Loud' }).waitFor()
    await page.keyboard.type('lou')
    await press('Enter')
    await artists.expectStatus(/Saved/)
    const answer = await sendRequest(app.origin, `/nc/${projectId}/api/v1/Artists?limit=2`, { token })
    expect(answer.json).toMatchObject([{ Mood: null }, { Mood: 'Loud' }])
  })

  it('opens its tabs again after each reload, and holds eight at most', async () => {
    const { page } = app
    const titles = (): Promise<string[]> => page.getByRole('tab').allInnerTexts()
    for (const name of ['Artists', 'Albums', 'Customers', 'Invoices', 'Invoice lines', 'Playlists', 'Playlist tracks'])
      await openTable(page, name)
    expect(await page.getByRole('tab').count()).toBe(8)
    await openTable(page, 'Tracks')
    const open = await titles()
    expect(open).toHaveLength(8)
    for (let reload = 0; reload < 2; reload += 1) {
      await page.reload()
      await (await gridOf(page, 'Tracks')).expectCell(1, 1, 'Low Water')
      expect(await titles()).toEqual(open)
    }
    await page.getByRole('tab', { name: 'Customers', exact: true }).click()
    await (await gridOf(page, 'Customers')).expectCell(1, 1, /\S/)
    // The project's address alone keeps the active tab, and holds it before the next reload.
    await page.goto(`${app.origin}/dashboard/#/nc/${projectId}`)
    await expect.poll(() => page.url()).toContain('name=customers')
    await page.reload()
    await (await gridOf(page, 'Customers')).expectCell(1, 1, /\S/)
    expect(await titles()).toEqual(open)
    // A tab that is closed stays closed.
    await page.keyboard.press('Control+w')
    await expect.poll(titles).toEqual(open.filter((title) => title !== 'Customers'))
    await page.reload()
    await (await gridOf(page, 'Invoices')).expectCell(1, 1, /\S/)
    expect(await titles()).toEqual(open.filter((title) => title !== 'Customers'))
  })
})
