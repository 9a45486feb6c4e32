import type { Locator, Page } from 'playwright'
import { storePictures } from '@tests/helpers/open-pages'
import { expect } from 'vitest'
import { createAccount, fromStart, openApp, turned, type App } from './app'
import { boxOf } from './boxes'
import { nameOf, rowsOf, stockStore } from './surface-store'
import type { Stand, Surface, Store } from './surface'

export const numberPx = 44
export const headPx = 32

/** Opens the application with content in every table and view, for a user who prefers reduced motion. */
export async function openSurfaces(): Promise<{ readonly app: App; readonly page: Page; readonly store: Store }> {
  const app = await openApp()
  const { page } = app
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await createAccount(app)
  const store = await stockStore(app.origin)
  await addFiles(await standAt(page, store, { table: 'Things' }))
  return { app, page, store }
}

/** Adds files to the first record of Things, as a user does. */
export async function addFiles(stand: Stand): Promise<void> {
  const { page, press } = stand
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 400
    const context = canvas.getContext('2d')
    if (context) {
      const gradient = context.createLinearGradient(0, 0, 640, 400)
      gradient.addColorStop(0, '#0989ff')
      gradient.addColorStop(1, '#e8710a')
      context.fillStyle = gradient
      context.fillRect(0, 0, 640, 400)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await stand.cell(1, 3)
  await press('Enter')
  await page.locator('[data-files]').waitFor()
  await page.locator('input[type="file"]').setInputFiles([
    { name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') },
    { name: 'liner notes of the second edition.txt', mimeType: 'text/plain', buffer: Buffer.from('One\nTwo\n') },
    { name: 'data.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') },
  ])
  await page.locator('[data-files]').getByRole('row').nth(2).waitFor()
  await press('Escape')
}

/** Opens the table of a surface in its view, and closes everything over it. */
export async function standAt(
  page: Page,
  store: Store,
  { table = 'Tracks', view = rowsOf(table) }: Partial<Surface>,
): Promise<Stand> {
  const query = new URLSearchParams({ name: nameOf(table), type: 'table', dbalias: 'db' })
  query.set('view', store.views[view] ?? '')
  const address = `${store.origin}/dashboard/#/nc/${store.projectId}?${query.toString()}`
  if (page.url() !== address) await page.goto(address)
  await page.getByRole('tab', { name: table, exact: true, selected: true }).waitFor()
  await page.getByRole('button', { name: `View: ${view}`, exact: true }).waitFor()
  const grid = page.getByRole('region', { name: `Records of ${table}`, exact: true })
  const region = grid
    .or(page.locator('[data-kanban], [data-gallery], [data-calendar], [data-form-view]'))
    .filter({ visible: true })
    .first()
  await region.waitFor()
  // A form shows no record count.
  if ((await page.locator('[data-form-view]').filter({ visible: true }).count()) === 0)
    await page
      .getByLabel('Status', { exact: true })
      .filter({ hasText: /record/ })
      .waitFor()
  // The pseudo-language is written from right to left.
  const isMirrored = await page.evaluate(() => document.documentElement.dir === 'rtl')
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(isMirrored ? turned(key) : key)
  }
  /** Returns a point of the grid, counted from its start. */
  const pointAt = async (distance: number, row: number): Promise<readonly [number, number]> => {
    const box = await boxOf(region.locator('canvas').first())
    return [fromStart(box, distance, isMirrored), box.y + headPx + (row - 0.5) * 28]
  }
  return {
    page,
    store,
    region,
    press,
    button: (name) => page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).first(),
    toolbar: (name) => page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name }),
    cell: async (row, column = 1) => {
      await page.mouse.click(...(await pointAt(numberPx + 60, row)))
      await press('Home', ...Array.from({ length: column - 1 }, () => 'ArrowRight'))
    },
    clickNumber: async (row, { button = 'left', shift = false } = {}) => {
      const [x, y] = await pointAt(22, row)
      if (shift) await page.keyboard.down('Shift')
      await page.mouse.click(x, y, { button })
      if (shift) await page.keyboard.up('Shift')
    },
  }
}

export const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Record / })
export const closeRecord = ({ page }: Stand): Promise<void> =>
  page.getByRole('button', { name: 'Close the record' }).click()
export const openRecord =
  (row: number, tab?: string) =>
  async ({ cell, press, page }: Stand): Promise<void> => {
    await cell(row)
    await press('Space')
    await panel(page).waitFor()
    if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
  }
/** Shows a surface, runs the check on it, and closes it completely. */
export async function showSurface(
  page: Page,
  store: Store,
  surface: Surface,
  look: (at: Stand) => Promise<unknown>,
): Promise<void> {
  const at = await standAt(page, store, surface)
  try {
    await surface.prepare?.(at)
    await surface.open?.(at)
    await look(at)
    await leave(at, surface)
  } catch (error) {
    await storePictures(`surface ${surface.name}`)
    // The next surface loads the page, whatever this one left open.
    await page.goto('about:blank')
    throw error
  }
}

/** Closes everything that the surface opened: parts over the page, then tabs, which remain in the document. */
async function leave(at: Stand, { close, table = 'Tracks' }: Surface): Promise<void> {
  await close?.(at)
  await closeCovers(at)
  const tabs = at.page.getByRole('tablist', { name: 'Open tabs' }).getByRole('tab')
  const others = await tabs.and(at.page.locator(`:not([title=${JSON.stringify(table)}])`)).all()
  for (const tab of others.toReversed()) await tab.click({ button: 'middle' })
}

async function closeCovers({ page, press }: Stand): Promise<void> {
  if ((await page.locator('#portal :is(input, textarea):focus').count()) > 0) await press('Escape')
  const open = page.locator(
    '.mantine-Popover-dropdown:visible, [role=dialog]:visible, [role=menu]:visible, [role=search]:visible',
  )
  for (let left = 4, count = await open.count(); left > 0 && count > 0; left -= 1) {
    await press('Escape')
    const before = count
    // One Escape may only leave a field: the next one closes.
    await expect
      .poll(async () => (count = await open.count()), { timeout: 1_000 })
      .toBeLessThan(before)
      .catch(() => undefined)
  }
  // A surface that keys can't close must not spoil the next one.
  if ((await open.count()) > 0) await page.reload()
}
