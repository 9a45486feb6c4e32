import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendRequest } from '@tests/helpers/request'
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
import { describeEngines } from './engines'

/** Waits for a condition, with time for a slow machine. */
const soon = <Value>(read: () => Value | Promise<Value>) => expect.poll(read)

const options = (...titles: readonly string[]) => ({
  options: titles.map((title, at) => ({ title, color: at === 0 ? 'grey' : 'red' })),
})
const columns = [
  { cn: 'Title', uidt: 'SingleLineText' },
  { cn: 'Count', uidt: 'Number' },
  { cn: 'Notes', uidt: 'LongText' },
  { cn: 'Mood', uidt: 'SingleSelect', meta: options('Calm', 'Loud') },
  { cn: 'Tags', uidt: 'MultiSelect', meta: options('vinyl', 'live') },
  { cn: 'Day', uidt: 'Date' },
  { cn: 'Facts', uidt: 'JSON' },
]
const rows = 60

await describeEngines('Cells', (engine) => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string

  const press = (...keys: string[]): Promise<void> => pressKeys(app.page, ...keys)
  const type = (text: string): Promise<void> => app.page.keyboard.type(text)
  const stored = async (row: number): Promise<Record<string, unknown>> => {
    const answer = await sendRequest(app.origin, `/nc/${projectId}/api/v1/Things/${row}`, { token })
    return answer.json as Record<string, unknown>
  }
  /** Moves to a cell of one of the first rows. The key column follows the title. */
  const to = async (row: number, title: string): Promise<void> => {
    await grid.clickName(row)
    const at = columns.findIndex(({ cn }) => cn === title)
    await press(...Array.from({ length: at === 0 ? 0 : at + 1 }, () => 'ArrowRight'))
  }

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  beforeEach(async () => {
    ;({ projectId, token } = await engine.createProject(app, 'Cells'))
    const operate = (api: string, project: string, args: unknown) =>
      sendRequest(app.origin, '/dashboard/', { method: 'POST', token, body: { api, project_id: project, args } })
    const key = { cn: 'id', uidt: 'ID' }
    await operate('tableCreate', projectId, { tn: 'Things', columns: columns.toSpliced(1, 0, key) })
    const body = Array.from({ length: rows }, (_, at) => ({ Title: `Thing ${at + 1}`, Count: at }))
    await sendRequest(app.origin, `/nc/${projectId}/api/v1/Things/bulk`, { method: 'POST', token, body })
    await openProject(app, projectId)
    grid = await openTable(app.page, 'Things')
    await grid.expectCell(1, 1, /^Thing 1$/)
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('take the first sign, keep it by Tab and Shift+Tab, give up by Escape', { tags: ['smoke'] }, async () => {
    await to(2, 'Notes')
    await type('words')
    await press('Shift+Tab')
    await type('12')
    await press('Tab')
    await soon(() => stored(2)).toMatchObject({ Notes: 'words', Count: 12 })
    await press('F2')
    await type('other')
    await press('Escape')
    await grid.expectCell(2, 4, /^words$/)
  })

  it('take what was typed when the focus moves elsewhere, and leave it there', async () => {
    await to(2, 'Facts')
    await press('Enter')
    const find = app.page.getByRole('searchbox', { name: 'Find in view' })
    await app.page.getByRole('textbox', { name: 'Facts' }).fill('{"bpm": 132}')
    await find.focus()
    await soon(async () => JSON.stringify((await stored(2))['Facts'])).toMatch(/132/)
    await type('Thing 7')
    expect(await find.inputValue()).toBe('Thing 7')
  })

  it('of long texts take lines by Alt, Ctrl and Shift with Enter', async () => {
    await to(3, 'Notes')
    await type('one')
    await press('Alt+Enter')
    await type('two')
    await press('Control+Enter')
    await type('three')
    await press('Shift+Enter')
    await type('four')
    await press('Enter')
    await soon(async () => (await stored(3))['Notes']).toBe('one\ntwo\nthree\nfour')
  })

  it('make the option that is missing, in the next colour', async () => {
    await to(1, 'Mood')
    await type('Brand new')
    await app.page.getByRole('option', { name: 'Add option Brand new' }).waitFor()
    await press('Enter')
    await soon(async () => (await stored(1))['Mood']).toBe('Brand new')
    await to(1, 'Tags')
    await type('fresh')
    await press('Enter')
    await app.page.getByRole('option', { name: 'fresh', selected: true }).waitFor()
    await press('Tab')
    await soon(async () => (await stored(1))['Tags']).toBe('fresh')
    await to(2, 'Mood')
    await type('bra')
    await press('Enter')
    await soon(async () => (await stored(2))['Mood']).toBe('Brand new')
  })

  it('of dates take the day of today by a key', async () => {
    await to(2, 'Day')
    await press('Control+;')
    const today = await app.page.evaluate(() => {
      const now = new Date()
      return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
        .map((part) => String(part).padStart(2, '0'))
        .join('-')
    })
    await soon(async () => (await stored(2))['Day']).toBe(today)
    await to(3, 'Day')
    await type('18 sep 2026')
    await press('Enter')
    await soon(async () => (await stored(3))['Day']).toBe('2026-09-18')
    await to(3, 'Day')
    await press('F2', 'ArrowDown', 'PageDown', 'Enter')
    await soon(async () => (await stored(3))['Day']).toBe('2026-10-19')
  })

  it('of JSON say where a text ends to be JSON, and open as a tree', async () => {
    const { page } = app
    await to(1, 'Facts')
    await type('{"name": low}')
    await press('Enter')
    await soon(() => page.getByRole('status').allInnerTexts()).toContain('Line 1, character 10: expected a value.')
    await press('Control+a')
    await type('{"name":"low","list":[1.50]}')
    await press('Enter')
    await soon(async () => JSON.stringify((await stored(1))['Facts'])).toMatch(/low/)

    await to(1, 'Facts')
    await press('Enter')
    await page.getByRole('tree', { name: 'Facts' }).waitFor()
    await press('ArrowDown', 'Enter')
    await type('high')
    await press('Enter', 'ArrowDown', 'Insert')
    await type('true')
    await press('Enter', 'Home', 'Insert')
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    await type('bpm')
    await press('Enter')
    await page.getByRole('textbox', { name: 'Value', exact: true }).waitFor()
    await type('132')
    await press('Enter', 'Control+Enter')
    await soon(async () => {
      const facts = (await stored(1))['Facts']
      return typeof facts === 'string' ? facts : JSON.stringify(facts)
    }).toBe('{"name":"high","list":[1.50,true],"bpm":132}')
  })

  it('are gone through by keys: to the ends, by pages, and with Shift', async () => {
    await grid.clickName(5)
    await press('Control+End', 'Home')
    await type('The last')
    await press('Enter')
    await soon(async () => (await stored(rows))['Title']).toBe('The last')
    await press('Control+Home')
    await type('The first')
    await press('Enter')
    await soon(async () => (await stored(1))['Title']).toBe('The first')

    const copied = async (...keys: string[]): Promise<string[][]> => {
      await grid.clickName(2)
      await press(...keys)
      await app.page.evaluate(() => navigator.clipboard.writeText(''))
      await press('Control+c')
      await soon(() => app.page.evaluate(() => navigator.clipboard.readText())).not.toBe('')
      const text = await app.page.evaluate(() => navigator.clipboard.readText())
      return text.split('\n').map((line) => line.split('\t'))
    }
    const toEnd = await copied('Shift+End')
    expect([toEnd.length, toEnd[0]?.length]).toEqual([1, columns.length + 1])
    expect((await copied('ArrowRight', 'ArrowRight', 'Shift+Home'))[0]).toEqual(['Thing 2', '2', '1'])
    const page = await copied('Shift+PageDown')
    expect(page.length).toBeGreaterThan(5)
    expect(page[0]).toEqual(['Thing 2'])
    expect((await copied('Shift+PageDown', 'Shift+PageUp')).length).toBe(1)
  })

  it('say what they have no room for while the pointer rests on them', async () => {
    const { page } = app
    const text = 'A sentence that is much longer than the cell that it stands in, and then some more of it.'
    await to(4, 'Notes')
    await type(text)
    await press('Enter', 'ArrowUp', 'Enter')
    const editor = await boxOf(page.getByRole('textbox', { name: 'Notes' }))
    await press('Escape')
    const [x, y] = [fromStart(editor, 20), editor.y + 10]
    await page.mouse.move(x, y + 200)
    await page.mouse.move(x, y)
    await soon(() => page.getByRole('tooltip').allInnerTexts()).toEqual([text])
    await page.mouse.move(x, y + 200)
    await soon(() => page.getByRole('tooltip').count()).toBe(0)
  })
})
