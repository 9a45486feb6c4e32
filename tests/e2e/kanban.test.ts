import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { WireView } from '@main/http/legacy/views/schemas'
import { createAccount, fromStart, openApp, pressKeys, stayLoaded, toastWith, type App } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'
import { openView, ownData, type OwnData, type Values } from './own-data'
import { openAsViewer } from './viewer'

/** Creates, arranges and uses a board, by mouse and by keyboard alone. */
await describeGrid('A board', (engine) => {
  let app: App
  let page: Page
  let data: OwnData

  const rest = <Answer = Values[]>(path: string, method?: string, body?: unknown): Promise<Answer> =>
    data.rest(path, method, body)
  const stageOf = async (title: string): Promise<unknown> =>
    (await rest(`Releases?where=(Title,eq,${title})`))[0]?.['Stage']
  const stored = (): Promise<WireView | undefined> => data.view('Releases', 'Pipeline')
  const soon = <T>(look: () => T) => expect.poll(look)

  const board = (): Locator => page.locator('[data-kanban]').filter({ visible: true })
  const stack = (name: string): Locator => board().getByRole('region', { name, exact: true })
  const card = (name: string): Locator => board().getByRole('option', { name: new RegExp(`^${name}(,|$)`) })
  const titles = async (name: string): Promise<string[]> =>
    (await stack(name).getByRole('option').all()).reduce<Promise<string[]>>(
      async (all, one) => [
        ...(await all),
        ((await one.locator('[data-words]').textContent()) ?? '').split(',')[0] ?? '',
      ],
      Promise.resolve([]),
    )
  const expectCount = (name: string, count: string) =>
    soon(() => stack(name).locator('[data-count] > span').first().innerText()).toBe(count)
  const names = (): Promise<string[]> =>
    board()
      .locator('[data-stack]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  const expectOrder = (...wanted: string[]) => soon(names).toEqual(wanted)
  const said = (text: string | RegExp) =>
    soon(() => page.locator('[aria-live="polite"]').allInnerTexts()).toContainEqual(expect.stringMatching(text))
  const drag = async (from: Locator, to: Locator): Promise<void> => {
    const [a, b] = [await boxOf(from), await boxOf(to)]
    await page.mouse.move(fromStart(a, 20), a.y + 12)
    await page.mouse.down()
    await page.mouse.move(fromStart(a, 30), a.y + 20, { steps: 2 })
    await page.mouse.move(b.x + b.width / 2, b.y + 60, { steps: 4 })
    await board().and(page.locator('[data-lifting]')).waitFor()
    await page.mouse.up()
  }

  const key = { cn: 'id', _cn: 'Id', uidt: 'ID', pk: true, ai: true }
  const stages = ['Demo', 'Recording', 'Mixing', 'Mastered'].map((title, at) => ({
    title,
    color: ['grey', 'blue', 'amber', 'teal'][at],
  }))
  /** Opens a board of the releases by their stages. */
  const open = async (options: object = {}): Promise<void> => {
    const parts = { options: { stackColumn: 'stage', ...options }, settings: { hidden: ['id'] } }
    await openView(page, app, data, 'Releases', await data.createView('Releases', 'kanban', 'Pipeline', parts))
    await stack('Demo').getByRole('option').first().waitFor()
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    page = app.page
    await createAccount(app)
  })
  beforeEach(async () => {
    data = ownData(app, await engine.createProject(app, 'Studio'))
    await data.createTable(
      'Releases',
      [
        key,
        { cn: 'title', _cn: 'Title', uidt: 'SingleLineText', pv: true },
        { cn: 'artist', _cn: 'Artist', uidt: 'SingleLineText' },
        { cn: 'stage', _cn: 'Stage', uidt: 'SingleSelect', meta: { options: stages } },
      ],
      [
        ['Ferry Whistle', 'Demo'],
        ['Copper Wire', 'Demo'],
        ['Greenhouse Effect', 'Recording'],
        ['Two Brass Keys', 'Recording'],
        ['Perihelion', 'Mixing'],
        ['Undertow', 'Mixing'],
      ].map(([Title, Stage]) => ({ Title, Stage, Artist: 'Tidewater' })),
    )
  })
  afterEach(() => expect(app.complaints).toEqual([]))
  afterAll(() => app.close())

  const makeBoard = async (own: string, title: string): Promise<void> => {
    await page.getByRole('button', { name: `View: ${own}`, exact: true }).click()
    await page.getByRole('button', { name: 'New kanban board' }).click()
    await page.getByLabel('Name of the view').fill(title)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `View: ${title}`, exact: true }).waitFor()
  }

  it('is made, and has its stacks by the first single select', async () => {
    await openView(page, app, data, 'Releases')
    await makeBoard('All Releases', 'Pipeline')
    await page.getByRole('button', { name: 'Stacked by Stage' }).waitFor()
    await expectOrder('Without Stage', 'Demo', 'Recording', 'Mixing', 'Mastered')
    await expectCount('Demo', '2')
    await expectCount('Mastered', '0')
    await soon(() => titles('Demo')).toEqual(['Ferry Whistle', 'Copper Wire'])
    expect((await stored())?.options).toEqual({ stackColumn: 'stage' })
  })

  it('a card is dragged to another stack, and goes back', { tags: ['smoke'] }, async () => {
    await open()
    await drag(card('Ferry Whistle'), stack('Mixing'))
    const moved = toastWith(page, 'Moved Ferry Whistle to Mixing')
    await moved.waitFor()
    expect(await stageOf('Ferry Whistle')).toBe('Mixing')
    await soon(() => titles('Mixing')).toEqual(['Ferry Whistle', 'Perihelion', 'Undertow'])
    await expectCount('Demo', '1')
    await expectCount('Mixing', '3')
    await moved.getByRole('button', { name: 'Undo', exact: true }).click()
    await soon(() => stageOf('Ferry Whistle')).toBe('Demo')
    await soon(() => titles('Demo')).toEqual(['Ferry Whistle', 'Copper Wire'])
    await expectCount('Mixing', '2')
  })

  it('escape puts back what is dragged', async () => {
    await open()
    const [a, b] = [await boxOf(card('Ferry Whistle')), await boxOf(stack('Mastered'))]
    await page.mouse.move(fromStart(a, 20), a.y + 12)
    await page.mouse.down()
    await page.mouse.move(fromStart(b, 60), b.y + 90, { steps: 5 })
    await stack('Mastered').locator('[data-place]').waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await soon(() => titles('Demo')).toEqual(['Ferry Whistle', 'Copper Wire'])
    expect(await stageOf('Ferry Whistle')).toBe('Demo')
  })

  it('a card is lifted, carried and put down by keys, which is read out', async () => {
    await open()
    await card('Ferry Whistle').click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await said('Lifted Copper Wire from Demo.')
    await pressKeys(page, 'ArrowRight')
    await said('Copper Wire is over Recording, stack 3 of 5.')
    await page.keyboard.press('Escape')
    await said('Put Copper Wire back.')
    await soon(() => titles('Demo')).toEqual(['Ferry Whistle', 'Copper Wire'])
    await page.keyboard.press('Space')
    await pressKeys(page, 'ArrowRight')
    await pressKeys(page, 'ArrowRight')
    await page.keyboard.press('Space')
    await soon(() => stageOf('Copper Wire')).toBe('Mixing')
    await soon(() => titles('Mixing')).toEqual(['Copper Wire', 'Perihelion', 'Undertow'])
    // The keyboard is at the card still.
    await soon(() => card('Copper Wire').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    const panel = page.locator('[data-record-panel]')
    await panel.waitFor()
    await soon(() => panel.innerText()).toContain('Tidewater')
    await soon(() => panel.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    // In a wide window the record opens next to the stacks, not over them.
    await page.setViewportSize({ width: 1600, height: 800 })
    await soon(() =>
      page.evaluate(() => {
        const record = document.querySelector('[data-record-panel]')
        const board = record?.parentElement?.firstElementChild
        const [one, other] = [board, record].map((each) => each?.getBoundingClientRect())
        if (one === undefined || other === undefined) return Number.NaN
        return Math.max(other.left - one.right, one.left - other.right)
      }),
    ).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await soon(() => stageOf('Copper Wire')).toBe('Demo')
    await expectCount('Demo', '2')
  })

  it('a record is made in a stack and has its value from the beginning', async () => {
    await open()
    await stack('Mastered').getByRole('button', { name: 'New record in Mastered' }).click()
    const panel = page.locator('[data-record-panel]')
    await panel.waitFor()
    await expectCount('Mastered', '1')
    await soon(async () => (await rest('Releases?where=(Stage,eq,Mastered)')).length).toBe(1)
    await panel.locator('[data-field-value][data-title="Title"]').click()
    await page.keyboard.type('Blue Stairwell')
    await page.keyboard.press('Enter')
    await soon(() => stageOf('Blue Stairwell')).toBe('Mastered')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await card('Blue Stairwell').click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await expectCount('Mastered', '0')
  })

  it('a stack gets a limit, another name and colour; records keep it', async () => {
    await open()
    await stack('Mixing').getByRole('button', { name: 'Stack Mixing' }).click()
    await page.getByRole('menuitem', { name: 'Edit stack' }).click()
    // A click outside loses nothing: it reports invalid values and saves valid ones.
    const beside = (): Promise<void> => page.getByLabel('Status', { exact: true }).click({ position: { x: 2, y: 2 } })
    await page.getByLabel('Limit').fill('none')
    await beside()
    await page.getByRole('alert').filter({ hasText: 'limit' }).waitFor()
    await page.getByLabel('Limit').fill('3')
    await beside()
    await expectCount('Mixing', '2 / 3')
    await stack('Mixing').getByRole('button', { name: 'Stack Mixing' }).click()
    await page.getByRole('menuitem', { name: 'Edit stack' }).click()
    await page.getByLabel('Limit').fill('1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectCount('Mixing', '2 / 1')
    await soon(async () => (await stored())?.options).toMatchObject({
      byColumn: { stage: { limits: { '["Mixing"]': 1 } } },
    })

    await stack('Mixing').getByRole('button', { name: 'Stack Mixing' }).click()
    await page.getByRole('menuitem', { name: 'Edit stack' }).click()
    await page.getByLabel('Name', { exact: true }).fill('In the mix')
    await page.getByRole('radio', { name: 'Violet' }).click()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectCount('In the mix', '2 / 1')
    await expectOrder('Without Stage', 'Demo', 'Recording', 'In the mix', 'Mastered')
    expect(await stageOf('Undertow')).toBe('In the mix')
    await stack('Demo').getByRole('option').first().click()
    await page.keyboard.press('Control+z')
    await expectCount('Mixing', '2 / 1')
    expect(await stageOf('Undertow')).toBe('Mixing')
    await page.keyboard.press('Control+Shift+z')
    await expectCount('In the mix', '2 / 1')
    expect(await stageOf('Undertow')).toBe('In the mix')
    await page.getByRole('button', { name: 'New stack' }).click()
    await page.getByLabel('Name of the stack').fill('Out')
    await page.keyboard.press('Enter')
    await expectOrder('Without Stage', 'Demo', 'Recording', 'In the mix', 'Mastered', 'Out')
  })

  it('stacks are put in another order by keys and by the mouse, and collapse', async () => {
    await open()
    await stack('Demo').locator('[data-handle]').focus()
    await pressKeys(page, 'ArrowRight')
    await said('Demo is stack 3 of 5.')
    await expectOrder('Without Stage', 'Recording', 'Demo', 'Mixing', 'Mastered')
    await drag(stack('Mastered').locator('[data-handle]'), stack('Recording'))
    await expectOrder('Without Stage', 'Mastered', 'Recording', 'Demo', 'Mixing')
    await stack('Recording').getByRole('button', { name: 'Stack Recording' }).click()
    await page.getByRole('menuitem', { name: 'Collapse' }).click()
    await stack('Recording').getByRole('button', { name: 'Expand Recording' }).waitFor()
    await page.getByRole('button', { name: 'Stacked by Stage' }).click()
    await page.getByRole('switch', { name: 'Hide stacks without records' }).click({ force: true })
    await expectOrder('Recording', 'Demo', 'Mixing')
    await page.keyboard.press('Escape')
    await soon(async () => (await stored())?.options['hideEmpty']).toBe(true)
    await page.reload()
    await expectOrder('Recording', 'Demo', 'Mixing')
    await drag(card('Ferry Whistle'), stack('Recording'))
    await soon(() => stageOf('Ferry Whistle')).toBe('Recording')
    await stack('Recording').getByRole('button', { name: 'Expand Recording' }).click()
    await soon(() => titles('Recording')).toEqual(['Ferry Whistle', 'Greenhouse Effect', 'Two Brass Keys'])
  })

  it('shows what others change, and what is looked for', async () => {
    await open({ hideEmpty: true })
    const [row] = await rest('Releases?where=(Title,eq,Perihelion)')
    await rest(`Releases/${String(row?.['Id'])}`, 'PUT', { Stage: 'Demo' })
    await soon(() => titles('Demo')).toEqual(['Ferry Whistle', 'Copper Wire', 'Perihelion'])
    await expectCount('Mixing', '1')
    await page.getByLabel('Find in view').fill('Perihelion')
    await expectOrder('Demo')
    await expectCount('Demo', '1')
    await page.getByLabel('Find in view').fill('')
    await expectOrder('Demo', 'Recording', 'Mixing')
  })

  it('asks only for cards that are seen, of ten thousand', async () => {
    const many = Array.from({ length: 2_500 }, (_, at) => ({ Title: `Take ${at}`, Stage: 'Mastered' }))
    for (const _ of [1, 2, 3, 4]) await rest('Releases/bulk', 'POST', many)
    await open()
    await expectCount('Mastered', '10,000')
    await soon(async () => (await stack('Mastered').getByRole('option').count()) > 3).toBe(true)
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/Releases\?.*offset=/.test(request.url())) asked.push(request.url())
    })
    await stack('Mastered').getByRole('option').first().click()
    await page.keyboard.press('End')
    await soon(() => stack('Mastered').getByRole('option').last().getAttribute('aria-posinset')).toBe('10000')
    await soon(() => stack('Mastered').getByRole('option').last().locator('[data-words]').textContent()).toBe(
      'Take 2499',
    )
    expect(await stack('Mastered').getByRole('option').count()).toBeLessThan(40)
    expect(asked.length).toBeLessThan(12)
  })

  it('a viewer reads it and moves nothing', async () => {
    await open()
    const { page: his, context } = await openAsViewer(app, data.projectId)
    await his.goto(page.url())
    const demo = his.getByRole('region', { name: 'Demo', exact: true })
    await demo.getByRole('option').first().click()
    expect(await his.getByRole('button', { name: /^(New record|New stack|Move )/ }).count()).toBe(0)
    await his.keyboard.press('Space')
    await his.locator('[data-record-panel]').waitFor()
    await his.keyboard.press('Escape')
    await his.getByRole('button', { name: 'Stacked by Stage' }).click()
    await his.getByText('A board is set up by editors, for everyone.').waitFor()
    await context.close()
  })

  it('of a table without a field that suits, offers to make one', async () => {
    await data.createTable('Notes', [key, { cn: 'text', _cn: 'Text', uidt: 'SingleLineText', pv: true }])
    await openView(page, app, data, 'Notes')
    await makeBoard('All Notes', 'Notes by status')
    await page.getByText('There is nothing to make stacks by').waitFor()
    await page.getByRole('button', { name: 'Add a single select' }).click()
    await page.getByRole('button', { name: 'Stacked by Status' }).waitFor()
    await expectOrder('Without Status', 'To do', 'In progress', 'Done')
  })

  it('is deleted', async () => {
    await open()
    await page.getByRole('button', { name: 'View: Pipeline', exact: true }).click()
    await page.getByRole('button', { name: 'More for Pipeline' }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await page.getByRole('button', { name: 'View: All Releases', exact: true }).waitFor()
    await board().waitFor({ state: 'detached' })
  })
})
