import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, fromStart, gridOf, openApp, openTable, pressKeys, stayLoaded, type App, type Grid } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'
import { expectUsable } from './usable'

/** Undo, redo and the trash. */
await describeGrid('Undo and trash', (engine) => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string

  const press = (...keys: string[]): Promise<void> => pressKeys(app.page, ...keys)
  const stored = async (query: string, table = 'Tracks'): Promise<Record<string, unknown>[]> => {
    const answer = await sendRequest(app.origin, `/nc/${projectId}/api/v1/${table}?${query}`, { token })
    return answer.json as Record<string, unknown>[]
  }
  const send = (method: 'POST' | 'PUT', path: string, body: unknown) =>
    sendRequest(app.origin, `/nc/${projectId}/api/v1/${path}`, { method, token, body })
  const call = (api: string, args: unknown) =>
    sendRequest(app.origin, '/dashboard/', { method: 'POST', token, body: { api, project_id: projectId, args } })
  const titles = async (limit: number): Promise<unknown[]> =>
    (await stored(`limit=${limit}&fields=Title`)).map(({ Title }) => Title)
  const clipboard = (text: string): Promise<void> =>
    app.page.evaluate((given) => navigator.clipboard.writeText(given), text)
  const toast = (text: string | RegExp) => app.page.getByText(text).first().waitFor()
  const history = () => app.page.getByRole('button', { name: /changes? to (?:undo|redo)|History of this session/ })

  const expectAllUsable = async (): Promise<void> => {
    await expectUsable(app.page)
    await app.page.emulateMedia({ colorScheme: 'light' })
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  beforeEach(async () => {
    ;({ projectId, token } = await engine.openSample(app))
    grid = await openTable(app.page, 'Tracks')
    await grid.expectCell(1, 1, 'Low Water')
  })
  afterAll(() => app.close())
  // The browser logs the intentional conflict.
  afterAll(() => expect(app.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]))

  it('takes a cell back and does it again', async () => {
    await grid.clickName(2)
    await app.page.keyboard.type('Other name')
    await press('Enter')
    await grid.expectStatus(/1 change to undo/)
    await press('Control+z')
    await toast(/^Changed Title of .* back$/)
    await grid.expectCell(2, 1, 'Harbour Lamp')
    expect(await titles(2)).toEqual(['Low Water', 'Harbour Lamp'])
    await press('Control+Shift+z')
    await grid.expectCell(2, 1, 'Other name')
    await press('Control+z')
    await grid.expectCell(2, 1, 'Harbour Lamp')
    await press('Control+y')
    await grid.expectCell(2, 1, 'Other name')
    await press('Control+z')
    await grid.expectCell(2, 1, 'Harbour Lamp')
  })

  it('leaves what is typed to the field it is typed in', async () => {
    await grid.clickName(2)
    await press('F2')
    await app.page.keyboard.type(' and more')
    await press('Control+z', 'Escape')
    await grid.expectCell(2, 1, 'Harbour Lamp')
    expect(await titles(2)).toEqual(['Low Water', 'Harbour Lamp'])
  })

  it('takes a paste back as one', async () => {
    const before = await titles(6)
    await clipboard('One\nTwo\nThree\nFour')
    await grid.clickName(2)
    await press('Control+v')
    await grid.expectCell(5, 1, 'Four')
    await press('Control+z')
    await toast(/^Changed 4 pasted cells back/)
    await grid.expectCell(5, 1, new RegExp(`^${String(before[4])}$`))
    expect(await titles(6)).toEqual(before)
  })

  it('brings deleted records back with their links, by the toast and keys', { tags: ['smoke'] }, async () => {
    const { page } = app
    const pairs = (): Promise<unknown> => stored('limit=1000&sort=Playlist,Track', 'Playlist%20tracks')
    const before = [await stored('limit=4', 'Playlists'), await pairs()]
    const lists = await openTable(page, 'Playlists')
    await lists.expectCell(1, 1, /\S/)
    const status = page.getByLabel('Status', { exact: true })
    const count = Number(/^([\d,]+) records/.exec(await status.innerText())?.[1])
    const region = page.getByRole('region', { name: 'Records of Playlists', exact: true })
    const box = await boxOf(region)
    await page.mouse.click(fromStart(box, 22), box.y + 32 + 14)
    await page.mouse.click(fromStart(box, 22), box.y + 32 + 14 + 28)
    await page.getByRole('button', { name: 'Delete 2 records' }).click()
    await lists.expectStatus(new RegExp(`^${count - 2} records`))
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await lists.expectStatus(new RegExp(`^${count} records`))
    await expect.poll(async () => [await stored('limit=4', 'Playlists'), await pairs()]).toEqual(before)
    await lists.clickName(4)
    await press('Control+Shift+z')
    await lists.expectStatus(new RegExp(`^${count - 2} records`))
    await press('Control+z')
    await lists.expectStatus(new RegExp(`^${count} records`))
    await expect.poll(async () => [await stored('limit=4', 'Playlists'), await pairs()]).toEqual(before)
  })

  it("takes back a toast's own step, and the toast goes when that step was taken back elsewhere", async () => {
    const { page } = app
    const names = async (): Promise<unknown[]> => (await stored('limit=3', 'Playlists')).map(({ Name }) => Name)
    const [first, second, third] = await names()
    const lists = await openTable(page, 'Playlists')
    const box = await boxOf(page.getByRole('region', { name: 'Records of Playlists', exact: true }))
    await page.mouse.click(fromStart(box, 22), box.y + 32 + 2.5 * 28)
    const told = (kind: string | RegExp) => page.getByRole('status').filter({ hasText: kind })
    await page.getByRole('button', { name: 'Delete record', exact: true }).click()
    await told('Deleted 1 record').waitFor()
    await lists.clickName(1)
    await page.keyboard.type('Later')
    await press('Enter')
    await expect.poll(names).toContain('Later')
    await told('Deleted 1 record').hover()
    await told('Deleted 1 record').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(names).toEqual(['Later', second, third])
    await told(/^Restored /)
      .first()
      .waitFor()
    await lists.clickName(1)
    await press('Control+z')
    await expect.poll(names).toEqual([first, second, third])
  })

  it('asks before it writes over what somebody else has changed since', async () => {
    const { page } = app
    await grid.clickName(3)
    await page.keyboard.type('Mine')
    await press('Enter')
    await grid.expectStatus(/Saved/)
    await expect.poll(() => titles(3)).toContain('Mine')
    const [, , third] = await stored('limit=3')
    await send('PUT', `Tracks/${String(third?.['Id'] ?? third?.['id'])}`, { Title: 'Theirs' })
    await grid.expectCell(3, 1, 'Theirs')
    await press('Control+z')
    const asked = page.getByRole('dialog', { name: 'Undo over newer changes?' })
    await asked.getByText(/Title of .* was changed since/).waitFor()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    expect((await titles(3))[2]).toBe('Theirs')
    await history().click()
    await page.getByRole('listitem').filter({ hasText: 'was changed since' }).waitFor()
    await press('Escape')
  })

  it('goes back to a point of the history', async () => {
    const { page } = app
    const before = await titles(8)
    for (const [row, text] of [
      [5, 'Five'],
      [6, 'Six'],
      [7, 'Seven'],
    ] as const) {
      await grid.clickName(row)
      await page.keyboard.type(text)
      await press('Enter')
      await grid.expectCell(row, 1, text)
    }
    await expect.poll(() => titles(8)).toContain('Seven')
    await history().click()
    const lines = page.getByRole('list', { name: 'History of this session' }).getByRole('button')
    await expectAllUsable()
    await lines.nth(1).click()
    await grid.expectCell(7, 1, new RegExp(`^${String(before[6])}$`))
    await grid.expectCell(6, 1, new RegExp(`^${String(before[5])}$`))
    await grid.expectCell(5, 1, 'Five')
    await press('Escape')
    await grid.clickName(5)
    await press('Control+z')
    await grid.expectCell(5, 1, new RegExp(`^${String(before[4])}$`))
    expect(await titles(8)).toEqual(before)
  })

  it('brings a deleted column back after a reload, where it was, with its values', async () => {
    const { page } = app
    const column = (cn: string) => ({ cn, uidt: 'SingleLineText' })
    const id = { cn: 'id', uidt: 'ID', pk: true, ai: true }
    await call('tableCreate', { tn: 'Shelf', columns: [id, column('name'), column('place'), column('note')] })
    await send('POST', 'Shelf/bulk', [
      { name: 'A', place: 'left', note: 'first' },
      { name: 'B', place: 'right', note: 'second' },
    ])
    await page.getByRole('treeitem', { name: /^Shelf/ }).waitFor()
    grid = await openTable(page, 'Shelf')
    const region = page.getByRole('region', { name: 'Records of Shelf', exact: true })
    const shown = (): Promise<string[]> => region.getByRole('columnheader', { includeHidden: true }).allTextContents()
    await expect.poll(async () => (await shown()).at(-1)).toBe('note')
    const before = [await shown(), await stored('sort=name', 'Shelf')]
    const plus = await boxOf(page.getByRole('button', { name: 'Add a column' }))
    await page.mouse.click(fromStart(plus, -40), plus.y + plus.height / 2, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete column' }).click()
    const asked = page.getByRole('dialog', { name: 'Delete the column note?' })
    await asked.getByText(/restored from the trash for 30 days/).waitFor()
    await asked.getByRole('button', { name: 'Delete column' }).click()
    await toast('Deleted the column note of Shelf')
    await expect.poll(async () => (await shown()).length).toBe((before[0] ?? []).length - 1)
    await page.reload()
    grid = await gridOf(page, 'Shelf')
    await grid.expectStatus(/changes? to undo/)
    await history().click()
    await page.getByRole('listitem').filter({ hasText: 'Deleted the column note of Shelf' }).waitFor()
    await press('Escape')
    await grid.clickName(1)
    await press('Control+z')
    await expect.poll(shown).toEqual(before[0])
    expect(await stored('sort=name', 'Shelf')).toEqual(before[1])
    await press('Control+y')
    await expect.poll(async () => (await shown()).length).toBe((before[0] ?? []).length - 1)
    await press('Control+z')
    await expect.poll(shown).toEqual(before[0])
  })

  it('keeps what was deleted in the trash over a reload, and restores it there', async () => {
    const { page } = app
    const before = await stored('limit=3', 'Playlists')
    const name = String(before[0]?.['Name'])
    let lists = await openTable(page, 'Playlists')
    await lists.clickName(1)
    const status = page.getByLabel('Status', { exact: true })
    const count = Number(/^([\d,]+) records/.exec(await status.innerText())?.[1])
    const region = page.getByRole('region', { name: 'Records of Playlists', exact: true })
    const box = await boxOf(region)
    await page.mouse.click(fromStart(box, 22), box.y + 32 + 14)
    await page.getByRole('button', { name: 'Delete record' }).click()
    await lists.expectStatus(new RegExp(`^${count - 1} records`))
    await page.reload()
    lists = await gridOf(page, 'Playlists')
    await lists.expectStatus(new RegExp(`^${count - 1} records`))
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    const line = page.getByRole('row').filter({ hasText: name })
    await line.getByText('ada@example.com').waitFor()
    await expectAllUsable()
    await line.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The trash is empty').waitFor()
    await page.getByRole('tab', { name: 'Playlists' }).click()
    await lists.expectStatus(new RegExp(`^${count} records`))
    await lists.expectCell(1, 1, name)
    expect(await stored('limit=3', 'Playlists')).toEqual(before)
  })

  it('keeps a deleted table in the trash until it is deleted for good', async () => {
    const { page } = app
    const create = { tn: 'Passing', columns: [{ cn: 'name', uidt: 'SingleLineText' }] }
    await call('tableCreate', create)
    const entry = page.getByRole('treeitem', { name: /^Passing/ })
    await entry.waitFor()
    const drop = async (): Promise<void> => {
      await entry.click({ button: 'right' })
      await page.getByRole('menuitem', { name: /Delete/ }).click()
      const asked = page.getByRole('dialog', { name: 'Delete the table Passing?' })
      await asked.getByText(/restored from the trash for 30 days/).waitFor()
      await asked.getByRole('button', { name: 'Delete table' }).click()
      await entry.waitFor({ state: 'detached' })
    }
    await drop()
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await entry.waitFor()
    await drop()
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    const line = page.getByRole('row').filter({ hasText: 'Passing' })
    await line.getByRole('button', { name: /Delete for good/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('The trash is empty').waitFor()
  })
})
