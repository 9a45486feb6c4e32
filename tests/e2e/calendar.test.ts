import type { Locator, Page } from 'playwright'
import { isoDay } from '@common/columns/values/calendar'
import { dayNumber } from '@common/views/calendar-days'
import type { WireView } from '@main/http/legacy/views/schemas'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, fromStart, openApp, pressKeys, stayLoaded, type App } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'
import { openView, ownData, type OwnData, type Values } from './own-data'
import { openAsViewer } from './viewer'

/** Creates, arranges and uses a calendar, by mouse and keyboard. */
await describeGrid('A calendar', (engine) => {
  let app: App
  let page: Page
  let data: OwnData
  const now = new Date()
  const month = `${now.getUTCFullYear()}-${String(now.getUTCMonth() + 1).padStart(2, '0')}`
  const date = (day: number): string => `${month}-${String(day).padStart(2, '0')}`

  const rows = (): Promise<Values[]> => data.rest('Gigs?limit=100')
  const rowOf = async (name: string): Promise<Values | undefined> => (await rows()).find(({ Name }) => Name === name)
  const stored = (): Promise<WireView | undefined> => data.view('Gigs', 'When')
  const soon = <T>(look: () => T) => expect.poll(look)
  const calendar = () => page.getByRole('group', { name: 'Calendar of Gigs' })
  const event = (name: string): Locator =>
    calendar()
      .getByRole('button', { name: new RegExp(`^${name},`) })
      .first()
  /** Returns the name of a day of the month on the page. */
  const nameOf = (day: number): string => String(dayNumber(isoDay(date(day)) ?? { year: 0, month: 0, day: 0 }))
  /** `21 Nov 2026`. */
  const fullDay = (day: number): string =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(
      new Date(`${date(day)}T12:00:00`),
    )
  const cell = (day: number, of = page): Locator => of.locator(`[role="gridcell"][data-item="${nameOf(day)} "]`)
  const expectDay = (name: string, day: number): Promise<void> =>
    soon(async () => String((await rowOf(name))?.['Day']).slice(0, 10)).toBe(date(day))
  /** Drags from one element to another, moving over the elements in between. */
  const drag = async (from: Locator, to: Locator, grip = { x: 0.5, y: 0.5 }): Promise<void> => {
    const [start, end] = [await boxOf(from), await boxOf(to)]
    await page.mouse.move(fromStart(start, start.width * grip.x), start.y + start.height * grip.y)
    await page.mouse.down()
    await page.mouse.move(end.x + end.width / 2, end.y + end.height * 0.6, { steps: 6 })
    await page.mouse.up()
  }
  const press = (...keys: string[]): Promise<void> => pressKeys(page, ...keys)
  /** Returns how many changes can be undone. */
  const steps = async (): Promise<number> =>
    Number(/(\d+) changes? to undo/.exec(await page.getByLabel('Status', { exact: true }).innerText())?.[1] ?? 0)
  const panel = () => page.getByRole('complementary', { name: /^Record / })
  const showsRecord = (name: string): Promise<void> =>
    soon(async () => (await panel().getAttribute('aria-label')) ?? '').toBe(`Record ${name}`)
  const closePanel = (): Promise<void> => page.getByRole('button', { name: 'Close the record' }).click()
  const hasFocus = (place: Locator): Promise<void> =>
    soon(() => place.evaluate((one) => one === document.activeElement)).toBe(true)
  const choose = async (field: string, value: string): Promise<void> => {
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: value, exact: true }).click()
  }

  const key = { cn: 'id', _cn: 'Id', uidt: 'ID', pk: true, ai: true }
  const name = { cn: 'name', _cn: 'Name', uidt: 'SingleLineText', pv: true }
  const kinds = [
    { title: 'Folk', color: 'lime' },
    { title: 'Dub', color: 'orange' },
  ]
  const byDays = { startColumn: 'day', endColumn: 'until', colourColumn: 'kind' }
  /** Opens a calendar of the records, by their days unless something else is given. */
  const open = async (options: object = byDays): Promise<void> => {
    await openView(page, app, data, 'Gigs', await data.createView('Gigs', 'calendar', 'When', { options }))
    await event('Apogee').waitFor()
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    await createAccount(app)
  })
  beforeEach(async () => {
    data = ownData(app, await engine.createProject(app, 'Calendars'))
    await data.createTable(
      'Gigs',
      [
        key,
        name,
        { cn: 'day', _cn: 'Day', uidt: 'Date' },
        { cn: 'until', _cn: 'Until', uidt: 'Date' },
        { cn: 'kind', _cn: 'Kind', uidt: 'SingleSelect', meta: { options: kinds } },
        { cn: 'starts', _cn: 'Starts', uidt: 'DateTime' },
        { cn: 'ends', _cn: 'Ends', uidt: 'DateTime' },
      ],
      [
        {
          Name: 'Apogee',
          Day: date(10),
          Until: date(11),
          Kind: 'Folk',
          Starts: `${date(10)} 09:00:00`,
          Ends: `${date(10)} 10:30:00`,
        },
        { Name: 'Sodium', Day: date(12), Kind: 'Dub', Starts: `${date(12)} 02:30:00` },
        { Name: 'Ballast' },
        { Name: 'Terminal' },
      ],
    )
  })
  afterEach(() => expect(app.complaints).toEqual([]))
  afterAll(() => app.close())

  it('is made of the first date of its table, in the colours of its first select', async () => {
    await openView(page, app, data, 'Gigs')
    await page.getByRole('button', { name: 'View: All Gigs', exact: true }).click()
    await page.getByRole('button', { name: 'New calendar' }).click()
    await page.getByLabel('Name of the view').fill('When')
    await press('Enter')
    await page.getByRole('button', { name: 'View: When', exact: true }).waitFor()
    await event('Apogee').waitFor()
    expect(await event('Apogee').getAttribute('data-colour')).toBe('lime')
    expect(await event('Sodium').getAttribute('data-colour')).toBe('orange')
    expect((await stored())?.options).toEqual({ startColumn: 'day', colourColumn: 'kind' })
    await press('Escape')
    const undated = page.getByRole('complementary', { name: 'Without a date' })
    await soon(() => undated.getByRole('listitem').allInnerTexts()).toEqual(['Ballast', 'Terminal'])
  })

  it('has an end when it is given one', async () => {
    await open({ startColumn: 'day', colourColumn: 'kind' })
    await page.getByRole('button', { name: 'By Day', exact: true }).click()
    await choose('End', 'Until')
    await soon(async () => (await stored())?.options).toEqual({
      startColumn: 'day',
      endColumn: 'until',
      colourColumn: 'kind',
    })
    await press('Escape')
    await page.getByRole('button', { name: 'Day – Until', exact: true }).waitFor()
    await soon(async () => {
      const [box, day] = [await event('Apogee').boundingBox(), await cell(10).boundingBox()]
      return (box?.width ?? 0) / (day?.width ?? 1)
    }).toBeGreaterThan(1.5)
  })

  it('moves a record with its end when it is dragged, and takes it back', { tags: ['smoke'] }, async () => {
    await open()
    const before = await steps()
    await drag(event('Apogee'), cell(18), { x: 0.2, y: 0.5 })
    await expectDay('Apogee', 18)
    expect(String((await rowOf('Apogee'))?.['Until']).slice(0, 10)).toBe(date(19))
    await soon(steps).toBe(before + 1)
    await press('Control+z')
    await expectDay('Apogee', 10)
    expect(String((await rowOf('Apogee'))?.['Until']).slice(0, 10)).toBe(date(11))
    await soon(() => event('Apogee').getAttribute('data-item')).toContain(nameOf(10))
  })

  it('ends where its edge is drawn to, and Escape leaves everything as it was', async () => {
    await open()
    await event('Sodium').hover()
    await drag(event('Sodium').locator('[data-edge="end"]'), cell(13))
    await soon(async () => String((await rowOf('Sodium'))?.['Until']).slice(0, 10)).toBe(date(13))
    const box = await boxOf(event('Sodium'))
    await page.mouse.move(box.x + 20, box.y + 8)
    await page.mouse.down()
    await page.mouse.move(box.x + 20, box.y - 200, { steps: 4 })
    await press('Escape')
    await page.mouse.up()
    await expectDay('Sodium', 12)
  })

  it('makes a record of the days that are drawn, and opens it', async () => {
    await open()
    await drag(cell(24), cell(25), { x: 0.5, y: 0.8 })
    await panel().waitFor()
    await soon(async () => (await rows()).length).toBe(5)
    const made = (await rows()).find(({ Name }) => Name === null)
    expect([String(made?.['Day']).slice(0, 10), String(made?.['Until']).slice(0, 10)]).toEqual([date(24), date(25)])
    await data.rest(`Gigs/${String(made?.['Id'])}`, 'PUT', { Name: 'Drawn' })
    // Changes of others appear without a reload; the panel follows the record to its new place.
    await showsRecord('Drawn')
    // The next records are on later days, followed by those without a date.
    await hasFocus(page.getByRole('complementary', { name: 'Record Drawn', exact: true }))
    await press('Alt+ArrowUp')
    await showsRecord('Sodium')
    await press('Alt+ArrowDown', 'Alt+ArrowDown')
    await showsRecord('Ballast')
    await closePanel()
    await event('Drawn').waitFor()
  })

  it('puts a record without a date onto the day that it is dragged to', async () => {
    await open()
    const status = page.getByLabel('Status', { exact: true })
    await status.getByText('and 2 without a date').waitFor()
    await drag(page.getByRole('button', { name: 'Terminal', exact: true }), cell(4))
    await expectDay('Terminal', 4)
    await event('Terminal').waitFor()
    const undated = page.getByRole('complementary', { name: 'Without a date' })
    await soon(() => undated.getByRole('listitem').allInnerTexts()).toEqual(['Ballast'])
    await status.getByText('and 1 without a date').waitFor()
  })

  it('is gone through, and changed, with the keyboard alone', async () => {
    await open()
    const before = await steps()
    await cell(11).focus()
    await press('ArrowRight')
    await hasFocus(cell(12))
    await press('ArrowDown')
    await hasFocus(event('Sodium'))
    await press('Alt+ArrowRight')
    await expectDay('Sodium', 13)
    await hasFocus(event('Sodium'))
    await press('Alt+Shift+ArrowRight')
    await soon(async () => String((await rowOf('Sodium'))?.['Until']).slice(0, 10)).toBe(date(14))
    await press('Alt+ArrowDown')
    await expectDay('Sodium', 20)
    await hasFocus(event('Sodium'))
    await press('Enter')
    await panel().waitFor()
    await soon(() => panel().getByText('Sodium').first().isVisible()).toBe(true)
    await closePanel()
    await soon(steps).toBe(before + 3)
    await event('Sodium').focus()
    await press('Control+z')
    await expectDay('Sodium', 13)
    await soon(() => event('Sodium').getAttribute('data-item')).toContain(nameOf(13))
    // The record without a date moves to the focused day.
    await cell(6).focus()
    await page.getByRole('button', { name: 'Ballast', exact: true }).focus()
    await press('Alt+ArrowLeft')
    await expectDay('Ballast', 6)
    await hasFocus(event('Ballast'))
  })

  it('shows other months, weeks, days and an agenda', async () => {
    await open()
    const title = page.getByRole('toolbar', { name: 'View' }).getByRole('heading')
    const shown = await title.innerText()
    await cell(6).focus()
    await press('PageDown')
    await soon(() => title.innerText()).not.toBe(shown)
    await soon(() => event('Apogee').count()).toBe(0)
    await press('PageUp')
    await soon(() => title.innerText()).toBe(shown)
    await event('Apogee').waitFor()
    await cell(10).focus()
    await press('a')
    await calendar()
      .getByRole('list')
      .getByRole('button', { name: /^Apogee,/ })
      .waitFor()
    await press('w')
    await soon(() => calendar().getByRole('grid').getAttribute('data-period')).toBe('week')
    await hasFocus(cell(10))
    await press('d')
    await soon(() => calendar().getByRole('grid').getAttribute('data-period')).toBe('day')
    await event('Apogee').waitFor()
    await press('m')
    await hasFocus(cell(10))
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await soon(() => calendar().locator('[role="gridcell"][aria-current="date"]').count()).toBe(1)
  })

  it('leads from days without records to those of other years', async () => {
    await open()
    const note = page.locator('[data-calendar]:visible [data-empty]')
    const asked: string[] = []
    page.on('request', (request) => {
      if (/[?&]limit=1(&|$)/.test(request.url())) asked.push(request.url())
    })
    await data.rest('Gigs', 'POST', { Name: 'Ancient', Day: '2009-03-12' })
    const goBy = (way: 'Previous' | 'Next', months: number): Promise<void> =>
      page.getByRole('button', { name: `${way} month`, exact: true }).click({ clickCount: months })
    await goBy('Previous', 3)
    await note.getByText(/^Nothing in \w+ \d{4}\.$/).waitFor()
    await note.getByRole('button', { name: `Next: ${fullDay(10)}`, exact: true }).waitFor()
    await note.getByRole('button', { name: 'Previous: 12 Mar 2009', exact: true }).focus()
    const before = asked.length
    await press('Enter')
    await hasFocus(event('Ancient'))
    expect(await note.count()).toBe(0)
    // With records in view, no further request is sent.
    expect([before > 0, asked.length]).toEqual([true, before])
    await goBy('Previous', 3)
    await soon(() => note.getByRole('button').allInnerTexts()).toEqual(['Next: 12 Mar 2009'])
    // Only records that match Find in view count.
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('sodium')
    await note.getByRole('button', { name: `Next: ${fullDay(12)}`, exact: true }).click()
    await hasFocus(event('Sodium'))
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('')
    await event('Apogee').waitFor()
  })

  it('makes a record on the day at which the keyboard is', async () => {
    await open()
    await cell(26).focus()
    await press('n')
    await panel().waitFor()
    await soon(async () =>
      (await rows()).some(({ Name, Day }) => Name === null && String(Day).slice(0, 10) === date(26)),
    ).toBe(true)
    await closePanel()
  })

  it('says how many more there are on a day, and lists them', async () => {
    await open()
    await data.rest(
      'Gigs/bulk',
      'POST',
      Array.from({ length: 12 }, (_, at) => ({ Name: `Song ${at + 1}`, Day: date(17), Kind: 'Dub' })),
    )
    const more = calendar().getByRole('button', { name: /more records on/ })
    await more.waitFor()
    await more.click()
    const list = page.getByRole('dialog').filter({ hasText: 'Song 12' })
    await list.getByRole('button', { name: 'Song 12' }).click()
    await panel().waitFor()
    await soon(() => panel().getByText('Song 12').first().isVisible()).toBe(true)
    await closePanel()
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('song 3')
    await soon(() => calendar().locator('[data-event]').count()).toBe(1)
    await page.getByRole('searchbox', { name: 'Find in view' }).fill('')
    await more.waitFor()
  })

  it('moves what has a time by half an hour, and keeps the hour from day to day', async () => {
    await open()
    await page.getByRole('button', { name: 'Day – Until', exact: true }).click()
    await choose('Start', 'Starts')
    await choose('End', 'Ends')
    await soon(async () => (await stored())?.options).toMatchObject({ startColumn: 'starts', endColumn: 'ends' })
    await press('Escape')
    await cell(10).focus()
    await press('w')
    await event('Apogee').focus()
    await press('Alt+ArrowDown')
    await soon(async () => String((await rowOf('Apogee'))?.['Starts'])).toMatch(/[ T]09:30:00/)
    expect(String((await rowOf('Apogee'))?.['Ends'])).toMatch(/[ T]11:00:00/)
    await press('Alt+Shift+ArrowDown')
    await soon(async () => String((await rowOf('Apogee'))?.['Ends'])).toMatch(/[ T]11:30:00/)
    await press('Alt+ArrowRight')
    await soon(async () => String((await rowOf('Apogee'))?.['Starts'])).toContain(date(11))
    expect(String((await rowOf('Apogee'))?.['Starts'])).toMatch(/[ T]09:30:00/)
    await press('m')
  })

  it('is read by a viewer, at the hours of where he is', async () => {
    await open({ startColumn: 'starts', endColumn: 'ends' })
    const { page: his, context } = await openAsViewer(app, data.projectId, { timezoneId: 'America/New_York' })
    await his.goto(page.url())
    // Half past two at night here is the evening before there.
    const evening = cell(11, his).getByRole('button', { name: /^Sodium,/ })
    await evening.waitFor()
    expect(await evening.innerText()).toMatch(/2[12]:30/)
    expect(await evening.getAttribute('data-moves')).toBeNull()
    expect(await his.getByRole('button', { name: /^New record/ }).count()).toBe(0)
    await evening.focus()
    await pressKeys(his, 'Alt+ArrowRight')
    await evening.click()
    await his.getByRole('complementary', { name: /^Record / }).waitFor()
    await his.getByRole('button', { name: 'Close the record' }).click()
    await his.getByRole('button', { name: 'Next month', exact: true }).click({ clickCount: 3 })
    await his.getByRole('button', { name: `Previous: ${fullDay(11)}`, exact: true }).click()
    await evening.waitFor()
    expect(String((await rowOf('Sodium'))?.['Starts'])).toContain(date(12))
    await context.close()
  })

  it('is offered a date where its table has none', async () => {
    await data.createTable('Plain', [key, name])
    await openView(page, app, data, 'Plain')
    await page.getByRole('button', { name: 'View: All Plain', exact: true }).click()
    await page.getByRole('button', { name: 'New calendar' }).click()
    await press('Enter')
    await press('Escape')
    await page.getByText('Plain has no dates').waitFor()
    await page.getByRole('button', { name: 'Add a date field' }).click()
    await page.getByRole('button', { name: 'By Date', exact: true }).waitFor()
  })

  it('is deleted like every view', async () => {
    await open()
    await page.getByRole('button', { name: 'View: When', exact: true }).click()
    await page.getByRole('button', { name: 'More for When' }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await page.getByRole('region', { name: 'Records of Gigs', exact: true }).waitFor()
    expect(await stored()).toBeUndefined()
  })
})
