import { chromiumPath } from '@tests/helpers/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createAccount,
  openApp,
  openNewSample,
  openTable,
  operate,
  pressKeys,
  stayLoaded,
  type App,
  type Grid,
} from './app'

/** The palette and the keyboard help, with the keyboard only. */
describe.skipIf(chromiumPath === undefined)('Command palette', () => {
  let app: App
  let token: string
  let projectId: string
  let grid: Grid
  const field = () => app.page.getByRole('combobox', { name: 'Search or run a command' })
  const options = () => app.page.getByRole('option')
  const chosen = () => app.page.getByRole('option', { selected: true })
  const tab = (name: string) => app.page.getByRole('tab', { name, exact: true, selected: true })
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await app.page.keyboard.press(key)
  }
  const find = async (text: string, first: RegExp): Promise<void> => {
    await field().fill(text)
    await expect.poll(() => chosen().innerText()).toMatch(first)
  }
  const hasFocus = (): Promise<string | undefined> =>
    app.page.evaluate(() => document.activeElement?.tagName.toLowerCase())

  const inGrid = (): Promise<boolean> =>
    app.page.evaluate(() => document.activeElement?.closest('[aria-label^="Records of"]') !== null)

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    token = await createAccount(app)
  })
  beforeEach(async () => {
    projectId = await openNewSample(app, token)
    grid = await openTable(app.page, 'Tracks')
    await grid.expectCell(1, 1, 'Low Water')
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('opens by its keys, says what it has, and gives the focus back', async () => {
    await grid.clickName(2)
    await expect.poll(inGrid).toBe(true)
    await press('Control+k')
    await field().waitFor()
    await expect.poll(hasFocus).toBe('input')
    const groups = app.page.getByRole('listbox').getByRole('group')
    await expect.poll(() => groups.count()).toBeGreaterThanOrEqual(3)
    await press('Escape')
    await field().waitFor({ state: 'detached' })
    await expect.poll(inGrid).toBe(true)
    await press('ArrowDown', 'Control+c')
    const third = app.page.getByRole('region', { name: 'Records of Tracks' }).locator('[id="glide-cell-1-2"]')
    const copied = (): Promise<string> => app.page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toBe(await third.textContent())
  })

  it('goes to a table by a few of its letters', async () => {
    await press('Control+k')
    await find('invl', /^Invoice lines/)
    expect(await chosen().locator('mark').allInnerTexts()).toEqual(['Inv', 'l'])
    await press('Enter')
    await tab('Invoice lines').waitFor()
  })

  it('shows the table that it opens in a tree that is too short for all', async () => {
    const size = app.page.viewportSize() ?? { width: 1280, height: 720 }
    await app.page.setViewportSize({ ...size, height: 420 })
    try {
      await press('Control+k')
      await find('invl', /^Invoice lines/)
      await press('Enter')
      await tab('Invoice lines').waitFor()
      const line = app.page.getByRole('treeitem', { selected: true })
      const bottom = async (): Promise<number> => {
        const [shown, tree] = await Promise.all([line.boundingBox(), app.page.getByRole('tree').boundingBox()])
        return (shown?.y ?? Infinity) + (shown?.height ?? 0) - (tree?.y ?? 0) - (tree?.height ?? 0)
      }
      await expect.poll(bottom).toBeLessThanOrEqual(1)
    } finally {
      await app.page.setViewportSize(size)
    }
  })

  it('lists tables alone on Ctrl+P, the last one first, and moves by keys', async () => {
    await openTable(app.page, 'Invoice lines')
    await press('Control+p')
    await field().waitFor()
    expect(await field().inputValue()).toBe('#')
    await expect.poll(() => chosen().innerText()).toMatch(/^Tracks/)
    await press('End')
    await expect.poll(() => options().last().getAttribute('aria-selected')).toBe('true')
    await press('ArrowDown')
    await expect.poll(() => options().first().getAttribute('aria-selected')).toBe('true')
    await press('ArrowDown', 'ArrowUp', 'PageDown', 'Home')
    await expect.poll(() => options().first().getAttribute('aria-selected')).toBe('true')
    await press('Enter')
    await tab('Tracks').waitFor()
  })

  it('opens a view of a table', async () => {
    const view = { title: 'Quiet evenings', parent_model_title: 'albums', show_as: 'grid' }
    await operate(app, { token, projectId }, 'xcVirtualTableCreate', view)
    await press('Control+k')
    await find('quiet eve', /^Quiet evenings\s+Albums/)
    await press('Enter')
    await tab('Albums').waitFor()
    await app.page.getByRole('button', { name: /View: Quiet evenings|Quiet evenings/ }).waitFor()
  })

  it('brings who had the focus nowhere into the view that it opens or makes', async () => {
    const blur = () => app.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await blur()
    await press('Control+k')
    await find('artists', /^Artists/)
    await press('Enter')
    await tab('Artists').waitFor()
    await expect.poll(inGrid).toBe(true)
    await blur()
    await press('Control+k')
    await find('new gallery', /^New gallery/)
    await press('Enter')
    const cards = app.page.getByRole('listbox', { name: 'Cards of Artists' })
    await cards.waitFor()
    await expect.poll(() => cards.evaluate((one) => one === document.activeElement)).toBe(true)
    const place = () => cards.getByRole('option', { selected: true }).getAttribute('aria-posinset')
    await expect.poll(place).toBe('1')
    await pressKeys(app.page, 'ArrowRight')
    await expect.poll(place).toBe('2')
    await press('Control+z')
    await cards.waitFor({ state: 'detached' })
  })

  it('goes on in the tab that it brings to the front, not in the one it was opened from', async () => {
    await tab('Tracks').focus()
    await press('Control+k')
    await find('artists', /^Artists/)
    await press('Enter')
    await tab('Artists').waitFor()
    await expect.poll(inGrid).toBe(true)
    await tab('Artists').focus()
    await press('Control+k')
    await find('>open the audit', /^Open the audit/)
    await press('Enter')
    await tab('Audit').waitFor()
    const lines = app.page.getByRole('region', { name: 'Audit entries' })
    await expect.poll(() => lines.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('goes to a field of the open table', async () => {
    await grid.clickName(3)
    await press('Control+k')
    await find('released', /^Released\s+Tracks/)
    await press('Enter')
    await field().waitFor({ state: 'detached' })
    await expect.poll(inGrid).toBe(true)
    // The grid has the focus a moment before its selection is on the field.
    const copied = async (): Promise<string> => {
      await press('Control+c')
      return app.page.evaluate(() => navigator.clipboard.readText())
    }
    await expect.poll(copied).toMatch(/\d{4}/)
  })

  it('runs a command, and shows the keys that do the same', async () => {
    await press('Control+k')
    await find('>filter', /^Filter records/)
    expect((await chosen().locator('kbd').allInnerTexts()).join('+')).toBe('Ctrl+Shift+F')
    await press('Enter')
    await app.page.getByRole('button', { name: 'Add condition' }).waitFor()
    await press('Escape')
    const scheme = () => app.page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
    const before = await scheme()
    await press('Control+k')
    await find('>dark', /^Dark or light theme/)
    await press('Enter')
    await expect.poll(scheme).not.toBe(before)
    await press('Control+Shift+d')
    await expect.poll(scheme).toBe(before)
    await press('Control+k')
    await find('>open the tr', /^Open the trash/)
    await press('Enter')
    await tab('Trash').waitFor()
  })

  it('says in words that nothing was found', async () => {
    await press('Control+k')
    await field().fill('zzqx')
    await app.page.getByText('Nothing fits “zzqx”').waitFor()
    await press('Enter')
    await field().waitFor()
  })

  it('tells all keys, those of the grid too, and finds one of them', async () => {
    await app.page.getByRole('tab', { name: 'Tracks', exact: true }).focus()
    await press('?')
    const help = app.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByRole('heading', { name: 'Ranges' }).waitFor()
    await app.page.keyboard.type('fill d')
    await expect.poll(() => help.getByRole('listitem').allInnerTexts()).toEqual([expect.stringMatching(/^Fill down/)])
    await press('Escape')
    await expect.poll(() => help.getByRole('listitem').count()).toBeGreaterThan(20)
    await press('Escape')
    await help.waitFor({ state: 'detached' })
    // In a cell a question mark is a text.
    const region = app.page.getByRole('region', { name: 'Records of Tracks', exact: true })
    await region.click({ position: { x: 120, y: 80 } })
    await press('Control+/')
    await help.waitFor()
    await press('Escape')
    await help.waitFor({ state: 'detached' })
    await press('Control+k')
    await find('shortcuts', /^Keyboard shortcuts/)
    await press('Enter')
    await help.waitFor()
  })

  it('goes to a project on Ctrl+P where no project is open', async () => {
    await app.page.goto(`${app.origin}/dashboard/#/projects`)
    await app.page.getByRole('heading', { name: 'Projects' }).waitFor()
    await press('Control+p')
    await field().waitFor()
    await find('record', /^Record store/i)
    await press('Enter')
    await app.page.getByRole('treeitem', { name: /^Tracks/ }).waitFor()
  })
})
