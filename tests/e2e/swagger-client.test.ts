import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, openApp, type App } from './app'
import { describeAllEngines } from './engines'

await describeAllEngines('the Swagger client', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp()
    await createAccount(app)
  })
  // The client stores its state for each project.
  beforeEach(async () => {
    await engine.openSample(app)
    await app.page.keyboard.press('Control+k')
    await app.page.keyboard.type('>Open the Swagger')
    await app.page.getByRole('option', { name: 'Open the Swagger client' }).waitFor()
    await app.page.keyboard.press('Enter')
    await find().waitFor()
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  const client = (): Locator => app.page.getByRole('region', { name: 'Swagger client' })
  const find = (): Locator => client().getByRole('searchbox', { name: 'Find an operation' })
  const response = (): Locator => client().getByRole('region', { name: 'Response', exact: true })

  it('tries operations by keyboard alone, and remembers them over a reload', async () => {
    const { page } = app
    await find().focus()
    await page.keyboard.type('artists/count')
    await client().getByRole('button', { name: 'GET /count', exact: true }).waitFor()
    // To the button that clears the field, the group, and the operation.
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await client().getByRole('heading', { name: 'Count the matching rows of Artists' }).waitFor()

    const where = client().getByRole('combobox', { name: 'Value of where' })
    await where.focus()
    await page.keyboard.type('(Id')
    await page.getByRole('option', { name: '(Id,eq,' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await where.inputValue()).toBe('(Id,eq,')
    await page.keyboard.type('1)')
    expect(await client().getByRole('checkbox', { name: /where/ }).isChecked()).toBe(true)
    await page.keyboard.press('Control+Enter')
    await response().getByText('200 OK').waitFor()
    await response().getByText('"count": 1').waitFor()

    await page.reload()
    await client().getByRole('heading', { name: 'Count the matching rows of Artists' }).waitFor()
    expect(await where.inputValue()).toBe('(Id,eq,1)')
    await client().getByRole('radio', { name: 'Operations' }).focus()
    await page.keyboard.press('ArrowLeft')
    const entry = client().getByRole('button', { name: /Artists\/count/ })
    await entry.focus()
    await page.keyboard.press('Enter')
    await response().getByText('"count": 1').waitFor()
  })

  it('asks for required values, creates a record, and shows refusals', async () => {
    const { page } = app
    await find().fill('Playlists')
    await client().getByRole('button', { name: 'GET /{PlaylistsId}', exact: true }).click()
    const tryIt = client().getByRole('button', { name: 'Try it' })
    await page.keyboard.press('Control+Enter')
    expect(await tryIt.getAttribute('aria-disabled')).toBe('true')
    await client().getByRole('combobox', { name: 'Value of PlaylistsId' }).fill('1')
    await tryIt.click()
    await response().getByText('"Id": 1,', { exact: true }).waitFor()

    await client().getByRole('button', { name: 'POST /', exact: true }).click()
    const body = client().getByRole('textbox', { name: 'Body', exact: true })
    await body.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{"Name": "Made by hand"}')
    await tryIt.click()
    await response().getByText('"Name": "Made by hand"').waitFor()
    await body.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{"Nonsense": 1}')
    await tryIt.click()
    await response()
      .getByText(/^4\d\d /)
      .waitFor()
    app.takeComplaints()
  })

  it('opens types, saves the document as YAML, and takes a request to the REST client', async () => {
    const { page } = app
    await find().fill('Playlists')
    await client().getByRole('button', { name: 'GET /{PlaylistsId}', exact: true }).click()
    await client().getByRole('tab', { name: 'Responses' }).click()
    await client().getByRole('button', { name: 'PlaylistsNested' }).first().click()
    const properties = client().getByRole('table', { name: 'Properties' })
    await properties.getByRole('rowheader', { name: 'Name', exact: true }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      client().getByRole('button', { name: 'Save YAML' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('openapi.yaml')
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^openapi: 3\.1\.0/)

    await client().getByRole('radio', { name: 'Operations' }).check({ force: true })
    await find().fill('Playlists/count')
    await client().getByRole('button', { name: 'GET /count', exact: true }).click()
    await client().getByRole('button', { name: 'Open in the REST client' }).click()
    const rest = page.getByRole('region', { name: 'REST client' })
    await rest.waitFor()
    expect(await rest.getByRole('combobox', { name: 'Address' }).inputValue()).toBe(
      '{{baseUrl}}/api/v1/Playlists/count',
    )
  })
})
