import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, fromStart, openApp, openProject, openTable, stayLoaded, type App, type Grid } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'

const widths = [220, 108, 124, 160]

/** The statistics of a column, in a panel of its header. */
await describeGrid('Statistics of a column', (engine) => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string

  const open = async (column: number) => {
    const { page } = app
    const box = await boxOf(page.getByRole('region', { name: 'Records of Sales', exact: true }))
    const left = 44 + widths.slice(0, column - 1).reduce((sum, width) => sum + width, 0)
    await page.mouse.click(fromStart(box, left + 40), box.y + 20, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Statistics' }).click()
    const panel = page.getByRole('dialog', { name: /^Statistics of/ })
    await panel.locator('dt').first().waitFor()
    await panel.getByText('Reading statistics').waitFor({ state: 'detached' })
    return panel
  }
  const figures = async (column: number): Promise<Record<string, string>> => {
    const panel = await open(column)
    const [names, values] = [await panel.locator('dt').allInnerTexts(), await panel.locator('dd').allInnerTexts()]
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
  }
  const close = () => app.page.keyboard.press('Escape')

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
    ;({ projectId, token } = await engine.createProject(app, 'Statistics'))
    const args = {
      tn: 'Sales',
      columns: [
        { cn: 'name', uidt: 'SingleLineText', pv: true },
        { cn: 'amount', uidt: 'Number' },
        { cn: 'day', uidt: 'Date' },
        { cn: 'id', uidt: 'ID', pk: true, ai: true },
      ],
    }
    const body = { api: 'tableCreate', project_id: projectId, args }
    await sendRequest(app.origin, '/dashboard/', { method: 'POST', token, body })
    const rows = Array.from({ length: 101 }, (_, at) => ({
      name: at % 3 === 0 ? 'Ada' : at % 3 === 1 ? 'Bo' : null,
      amount: at === 100 ? null : at + 1,
      day: at === 100 ? null : `2026-${String((at % 12) + 1).padStart(2, '0')}-15`,
    }))
    await sendRequest(app.origin, `/nc/${projectId}/api/v1/Sales/bulk`, { method: 'POST', token, body: rows })
    await openProject(app, projectId)
  })
  beforeEach(async () => {
    grid = await openTable(app.page, 'Sales')
    await grid.expectCell(1, 1, 'Ada')
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('tell numbers with their distribution and their middle', async () => {
    expect(await figures(2)).toEqual({
      Records: '101',
      Filled: '100',
      Empty: '1',
      Distinct: '100',
      Smallest: '1',
      Largest: '100',
      Average: '50.5',
      Median: '50.5',
      Sum: '5,050',
    })
    const bars = app.page.getByRole('region', { name: 'Distribution' }).getByRole('listitem')
    const counts = await bars.evaluateAll((list) => list.map((bar) => Number(bar.ariaLabel?.split(': ')[1])))
    expect(counts.length).toBeGreaterThan(5)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100)
    await close()
  })

  it('tell texts with the most frequent ones', async () => {
    expect(await figures(1)).toEqual({ Records: '101', Filled: '68', Empty: '33', Distinct: '2' })
    const list = app.page.getByRole('region', { name: 'Most frequent values' }).getByRole('listitem')
    expect((await list.allInnerTexts()).map((text) => text.split(/\s+/))).toEqual([
      ['Ada', '34'],
      ['Bo', '34'],
    ])
    await close()
  })

  it('tell days by months', async () => {
    expect(await figures(3)).toMatchObject({ Filled: '100', Earliest: '15 Jan 2026', Latest: '15 Dec 2026' })
    const bars = app.page.getByRole('region', { name: 'Distribution' }).getByRole('listitem')
    const labels = await bars.evaluateAll((all) => all.map((bar) => bar.ariaLabel))
    expect(labels).toHaveLength(12)
    expect(labels[0]).toMatch(/Jan.*2026: 9$/)
    expect(labels[11]).toMatch(/Dec.*2026: 8$/)
    await close()
  })

  it('are those of the records that the view shows', async () => {
    const { page } = app
    await page.getByPlaceholder('Find in view').fill('Ada')
    // Every third record is called so.
    await grid.expectCell(2, 1, 'Ada')
    const panel = await open(2)
    await panel.getByText('Only of the records that the filter and the search find.').waitFor()
    expect(await panel.locator('dd').first().innerText()).toBe('34')
    await close()
    await page.getByPlaceholder('Find in view').fill('')
  })
})
