import { sendRequest } from '@tests/helpers/request'
import { expect, it, beforeAll, beforeEach, afterAll } from 'vitest'
import { createAccount, openApp, stayLoaded, openTable, type App } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'
import { ownData, type OwnData } from './own-data'

/** Finding one's way: the tree, the palette and the keys, by mouse and by keyboard. */
await describeGrid('Finding one’s way', (engine) => {
  let app: App
  let data: OwnData
  const item = (name: RegExp | string) => app.page.getByRole('treeitem', { name })
  const tree = () => app.page.getByRole('tree')
  const menuItem = (name: string) => app.page.getByRole('menuitem', { name, exact: true })
  const field = () => app.page.getByRole('combobox', { name: 'Search or run a command' })
  const chosen = () => app.page.getByRole('option', { selected: true })
  const tab = (name: string) => app.page.getByRole('tab', { name, exact: true, selected: true })
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await app.page.keyboard.press(key)
  }
  /** Returns the names of the lines of the tree, without their counts. */
  const names = (): Promise<string[]> =>
    tree()
      .getByRole('treeitem')
      .evaluateAll((lines) => lines.map((line) => line.querySelector('[data-name]')?.textContent ?? ''))
  const focused = (): Promise<string | undefined> =>
    app.page.evaluate(() => document.activeElement?.querySelector('[data-name]')?.textContent ?? undefined)
  const undo = async (): Promise<void> => {
    await tree().getByRole('treeitem').first().focus()
    await press('Control+z')
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  beforeEach(async () => {
    data = ownData(app, await engine.openSample(app))
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('tables change places by the keyboard and by the mouse, for everyone, and back', async () => {
    await openTable(app.page, 'Tracks')
    const before = await names()
    expect(before.slice(0, 4)).toEqual(['Tables', 'Artists', 'Albums', 'Tracks'])
    await item(/^Tracks/).focus()
    await press('Alt+ArrowUp', 'Alt+ArrowUp')
    await expect.poll(async () => (await names()).slice(0, 4)).toEqual(['Tables', 'Tracks', 'Artists', 'Albums'])
    await expect.poll(focused).toBe('Tracks')
    const [from, to] = [await boxOf(item(/^Customers/)), await boxOf(item(/^Artists/))]
    await app.page.mouse.move(from.x + 60, from.y + 13)
    await app.page.mouse.down()
    await app.page.mouse.move(from.x + 60, from.y - 20, { steps: 3 })
    await app.page.mouse.move(to.x + 60, to.y + 4, { steps: 3 })
    await app.page.mouse.up()
    const wanted = ['Tables', 'Tracks', 'Customers', 'Artists', 'Albums']
    await expect.poll(async () => (await names()).slice(0, 5)).toEqual(wanted)
    // The drag opened nothing.
    await tab('Tracks').waitFor()
    const path = `/api/v1/operations/tableList?project=${data.projectId}`
    const stored = async (): Promise<string[]> => {
      const { json } = await sendRequest(app.origin, path, { method: 'POST', token: data.token, body: {} })
      return (json as { title: string }[]).slice(0, 4).map(({ title }) => title)
    }
    await expect.poll(stored).toEqual(wanted.slice(1))
    await app.page.reload()
    await item(/^Albums/).waitFor()
    await expect.poll(async () => (await names()).slice(0, 5)).toEqual(wanted)
  })

  it('what is typed in the tree is searched, marked, and gone to by the arrow keys', async () => {
    await item(/^Albums/).focus()
    await app.page.keyboard.type('lin')
    await expect.poll(names).toEqual(expect.arrayContaining(['Tables', 'Invoice lines']))
    await expect.poll(() => tree().locator('mark').allInnerTexts()).toEqual(['lin'])
    await press('ArrowDown')
    await expect.poll(focused).toBe('Invoice lines')
    await press('Enter')
    await tab('Invoice lines').waitFor()
    await press('Escape')
    await expect.poll(async () => (await names()).length).toBeGreaterThan(8)
  })

  it('a table shows its views, and creators make, rename and delete them there', async () => {
    await item(/^Tracks/).focus()
    await press('ArrowRight')
    await item('All Tracks').waitFor()
    await press('Shift+F10')
    await menuItem('New grid view').click()
    await item(/^Grid$/).waitFor()
    await expect.poll(() => item(/^Grid$/).getAttribute('aria-selected')).toBe('true')
    await item(/^Grid$/).focus()
    await press('F2')
    const dialog = app.page.getByRole('dialog', { name: 'Rename Grid' })
    await dialog.getByLabel('Name of the view').fill('Quiet evenings')
    await press('Enter')
    await item('Quiet evenings').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await item('All Tracks').click()
    await expect.poll(() => item('All Tracks').getAttribute('aria-selected')).toBe('true')
  })

  it('favourites stand above, in their own order, and stay', async () => {
    await data.createView('Tracks', 'grid', 'Quiet evenings')
    await openTable(app.page, 'Tracks')
    await item(/^Tracks/).focus()
    await press('ArrowRight')
    await item('Quiet evenings').waitFor()
    for (const name of [/^Quiet evenings/, /^Artists/]) {
      await item(name).click({ button: 'right' })
      await menuItem('Add to favourites').click()
    }
    const first = async (): Promise<string[]> => (await names()).slice(0, 3)
    await expect.poll(first).toEqual(['Favourites', 'Quiet evenings', 'Artists'])
    await item(/^Artists/)
      .first()
      .focus()
    await press('Alt+ArrowUp')
    await expect.poll(first).toEqual(['Favourites', 'Artists', 'Quiet evenings'])
    await app.page.reload()
    // Among the favourites, and under its table, whose views are unfolded.
    await item('Quiet evenings').first().waitFor()
    await expect.poll(first).toEqual(['Favourites', 'Artists', 'Quiet evenings'])
    await item(/^Artists/)
      .first()
      .click({ button: 'right' })
    await menuItem('Remove from favourites').click()
    await expect.poll(first).toEqual(['Favourites', 'Quiet evenings', 'Tables'])
    await item(/^Quiet evenings/)
      .first()
      .click()
    await app.page.getByRole('button', { name: 'View: Quiet evenings' }).waitFor()
  })

  it('a table gets an icon, and another one is made like it, with its records', async () => {
    await item(/^Playlists/).click({ button: 'right' })
    await menuItem('Change the icon').click()
    const icons = app.page.getByRole('dialog', { name: 'Icon of Playlists' })
    await icons.getByRole('radio', { name: '🎸' }).click()
    await icons.getByRole('button', { name: 'Save icon' }).click()
    await icons.waitFor({ state: 'detached' })
    await expect.poll(() => item(/^Playlists/).innerText()).toContain('🎸')
    await item(/^Playlists/).click({ button: 'right' })
    await menuItem('Duplicate').click()
    const copy = app.page.getByRole('dialog', { name: 'Duplicate Playlists' })
    await copy.getByLabel('Name').fill('Mixtapes')
    await copy.getByRole('button', { name: 'Duplicate table' }).click()
    await tab('Mixtapes').waitFor()
    await expect.poll(() => app.page.getByLabel('Status', { exact: true }).innerText()).toMatch(/^14 records/)
    await press('Control+w')
    await undo()
    await item(/^Mixtapes/).waitFor({ state: 'detached' })
    await undo()
    await expect.poll(() => item(/^Playlists/).innerText()).not.toContain('🎸')
  })

  it('the palette finds records, opens them, and knows them the next time', { tags: ['smoke'] }, async () => {
    await openTable(app.page, 'Albums')
    await press('Control+k')
    await field().fill('@low water')
    await expect.poll(() => chosen().innerText()).toMatch(/^Low Water\s+Tracks/)
    await press('Enter')
    await tab('Tracks').waitFor()
    await app.page.getByRole('heading', { name: 'Low Water' }).waitFor()
    await openTable(app.page, 'Albums')
    await press('Control+k')
    await expect.poll(() => app.page.getByRole('option', { name: /^Low Water\s*Tracks/ }).count()).toBe(1)
    await press('Escape')
  })

  it('the palette forgives a slip, shows hidden fields, and does what menus do', async () => {
    const grid = await openTable(app.page, 'Albums')
    await grid.clickName(1)
    await press('Control+k')
    await field().fill('custmoers')
    await expect.poll(() => chosen().innerText()).toMatch(/^Customers/)
    await press('Escape', 'Control+k')
    // A command from the column's menu.
    await field().fill('>sort ascending')
    await expect.poll(() => chosen().innerText()).toMatch(/^Sort ascending/)
    await press('Enter')
    await app.page.getByRole('button', { name: /^Sorted by/ }).waitFor()
    await app.page.getByRole('button', { name: 'Fields', exact: true }).click()
    await app.page.getByRole('switch', { name: 'Show Released' }).click({ force: true })
    await app.page.getByRole('button', { name: '1 hidden field' }).waitFor()
    await press('Escape', 'Control+k')
    await field().fill('show field rel')
    await expect.poll(() => chosen().innerText()).toMatch(/^Show field Released/)
    await press('Enter')
    await app.page.getByRole('button', { name: 'Fields', exact: true }).waitFor()
  })

  it('keys are changed, conflicts told, and everything reset', async () => {
    await openTable(app.page, 'Tracks')
    const help = app.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const open = async (): Promise<void> => {
      await app.page.getByRole('tab', { selected: true }).focus()
      await press('?')
      await help.waitFor()
    }
    await open()
    await help.getByRole('button', { name: /Show or hide the sidebar/ }).click()
    await press('Control+k')
    await help.getByText('Ctrl K does “Search or run a command” already.').waitFor()
    await press('Enter')
    await help.getByText(/^Enter is needed for writing/).waitFor()
    await press('Control+Shift+y')
    await help.getByText('You changed the keys of 1 command.').waitFor()
    await press('Escape')
    await help.waitFor({ state: 'detached' })
    await press('Control+Shift+y')
    await tree().waitFor({ state: 'detached' })
    await app.page.reload()
    await app.page.getByRole('tab', { selected: true }).waitFor()
    await app.page.getByRole('tab', { selected: true }).focus()
    await press('Control+Shift+y')
    await tree().waitFor()
    await open()
    await help.getByRole('button', { name: 'Reset all keys' }).click()
    await help.getByText('Click keys to change them.').waitFor()
    await press('Escape')
    await press('Control+b')
    await tree().waitFor({ state: 'detached' })
    await press('Control+b')
    await tree().waitFor()
  })
})
