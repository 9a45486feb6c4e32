import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { openApp, openTable, signUp, type App } from './app'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds serious or worse on the page as it stands, one line each. */
async function seriousFindings({ page }: App): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

describe.skipIf(chromiumPath === undefined)('Every screen can be used by everybody', () => {
  let app: App

  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.close())

  const inBothThemes = async (): Promise<void> => {
    for (const scheme of ['light', 'dark'] as const) {
      await app.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      expect(await seriousFindings(app), scheme).toEqual([])
    }
  }

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

  it('what is chosen about its rows: filters, sorts, colours', async () => {
    const { page } = app
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const pick = async (name: string, option: string): Promise<void> => {
      await page.getByRole('combobox', { name, exact: true }).last().click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await button('Filter').click()
    await button('Add condition').click()
    await button('Add group').click()
    await pick('Field', 'Genre')
    await pick('Comparison', 'is any of')
    await pick('Value', 'Rock')
    await inBothThemes()
    await page.keyboard.press('Escape')
    await button('Clear').click()
    await page.keyboard.press('Escape')
    await button('Sort').click()
    await button('Add field').click()
    await button('Add field').click()
    await inBothThemes()
    await button('Clear').click()
    await page.keyboard.press('Escape')
    await button('Colour').click()
    await button('Add rule').click()
    await inBothThemes()
    await button('Clear').click()
    await page.keyboard.press('Escape')
    await button('Colour').waitFor()
  })

  it('a record beside the grid, with its comments and its history', async () => {
    const { page } = app
    const tracks = await openTable(page, 'Tracks')
    await tracks.clickName(1)
    await page.keyboard.press('Space')
    const write = page.getByRole('combobox', { name: 'Write a comment' })
    await write.fill('Look, @ada')
    await page.getByRole('option').first().waitFor()
    await inBothThemes()
    await write.press('Enter')
    await write.press('Enter')
    await page.getByText('mentions you').waitFor()
    await inBothThemes()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('combobox', { name: 'What is shown' }).waitFor()
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
