import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, fromStart, openApp, openProject, openTable, stayLoaded, type App, type Grid } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'

/** Orders records by hand: by dragging, by keyboard, and by inserting next to another one. */
await describeGrid('An order of records by hand', (engine) => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string

  const region = () => app.page.getByRole('region', { name: 'Records of Steps', exact: true })
  const operate = (api: string, args: unknown) =>
    sendRequest(app.origin, '/dashboard/', { method: 'POST', token, body: { api, project_id: projectId, args } })
  const number = async (row: number): Promise<{ x: number; y: number }> => {
    const box = await boxOf(region().locator('canvas').first())
    return { x: fromStart(box, 22), y: box.y + 32 + (row - 0.5) * 28 }
  }
  const drag = async (from: number, to: number): Promise<void> => {
    const { mouse } = app.page
    const [start, end] = [await number(from), await number(to)]
    await mouse.move(start.x, start.y)
    await mouse.down()
    await mouse.move(start.x, (start.y + end.y) / 2, { steps: 4 })
    // Well within the upper half of the row, before which the record goes.
    await mouse.move(end.x, end.y - 10, { steps: 6 })
    await mouse.up()
  }
  /** Drags like a hand that is faster than the page draws: no frame comes between the move and the release. */
  const flick = async (from: number, to: number): Promise<void> => {
    const [start, end] = [await number(from), await number(to)]
    await app.page.mouse.move(start.x, start.y)
    await app.page.mouse.down()
    await region()
      .locator('canvas')
      .first()
      .evaluate(
        (canvas, { x, y }) => {
          for (const [type, buttons] of [
            ['pointermove', 1],
            ['pointerup', 0],
          ] as const)
            canvas.dispatchEvent(
              new PointerEvent(type, { clientX: x, clientY: y, buttons, pointerType: 'mouse', bubbles: true }),
            )
        },
        { x: end.x, y: end.y - 10 },
      )
    await app.page.mouse.up()
  }
  /** Waits until a moved record is stored and selected: the rows are still moving before that. */
  const selected = (row: number): Promise<void> =>
    region()
      .locator(`[id="glide-cell-1-${row - 1}"][aria-selected=true]`)
      .waitFor({ state: 'attached' })
  const expectOrder = async (...names: string[]): Promise<void> => {
    for (const [at, name] of names.entries()) await grid.expectCell(at + 1, 1, name === '' ? /^$/ : name)
  }

  /** Begins an order by hand, with the fourth record first. */
  const begin = async (): Promise<void> => {
    await drag(4, 1)
    await app.page.getByRole('dialog').getByRole('button', { name: 'Order by hand' }).click()
    await expectOrder('Fourth', 'First', 'Second', 'Third')
    await selected(1)
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  beforeEach(async () => {
    ;({ projectId, token } = await engine.createProject(app, 'Order'))
    await operate('tableCreate', {
      tn: 'Steps',
      columns: [
        { cn: 'name', uidt: 'SingleLineText', pv: true },
        { cn: 'id', uidt: 'ID', pk: true, ai: true },
      ],
    })
    const body = ['First', 'Second', 'Third', 'Fourth'].map((name) => ({ name }))
    await sendRequest(app.origin, `/nc/${projectId}/api/v1/Steps/bulk`, { method: 'POST', token, body })
    await openProject(app, projectId)
    grid = await openTable(app.page, 'Steps')
    await expectOrder('First', 'Second', 'Third', 'Fourth')
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('begins with the first drag, after asking, and hides its field', async () => {
    const { page } = app
    await begin()
    expect(await page.locator('[id="glide-cell-3-0"]').count()).toBe(0)
    await drag(2, 3)
    await expectOrder('Fourth', 'Second', 'First', 'Third')
    await selected(3)
    await flick(4, 1)
    await expectOrder('Third', 'Fourth', 'Second', 'First')
  })

  it('is changed by keys and taken back', async () => {
    const { keyboard } = app.page
    await begin()
    await grid.clickName(1)
    await keyboard.press('Alt+Shift+ArrowDown')
    await expectOrder('First', 'Fourth', 'Second', 'Third')
    await keyboard.press('Alt+Shift+ArrowDown')
    await expectOrder('First', 'Second', 'Fourth', 'Third')
    await keyboard.press('Alt+Shift+ArrowUp')
    await expectOrder('First', 'Fourth', 'Second', 'Third')
    await keyboard.press('Control+z')
    await expectOrder('First', 'Second', 'Fourth', 'Third')
  })

  it('takes new records where they are inserted, and others at the end', async () => {
    const { page } = app
    await begin()
    await grid.clickName(2)
    await page.keyboard.press('Control+Enter')
    await expectOrder('Fourth', 'First', '', 'Second', 'Third')
    await page.keyboard.type('Between')
    await page.keyboard.press('Enter')
    await expectOrder('Fourth', 'First', 'Between', 'Second', 'Third')
    await sendRequest(app.origin, `/nc/${projectId}/api/v1/Steps`, { method: 'POST', token, body: { name: 'Last' } })
    await expectOrder('Fourth', 'First', 'Between', 'Second', 'Third', 'Last')
    const at = await number(6)
    await page.mouse.click(at.x, at.y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expectOrder('Fourth', 'First', 'Between', 'Second', 'Last', 'Third')
  })

  it('is there after a reload, and says why a record has no place where the view is sorted', async () => {
    const { page } = app
    await begin()
    await page.reload()
    grid = await openTable(page, 'Steps')
    await expectOrder('Fourth', 'First', 'Second', 'Third')
    const at = await number(1)
    await page.mouse.click(fromStart({ ...at, width: 0 }, 80), at.y - 28)
    await expectOrder('First', 'Fourth')
    await page.mouse.click(at.x, at.y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Insert record (the sort places it)' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Insert record above' }).count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  it('is hidden in the grid of a table that another view orders', async () => {
    const { page } = app
    await operate('tableCreate', { tn: 'Others', columns: [{ cn: 'name', uidt: 'SingleLineText', pv: true }] })
    await operate('rowOrderCreate', { tn: 'Others', title: 'Order in a view' })
    const path = `/nc/${projectId}/api/v1/Others`
    await sendRequest(app.origin, path, { method: 'POST', token, body: { name: 'One' } })
    await page.reload()
    const others = await openTable(page, 'Others')
    await others.expectCell(1, 2, '1')
    expect(await page.locator('[id="glide-cell-3-0"]').count()).toBe(0)
  })
})
