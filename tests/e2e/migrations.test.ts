import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, openNewSample, operate, toastWith, type App } from './app'

describe.skipIf(chromiumPath === undefined)('Migrations', () => {
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

  it('are written, rolled back, applied, and compared with another environment', async () => {
    const { page } = app
    const call = (name: string, args: object): Promise<unknown> => operate(app, { token, projectId }, name, args)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>Open migrations')
    await page.getByRole('option', { name: 'Open migrations' }).click()
    const tab = page.getByRole('region', { name: 'Migrations' })
    await tab.getByRole('button', { name: 'Turn on migrations' }).waitFor()
    await tab.getByRole('button', { name: 'Turn on migrations' }).click()
    await tab.getByText('0001_first_schema').waitFor()

    await call('tableCreate', { tn: 'shops', columns: [{ cn: 'town', uidt: 'SingleLineText' }] })
    await tab.getByText('0002_table_create_shops').waitFor()
    await tab.getByRole('button', { name: 'View SQL' }).last().click()
    const dialog = page.getByRole('dialog', { name: '0002_table_create_shops' })
    await dialog.getByText('CREATE TABLE').waitFor()
    await page.keyboard.press('Enter')

    await tab.getByRole('button', { name: 'Roll back the last one' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back', exact: true }).click()
    await toastWith(page, 'Rolled back 1 migration').waitFor()
    await tab.getByText('Rolled back', { exact: true }).waitFor()
    await tab.getByRole('button', { name: 'Apply 1' }).click()
    await toastWith(page, 'Applied 1 migration').waitFor()

    await call('environmentCreate', { name: 'staging' })
    await call('environmentFileCreate', { environment: 'staging', tables: false })
    await tab.getByRole('radio', { name: 'Compare environments' }).check({ force: true })
    await tab.getByRole('heading', { name: /differences$/ }).waitFor()
    await tab.getByRole('button', { name: 'Apply to staging' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run script' }).click()
    await tab.getByText('The schemas are the same').waitFor()
    expect(await tab.getByText('staging has all that _noco has').isVisible()).toBe(true)
  })

  it('have environments with files of their own, and with marks', async () => {
    const { page } = app
    await operate(app, { token, projectId }, 'environmentCreate', { name: 'staging' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>Open Environments')
    await page.getByRole('option', { name: 'Open Environments' }).click()
    const tab = page.getByRole('region', { name: 'Environments' })
    await tab.getByRole('button', { name: /^staging/ }).click()
    await tab.getByRole('button', { name: 'Create its own file' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create file' }).click()
    await tab.getByText('A file of its own').waitFor()
    await tab.getByRole('switch', { name: 'Production database' }).click({ force: true })
    await tab.getByText('Production', { exact: true }).waitFor()
    await tab.getByRole('button', { name: 'Remove file' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove file' }).click()
    await tab.getByText('The file of the project').waitFor()
  })
})
