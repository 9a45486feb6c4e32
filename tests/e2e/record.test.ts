import type { Locator, Page } from 'playwright'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { account, createAccount, fromStart, gridOf, openApp, openTable, stayLoaded, type App, type Grid } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'
import { openView, ownData } from './own-data'

/* One record next to its grid: keyboard first, then the mouse. */

await describeGrid('A record', (engine) => {
  let app: App
  let page: Page
  let grid: Grid
  let token: string
  let projectId: string

  beforeAll(async () => {
    app = stayLoaded(await openApp({ width: 1600, height: 900 }))
    page = app.page
    await createAccount(app)
  })
  beforeEach(async () => {
    ;({ projectId, token } = await engine.openSample(app))
    grid = await openTable(page, 'Tracks')
    await grid.expectCell(1, 1, 'Low Water')
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  const panel = (): Locator => page.getByRole('complementary', { name: /^Record / })
  const field = (name: string): Locator => panel().locator(`[data-field-value][data-title="${name}"]`)
  const rest = async (path: string, method = 'GET', body?: unknown): Promise<unknown> =>
    (await sendRequest(app.origin, `/nc/${projectId}/api/v1/${path}`, { method, token, body })).json
  const track = async (id: number): Promise<Record<string, unknown>> =>
    (await rest(`Tracks/${id}?hm=&bt=&mm=`)) as Record<string, unknown>
  const closePanel = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Close the record' }).click()
    await panel().waitFor({ state: 'detached' })
  }
  const rowMenu = async (row: number): Promise<void> => {
    const box = await boxOf(page.getByRole('region', { name: 'Records of Tracks' }).locator('canvas').first())
    await page.mouse.click(fromStart(box, 22), box.y + 32 + (row - 0.5) * 28, { button: 'right' })
  }

  /** Creates a table whose column `place` gives the order of its records, and opens it. */
  const openSteps = async (): Promise<void> => {
    const data = ownData(app, { projectId, token })
    const columns = [
      { cn: 'name', uidt: 'SingleLineText', pv: true },
      { cn: 'place', uidt: 'Number' },
    ]
    const names = ['Third', 'First', 'Second', 'Fourth']
    const rows = names.map((name, at) => ({ name, place: [3, 1, 2, 4][at] }))
    await data.createTable('Steps', columns, rows)
    await page.goto('about:blank')
    await openView(page, app, data, 'Steps')
    grid = await gridOf(page, 'Steps')
    await grid.expectCell(1, 1, 'Third')
  }

  it('opens with Space, follows the active cell, and closes with Escape', async () => {
    await grid.clickName(3)
    await page.keyboard.press('Space')
    await panel().getByText('3 of 1,530').waitFor()
    await expect.poll(() => panel().getByRole('heading', { name: 'Slack Tide' }).count()).toBe(1)
    await page.keyboard.press('Alt+ArrowDown')
    await panel().getByText('4 of 1,530').waitFor()
    await page.getByRole('button', { name: 'Previous record' }).click()
    await panel().getByText('3 of 1,530').waitFor()
    await grid.clickName(6)
    await panel().getByText('6 of 1,530').waitFor()
    await page.keyboard.press('ArrowDown')
    await panel().getByText('7 of 1,530').waitFor()
    await panel().focus()
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await panel().getByText('8 of 1,530').waitFor()
    await closePanel()
  })

  it('is edited in place by keys, and restores what it was', { tags: ['smoke'] }, async () => {
    await grid.clickName(3)
    await page.keyboard.press('Space')
    await field('Price').focus()
    await page.keyboard.type('abc')
    await page.keyboard.press('Enter')
    await expect.poll(() => panel().getByRole('alert').innerText()).toMatch(/number/i)
    await page.keyboard.press('Escape')
    await field('Price').focus()
    await page.keyboard.type('1.75')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await track(3))['Price']).toBe(1.75)
    // Enter moves to the next field.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-title'))).toBe('Released')
    await page.getByRole('tab', { name: 'History' }).click()
    const entry = panel().getByRole('list', { name: 'History' }).getByRole('listitem').first()
    await expect.poll(() => entry.innerText()).toMatch(/Price[\s\S]*0\.99[\s\S]*1\.75/)
    await page.getByRole('button', { name: /^Restore \$0\.99 in Price/ }).click()
    await expect.poll(async () => (await track(3))['Price']).toBe(0.99)
    await expect.poll(() => field('Price').innerText()).toBe('$0.99')
    await closePanel()
  })

  it('takes a tick, a choice and a link with the mouse', async () => {
    await grid.clickName(2)
    await page.keyboard.press('Space')
    await panel().getByRole('checkbox', { name: 'Live' }).click()
    await field('Genre').click()
    await page.getByRole('option', { name: 'Jazz' }).click()
    await expect.poll(() => track(2)).toMatchObject({ Genre: 'Jazz', Live: engine.ticked })
    await field('Album').click()
    await page.getByRole('dialog', { name: 'Album' }).getByRole('combobox').fill('Night Bus')
    await page
      .getByRole('option', { name: /Night Bus/ })
      .first()
      .click()
    await expect.poll(() => field('Album').innerText()).toMatch(/Night Bus/)
    await closePanel()
  })

  it('is talked about: people are named, threads settled, comments changed and deleted, and the grid counts', async () => {
    await grid.clickName(5)
    await page.keyboard.press('Space')
    await page.getByRole('tab', { name: 'Comments' }).click()
    await panel().getByText('The first one starts the thread.').waitFor()
    const write = page.getByRole('textbox', { name: 'Write a comment' })
    await write.click()
    await page.keyboard.type('Raised for the vinyl week, @ad')
    await page.getByRole('option', { name: account.email }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('please look')
    await page.keyboard.press('Enter')
    const comments = panel().getByRole('list', { name: 'Comments' }).getByRole('listitem')
    await expect.poll(() => comments.allInnerTexts()).toHaveLength(1)
    await expect
      .poll(() => comments.first().innerText())
      .toMatch(/mentions you[\s\S]*Raised for the vinyl week, @Ada please/)
    await expect.poll(() => page.getByRole('tab', { name: /Comments/ }).innerText()).toMatch(/1/)
    const other = await app.context.newPage()
    await other.goto(page.url())
    const theirs = other.getByRole('list', { name: 'Comments' }).getByRole('listitem')
    await expect.poll(() => theirs.allInnerTexts()).toHaveLength(1)
    await write.fill('One more')
    await write.press('Enter')
    await expect.poll(() => theirs.allInnerTexts()).toHaveLength(2)
    await other.close()
    await comments.last().hover()
    await comments
      .last()
      .getByRole('button', { name: /^More about the comment/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete the comment' }).click()
    await expect.poll(() => comments.allInnerTexts()).toHaveLength(1)
    await comments.first().hover()
    await comments
      .first()
      .getByRole('button', { name: /^More about the comment/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit the comment' }).click()
    const edit = page.getByRole('textbox', { name: 'Edit the comment' })
    await edit.fill('Back down on Monday')
    await edit.press('Enter')
    await expect.poll(() => comments.first().innerText()).toMatch(/edited[\s\S]*Back down on Monday/)
    await comments.first().hover()
    await comments.first().getByRole('button', { name: 'Resolve' }).click()
    await expect.poll(() => comments.first().innerText()).toMatch(/Resolved by Ada/)
    await comments.first().hover()
    await comments
      .first()
      .getByRole('button', { name: /^More about the comment/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete the comment' }).click()
    await panel().getByText('The first one starts the thread.').waitFor()
    await closePanel()
  })

  it('has an address, which opens it wherever it stands in its table', async () => {
    await grid.clickName(1)
    await page.keyboard.press('Space')
    await panel().getByText('1 of 1,530').waitFor()
    await expect.poll(() => page.url()).toMatch(/record=1$/)
    await page.getByRole('button', { name: 'Copy the link to this record' }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/name=tracks.*record=1$/)
    await closePanel()
    await expect.poll(() => page.url()).not.toMatch(/record=/)
    const other = await app.context.newPage()
    await other.goto(link.replace(/record=1$/, 'record=1400'))
    await other.getByText('1,400 of 1,530').waitFor()
    const region = other.getByRole('region', { name: 'Records of Tracks', exact: true })
    await region.locator('[id="glide-cell-2-1399"]').waitFor({ state: 'attached' })
    // In a view with another order it has another position, and the panel finds it there.
    const settings = { sorts: [{ column: 'title', descending: true }] }
    const args = { title: 'Backwards', parent_model_title: 'tracks', show_as: 'grid', settings }
    const body = { api: 'xcVirtualTableCreate', project_id: projectId, args }
    const made = await sendRequest(app.origin, '/dashboard/?q=sqlOp_xcVirtualTableCreate', {
      method: 'POST',
      token,
      body,
    })
    const { id } = made.json as { id: string }
    await other.goto('about:blank')
    await other.goto(link.replace(/record=1$/, `view=${id}&record=1400`))
    const theirs = other.getByRole('complementary', { name: /^Record / })
    await theirs.getByText(/^[\d,]+ of 1,530$/).waitFor()
    expect(await theirs.innerText()).not.toMatch(/^1,400 of/)
    expect(await theirs.innerText()).toContain(String((await track(1_400))['Title']))
    await other.close()
  })

  it('is made in the panel too', async () => {
    grid = await openTable(page, 'Playlists')
    await grid.clickName(1)
    await page.keyboard.press('Space')
    await panel().waitFor()
    await page.getByRole('button', { name: 'New record', exact: true }).filter({ visible: true }).first().click()
    await panel().getByText('Not saved yet').waitFor()
    await field('Name').focus()
    await page.keyboard.type('Late trains')
    await page.keyboard.press('Enter')
    await panel().getByText('15 of 15').waitFor()
    expect(await rest('Playlists?fields=Name&hm=&mm=&sort=-Id&limit=1')).toMatchObject([{ Name: 'Late trains' }])
    await closePanel()
  })

  it('opens by a double click on its number, and is duplicated in the menu there', async () => {
    const box = await boxOf(page.getByRole('region', { name: 'Records of Tracks' }).locator('canvas').first())
    await page.mouse.dblclick(fromStart(box, 22), box.y + 32 + 3.5 * 28)
    await panel().getByText('4 of 1,530').waitFor()
    await closePanel()
    const before = await track(4)
    await rowMenu(4)
    await page.getByRole('menuitem', { name: 'Duplicate record' }).click()
    await page.getByText('Duplicated 1 record').waitFor()
    // The grid scrolls to the copy, which is at the end.
    await grid.expectCell(1_531, 1, /\S/)
    const made = (await rest('Tracks?sort=-Id&limit=1&hm=&bt=&mm=')) as Record<string, unknown>[]
    expect(made[0]).toMatchObject({ Title: before['Title'], Price: before['Price'], Id: 1_531 })
  })

  it('is changed together with others, in one step', async () => {
    const box = await boxOf(page.getByRole('region', { name: 'Records of Tracks' }).locator('canvas').first())
    const click = (row: number, shift: boolean): Promise<void> =>
      page.mouse
        .move(fromStart(box, 22), box.y + 32 + (row - 0.5) * 28)
        .then(() => (shift ? page.keyboard.down('Shift') : undefined))
        .then(() => page.mouse.down())
        .then(() => page.mouse.up())
        .then(() => (shift ? page.keyboard.up('Shift') : undefined))
    await click(10, false)
    await click(13, true)
    await page.getByRole('button', { name: 'Edit 4 records' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 4 records at once' })
    await expect.poll(() => dialog.getByRole('button', { name: 'Change 4 records' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await page.getByRole('menuitem', { name: 'Price' }).click()
    const price = dialog.locator('[data-field-value][data-title="Price"]')
    await price.focus()
    await page.keyboard.type('2.5')
    await page.keyboard.press('Enter')
    await dialog.getByText('4 records get these values.').waitFor()
    await dialog.getByRole('button', { name: 'Change 4 records' }).click()
    await page.getByText('Changed 4 records').waitFor()
    const prices = (await rest('Tracks?fields=Price&hm=&bt=&mm=&limit=14')) as { Price: number }[]
    expect(prices.map(({ Price }) => Price === 2.5)).toEqual(Array.from({ length: 14 }, (_, at) => at > 8 && at < 13))
  })

  it('is inserted and moved where a number says the order', async () => {
    await openSteps()
    const region = page.getByRole('region', { name: 'Records of Steps' })
    const box = await boxOf(region.locator('canvas').first())
    const number = (row: number) => ({ x: fromStart(box, 22), y: box.y + 32 + (row - 0.5) * 28 })
    await page.mouse.click(number(1).x, number(1).y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Duplicate record' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem', { name: 'Duplicate record' }).waitFor({ state: 'detached' })
    await page.mouse.click(fromStart(box, 44 + 220 + 54), box.y + 16)
    await grid.expectCell(1, 1, 'First')
    await page.mouse.click(number(3).x, number(3).y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Insert record above' }).click()
    await expect
      .poll(() => rest('Steps?sort=place&fields=name,place&limit=10'))
      .toMatchObject([
        { name: 'First', place: 1 },
        { name: 'Second', place: 2 },
        { name: null, place: 3 },
        { name: 'Third', place: 4 },
        { name: 'Fourth', place: 5 },
      ])
    await grid.expectCell(4, 1, 'Third')
    await page.mouse.click(number(5).x, number(5).y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await grid.expectCell(4, 1, 'Fourth')
    await page.mouse.move(number(4).x, number(4).y)
    await page.mouse.down()
    await page.mouse.move(number(3).x, number(3).y, { steps: 4 })
    await page.mouse.move(number(1).x, number(1).y - 6, { steps: 8 })
    await page.mouse.up()
    await grid.expectCell(1, 1, 'Fourth')
    await grid.expectCell(2, 1, 'First')
  })

  it('gets a copy of a column beside it, with the values', async () => {
    await openSteps()
    const box = await boxOf(page.getByRole('region', { name: 'Records of Steps' }).locator('canvas').first())
    await page.mouse.click(fromStart(box, 44 + 60), box.y + 16, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Duplicate column' }).click()
    await page.getByText('Duplicated name').waitFor()
    await grid.expectCell(2, 2, 'First')
    expect(await rest('Steps?sort=place&limit=2')).toMatchObject([
      { name: 'First', 'name copy': 'First' },
      { name: 'Second', 'name copy': 'Second' },
    ])
  })
})
