import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, openApp, openNewSample, openTable, stayLoaded, type App } from './app'

describe.skipIf(chromiumPath === undefined)('New record, pressed before any cell was chosen', () => {
  let app: App
  let projectId: string
  let token: string

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    token = await createAccount(app)
  })
  beforeEach(async () => {
    projectId = await openNewSample(app, token)
  })
  afterAll(() => app.close())

  it('takes what is typed next into the new record, and leaves the first as it was', async () => {
    const { page, origin } = app
    const names = async (): Promise<unknown[]> => {
      const answer = await sendRequest(origin, `/nc/${projectId}/api/v1/Playlists?fields=Name&hm=&mm=`, { token })
      return (answer.json as { Name: unknown }[]).map(({ Name }) => Name)
    }
    const before = await names()
    await openTable(page, 'Playlists')
    await page.getByRole('button', { name: 'New record', exact: true }).filter({ visible: true }).first().click()
    await page.keyboard.type('Late trains')
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual([...before, 'Late trains'])

    // An incomplete record stays in another view of its table.
    const made = {
      api: 'xcVirtualTableCreate',
      project_id: projectId,
      args: { title: 'Second', parent_model_title: 'tracks' },
    }
    await sendRequest(origin, '/dashboard/?q=sqlOp_xcVirtualTableCreate', { method: 'POST', token, body: made })
    await openTable(page, 'Tracks')
    await page.getByRole('button', { name: 'New record', exact: true }).filter({ visible: true }).first().click()
    await page.keyboard.type('Half a song')
    await page.keyboard.press('Enter')
    // The name has a value, so it isn't listed as missing.
    const needs = page.getByText(/^New record\. Fill in (?!.*Title).*Album/)
    await needs.waitFor()
    await page.getByRole('button', { name: 'View: All Tracks', exact: true }).click()
    await page.getByRole('button', { name: 'Second', exact: true }).click()
    await page.getByRole('button', { name: 'View: Second', exact: true }).waitFor()
    await needs.waitFor()
    expect(app.complaints).toEqual([])
  })

  it('begins in a table that was just made, without losing a key, and shows the column that is added', async () => {
    const { page, origin } = app
    const names = async (): Promise<unknown[]> => {
      const answer = await sendRequest(origin, `/nc/${projectId}/api/v1/Fruit?sort=id`, { token })
      return answer.json as unknown[]
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('New table')
    await page
      .getByRole('option', { name: /^New table/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New table' })
    await dialog.getByLabel('Name', { exact: true }).fill('Fruit')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.type('Apples', { delay: 30 })
    await page.keyboard.press('Enter')
    await expect.poll(names).toMatchObject([{ Title: 'Apples' }])
    // The first column is for typing, and the key column follows it.
    await page.keyboard.press('ArrowUp')
    await page.getByRole('button', { name: 'Add a column' }).click()
    const form = page.getByRole('dialog', { name: 'Add column' })
    await form.getByLabel('Name', { exact: true }).fill('Price')
    await form.getByLabel('Type', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a type' }).fill('money')
    await page.getByRole('option', { name: /^Currency/ }).waitFor()
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Add column', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    await page.keyboard.type('1.5', { delay: 30 })
    await page.keyboard.press('Enter')
    await expect.poll(names).toMatchObject([{ Title: 'Apples', Price: 1.5 }])
  })

  it('opens editors with the caret at the end, menus by the keys for menus, and regions one after the other', async () => {
    const { page } = app
    const grid = await openTable(page, 'Playlists')
    await grid.expectCell(1, 1, /\S/)
    await grid.clickName(1)
    const editor = page.getByRole('textbox', { name: 'Name', exact: true })
    for (const key of ['F2', 'Enter']) {
      await page.keyboard.press(key)
      const selected = await editor.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])
      const { length } = await editor.inputValue()
      expect([key, ...selected]).toEqual([key, length, length])
      await page.keyboard.press('Escape')
    }
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await grid.clickName(1)
      await page.keyboard.press(key)
      await page.getByRole('menuitem', { name: /^Copy/ }).first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    const seen = new Set<string>()
    for (let step = 0; step < 7; step += 1) {
      await page.keyboard.press('F6')
      seen.add(
        await page.evaluate(() => {
          const region = document.activeElement?.closest('[data-region]')
          return `${region?.tagName} ${region?.getAttribute('role') ?? ''}${region?.hasAttribute('data-stage') ? 'stage' : ''}`
        }),
      )
    }
    expect([...seen].toSorted()).toEqual(['ASIDE ', 'DIV stage', 'DIV toolbar', 'FOOTER ', 'HEADER ', 'NAV '])
  })
})
