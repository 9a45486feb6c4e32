import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, openApp, openNewSample, type App } from './app'

let app: App

let token: string

beforeAll(async () => {
  app = await openApp()
  token = await createAccount(app)
})
beforeEach(() => openNewSample(app, token))
afterAll(() => app.close())

describe('the REST client', () => {
  it('sends a request by mouse and keys, shows the response, and remembers it', async () => {
    const { page } = app
    await page.getByRole('button', { name: 'REST client', exact: true }).click()
    const address = page.getByRole('combobox', { name: 'Address' })
    await expect.poll(() => address.inputValue()).toMatch(/^\{\{baseUrl\}\}\/api\/v1\//)

    await address.fill('{{baseU')
    await address.press('Enter')
    await address.press('End')
    await page.keyboard.type('/api/v1/art')
    await page.getByRole('option', { name: /^Artists/ }).click()
    expect(await address.inputValue()).toBe('{{baseUrl}}/api/v1/Artists')
    await page.getByRole('combobox', { name: 'Value of limit' }).fill('3')
    await page.keyboard.press('Control+Enter')
    const response = page.getByRole('region', { name: 'Response', exact: true })
    await response.getByText('200 OK').waitFor()
    await response.getByText('3 rows').waitFor()
    await response.getByRole('tab', { name: 'Preview' }).click()
    expect(await response.getByRole('row').count()).toBe(4)

    await page.getByRole('combobox', { name: 'Value of limit' }).fill('{{none}}')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await response.getByText('No value for {{none}}', { exact: false }).waitFor()

    await page.reload()
    const history = page.getByRole('complementary', { name: 'History' })
    await history.getByRole('button', { name: /Artists\?limit=3/ }).click()
    expect(await page.getByRole('combobox', { name: 'Value of limit' }).inputValue()).toBe('3')
    await response.getByText('200 OK').waitFor()
    expect(app.takeComplaints().filter((text) => !text.includes('400'))).toEqual([])
  })

  it('tests the performance of a request, and shows how fast the server answers', async () => {
    const { page } = app
    await page.getByRole('button', { name: 'REST client', exact: true }).click()
    await page.getByRole('combobox', { name: 'Address' }).fill('{{baseUrl}}/api/v1/Artists')
    await page.getByRole('button', { name: 'Performance test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Performance test' })
    await dialog.getByRole('button', { name: 'Start test' }).click()
    await page.getByText('Starting performance test', { exact: true }).waitFor()
    await dialog.getByRole('progressbar').waitFor()
    await dialog.getByRole('button', { name: 'Stop test' }).click()
    await dialog.getByRole('progressbar').waitFor({ state: 'detached' })

    await dialog.getByRole('combobox', { name: 'Duration' }).click()
    await page.getByRole('option', { name: '1 second' }).click()
    await dialog.getByRole('button', { name: 'Start test' }).click()
    await page.getByText('Finished performance test', { exact: true }).waitFor()
    await dialog.getByRole('region', { name: 'Responses by time in ms' }).locator('canvas').waitFor()
    await dialog.getByRole('row', { name: /^99 % within/ }).waitFor()
    await dialog.getByRole('row', { name: /^200 [\d,]+$/ }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(app.takeComplaints()).toEqual([])
  })
})
