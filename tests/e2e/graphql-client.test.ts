import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, openApp, openNewSample, type App } from './app'
import { sendRequest } from '@tests/helpers/request'

let app: App
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())
afterAll(() => expect(app.complaints).toEqual([]))

it('completes names of the schema, marks errors, runs a request, follows a subscription and stores both', async () => {
  const { page } = app
  const token = await createAccount(app)
  const projectId = await openNewSample(app, token)
  await page.getByRole('button', { name: 'GraphQL client', exact: true }).click()
  const client = page.getByRole('region', { name: 'GraphQL client' })
  const editor = client.getByRole('textbox', { name: 'GraphQL' })
  const write = async (text: string): Promise<void> => {
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }
  await client.getByText('TracksList').first().waitFor()

  await write('')
  await page.keyboard.type('{ ArtistsCo')
  await page.getByRole('option', { name: /^ArtistsCount/ }).click()
  await page.keyboard.press('Control+Enter')
  await client.getByText('"ArtistsCount": 60').waitFor()

  await write('{ ArtistsList { Nonsense } }')
  await client.locator('.cm-lintRange-error').first().waitFor()

  await write('subscription { ArtistsChanged { kind row { Name } } }')
  await client.getByRole('button', { name: 'Subscribe' }).click()
  await client.getByText('Waiting for changes').waitFor()
  const made = await sendRequest(app.origin, `/nc/${projectId}/api/v1/Artists`, {
    method: 'POST',
    token,
    body: { Name: 'The Newcomers' },
  })
  expect(made.status).toBe(200)
  await client.getByText('The Newcomers').waitFor()
  await client.getByRole('button', { name: 'Stop' }).click()
  await client.getByText('Stopped after 1 change').waitFor()

  await page.reload()
  await client.getByText('ArtistsChanged').first().waitFor()
  await client.getByRole('radio', { name: 'History' }).check({ force: true })
  await client.getByRole('button', { name: /ArtistsCount/ }).click()
  await client.getByRole('button', { name: 'Run' }).click()
  await client.getByText('"ArtistsCount": 61').waitFor()
})
