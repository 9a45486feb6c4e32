import type { Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openApp, openSampleProject, openTable, stayLoaded, type App, type Grid } from './app'
import { boxOf as restingBoxOf } from './boxes'

/** The gestures of the grid on a page that reads from right to left, by what is seen: columns run to the left. */
let app: App
let grid: Grid

const region = () => app.page.getByRole('region', { name: 'Records of Tracks', exact: true })
/** The figure under a column, which says where the column must be. */
const under = (title: string) => app.page.locator(`[data-grid-foot] [data-column="${title}"]`)
const boxOf = async (element: Locator) => {
  const box = await restingBoxOf(element)
  return { ...box, right: box.x + box.width }
}
/** Returns the middle of a cell on the page; row 0 is the header. */
const place = async (title: string, row: number): Promise<{ x: number; y: number }> => {
  const [column, { y }] = [await boxOf(under(title)), await boxOf(region())]
  return { x: column.x + column.width / 2, y: row === 0 ? y + 20 : y + 32 + (row - 0.5) * 28 }
}
const click = async (title: string, row: number): Promise<void> => {
  const { x, y } = await place(title, row)
  await app.page.mouse.click(x, y)
}
const drag = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
  const { mouse } = app.page
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await mouse.move(to.x, to.y, { steps: 4 })
  // The painter drops where it last drew the pointer.
  await app.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await mouse.up()
}
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await app.page.keyboard.press(key)
}
/** Waits until exactly the cells of some columns in a row are selected, from 1. */
const expectSelected = (...columns: number[]): Promise<void> =>
  expect
    .poll(() =>
      region()
        .locator('tbody [role="gridcell"][aria-selected="true"]')
        .evaluateAll((cells) => cells.map(({ id }) => id)),
    )
    .toEqual(columns.map((column) => `glide-cell-${column}-0`))
const copied = async (): Promise<string> => {
  await press('Control+c')
  return app.page.evaluate(() => navigator.clipboard.readText())
}
const titles = (): Promise<(string | null)[]> =>
  app.page
    .locator('[data-grid-foot] [data-column]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-column')))

beforeAll(async () => {
  app = stayLoaded(await openApp(undefined, undefined, { language: 'en_Arab' }))
  await openSampleProject(app)
})
beforeEach(async () => {
  grid = await openTable(app.page, 'Tracks')
  await grid.expectCell(1, 1, 'Low Water')
  // An earlier test may have left the last columns in view.
  await region().hover()
  await app.page.mouse.wheel(3_000, 0)
  await expect.poll(async () => (await boxOf(under('Title'))).x - (await boxOf(under('Cover'))).right).toBeLessThan(3)
})
afterAll(() => app.close())
afterAll(() => expect(app.complaints).toEqual([]))

it('starts on the right, and its arrows move the way they point', async () => {
  const [grids, title, cover] = [await boxOf(region()), await boxOf(under('Title')), await boxOf(under('Cover'))]
  expect(grids.right - title.right).toBeGreaterThan(40)
  expect(grids.right - title.right).toBeLessThan(50)
  expect(title.x - cover.right).toBeLessThan(3)
  await click('Title', 1)
  await expectSelected(1)
  await press('ArrowLeft')
  await expectSelected(2)
  await press('ArrowRight', 'Tab')
  await expectSelected(2)
  await press('Home', 'Shift+ArrowLeft')
  await expectSelected(1, 2)
  expect((await copied()).split('\t')[0]).toBe('Low Water')
  await press('Control+ArrowLeft')
  const last = (await titles()).length
  await expectSelected(last)
  await press('Control+ArrowRight')
  await expectSelected(1)
})

it('opens editors and menus at the cell', async () => {
  const at = await place('Title', 2)
  await app.page.mouse.dblclick(at.x, at.y)
  const editor = app.page.getByRole('textbox', { name: 'Title', exact: true })
  await editor.waitFor()
  const [field, column] = [await boxOf(editor), await boxOf(under('Title'))]
  expect(Math.abs(field.right - column.right)).toBeLessThan(6)
  expect(Math.abs(field.y + field.height / 2 - at.y)).toBeLessThan(6)
  await press('Escape')
  await app.page.mouse.click(at.x, at.y, { button: 'right' })
  const menu = await boxOf(app.page.getByRole('menu'))
  expect(at.x).toBeGreaterThanOrEqual(menu.x - 4)
  expect(at.x).toBeLessThanOrEqual(menu.right + 4)
  await press('Escape')
  await region().locator('[id="glide-cell-1-1"][aria-selected="true"]').waitFor({ state: 'attached' })
})

it('resizes a column at its left edge, and moves one by its header', async () => {
  const before = await boxOf(under('Title'))
  const edge = { x: before.x + 1, y: (await boxOf(region())).y + 20 }
  await app.page.mouse.move(edge.x, edge.y)
  const cursor = (): Promise<string> =>
    app.page.evaluate(({ x, y }) => getComputedStyle(document.elementFromPoint(x, y) ?? document.body).cursor, edge)
  await expect.poll(cursor).toBe('col-resize')
  await drag(edge, { ...edge, x: edge.x - 60 })
  await expect.poll(async () => Math.round((await boxOf(under('Title'))).width - before.width)).toBeGreaterThan(50)
  const after = await boxOf(under('Title'))
  expect(Math.abs(after.right - before.right)).toBeLessThan(2)
  const order = await titles()
  expect(order.indexOf('Genre')).toBeLessThan(order.indexOf('Tags'))
  const [genre, tags] = [await place('Genre', 0), await boxOf(under('Tags'))]
  await drag(genre, { x: tags.x + 20, y: genre.y })
  await expect.poll(async () => (await titles()).indexOf('Genre')).toBe(order.indexOf('Tags'))
})

it('scrolls to the left, with the figures below their columns', async () => {
  const last = (await titles()).at(-1) ?? ''
  await region().hover()
  await app.page.mouse.wheel(-3_000, 0)
  await expect.poll(async () => (await boxOf(under(last))).x).toBeGreaterThanOrEqual((await boxOf(region())).x)
  await click(last, 3)
  await region()
    .locator(`[id="glide-cell-${(await titles()).length}-2"][aria-selected="true"]`)
    .waitFor({ state: 'attached' })
  await app.page.mouse.wheel(3_000, 0)
  await expect.poll(async () => (await boxOf(under('Cover'))).x).toBeGreaterThan((await boxOf(region())).x + 500)
})

it('fills by the handle at the left corner, and selects by numbers on the right', { tags: ['smoke'] }, async () => {
  await click('Title', 1)
  const [column, { y, right }] = [await boxOf(under('Title')), await boxOf(region())]
  const handle = { x: column.x + 2, y: y + 32 + 28 - 2 }
  await drag(handle, { x: handle.x + 20, y: handle.y + 2 * 28 })
  await grid.expectCell(3, 1, 'Low Water')
  await press('Control+z')
  await grid.expectCell(3, 1, 'Slack Tide')
  await app.page.mouse.click(right - 22, y + 32 + 28 * 1.5)
  await app.page.getByRole('button', { name: 'Delete record' }).waitFor()
})
