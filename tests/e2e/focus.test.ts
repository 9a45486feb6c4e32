import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import type { App } from './app'
import { openSurfaces, showSurface, standAt } from './surface-stand'
import { surfaces } from './surfaces'
import type { Stand, Store } from './surface'

/** Returns the names of the elements that Tab reaches, in order. */
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

describe.skipIf(chromiumPath === undefined)('Everything that the grid shows can be reached and left by keys', () => {
  let app: App
  let page: Page
  let store: Store

  beforeAll(async () => {
    ;({ app, page, store } = await openSurfaces())
  })
  afterAll(() => app.close())

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
    // Tabs behind have grids too.
    const visible = region.or(page.locator('canvas')).filter({ visible: true }).first()
    await expect.poll(() => isFocused(visible)).toBe(true)
  }
})
