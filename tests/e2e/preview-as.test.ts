import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, openNewSample, openTable, operate, type App } from './app'

describe.skipIf(chromiumPath === undefined)('Preview as a role', () => {
  let app: App
  let token: string
  let projectId: string

  beforeAll(async () => {
    app = await openApp()
    token = await createAccount(app)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    projectId = await openNewSample(app, token)
  })

  it('lowers what the page shows and the server allows, until the reset', async () => {
    const { page, context } = app
    const sent: string[] = []
    page.on('request', (request) => {
      const role = request.headers()['xc-preview']
      sent.push(`${new URL(request.url()).pathname} ${role ?? 'own'}`)
    })
    await openTable(page, 'Tracks')
    await page.getByRole('button', { name: /^Audit/ }).click()
    await page.getByRole('tab', { name: 'Audit', selected: true }).waitFor()

    // The key works from a text field too.
    await page.getByRole('searchbox', { name: 'Filter tables' }).click()
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

  it('shows hidden fields as numbered columns that lead to their rules', async () => {
    const { page } = app
    await openTable(page, 'Tracks')
    await operate(app, { token, projectId }, 'accessRulesSave', {
      role: 'viewer',
      table: 'tracks',
      rules: { columns: { length: 'hidden', price: 'hidden' } },
    })
    await page.keyboard.press('Control+Shift+B')
    await page.getByRole('menuitem', { name: 'Viewer' }).click()
    await page.getByRole('region', { name: 'Records of Tracks' }).waitFor()
    const hidden = page.getByRole('group', { name: 'Fields hidden from the role' })
    expect(await hidden.count()).toBe(0)
    await page.getByRole('switch', { name: 'Show what is hidden' }).check({ force: true })
    await hidden.getByRole('button').first().waitFor({ state: 'attached' })
    // Revenue is computed from prices.
    expect(await hidden.getByRole('button').allInnerTexts()).toEqual(['1\nLength', '2\nPrice', '3\nRevenue'])
    await hidden.getByRole('button', { name: 'Price, hidden: An access rule hides it from Viewer' }).click()
    const why = page.getByRole('complementary', { name: "Why can't I see this?" })
    expect(await why.getByRole('listitem').filter({ hasText: '2Price' }).innerText()).toMatch(/^2\s*Price/u)
    await page.getByRole('switch', { name: 'Show what is hidden' }).uncheck({ force: true })
    await hidden.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reset preview' }).click()
    await page.getByRole('button', { name: 'Trash', exact: true }).waitFor()
  })
})
