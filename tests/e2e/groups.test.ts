import type { PartialViewSettings } from '@common/views'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, fromStart, openApp, openTable, pressKeys, stayLoaded, type App } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'
import { openView, ownData } from './own-data'

/** Groups, figures, heights, frozen columns and colours. */
await describeGrid('Groups of the grid', (engine) => {
  let app: App
  let token: string
  let projectId: string
  const headPx = 32
  const rowPx = 28

  const api = async (path: string): Promise<Record<string, unknown>[]> => {
    const { status, json } = await sendRequest(app.origin, `/nc/${projectId}/api/v1/Tracks${path}`, { token })
    expect(status).toBe(200)
    return json as Record<string, unknown>[]
  }
  const press = (...keys: string[]): Promise<void> => pressKeys(app.page, ...keys)
  const region = () => app.page.getByRole('region', { name: 'Records of Tracks', exact: true })
  /** Returns the text of a line in a column, both from 1. */
  const textAt = (line: number, column = 1): Promise<string | null> =>
    region()
      .locator(`[id="glide-cell-${column}-${line - 1}"]`)
      .textContent({ timeout: 5_000 })
      .catch(() => null)
  const expectLine = (line: number, text: string | RegExp, column = 1): Promise<void> =>
    expect.poll(() => textAt(line, column)).toMatch(text)
  const clickAt = async (x: number, y: number, button: 'left' | 'right' = 'left'): Promise<void> => {
    const box = await boxOf(region())
    await app.page.mouse.click(fromStart(box, x), box.y + y, { button })
  }
  const choose = async (field: string, value: string): Promise<void> => {
    const { page } = app
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: value, exact: true }).click()
  }
  const toolbar = (name: string | RegExp) =>
    app.page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name })
  /** Returns the middle of a column's header. */
  const headAt = async (title: string): Promise<number> => {
    const widths = await app.page
      .getByRole('group', { name: 'Figures of all records' })
      .locator('button')
      .evaluateAll((cells) => cells.map((cell) => [cell.getAttribute('data-column'), cell.clientWidth + 1] as const))
    let x = 44
    for (const [column, width] of widths) {
      if (column === title) return x + width / 2
      x += width
    }
    throw new Error(`No column ${title}`)
  }
  const headMenu = async (title: string, entry: string): Promise<void> => {
    await clickAt(await headAt(title), 16, 'right')
    await app.page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const foot = (name: string | RegExp) =>
    app.page.getByRole('group', { name: 'Figures of all records' }).getByRole('button', { name })

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  beforeEach(async () => {
    ;({ projectId, token } = await engine.openSample(app))
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  /** Opens a view of Tracks with these settings. */
  const open = async (settings: PartialViewSettings = {}): Promise<void> => {
    const data = ownData(app, { projectId, token })
    await openView(app.page, app, data, 'Tracks', await data.createView('Tracks', 'grid', 'Mine', { settings }))
    await expectLine(1, /\S/)
  }
  const byGenre: PartialViewSettings = { groups: [{ column: 'genre', descending: false }] }
  const collapseAll = async (): Promise<void> => {
    await toolbar('Grouped by Genre').click()
    await app.page.getByRole('button', { name: 'Collapse all', exact: true }).click()
    await app.page.keyboard.press('Escape')
    await expectLine(2, /^Genre: Soul, \d+ records, closed$/)
  }

  it('are made by up to three fields, choices in the order of their column', { tags: ['smoke'] }, async () => {
    const { page } = app
    await openTable(page, 'Tracks')
    const folk = await api(`/groupby?column_name=Rating&condition=${encodeURIComponent('{"Genre":{"eq":"Folk"}}')}`)
    await toolbar('Group').click()
    await page.getByRole('button', { name: 'Add a level' }).click()
    await choose('Field of level 1', 'Genre')
    await expectLine(1, /^Genre: Folk, \d+ records, open$/)
    await page.getByRole('button', { name: 'Add a level' }).click()
    // A field with unique values isn't suggested, and the suggestion can be changed immediately.
    const second = page.getByRole('combobox', { name: 'Field of level 2' })
    await expect.poll(() => second.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await second.inputValue()).not.toBe('Id')
    await choose('Field of level 2', 'Rating')
    await expectLine(2, new RegExp(`^Rating: Empty, ${String(folk[0]?.['count'])} records, open$`))
    await page.getByRole('button', { name: 'Add a level' }).click()
    await choose('Field of level 3', 'Live')
    await expectLine(3, /^Live: Unchecked, \d+ records, open$/)
    await expectLine(4, /\S/)
    await toolbar('Grouped by 3 fields').waitFor()
    expect(await page.getByRole('button', { name: 'Add a level' }).isDisabled()).toBe(true)
  })

  it('lose a level, and turn round', async () => {
    const { page } = app
    const groups = ['genre', 'rating', 'live'].map((column) => ({ column, descending: false }))
    await open({ groups })
    await toolbar('Grouped by 3 fields').click()
    await page.getByRole('button', { name: 'Do not group by Live' }).click()
    await page.getByRole('button', { name: 'Do not group by Rating' }).click()
    await choose('Direction of level 1', 'Last → first')
    await expectLine(1, /^Genre: Classical/)
    await choose('Direction of level 1', 'First → last')
    await expectLine(1, /^Genre: Folk/)
    await page.keyboard.press('Escape')
    await toolbar('Grouped by Genre').waitFor()
  })

  it('close and open by a click and by keys, and stay so when the page is loaded again', async () => {
    const { page } = app
    await open(byGenre)
    await clickAt(60, headPx + headPx / 2)
    await expectLine(1, /^Genre: Folk, \d+ records, closed$/)
    await expectLine(2, /^Genre: Soul, \d+ records, open$/)
    await press('ArrowDown', 'ArrowLeft')
    await expectLine(2, /^Genre: Soul, \d+ records, closed$/)
    await expectLine(3, /^Genre: Synth-pop, \d+ records, open$/)
    await page.reload()
    await expectLine(2, /^Genre: Soul, \d+ records, closed$/)
    await expectLine(3, /^Genre: Synth-pop, \d+ records, open$/)
    await clickAt(60, headPx + headPx / 2)
    await expectLine(1, /^Genre: Folk, \d+ records, open$/)
    await expectLine(2, /^Low Water$/)
  })

  it('keep the heads of their records at the top while these scroll', async () => {
    const { page } = app
    await open(byGenre)
    await region().hover()
    await page.mouse.wheel(0, 600)
    const sticky = page.locator('canvas[aria-hidden="true"]').filter({ visible: true })
    await expect.poll(() => sticky.count()).toBe(1)
    const height = await sticky.evaluate((canvas) => canvas.clientHeight)
    expect(height).toBe(headPx + 1)
    await page.mouse.wheel(0, -2_000)
    await expect.poll(() => sticky.count()).toBe(0)
  })

  it('get a record whose value is changed, once it is left', async () => {
    const { page } = app
    await open(byGenre)
    await expectLine(2, /^Low Water$/)
    const [track] = await api(`?limit=1&where=${encodeURIComponent('(Title,eq,Low Water)')}`)
    await clickAt(await headAt('Genre'), headPx + headPx + rowPx / 2)
    await page.keyboard.press('Enter')
    const options = page.getByRole('option', { name: 'Jazz', exact: true })
    await options.click()
    const genre = async (): Promise<unknown> =>
      (await api(`?limit=1&where=(Id,eq,${String(track?.['Id'])})`))[0]?.['Genre']
    await expect.poll(genre).toBe('Jazz')
    await press('ArrowDown')
    await expectLine(2, /^Harbour Lamp$/)
    await expectLine(1, /^Genre: Folk, 201 records, open$/)
    const [jazz] = await api(`/groupby?column_name=Genre&condition=${encodeURIComponent('{"Genre":{"eq":"Jazz"}}')}`)
    await press('Control+Home', 'ArrowUp')
    await collapseAll()
    await expectLine(7, new RegExp(`^Genre: Jazz, ${String(jazz?.['count'])} records, closed$`))
  })

  it('give their values to a record that is made in them', async () => {
    const { page } = app
    await open(byGenre)
    await collapseAll()
    const before = (await api('/groupby?column_name=Genre&sort=Genre')).find(({ Genre }) => Genre === 'Classical')
    await clickAt(60, headPx + 7 * headPx + headPx / 2)
    await expectLine(8, /^Genre: Classical, \d+ records, open$/)
    await press('Control+ArrowDown')
    await expect
      .poll(async () => region().locator('[role="gridcell"][aria-selected="true"]').first().textContent())
      .toBe('New record')
    await press('Enter')
    await page.keyboard.type('A new song')
    await press('Enter')
    const status = page.getByLabel('Status', { exact: true })
    await expect.poll(() => status.innerText()).toMatch(/fill in/i)
    await expect
      .poll(async () => {
        const cells = await region().locator('[role="gridcell"]').allTextContents()
        return cells.slice(cells.indexOf('A new song')).slice(0, 6).includes('Classical')
      })
      .toBe(true)
    await press('Escape')
    expect(Number(before?.['count'])).toBeGreaterThan(0)
  })

  it('tell figures of all records and of each group under their columns', async () => {
    const { page } = app
    const [all] = await api(`/groupby?aggregates=${encodeURIComponent('[["Price","sum"]]')}`)
    await open(byGenre)
    await collapseAll()
    // Seen without the pointer.
    await foot('Choose a figure for Price').locator('svg').waitFor()
    await foot('Choose a figure for Price').click()
    await page.getByRole('menuitem', { name: 'Sum', exact: true }).click()
    const sum = Number(all?.['sum(Price)']).toLocaleString('en', { style: 'currency', currency: 'USD' })
    await foot(`Price: Sum ${sum}`).waitFor()
    await foot('Choose a figure for Title').click()
    await page.getByRole('menuitem', { name: 'Count', exact: true }).click()
    await foot('Title: Count 1,530').waitFor()
    await foot('Choose a figure for Tags').click()
    await page.getByRole('menuitem', { name: 'Percent filled', exact: true }).click()
    await foot(/^Tags: filled \d+(\.\d)?%$/).waitFor()
    const groups = await api(
      `/groupby?column_name=Genre&aggregates=${encodeURIComponent('[["Price","sum"]]')}&condition=${encodeURIComponent('{"Genre":{"eq":"Soul"}}')}`,
    )
    const soul = Number(groups[0]?.['sum(Price)']).toLocaleString('en', { style: 'currency', currency: 'USD' })
    // By the column's own number: columns scrolled out of view have no headers.
    const price = page.getByRole('columnheader', { name: 'Price', includeHidden: true, exact: true })
    const cell = region().locator(`[role="gridcell"][aria-colindex="${await price.getAttribute('aria-colindex')}"]`)
    await expect.poll(() => cell.nth(1).textContent()).toBe(`sum ${soul}`)
  })

  it('keep figures to what is searched for', async () => {
    const { page } = app
    await open({ ...byGenre, aggregates: { title: 'count' } })
    await collapseAll()
    await foot('Title: Count 1,530').waitFor()
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('Low Water')
    await foot('Title: Count 1').waitFor()
    await expectLine(1, /^Genre: Folk, 1 record, closed$/)
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('')
    await foot('Title: Count 1,530').waitFor()
  })

  it('keep figures under their columns, wherever the focus goes', async () => {
    const { page } = app
    await open({ aggregates: { title: 'count', tags: 'filled' } })
    const scroller = page.locator('.dvn-scroller').filter({ visible: true }).first()
    const last = page.getByRole('group', { name: 'Figures of all records' }).getByRole('button').last()
    await last.focus()
    await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    // The painter scrolls on for a moment, and the figures follow it.
    const shift = () =>
      last.evaluate((button) => {
        const moved = Number(/-?[\d.]+/.exec(button.parentElement?.style.transform ?? '')?.[0])
        return getComputedStyle(button).direction === 'rtl' ? moved : -moved
      })
    const left = () => scroller.evaluate((element) => element.scrollLeft)
    await expect.poll(async () => (await shift()) === (await left())).toBe(true)
    await expect.poll(() => last.evaluate((button) => button.parentElement?.parentElement?.scrollLeft)).toBe(0)
  })

  it('go when the field is taken away from the menu of its head', async () => {
    await open(byGenre)
    await headMenu('Genre', 'Do not group by this field')
    await expectLine(1, /^Low Water$/)
    await toolbar('Group').waitFor()
  })

  it('let rows be higher', async () => {
    const { page } = app
    await open()
    await toolbar('Row height').click()
    await page.getByRole('menuitem', { name: 'Tall', exact: true }).click()
    await toolbar('Row height: Tall').waitFor()
    await clickAt(100, headPx + 72 + 36)
    await expect
      .poll(async () => region().locator('[role="gridcell"][aria-selected="true"]').first().textContent())
      .toBe('Harbour Lamp')
  })

  it('let columns freeze and hide from the menu of their head', async () => {
    const { page } = app
    await open()
    const edge = page.locator('[data-frozen-edge]').filter({ visible: true })
    const before = (await edge.boundingBox())?.x ?? 0
    await headMenu('Album', 'Freeze up to here')
    const moved = async (): Promise<number> => Math.abs(((await edge.boundingBox())?.x ?? before) - before)
    await expect.poll(moved).toBeGreaterThan(100)
    await headMenu('Title', 'Unfreeze')
    await expect.poll(async () => (await edge.boundingBox())?.x).toBe(before)
    await headMenu('Album', 'Hide field')
    await toolbar('1 hidden field').waitFor()
    await expect
      .poll(() => page.getByRole('columnheader', { includeHidden: true }).allTextContents())
      .not.toContain('Album')
  })

  it('let rules colour rows', async () => {
    const { page } = app
    await open()
    await toolbar('Colour').click()
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByRole('textbox', { name: 'Value' }).fill('Harbour')
    await toolbar('1 colour rule').waitFor()
    await page.keyboard.press('Escape')
    /** Returns the colour of a row at a point without text. */
    const colourOf = (row: number): Promise<readonly number[]> =>
      region()
        .locator('canvas')
        .first()
        .evaluate(
          (canvas, y) => [...((canvas as HTMLCanvasElement).getContext('2d')?.getImageData(50, y, 1, 1).data ?? [])],
          headPx + (row - 0.5) * rowPx + 9,
        )
    await expect.poll(() => colourOf(2)).not.toEqual([255, 255, 255, 255])
    expect(await colourOf(3)).toEqual([255, 255, 255, 255])
  })
})
