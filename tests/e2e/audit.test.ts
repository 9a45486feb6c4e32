import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/request'
import { createAccount, openApp, openNewSample, operate, stayLoaded, type App } from './app'

/** The audit of a project and of the installation, as their owner reads them. */
describe.skipIf(chromiumPath === undefined)('The audit', () => {
  let app: App
  let page: Page
  let token: string
  let projectId: string

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    token = await createAccount(app)
  })
  afterAll(() => app.close())

  const change = async (path: string, body: unknown, headers: Record<string, string>): Promise<void> => {
    const address = `/nc/${projectId}/api/v1/Artists${path}`
    const { status, text } = await sendRequest(app.origin, address, { method: 'PUT', body, headers })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  }

  beforeEach(async () => {
    projectId = await openNewSample(app, token)
    const made = await operate(app, { token, projectId }, 'apiTokenCreate', { title: 'Nightly sync' })
    const asToken = { 'xc-token': (made as { token: string }).token }
    await change('/1', { Name: 'Renamed by a script' }, asToken)
    await change('/2', { Name: 'Renamed by Ada' }, { 'xc-auth': token, 'xc-gui': 'true' })
    const bulk = [3, 4, 5].map((id) => ({ Id: id, Name: 'Bulk' }))
    await change('/bulk', bulk, asToken)
  })

  const saved = async (format: 'CSV' | 'JSON'): Promise<string> => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: new RegExp(format) }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(new RegExp(`^Audit \\d{4}-\\d\\d-\\d\\d\\.${format.toLowerCase()}$`))
    return readFile(await download.path(), 'utf8')
  }

  it('of a project names tokens and persons, is filtered with counts, and comes as a file', async () => {
    await page.getByRole('button', { name: /^Audit/ }).click()
    const audit = page.getByRole('region', { name: 'Audit', exact: true })
    const line = (text: string | RegExp) => audit.getByRole('row').filter({ hasText: text })
    await line('Renamed by a script').getByText('Nightly sync').waitFor()
    await line('Renamed by a script').getByText('API token of ada@example.com').waitFor()
    await line('Renamed by Ada').getByText('ada@example.com').waitFor()
    await line('Changed 3 records').getByRole('button', { name: 'Show records' }).click()
    await line('Changed 3 records').getByText('Bulk').nth(2).waitFor()

    await audit.getByRole('combobox', { name: 'Actor' }).click()
    await page.getByRole('option', { name: 'Nightly sync (2)' }).click()
    await expect.poll(() => audit.getByRole('row').count()).toBe(3)
    await audit.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Records (2)' }).click()
    await audit.getByRole('searchbox', { name: 'Find in values' }).fill('by a SCRIPT')
    await expect.poll(() => audit.getByRole('row').count()).toBe(2)
    const csv = await saved('CSV')
    expect(csv.trimEnd().split('\r\n')).toHaveLength(2)
    expect(csv).toMatch(/,apiToken,Nightly sync,token,.*,Name,Marlow Finch,Renamed by a script,/)

    await audit.getByRole('searchbox', { name: 'Find in values' }).fill('nowhere at all')
    await audit.getByText('Nothing matches these filters.').waitFor()
    await audit.getByRole('button', { name: 'Clear filters' }).first().click()
    await line('Renamed by Ada').waitFor()
    expect(app.complaints).toEqual([])
  })

  it('of the installation lists sign-ins with addresses, and changed settings', async () => {
    await operate(app, { token }, 'installationSettingsSave', { historyDays: 100 })
    await operate(app, { token }, 'installationSettingsSave', { historyDays: 200 })
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Installation' }).click()
    await page.getByRole('link', { name: 'Audit', exact: true }).click()
    await page.getByRole('heading', { name: 'Audit', exact: true }).waitFor()
    const settings = page.getByRole('row').filter({ hasText: 'Changed settings' }).first()
    await settings.getByText('100').waitFor()
    await settings.getByText('200').waitFor()
    const signUp = page.getByRole('row').filter({ hasText: 'Signed up' })
    await signUp.getByText('127.0.0.1').waitFor()
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: /^Installation/ }).click()
    await signUp.waitFor({ state: 'detached' })
    const lines = JSON.parse(await saved('JSON')) as { type: string }[]
    expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(['INSTALLATION']))
    expect(app.complaints).toEqual([])
  })
})
