import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, openApp, openTable, signUp, type App } from './app'

describe.skipIf(chromiumPath === undefined)('New record, pressed before any cell was chosen', () => {
  let app: App

  beforeAll(async () => {
    app = await openApp()
    await signUp(app)
    await app.page
      .getByRole('button', { name: /Try the sample/ })
      .first()
      .click()
    await app.page.getByRole('treeitem', { name: /^Playlists/ }).waitFor()
  })
  afterAll(() => app.close())

  it('takes what is typed next into the new record, and leaves the first as it was', async () => {
    const { page, origin } = app
    const projectId = /#\/nc\/([^?]+)/.exec(page.url())?.[1] ?? ''
    const signIn = await sendRequest(origin, '/auth/signin', { method: 'POST', body: account })
    const { token } = signIn.json as { token: string }
    const names = async (): Promise<unknown[]> => {
      const answer = await sendRequest(origin, `/nc/${projectId}/api/v1/Playlists?fields=Name&hm=&mm=`, { token })
      return (answer.json as { Name: unknown }[]).map(({ Name }) => Name)
    }
    const before = await names()
    await openTable(page, 'Playlists')
    await page.getByRole('button', { name: 'New record', exact: true }).filter({ visible: true }).first().click()
    await page.keyboard.type('Late trains')
    await page.keyboard.press('Enter')
    await expect.poll(names, { timeout: 15_000 }).toEqual([...before, 'Late trains'])

    // One that still needs something goes on in another view of its table.
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
    // The name that was given is not among what is missing.
    const needs = page.getByText(/^New record, not stored yet: fill in (?!.*Title).*Album/)
    await needs.waitFor()
    await page.getByRole('button', { name: 'View: All Tracks', exact: true }).click()
    await page.getByRole('button', { name: 'Second', exact: true }).click()
    await page.getByRole('button', { name: 'View: Second', exact: true }).waitFor()
    await needs.waitFor()
    expect(app.complaints).toEqual([])
  })
})
