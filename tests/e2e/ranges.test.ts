import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createAccount,
  fromStart,
  openApp,
  openProject,
  openTable,
  pressKeys,
  stayLoaded,
  type App,
  type Grid,
} from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'

const rowHeightPx = 28
const headerHeightPx = 32
const rowNumberPx = 44
/** Widths of the table's columns as shown. */
const widths = [220, 108, 124, 108]

/** Several ranges, the fill handle, and their figures in the status bar. */
await describeGrid('Ranges of the grid', (engine) => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string

  const press = (...keys: string[]): Promise<void> => pressKeys(app.page, ...keys)
  const rows = async (): Promise<Record<string, unknown>[]> => {
    const answer = await sendRequest(app.origin, `/nc/${projectId}/api/v1/Days?limit=100`, { token })
    return answer.json as Record<string, unknown>[]
  }
  const valuesOf = (title: string, count: number) => async (): Promise<unknown[]> =>
    (await rows()).slice(0, count).map((row) => row[title])
  const region = () => app.page.getByRole('region', { name: 'Records of Days', exact: true })
  /** Returns a place on the page, measured from the start and the top of the grid. */
  const place = async (start: number, top: number): Promise<{ x: number; y: number }> => {
    const shown = await boxOf(region().locator('canvas').first())
    return { x: fromStart(shown, start), y: shown.y + top }
  }
  /** Returns the distance of a column from the start, both from 1. */
  const startOf = (column: number): number =>
    rowNumberPx + widths.slice(0, column - 1).reduce((sum, width) => sum + width, 0)
  const cell = (row: number, column: number): Promise<{ x: number; y: number }> =>
    place(startOf(column) + 20, headerHeightPx + (row - 0.5) * rowHeightPx)
  /** Returns the handle at the corner of a range that ends at a cell. */
  const handle = (row: number, column: number): Promise<{ x: number; y: number }> =>
    place(startOf(column + 1) - 2, headerHeightPx + row * rowHeightPx - 2)
  const choose = async (row: number, column: number, held?: 'Control' | 'Shift'): Promise<void> => {
    const { x, y } = await cell(row, column)
    if (held) await app.page.keyboard.down(held)
    await app.page.mouse.click(x, y)
    if (held) await app.page.keyboard.up(held)
  }
  const drag = async (
    from: { x: number; y: number },
    to: { x: number; y: number },
    held?: 'Control',
  ): Promise<void> => {
    const { mouse, keyboard } = app.page
    await mouse.move(from.x, from.y)
    await mouse.down()
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 })
    await mouse.move(to.x, to.y, { steps: 3 })
    if (held) await keyboard.down(held)
    await mouse.up()
    if (held) await keyboard.up(held)
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  /** Opens a table of twelve records in a new project. */
  const open = async (numbers: readonly (number | null)[], days = ['2026-01-30']): Promise<void> => {
    ;({ projectId, token } = await engine.createProject(app, 'Ranges'))
    const operate = (api: string, project: string, args: unknown) =>
      sendRequest(app.origin, '/dashboard/', { method: 'POST', token, body: { api, project_id: project, args } })
    await operate('tableCreate', projectId, {
      tn: 'Days',
      columns: [
        { cn: 'name', uidt: 'SingleLineText', pv: true },
        { cn: 'number', uidt: 'Number' },
        { cn: 'day', uidt: 'Date' },
        { cn: 'other', uidt: 'Number' },
        { cn: 'id', uidt: 'ID', pk: true, ai: true },
      ],
    })
    const body = Array.from({ length: 12 }, (_, at) => ({
      name: at === 0 ? 'Item 1' : null,
      number: numbers[at] ?? null,
      day: days[at] ?? null,
      other: at < 8 ? at + 1 : null,
    }))
    await sendRequest(app.origin, `/nc/${projectId}/api/v1/Days/bulk`, { method: 'POST', token, body })
    await openProject(app, projectId)
    grid = await openTable(app.page, 'Days')
    await grid.expectCell(1, 1, 'Item 1')
  }
  const six = [10, 20, 30, 40, 50, 60]
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('fill a series when their handle is dragged down, in one request', async () => {
    await open([10, 20])
    const writes: string[] = []
    app.page.on('request', (request) => {
      if (request.method() === 'PUT' || request.url().includes('rowsApply')) writes.push(request.url())
    })
    await choose(1, 2)
    await choose(2, 2, 'Shift')
    await drag(await handle(2, 2), await cell(6, 2))
    await expect.poll(valuesOf('number', 7)).toEqual([10, 20, 30, 40, 50, 60, null])
    await expect.poll(() => writes.length).toBe(1)
    await grid.expectCell(6, 2, '60')
  })

  it('go on by days, and copy with Ctrl', async () => {
    await open([])
    await choose(1, 3)
    await drag(await handle(1, 3), await cell(4, 3))
    await expect.poll(valuesOf('day', 4)).toEqual(['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'])
    await choose(1, 3)
    await drag(await handle(1, 3), await cell(3, 3), 'Control')
    await expect.poll(valuesOf('day', 4)).toEqual(['2026-01-30', '2026-01-30', '2026-01-30', '2026-02-02'])
  })

  it('fill down to the end of the neighbour by a double click on the handle', async () => {
    await open(six)
    await choose(1, 1)
    const { x, y } = await handle(1, 1)
    await app.page.mouse.move(x, y)
    await app.page.mouse.dblclick(x, y)
    // The adjacent column has six numbers.
    await expect.poll(valuesOf('name', 7)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Item 4', 'Item 5', 'Item 6', null])
  })

  it('take the value above with Ctrl+D and that to the left with Ctrl+R', async () => {
    await open(six)
    await choose(6, 2)
    await choose(8, 2, 'Shift')
    await press('Control+d')
    await expect.poll(valuesOf('number', 9)).toEqual([10, 20, 30, 40, 50, 60, 60, 60, null])
    await choose(9, 2)
    await press('Control+d')
    await expect.poll(valuesOf('number', 9)).toEqual([10, 20, 30, 40, 50, 60, 60, 60, 60])
    await choose(1, 2)
    await choose(1, 4, 'Shift')
    await press('Control+r')
    await expect.poll(async () => (await rows())[0]).toMatchObject({ number: 10, other: 10, day: '2026-01-30' })
    await app.page.getByText('1 value does not fit and was not saved').waitFor()
    await press('Escape')
  })

  it('can be taken back as one change', async () => {
    await open([...six, 60, 60, 60])
    await choose(9, 2)
    await choose(12, 2, 'Shift')
    await press('Control+d')
    await expect.poll(valuesOf('number', 12)).toEqual([10, 20, 30, 40, 50, 60, 60, 60, 60, 60, 60, 60])
    await press('Control+z')
    await expect.poll(valuesOf('number', 12)).toEqual([10, 20, 30, 40, 50, 60, 60, 60, 60, null, null, null])
  })

  it('tell what their cells come to, and let people choose what', async () => {
    const { page } = app
    await open(six, ['2026-01-30', '2026-01-30', '2026-01-30', '2026-02-02'])
    await choose(1, 2)
    await choose(3, 2, 'Shift')
    await grid.expectStatus(/3 × 1 selected\s+Sum 60\s+Average 20/)
    await page.getByRole('button', { name: 'Sum 60' }).click()
    await page.getByRole('menuitem', { name: 'Average 20' }).click()
    await grid.expectStatus(/3 × 1 selected\s+Average 20\s+Min 10/)
    await choose(1, 3)
    await choose(4, 3, 'Shift')
    await grid.expectStatus(/Min 30 Jan 2026/)
  })

  it('are added with Ctrl, summed up together and cleared together', async () => {
    await open(six)
    await choose(1, 2)
    await choose(3, 2, 'Control')
    await choose(5, 4, 'Control')
    await grid.expectStatus(/3 cells selected/)
    await press('Delete')
    await expect.poll(valuesOf('number', 4)).toEqual([null, 20, null, 40])
    await expect.poll(valuesOf('other', 6)).toEqual([1, 2, 3, 4, null, 6])
    await press('Control+a')
    await grid.expectStatus(/12 × 5 selected/)
  })

  it('reach over whole columns by the top edge of their headers and with Ctrl+Space', async () => {
    const { page } = app
    await open(six)
    const edgeOf = (column: number): Promise<{ x: number; y: number }> => place(startOf(column) + 60, 3)
    const second = await edgeOf(2)
    await page.mouse.move(second.x, second.y)
    const cursorAt = ({ x: left, y: top }: { x: number; y: number }): Promise<string> =>
      page.evaluate(
        ([a = 0, b = 0]) => getComputedStyle(document.elementFromPoint(a, b) ?? document.body).cursor,
        [left, top],
      )
    await expect.poll(() => cursorAt(second)).toMatch(/url\(.*s-resize/)
    await page.mouse.click(second.x, second.y)
    await grid.expectStatus(/12 × 1 selected/)
    const third = await edgeOf(4)
    await page.keyboard.down('Shift')
    await page.mouse.click(third.x, third.y)
    await page.keyboard.up('Shift')
    await grid.expectStatus(/12 × 3 selected/)
    await choose(5, 3)
    await press('Control+Space')
    await grid.expectStatus(/12 × 1 selected/)
    // The drag sorted nothing.
    await grid.expectCell(2, 2, '20')
    expect(await page.getByRole('button', { name: 'Sort 1' }).count()).toBe(0)
  })
})
