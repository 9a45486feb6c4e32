import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, openNewSample, openTable, type App } from './app'

describe.skipIf(chromiumPath === undefined)('Preview as a role', () => {
  let app: App
  let token: string

  beforeAll(async () => {
    app = await openApp()
    token = await createAccount(app)
  })
  afterAll(() => app.close())
  beforeEach(() => openNewSample(app, token))

  it('lowers what the page shows and the server allows, in every window, until the reset', async () => {
    const { page, context } = app
    const sent: string[] = []
    page.on('request', (request) => {
      const role = request.headers()['xc-preview']
      sent.push(`${new URL(request.url()).pathname} ${role ?? 'own'}`)
    })
    await openTable(page, 'Tracks')
    await page.getByRole('button', { name: /^Audit/ }).click()
    await page.getByRole('tab', { name: 'Audit', selected: true }).waitFor()

    await page.keyboard.press('Control+Shift+B')
    await page.getByRole('menuitem', { name: 'Viewer' }).click()
    const banner = page.getByRole('region', { name: 'Preview as' })
    await banner.getByText('You see and can do only what a viewer can.').waitFor()
    // The audit is nothing for viewers: the table stays, read only.
    await page.getByRole('tab', { name: 'Tracks', selected: true }).waitFor()
    await page.getByRole('region', { name: 'Records of Tracks' }).waitFor()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Team & Auth', 'Tracks'])
    expect(await page.getByRole('button', { name: 'Trash', exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'New record' }).count()).toBe(0)
    const refused = await page.evaluate(async () => {
      const { token: own, previewAs } = JSON.parse(localStorage.getItem('users') ?? '').state as Record<string, string>
      const answer = await fetch(`/nc/${location.hash.split('/')[2]?.split('?')[0]}/api/v1/Tracks`, {
        method: 'POST',
        headers: { 'xc-auth': own ?? '', 'xc-preview': previewAs ?? '', 'content-type': 'application/json' },
        body: '{}',
      })
      return answer.status
    })
    expect(refused).toBe(403)
    expect(sent.filter((each) => each.startsWith('/user/me') && !each.endsWith(' own'))).toEqual([])

    // Another window of this browser, and a reload.
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('region', { name: 'Preview as' }).waitFor()
    await page.reload()
    await banner.waitFor()

    await banner.getByRole('button', { name: 'Reset preview' }).click()
    await page.getByRole('button', { name: 'Trash', exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Audit' }).waitFor()
    await other.getByRole('region', { name: 'Preview as' }).waitFor({ state: 'detached' })
    await other.getByRole('button', { name: 'Trash', exact: true }).waitFor()
    await other.close()
  })
})
