import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, gridOf, openApp, openNewSample, openTable, stayLoaded, type App, type Grid } from './app'

/** Edits survive a lost connection and a reload. */
describe.skipIf(chromiumPath === undefined)('Changes that could not be saved', () => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string
  const names = async (): Promise<unknown[]> => {
    const path = `/nc/${projectId}/api/v1/Playlists?fields=Name&hm=&mm=`
    const answer = await sendRequest(app.origin, path, { token })
    return (answer.json as { Name: unknown }[]).map(({ Name }) => Name)
  }
  /** The page loads, the data doesn't arrive. */
  const rowsAreAway = '**/nc/*/api/v1/**'
  const cut = () => app.context.route(rowsAreAway, (route) => route.abort('connectionrefused'))
  const mend = () => app.context.unroute(rowsAreAway)

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    token = await createAccount(app)
  })
  beforeEach(async () => {
    projectId = await openNewSample(app, token)
    grid = await openTable(app.page, 'Playlists')
    await grid.expectCell(2, 1, /\S/)
  })
  afterEach(mend)
  afterAll(() => app.close())

  it('keeps a half-typed cell over a reload', async () => {
    const { page } = app
    await grid.clickName(2)
    await page.keyboard.type('Half a na', { delay: 30 })
    await page.reload()
    const editor = page.getByRole('textbox', { name: 'Name', exact: true })
    await expect.poll(() => editor.inputValue()).toBe('Half a na')
    await page.keyboard.type('me')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await names())[1]).toBe('Half a name')
    await page.reload()
    grid = await gridOf(page, 'Playlists')
    await grid.expectCell(2, 1, 'Half a name')
    expect(await editor.count()).toBe(0)
  })

  it('lists what the server was not given, and sends it when it is back', { tags: ['smoke'] }, async () => {
    const { page } = app
    const before = await names()
    await cut()
    await grid.clickName(1)
    await page.keyboard.type('Written offline')
    await page.keyboard.press('Enter')
    await grid.expectCell(1, 1, 'Written offline')
    const list = page.getByRole('button', { name: /Not saved · 1 change|Offline, 1 change waits/ })
    await list.click()
    await page
      .getByRole('list', { name: 'Not saved' })
      .getByText(`Name of ${String(before[0])} in Playlists`)
      .waitFor()
    await page.keyboard.press('Escape')
    expect(await names()).toEqual(before)

    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await list.waitFor()
    await mend()
    await expect.poll(async () => (await names())[0]).toBe('Written offline')
    await list.waitFor({ state: 'detached' })
    grid = await gridOf(page, 'Playlists')
    await grid.expectCell(1, 1, 'Written offline')
  })

  it('discards what is not wanted, and asks before it signs out', async () => {
    const { page } = app
    const before = await names()
    await cut()
    await grid.clickName(2)
    await page.keyboard.type('Not wanted')
    await page.keyboard.press('Enter')
    const list = page.getByRole('button', { name: /Not saved · 1 change|Offline, 1 change waits/ })
    await list.waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Sign out')
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: "1 change isn't saved. Sign out anyway?" })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await list.click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await list.waitFor({ state: 'detached' })
    await grid.expectCell(2, 1, String(before[1]))
    await mend()
    expect(await names()).toEqual(before)
  })
})
