import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PartialViewSettings } from '@common/views'
import type { WireView } from '@main/http/legacy/views/schemas'
import { createAccount, fromStart, gridOf, openApp, openTable, stayLoaded, type App } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'
import { openView, ownData, type OwnData, type OwnView } from './own-data'
import { openAsViewer } from './viewer'

/** Creates, arranges and uses views of a table. Changes by a viewer stay private. */
await describeGrid('Views of a table', (engine) => {
  let app: App
  let page: Page
  let data: OwnData

  const views = (): Promise<WireView[]> => data.views('Tracks')
  const stored = (title: string): Promise<WireView | undefined> => data.view('Tracks', title)
  const hidden = ['genre', 'tags']
  /** Creates a view for everyone. */
  const create = (title: string, settings: PartialViewSettings): Promise<OwnView> =>
    data.createView('Tracks', 'grid', title, { settings })
  const open = (shown: OwnView): Promise<void> => openView(page, app, data, 'Tracks', shown)
  const headers = (of: Page): Promise<string[]> =>
    of.getByRole('region', { name: 'Records of Tracks', exact: true }).locator('[role=columnheader]').allTextContents()
  const soon = <T>(look: () => T) => expect.poll(look)
  /** Escape, and the popover is no longer in the way. */
  const close = async (of: Page): Promise<void> => {
    await of.keyboard.press('Escape')
    await of.locator('.mantine-Popover-dropdown').waitFor({ state: 'hidden' })
  }
  const expectHeaders = (of: Page, test: (titles: readonly string[]) => boolean): Promise<void> =>
    soon(async () => test(await headers(of))).toBe(true)
  const view = (title: string) => page.getByRole('button', { name: `View: ${title}`, exact: true })
  const fields = (of: Page) => of.getByRole('button', { name: /^(Fields|\d+ hidden fields?)$/ })
  /** A switch is a checkbox behind a drawing: the click goes to the drawing. */
  const toggle = (of: Page, name: string): Promise<void> =>
    of.getByRole('switch', { name, exact: true }).click({ force: true })

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    await createAccount(app)
  })
  beforeEach(async () => {
    data = ownData(app, await engine.openSample(app))
  })
  afterAll(() => app.close())
  // The rejected name.
  afterAll(() => expect(app.complaints.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]))

  it('a view is made and named, and the address says that it is open', { tags: ['smoke'] }, async () => {
    await openTable(page, 'Tracks')
    await view('All Tracks').click()
    await page.getByRole('button', { name: 'New grid view' }).click()
    await page.getByLabel('Name of the view').fill('tracks')
    await page.keyboard.press('Enter')
    await page.getByText("There is already a view 'tracks' of this table. Choose another name.").waitFor()
    await page.getByLabel('Name of the view').fill('Short list')
    await page.keyboard.press('Enter')
    await view('Short list').waitFor()
    const id = (await stored('Short list'))?.id ?? ''
    await soon(() => page.url()).toContain(`view=${id}`)
  })

  it('fields are hidden, and found again by their name', async () => {
    await open(await create('Short list', {}))
    await fields(page).click()
    await toggle(page, 'Show Genre')
    await page.getByRole('searchbox', { name: 'Find a field' }).fill('tag')
    await toggle(page, 'Show Tags')
    await close(page)
    await page.getByRole('button', { name: '2 hidden fields' }).waitFor()
    await expectHeaders(page, (titles) => !titles.includes('Genre') && !titles.includes('Tags'))
    await soon(async () => (await stored('Short list'))?.settings.hidden).toEqual(['genre', 'tags'])
  })

  it('fields are put in order by the keyboard and by dragging', async () => {
    await open(await create('Short list', { hidden }))
    await fields(page).click()
    const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
    await handle('Rating').focus()
    for (let up = 0; up < 4; up += 1) {
      await page.keyboard.press('ArrowUp')
      await soon(() => handle('Rating').evaluate((one) => one === document.activeElement)).toBe(true)
    }
    await expectHeaders(page, (titles) => titles.indexOf('Rating') === titles.indexOf('Title') + 1)
    const [from, to] = [await boxOf(handle('Price')), await boxOf(handle('Id'))]
    await page.mouse.move(from.x + 9, from.y + 12)
    await page.mouse.down()
    await page.mouse.move(to.x + 9, to.y + 40, { steps: 5 })
    await page.mouse.move(to.x + 9, to.y + 12, { steps: 5 })
    await page.mouse.up()
    await expectHeaders(page, (titles) => titles.indexOf('Price') === titles.indexOf('Title') + 2)
    await close(page)
  })

  it('a field is as wide as it was dragged, rows as high as chosen, and all of it is there after a reload', async () => {
    await open(await create('Short list', { hidden }))
    await gridOf(page, 'Tracks')
    const before = (await stored('Short list'))?.settings.widths ?? {}
    const canvas = page.getByRole('region', { name: 'Records of Tracks', exact: true }).locator('canvas').first()
    const box = await boxOf(canvas)
    // The edge of the first field: 220 wide, after the row numbers.
    await page.mouse.move(fromStart(box, 44 + 219), box.y + 16)
    await page.mouse.down()
    await page.mouse.move(fromStart(box, 44 + 299), box.y + 16, { steps: 8 })
    await page.mouse.up()
    await soon(async () => (await stored('Short list'))?.settings.widths?.['title'] ?? 0).toBeGreaterThan(280)
    expect(before['title']).toBeUndefined()
    await page.getByRole('button', { name: 'Row height' }).click()
    await page.getByRole('menuitem', { name: 'Tall', exact: true }).click()
    await soon(async () => (await stored('Short list'))?.settings.rowHeight).toBe('tall')

    const wasShown = await headers(page)
    await page.reload()
    await view('Short list').waitFor()
    await gridOf(page, 'Tracks')
    await expectHeaders(page, (titles) => titles.join() === wasShown.join())
    await page.getByRole('button', { name: 'Row height: Tall' }).waitFor()
    await page.getByRole('button', { name: '2 hidden fields' }).waitFor()

    await view('Short list').click()
    await page.getByRole('button', { name: 'All Tracks', exact: true }).click()
    await view('All Tracks').waitFor()
    await expectHeaders(page, (titles) => titles.includes('Genre'))
  })

  it('a view is duplicated, renamed, moved, locked and unlocked', async () => {
    await create('Short list', { hidden, rowHeight: 'tall' })
    await openTable(page, 'Tracks')
    await view('All Tracks').click()
    await page.getByRole('button', { name: 'More for Short list' }).click()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    expect(await page.getByLabel('Name of the view').inputValue()).toBe('Short list copy')
    await page.keyboard.press('Enter')
    await view('Short list copy').waitFor()
    expect((await stored('Short list copy'))?.settings.rowHeight).toBe('tall')

    await view('Short list copy').click()
    await page.getByRole('button', { name: 'Short list copy', exact: true }).press('F2')
    await page.getByLabel('Name of the view').fill('Another list')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Another list', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Move Another list' }).press('ArrowUp')
    await soon(async () => (await views()).map(({ title }) => title)).toEqual(['tracks', 'Another list', 'Short list'])
    await page.getByRole('button', { name: 'More for Another list' }).click()
    await page.getByRole('button', { name: 'Lock the settings' }).click()
    await soon(async () => (await stored('Another list'))?.locked).toBe(true)
    await close(page)

    await fields(page).click()
    await page.getByText('Only for me').waitFor()
    await toggle(page, 'Show Live')
    await soon(async () => (await stored('Another list'))?.personal).toEqual({ hidden: ['genre', 'tags', 'live'] })
    expect((await stored('Another list'))?.settings.hidden).toEqual(['genre', 'tags'])
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await soon(async () => (await stored('Another list'))?.personal).toBeNull()
    await close(page)
    await view('Another list').click()
    await page.getByRole('button', { name: 'More for Another list' }).click()
    await page.getByRole('button', { name: 'Unlock the settings' }).click()
    await soon(async () => (await stored('Another list'))?.locked).toBe(false)
  })

  it('a view takes the settings of another one, and is deleted and brought back', async () => {
    const settings = { hidden, rowHeight: 'tall' } as const
    const another = await create('Another list', settings)
    await create('Short list', settings)
    await open(another)
    await view('Another list').click()
    await page.getByRole('button', { name: 'More for Another list' }).click()
    await page.getByRole('button', { name: 'Copy settings from' }).click()
    await page.getByRole('button', { name: 'All Tracks', exact: true }).click()
    await soon(async () => (await stored('Another list'))?.settings).toEqual({})

    await page.getByRole('button', { name: 'More for Short list' }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await soon(async () => (await views()).map(({ title }) => title)).toEqual(['tracks', 'Another list'])
    await close(page)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await soon(async () => (await stored('Short list'))?.settings.rowHeight).toBe('tall')
    expect((await views()).map(({ title }) => title)).toEqual(['tracks', 'Another list', 'Short list'])
  })

  it('what somebody wants for himself alone is his, until he saves it for everyone', async () => {
    await open(await create('Short list', { hidden }))
    await fields(page).click()
    await toggle(page, 'Save for everyone')
    await soon(async () => (await stored('Short list'))?.personal).toEqual({})
    await page.getByRole('button', { name: 'Show all' }).click()
    await soon(async () => (await stored('Short list'))?.personal).toEqual({ hidden: [] })
    expect((await stored('Short list'))?.settings.hidden).toEqual(['genre', 'tags'])
    await toggle(page, 'Save for everyone')
    await soon(async () => (await stored('Short list'))?.personal).toBeNull()
    expect((await stored('Short list'))?.settings.hidden).toEqual([])
    await close(page)
  })

  it('a viewer makes no views, and what he hides only he does not see', async () => {
    await create('Another list', {})
    await open(await create('Short list', {}))
    const { page: his, context } = await openAsViewer(app, data.projectId)
    // A view's address opens it for every user with access.
    await his.goto(page.url())
    await his.getByRole('button', { name: 'View: Short list', exact: true }).click()
    await his.getByRole('button', { name: 'Another list', exact: true }).waitFor()
    expect(await his.getByRole('button', { name: 'New grid view' }).count()).toBe(0)
    expect(await his.getByRole('button', { name: /^More for/ }).count()).toBe(0)
    await close(his)
    await fields(his).click()
    await his.getByText('Only for me').waitFor()
    expect(await his.getByRole('switch', { name: 'Save for everyone' }).count()).toBe(0)
    await toggle(his, 'Show Price')
    await close(his)
    await expectHeaders(his, (titles) => !titles.includes('Price'))
    await his.reload()
    await his.getByRole('button', { name: 'View: Short list', exact: true }).waitFor()
    await expectHeaders(his, (titles) => titles.length > 3 && !titles.includes('Price'))
    expect(await headers(page)).toContain('Price')
    const short = await stored('Short list')
    expect(short?.settings.hidden ?? []).toEqual([])

    // Another user deletes the view that he has open. The page reports it, and neither its address nor its content
    // pretends otherwise.
    await data.operate('xcVirtualTableDelete', { id: short?.id })
    await his.getByText("The view 'Short list' isn't there any more. Showing the Tracks grid.").waitFor()
    await his.getByRole('button', { name: 'View: All Tracks', exact: true }).waitFor()
    await expectHeaders(his, (titles) => titles.includes('Price'))
    await soon(() => new URL(his.url().replace('#/', '')).searchParams.has('view')).toBe(false)
    await his.goto(`${his.url()}&view=vw_of_yesterday`)
    await his.getByText("This view isn't there any more. Showing the Tracks grid.").waitFor()
    await his.getByRole('button', { name: 'View: All Tracks', exact: true }).waitFor()
    await context.close()
  })
})
