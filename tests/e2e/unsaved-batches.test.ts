import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, gridOf, openApp, openNewSample, openTable, stayLoaded, type App, type Grid } from './app'

/** Actions on many records outlive the connection and the page, and happen once. */
describe.skipIf(chromiumPath === undefined)('Actions that could not be saved', () => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string

  const send = (path: string, method = 'GET', body?: unknown) =>
    sendRequest(app.origin, `/nc/${projectId}/api/v1/${path}`, { method, token, body })
  const names = async (): Promise<string[]> =>
    ((await send('Jobs?fields=Name&limit=100')).json as { Name: string }[]).map(({ Name }) => Name)
  const isWrite = '**/api/v1/operations/rowsApply*'
  const rowsAreAway = '**/nc/*/api/v1/**'
  const cut = async (): Promise<void> => {
    for (const url of [rowsAreAway, isWrite]) await app.context.route(url, (route) => route.abort('connectionrefused'))
  }
  const mend = async (): Promise<void> => {
    for (const url of [rowsAreAway, isWrite]) await app.context.unroute(url)
  }
  const paste = (text: string): Promise<void> =>
    app.page.evaluate((given) => {
      const data = new DataTransfer()
      data.setData('text/plain', given)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, text)
  const menu = async (row: number, entry: string): Promise<void> => {
    await grid.clickName(row)
    await app.page.keyboard.press('Shift+F10')
    await app.page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const list = () => app.page.getByRole('button', { name: /Not saved · \d+ changes?|Offline, \d+ changes? waits?/ })
  const openList = async (): Promise<void> => {
    await list().click()
    await lines().first().waitFor()
  }
  const lines = () => app.page.getByRole('list', { name: 'Not saved' }).getByRole('listitem')

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    app.page.on('dialog', (dialog) => void dialog.accept())
    token = await createAccount(app)
  })
  beforeEach(async () => {
    projectId = await openNewSample(app, token)
    const columns = [
      { cn: 'Name', uidt: 'SingleLineText', pv: true },
      { cn: 'id', uidt: 'ID', pk: true, ai: true },
    ]
    const args = { tn: 'Jobs', _tn: 'Jobs', columns }
    const table = { api: 'tableCreate', project_id: projectId, env: '_noco', dbAlias: 'db', args }
    await sendRequest(app.origin, '/dashboard/?q=sqlOp_tableCreate', { method: 'POST', token, body: table })
    await send(
      'Jobs/bulk',
      'POST',
      ['One', 'Two', 'Three', 'Four', 'Five'].map((Name) => ({ Name })),
    )
    grid = await openTable(app.page, 'Jobs')
    await grid.expectCell(5, 1, 'Five')
  })
  afterEach(mend)
  afterAll(() => app.close())

  it('keeps a paste, a delete, a copy and a new record over a reload, and does each once', async () => {
    const { page } = app
    const before = await names()
    await cut()
    await grid.clickName(1)
    await paste('Pasted one\nPasted two')
    await grid.expectCell(2, 1, 'Pasted two')
    await menu(4, 'Delete record')
    await menu(3, 'Duplicate record')
    await grid.expectCell(before.length + 1, 1, before[2] ?? '')
    await openList()
    await expect.poll(() => lines().count()).toBe(3)
    await lines().first().getByText('Pasted 2 cells').waitFor()
    await lines().nth(1).getByText(`Deleted ${before[3]} from Jobs`).waitFor()
    await lines().nth(2).getByText(`Added ${before[2]} to Jobs`).waitFor()
    await page.keyboard.press('Escape')
    expect(await names()).toEqual(before)

    await page.reload()
    await list().waitFor()
    await mend()
    const after = ['Pasted one', 'Pasted two', before[2], ...before.slice(4), before[2]]
    await expect.poll(names).toEqual(after)
    await list().waitFor({ state: 'detached' })
    grid = await gridOf(page, 'Jobs')
    await grid.expectCell(1, 1, 'Pasted one')
    await grid.expectStatus(new RegExp(`${after.length} records`))
  })

  it('makes a record once when the answer was lost', async () => {
    const before = await names()
    for (const url of [rowsAreAway, isWrite])
      await app.context.route(url, async (route) => {
        if (route.request().method() === 'GET') return route.continue()
        await route.fetch()
        return route.abort('connectionreset')
      })
    await menu(1, 'Duplicate record')
    await list().waitFor()
    expect(await names()).toEqual([...before, before[0]])
    await mend()
    await app.page.reload()
    await list().waitFor({ state: 'detached' })
    expect(await names()).toEqual([...before, before[0]])
    grid = await gridOf(app.page, 'Jobs')
    await grid.expectStatus(new RegExp(`${before.length + 1} records`))
  })

  it('shows that somebody else changed a record meanwhile, and writes over it when asked to', async () => {
    const { page } = app
    const before = await names()
    await cut()
    await grid.clickName(1)
    await paste('Mine\nMine too')
    await list().waitFor()
    const [first] = (await send('Jobs?fields=id&limit=1')).json as Record<string, unknown>[]
    await send(`Jobs/${String(first?.['id'])}`, 'PUT', { Name: 'Theirs' })
    await mend()
    await page.reload()
    await openList()
    await lines().getByText('Others changed or deleted 1 of these records meanwhile. Retry writes over it.').waitFor()
    expect(await names()).toEqual(['Theirs', ...before.slice(1)])
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    await expect.poll(names).toEqual(['Mine', 'Mine too', ...before.slice(2)])
    await list().waitFor({ state: 'detached' })
  })

  it('puts the records back when the action is discarded', async () => {
    const { page } = app
    const before = await names()
    await cut()
    await grid.clickName(1)
    await paste('Not this\nNor this')
    await grid.expectCell(2, 1, 'Nor this')
    await openList()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await list().waitFor({ state: 'detached' })
    await grid.expectCell(2, 1, 'Two')
    await mend()
    expect(await names()).toEqual(before)
  })

  it('keeps links that were made and removed over a reload, and does each once', async () => {
    const { page } = app
    const linked = async (): Promise<unknown[]> => {
      const [row] = (await send('Playlists?limit=1&mlimit1=200&hm=&bt=')).json as {
        TracksMMList: { Title: string }[]
      }[]
      return (row?.TracksMMList ?? []).map(({ Title }) => Title)
    }
    const open = async (): Promise<void> => {
      grid = await openTable(page, 'Playlists')
      await grid.expectCell(1, 1, /\S/)
      await grid.clickName(1)
      for (const key of ['End', 'Enter']) await page.keyboard.press(key)
    }
    const panel = page.getByRole('dialog', { name: 'Tracks', exact: true })
    const before = await linked()
    await open()
    await page.getByRole('combobox', { name: 'Find in Tracks' }).fill('low water')
    await page.getByRole('option', { name: /^Low Water/ }).waitFor()
    await cut()
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Unlink Low Water' }).waitFor()
    await panel.getByRole('button', { name: `Unlink ${String(before[0])}`, exact: true }).click()
    await panel.getByText('Basalt saves this as soon as it is back.').waitFor()
    await panel.getByRole('button', { name: `Unlink ${String(before[0])}`, exact: true }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await openList()
    await lines()
      .nth(1)
      .getByText(/^Unlinked /)
      .waitFor()
    await page.keyboard.press('Escape')
    expect(await linked()).toEqual(before)

    await page.reload()
    await list().waitFor()
    await mend()
    await list().waitFor({ state: 'detached' })
    expect(new Set(await linked())).toEqual(new Set([...before.slice(1), 'Low Water']))
  })

  it('opens a half-filled new record again after a reload, with what was being typed', async () => {
    const { page } = app
    grid = await openTable(page, 'Playlists')
    await page.getByRole('button', { name: 'New record', exact: true }).first().click()
    await page.keyboard.press('Space')
    const panel = page.locator('[data-record-panel]')
    await panel.getByRole('checkbox', { name: 'Shared' }).click()
    await panel.locator('[data-field-value][data-title="Name"]').click()
    await page.keyboard.type('Half a na', { delay: 30 })
    await page.reload()
    const editor = panel.getByRole('textbox', { name: 'Name', exact: true })
    await expect.poll(() => editor.inputValue()).toBe('Half a na')
    expect(await panel.getByRole('checkbox', { name: 'Shared' }).isChecked()).toBe(true)
    await editor.press('End')
    await page.keyboard.type('me')
    await page.keyboard.press('Enter')
    const stored = async (): Promise<unknown> =>
      (await send('Playlists?fields=Name,Shared&hm=&mm=&sort=-Id&limit=1')).json
    await expect.poll(stored).toMatchObject([{ Name: 'Half a name' }])
  })
})
