import { chromiumPath } from '@tests/helpers/browser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, openApp, openSampleProject, type App } from './app'

describe.skipIf(chromiumPath === undefined)('Environments', () => {
  let app: App
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.close())

  it('are made, filled with variables and changed as the dialog says', async () => {
    const { page } = app
    await openSampleProject(app)
    await page.getByRole('button', { name: 'Environments', exact: true }).click()
    await page.getByRole('button', { name: 'New environment' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('staging')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'staging' }).waitFor()

    await page.getByRole('button', { name: 'Add variable' }).click()
    const dialog = page.getByRole('dialog', { name: 'New variable of staging' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('1 key')
    await dialog.getByText('Begin with a letter or _.').waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('key')
    await dialog.getByText('Write {{key}} where you need it.').waitFor()
    await dialog.getByRole('textbox', { name: 'Value' }).fill('never shown again')
    await dialog.getByText('Secret', { exact: true }).click()
    await page.keyboard.press('Enter')
    const table = page.getByRole('table', { name: 'Variables' })
    await table.getByText('key', { exact: true }).waitFor()
    expect(await page.getByText('never shown again').count()).toBe(0)

    await page.getByRole('button', { name: 'Environment _noco' }).click()
    const change = page.getByRole('dialog', { name: 'Change environment' })
    await change.getByRole('radio', { name: /staging/ }).check()
    // The sign-in page is there before the page loads again, and once more afterwards.
    const loadedAgain = page.waitForEvent('load')
    await change.getByRole('button', { name: 'Change' }).click()
    await loadedAgain

    await page.getByLabel('E-mail').fill(account.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page
      .getByRole('link', { name: /Record store/i })
      .first()
      .click()
    await page.getByRole('button', { name: 'Environment staging' }).waitFor()
    expect(app.takeComplaints()).toEqual([])
  })
})
