import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { openApp, openTable, signUp, type App } from './app'
import { expectUsable } from './usable'

describe.skipIf(chromiumPath === undefined)('Every screen can be used by everybody', () => {
  let app: App

  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.close())

  const inBothThemes = (): Promise<void> => expectUsable(app.page)

  it('sign-up', async () => {
    await app.page.goto(`${app.origin}/`)
    await app.page.getByRole('button', { name: 'Create account' }).waitFor()
    await inBothThemes()
  })

  it('the empty project list', async () => {
    await signUp(app)
    await app.page.getByRole('heading', { name: 'Make your first project' }).waitFor()
    await inBothThemes()
  })

  it('the documentation: from the project list to a page, a heading of another one, and back', async () => {
    const { page } = app
    const title = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.getByRole('link', { name: 'Documentation' }).click()
    await title('Documentation')
    await inBothThemes()
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('percent column')
    await page.getByRole('list', { name: 'Search results' }).getByRole('link').first().click()
    await title('Column types')
    await inBothThemes()
    await page.getByRole('link', { name: 'Calls over HTTP' }).first().click()
    await title('Calls over HTTP')
    await page.goBack()
    await title('Column types')
    expect(await page.evaluate(() => document.querySelector('article')?.scrollTop)).toBeGreaterThan(0)
    // The keyboard moves through the bar, the pages and the text.
    const region = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.tagName)
    for (const name of ['HEADER', 'NAV', 'ARTICLE']) {
      await page.keyboard.press('F6')
      await expect.poll(region).toBe(name)
    }
  })

  it('a new project', async () => {
    await app.page.goto(`${app.origin}/dashboard/#/project/name`)
    await app.page.getByRole('button', { name: 'Create project' }).waitFor()
    await inBothThemes()
  })

  it('the palette and the help of keys', async () => {
    const { page } = app
    await page.goto(`${app.origin}/dashboard/#/projects`)
    await page.getByRole('button', { name: 'Search or run a command' }).click()
    const field = page.getByRole('combobox', { name: 'Search or run a command' })
    await field.fill('>keyboard')
    await page.getByRole('option', { name: 'Keyboard shortcuts' }).waitFor()
    await inBothThemes()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await inBothThemes()
    await page.keyboard.press('Escape')
  })

  it('a table in the grid', async () => {
    await app.page.goto(`${app.origin}/dashboard/#/projects`)
    await app.page.getByRole('button', { name: /Try the sample/ }).click()
    await openTable(app.page, 'Tracks')
    await inBothThemes()
  })

  it('a record beside the grid, with its comments and its history', async () => {
    const { page } = app
    const tracks = await openTable(page, 'Tracks')
    await tracks.clickName(1)
    await page.keyboard.press('Space')
    const write = page.getByRole('textbox', { name: 'Write a comment' })
    await write.fill('Look, @ada')
    await page.getByRole('option').first().waitFor()
    await inBothThemes()
    await write.press('Enter')
    await write.press('Enter')
    await page.getByText('mentions you').waitFor()
    await inBothThemes()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('combobox', { name: 'Show' }).waitFor()
    await inBothThemes()
    await page.getByRole('button', { name: 'Close the record' }).click()
  })

  it('linked records and the making of a link', async () => {
    const { page } = app
    const albums = await openTable(page, 'Albums')
    await albums.expectCell(1, 3, /\S/)
    await albums.clickName(1)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('option').first().waitFor()
    await inBothThemes()
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Linked records' }).waitFor()
    await page.getByRole('option').first().waitFor()
    await inBothThemes()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add a column' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add column' })
    await dialog.getByLabel('Type', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a type' }).fill('link to')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Related table').waitFor()
    await inBothThemes()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  it('the project list', async () => {
    await app.page.goto(`${app.origin}/dashboard/#/projects`)
    await app.page.getByText('Record Store').first().waitFor()
    await inBothThemes()
  })

  it('an address that leads nowhere', async () => {
    await app.page.goto(`${app.origin}/dashboard/#/no/such/page`)
    await app.page.getByText('This page could not be found').waitFor()
    await inBothThemes()
  })
})
