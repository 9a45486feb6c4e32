import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { openApp, openSampleProject, openTable, type App } from './app'

let app: App
beforeAll(async () => {
  if (chromiumPath === undefined) return
  app = await openApp()
  await openSampleProject(app)
})
afterAll(async () => {
  if (chromiumPath !== undefined) await app.close()
})

const clipboard = (): Promise<string> => app.page.evaluate(() => navigator.clipboard.readText())

it.skipIf(chromiumPath === undefined)(
  'a table says by which calls its rows are asked for as they are shown',
  async () => {
    const { page } = app
    await openTable(page, 'Tracks')
    await page.getByPlaceholder('Find in view').filter({ visible: true }).fill('river')
    await page.getByRole('button', { name: 'API', exact: true }).click()
    const call = page.getByLabel('Call', { exact: true })
    await call.filter({ hasText: 'search=river' }).waitFor()
    await page.getByRole('radio', { name: 'GraphQL' }).check()
    await call.filter({ hasText: 'TracksList(limit: 25, search: "river")' }).waitFor()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Call copied to clipboard').waitFor()
    expect(await clipboard()).toContain('TracksList')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save YAML' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('openapi.yaml')
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^openapi: 3\.1\.0\n[^]*\/api\/v1\/Tracks:/)
    await page.keyboard.press('Escape')
    expect(app.complaints).toEqual([])
  },
)

it.skipIf(chromiumPath === undefined)('the account menu leads to the documentation and to GraphQL', async () => {
  const { page, context } = app
  const open = async (item: string) => {
    await page.getByRole('button', { name: /^Account/ }).click()
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return opened
  }
  const swagger = await open('Swagger documentation')
  await swagger.locator('.opblock-tag').filter({ hasText: 'Tracks' }).first().waitFor()
  await swagger.close()
  const graphql = await open('GraphQL endpoint')
  await graphql.getByRole('button', { name: 'TracksCount', exact: true }).click()
  await graphql.getByRole('button', { name: 'Run' }).click()
  await graphql.locator('#result').filter({ hasText: '"TracksCount": 1530' }).waitFor()
  await graphql.close()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Copy project info' }).click()
  await page.getByText('Copied project info to clipboard').waitFor()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Copy auth token' }).click()
  await page.getByText('Auth token copied to clipboard').waitFor()
  expect(await clipboard()).toMatch(/^eyJ/)
})
