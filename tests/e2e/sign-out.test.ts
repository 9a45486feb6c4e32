import { chromiumPath } from '@tests/helpers/browser'
import type { Request } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, openApp, openSampleProject, openTable, type App } from './app'

describe.skipIf(chromiumPath === undefined)('Signing out', () => {
  let app: App
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.close())

  it('with a table open sends no request that the server refuses', async () => {
    const { page } = app
    await openSampleProject(app)
    await openTable(page, 'Playlists')
    // A request on its way at that moment may arrive after the end of the session.
    let ending = false
    const later = new Set<Request>()
    page.on('request', (request) => {
      if (ending) later.add(request)
      ending ||= new URL(request.url()).pathname.endsWith('/auth/signout')
    })
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 401 && later.has(response.request())) refused.push(new URL(response.url()).pathname)
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Sign out')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // Late requests have their answers by the time that the next session shows its projects.
    await page.getByLabel('E-mail').fill(account.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    expect(ending).toBe(true)
    expect(refused).toEqual([])
  })
})
