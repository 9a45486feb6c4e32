import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, openTable, signUp, type App } from './app'
import { stockStore, type Store } from './surface-store'
import { addFiles, showSurface, standAt, type Stand } from './surface-stand'
import { surfaces } from './surfaces'
import { expectUsable } from './usable'

/** What the keyboard comes to, one Tab after the other, by its name. */
async function tabbed(page: Page, steps: number): Promise<string[]> {
  const names: string[] = []
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => {
        const { activeElement: element } = document
        return element === null ? '' : (element.getAttribute('aria-label') ?? element.textContent).trim()
      }),
    )
  }
  return names
}

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
    // The keyboard goes through the bar, the pages and the text.
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

describe.skipIf(chromiumPath === undefined)('Everything that the grid shows can be used by everybody', () => {
  let app: App
  let page: Page
  let store: Store

  beforeAll(async () => {
    app = await openApp()
    page = app.page
    page.setDefaultTimeout(20_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await createAccount(app)
    store = await stockStore(app.origin)
    await addFiles(await standAt(page, store, { table: 'Things' }))
  })
  afterAll(() => app.close())

  it.each(surfaces)('$name', (surface) => showSurface(page, store, surface, () => expectUsable(page)))

  const isFocused = (what: Locator): Promise<boolean> =>
    what.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))

  it.each(surfaces.filter(({ opener }) => opener !== undefined))('the focus returns from: $name', async (surface) => {
    const at = await standAt(page, store, surface)
    const opener = surface.opener?.(at)
    if (opener === undefined) return
    await surface.prepare?.(at)
    await opener.focus()
    await page.keyboard.press('Enter')
    const open = page.locator('.mantine-Popover-dropdown:visible, [role=menu]:visible, [role=dialog]:visible')
    await open.first().waitFor()
    await expect.poll(() => isFocused(open.first())).toBe(true)
    await page.keyboard.press('Escape')
    await open.first().waitFor({ state: 'hidden' })
    await expect.poll(() => isFocused(opener)).toBe(true)
  })

  it('the toolbar, the tree and the trash are come to by Tab alone', async () => {
    await standAt(page, store, { view: 'Plain' })
    await page.reload()
    await standAt(page, store, { view: 'Plain' })
    const names = await tabbed(page, 60)
    for (const name of ['View: Plain', 'Fields', 'Filter', 'Group', 'Sort', 'Colour', 'Row height', 'Trash'])
      expect(names).toContain(name)
    const trash = page.getByRole('button', { name: 'Trash', exact: true })
    await trash.focus()
    await page.keyboard.press('Enter')
    const restore = page.getByRole('row').filter({ hasText: 'Gone' }).getByRole('button', { name: 'Restore' })
    await restore.waitFor()
    expect(await tabbed(page, 60)).toEqual(expect.arrayContaining(['Restore', 'Empty the trash']))
  })

  it('a record is opened, read and left by keys, and the grid has them again', async () => {
    const { cell, press } = await standAt(page, store, { view: 'Plain' })
    await cell(3)
    await press('Space')
    await page.getByRole('textbox', { name: 'Write a comment' }).waitFor()
    const names = await tabbed(page, 40)
    for (const name of ['Close the record', 'Next record', 'Write a comment']) expect(names).toContain(name)
    expect(names.some((name) => name.startsWith('Comments'))).toBe(true)
    await page.getByRole('complementary', { name: /^Record / }).focus()
    await press('Escape', 'ArrowDown', 'Space')
    await page.getByText('4 of 1,530').waitFor()
    await page.getByRole('complementary', { name: /^Record / }).focus()
    await press('Escape')
  })

  it('the viewer keeps the focus while it is open, and gives it back', async () => {
    const at = await standAt(page, store, { table: 'Things' })
    await surfaces.find(({ name }) => name === 'viewer')?.open?.(at)
    const viewer = page.getByRole('dialog', { name: /^File / })
    const names = await tabbed(page, 12)
    expect(names).toEqual(expect.arrayContaining(['Download', 'Close']))
    expect(await isFocused(viewer)).toBe(true)
    await at.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await expectKeysInGrid(at)
  })

  it('nothing moves for those who asked for less motion', async () => {
    for (const name of ['filter', 'record', 'viewer', 'bulk-edit']) {
      const surface = surfaces.find((one) => one.name === name)
      if (surface === undefined) throw new Error(`No surface ${name}`)
      await showSurface(page, store, surface, async () => {
        const moving = await page.evaluate(() =>
          [...document.querySelectorAll('*')]
            .filter((element) => {
              const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
              const seconds = (list: string): number => Math.max(...list.split(',').map((one) => parseFloat(one)))
              return (
                seconds(transitionDuration) > 0.01 || (animationName !== 'none' && seconds(animationDuration) > 0.01)
              )
            })
            .map((element) => element.outerHTML.slice(0, 120)),
        )
        expect(moving, name).toEqual([])
      })
    }
  })

  /** The keys are the grid's: arrows go from cell to cell. */
  async function expectKeysInGrid({ press, region }: Stand): Promise<void> {
    await press('Escape')
    await expect.poll(() => isFocused(region.or(page.locator('canvas')).first())).toBe(true)
  }
})
