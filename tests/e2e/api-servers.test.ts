import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, openApp, openNewSample, type App } from './app'

let app: App
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())
afterAll(() => expect(app.complaints).toEqual([]))

it('stops and starts an API, sets its cloud address, and sends a message to open windows', async () => {
  const { page } = app
  const projectId = await openNewSample(app, await createAccount(app))
  const other = await page.context().newPage()
  await other.goto(`${app.origin}/dashboard/#/nc/${projectId}`)
  await other.getByRole('treeitem', { name: /^Tracks/ }).waitFor()

  await page.goto(`${app.origin}/dashboard/#/projects`)
  await page.getByRole('button', { name: 'API servers' }).click()
  const row = page.getByRole('row', { name: /Record Store/ })
  await row.getByText('Running').waitFor()
  await row.getByRole('button', { name: 'Stop Record Store' }).click()
  await row.getByText('Stopped').waitFor()
  await row.getByRole('button', { name: 'Start Record Store' }).press('Enter')
  await row.getByText('Running').waitFor()

  await row.getByRole('button', { name: 'Change the cloud address of Record Store' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('example')
  await dialog.getByText('Enter an address that begins with').waitFor()
  await dialog.getByRole('textbox').fill('https://api.example.com/store')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('https://api.example.com/store').waitFor()

  await row.getByRole('button', { name: 'Send a message to users of Record Store' }).press('Enter')
  await dialog.getByRole('textbox').fill('The API restarts at noon.')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Sent to 1 open window').waitFor()
  await other.getByText('The API restarts at noon.').first().waitFor()
  await other.close()
})
