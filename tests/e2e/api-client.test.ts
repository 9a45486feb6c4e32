import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, openApp, openNewSample, type App } from './app'
import { boxOf } from './boxes'

let app: App

let token: string

beforeAll(async () => {
  app = await openApp()
  token = await createAccount(app)
})
beforeEach(() => openNewSample(app, token))
afterAll(() => app.close())

describe('the REST client', () => {
  it('sends a request by mouse and keys, shows the response, and remembers it', { tags: ['smoke'] }, async () => {
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

    await page.setViewportSize({ width: 1024, height: 768 })
    expect((await boxOf(address)).width).toBeGreaterThan(400)
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    const limit = page.getByRole('combobox', { name: 'Value of limit' })
    expect(await limit.evaluate((field) => getComputedStyle(field).textAlign)).toBe('right')
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.reload()
    const history = page.getByRole('complementary', { name: 'History' })
    await history.getByRole('button', { name: /Artists\?limit=3/ }).click()
    expect(await page.getByRole('combobox', { name: 'Value of limit' }).inputValue()).toBe('3')
    await response.getByText('200 OK').waitFor()
    expect(app.takeComplaints().filter((text) => !text.includes('400'))).toEqual([])
  })

  it('stores requests in folders, imports others, checks them together, and writes their code', async () => {
    const { page } = app
    await page.getByRole('button', { name: 'REST client', exact: true }).click()
    const client = page.getByRole('region', { name: 'REST client', exact: true })
    await client.getByRole('combobox', { name: 'Address' }).fill('{{baseUrl}}/api/v1/Artists')
    await client.getByRole('tab', { name: 'Tests' }).click()
    await client.getByRole('button', { name: 'Add check' }).click()
    await client.getByRole('button', { name: 'Add check' }).click()
    const second = client.getByRole('group', { name: 'Check 2' })
    await second.getByRole('combobox', { name: 'Part of the response' }).click()
    await page.getByRole('option', { name: 'JSON value' }).click()
    await second.getByRole('textbox', { name: 'Place, such as list[0].Title' }).fill('[0].Name')
    await second.getByRole('combobox', { name: 'Comparison' }).click()
    await page.getByRole('option', { name: 'exists', exact: true }).click()
    await client.getByRole('button', { name: 'Save', exact: true }).click()
    const saving = page.getByRole('dialog', { name: 'Save request' })
    await saving.getByRole('textbox', { name: 'Name' }).fill('Artists/All')
    await page.keyboard.press('Enter')
    await client.getByRole('button', { name: 'GET All' }).waitFor()

    const collection = {
      info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json', name: 'Shop' },
      item: [
        { name: 'Count', request: { method: 'GET', url: '{{baseUrl}}/api/v1/Artists/count' } },
        { name: 'Missing', request: { method: 'GET', url: '{{baseUrl}}/api/v1/Nothing' } },
      ],
    }
    await client.getByRole('button', { name: 'More for all requests' }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    const importing = page.getByRole('dialog', { name: 'Import requests' })
    const choosing = page.waitForEvent('filechooser')
    await importing.getByRole('button', { name: 'Choose a file' }).click()
    const buffer = Buffer.from(JSON.stringify(collection))
    await (await choosing).setFiles({ name: 'shop.json', mimeType: 'application/json', buffer })
    await importing.getByText('A Postman collection with 2 requests.').waitFor()
    await importing.getByRole('button', { name: 'Import' }).click()
    await client.getByRole('button', { name: 'GET Missing' }).waitFor()

    await client.getByRole('button', { name: 'More for all requests' }).click()
    await page.getByRole('menuitem', { name: 'Run all requests' }).click()
    const run = page.getByRole('dialog', { name: 'Run all requests' })
    // The imported requests have no sign-in, as in their file.
    await run.getByText('1 passed, 2 failed').waitFor()
    await page.keyboard.press('Escape')
    await run.waitFor({ state: 'detached' })

    await client.getByRole('button', { name: 'GET All' }).click()
    await client.getByRole('button', { name: 'Code', exact: true }).click()
    const code = page.getByRole('dialog', { name: 'Code for this request' })
    await code.getByText('curl --', { exact: false }).waitFor()
    await code.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Python', exact: false }).click()
    await code.getByText('/api/v1/Artists', { exact: false }).waitFor()
    await code.getByText('requests', { exact: false }).first().waitFor()
    await page.keyboard.press('Escape')
    await code.waitFor({ state: 'detached' })
    expect(app.takeComplaints()).toEqual([])
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
