import { readFileSync } from 'node:fs'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, fromStart, openApp, openProject, openTable, pressKeys, stayLoaded, type App } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'

const fixture = (name: string): string => readFileSync(`tests/fixtures/clipboard/${name}`, 'utf8')

const id = { cn: 'id', uidt: 'ID', pk: true, ai: true }
/** A column of each kind that the spreadsheets' blocks contain. */
const columns = [
  { cn: 'name', uidt: 'SingleLineText', pv: true },
  { cn: 'amount', uidt: 'Decimal' },
  { cn: 'price', uidt: 'Currency', meta: { currency: 'USD' } },
  { cn: 'share', uidt: 'Percent' },
  { cn: 'day', uidt: 'Date' },
  { cn: 'moment', uidt: 'DateTime' },
  { cn: 'length', uidt: 'Duration' },
  { cn: 'done', uidt: 'Checkbox' },
  { cn: 'code', uidt: 'SingleLineText' },
  { cn: 'note', uidt: 'LongText' },
  id,
]
const genres = {
  options: [
    { title: 'Folk', color: 'lime' },
    { title: 'Jazz', color: 'blue' },
  ],
}

/**
 * Copy, cut and paste, with the formats that spreadsheets put on the clipboard.
 */
await describeGrid('The clipboard of the grid', (engine) => {
  let app: App
  let token: string
  let projectId: string

  const press = (...keys: string[]): Promise<void> => pressKeys(app.page, ...keys)
  const operate = async (api: string, project: string | undefined, args: unknown): Promise<Record<string, unknown>> => {
    const body = { api, project_id: project, env: '_noco', dbAlias: 'db', args }
    const answer = await sendRequest(app.origin, `/dashboard/?q=sqlOp_${api}`, { method: 'POST', token, body })
    expect([api, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([api, 200, ''])
    return answer.json as Record<string, unknown>
  }
  const read = async (path: string): Promise<Record<string, unknown>[]> => {
    const answer = await sendRequest(app.origin, `/nc/${projectId}/api/v1/${path}`, { token })
    return answer.json as Record<string, unknown>[]
  }
  const add = async (table: string, body: unknown[]): Promise<void> => {
    await sendRequest(app.origin, `/nc/${projectId}/api/v1/${table}/bulk`, { method: 'POST', token, body })
  }
  /** Pastes the formats that a program offers to the page on Ctrl+V. */
  const pasteForms = (forms: Record<string, string>): Promise<void> =>
    app.page.evaluate((given) => {
      const data = new DataTransfer()
      for (const [type, text] of Object.entries(given)) data.setData(type, text)
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    }, forms)
  const clipboard = (): Promise<Record<string, string>> =>
    app.page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      const read = (item?.types ?? []).map(async (type) => [type, (await (await item?.getType(type))?.text()) ?? ''])
      return Object.fromEntries(await Promise.all(read)) as Record<string, string>
    })

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  beforeEach(async () => {
    ;({ projectId, token } = await engine.createProject(app, 'Blocks'))
    await operate('tableCreate', projectId, { tn: 'Sheet', columns })
    await operate('tableCreate', projectId, {
      tn: 'Songs',
      columns: [
        { cn: 'title', uidt: 'SingleLineText', pv: true },
        { cn: 'genre', uidt: 'SingleSelect', meta: genres, dtxp: "'Folk','Jazz'" },
        { cn: 'plays', uidt: 'Number' },
        id,
      ],
    })
    await add(
      'Sheet',
      Array.from({ length: 8 }, () => ({})),
    )
    await add(
      'Songs',
      ['Low Water', 'Harbour Lamp', 'Slack Tide', 'Amber'].map((title, at) => ({
        title,
        genre: 'Folk',
        plays: at + 1,
      })),
    )
    await operate('tableCreate', projectId, { tn: 'Tags', columns: [{ cn: 'word', uidt: 'SingleLineText', pk: true }] })
    await operate('tableCreate', projectId, { tn: 'Mixes', columns: [{ cn: 'title', uidt: 'SingleLineText' }] })
    await add('Mixes', [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }])
    await add('Tags', [{ word: 'blue' }, { word: 'green' }, { word: 'red' }])
    await operate('xcM2MRelationCreate', projectId, { parentTable: 'Mixes', childTable: 'Tags' })
    for (const [mix, tag] of [
      [1, 'blue'],
      [1, 'red'],
      [3, 'green'],
    ])
      await sendRequest(app.origin, `/nc/${projectId}/api/v1/Mixes/${mix}/Tags/${tag}/link`, { method: 'PUT', token })
    await openProject(app, projectId)
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it.each([
    ['Excel', 'excel.html', 'excel.txt'],
    ['Google Sheets', 'sheets.html', 'excel.txt'],
    ['LibreOffice', 'calc.html', 'excel.txt'],
  ])('takes a block of %s with its types', async (_, html, text) => {
    const grid = await openTable(app.page, 'Sheet')
    await grid.clickName(1)
    await pasteForms({ 'text/html': fixture(html), 'text/plain': fixture(text) })
    const stored = async (): Promise<unknown> => (await read('Sheet?limit=1'))[0]
    await expect.poll(stored).toMatchObject({
      name: 'Low Water',
      amount: 1234.5,
      price: 1.29,
      share: 12.5,
      day: '2026-04-03',
      moment: '2026-04-03 14:05:00',
      length: 93_828,
      done: engine.ticked,
      code: '007',
    })
    await grid.expectCell(1, 1, 'Low Water')
  })

  it('copies typed cells for spreadsheets, and brings its own block back whole', { tags: ['smoke'] }, async () => {
    const grid = await openTable(app.page, 'Sheet')
    await grid.clickName(1)
    await pasteForms({ 'text/html': fixture('sheets.html'), 'text/plain': '' })
    await grid.expectCell(1, 1, 'Low Water')
    await grid.expectStatus(/2 × 10 selected/)
    await grid.clickName(1)
    await press('Shift+End', 'Control+c')
    await expect.poll(async () => (await clipboard())['text/plain']).toMatch(/^Low Water\t1,234\.5/)
    const forms = await clipboard()
    expect(forms['text/html']).toContain('sdval="1234.5"')
    expect(forms['text/html']).toContain('data-basalt-block')
    await grid.clickName(5)
    await press('Control+v')
    const without = (row: Record<string, unknown> | undefined): Record<string, unknown> => {
      const { id: _key, ...others } = row ?? {}
      return others
    }
    await expect
      .poll(async () => without((await read('Sheet?limit=8'))[4]))
      .toEqual(without((await read('Sheet?limit=1'))[0]))
  })

  it('copies ranges over the same fields as one block, and refuses scattered ones in words', async () => {
    const { page } = app
    const grid = await openTable(page, 'Songs')
    const region = page.getByRole('region', { name: 'Records of Songs', exact: true })
    const box = await boxOf(region)
    await grid.clickName(1)
    await page.keyboard.down('Control')
    await page.mouse.click(fromStart(box, 44 + 60), box.y + 32 + 28 * 2 + 14)
    await page.keyboard.up('Control')
    await grid.expectStatus(/2 cells selected/)
    await press('Control+c')
    await expect.poll(async () => (await clipboard())['text/plain']).toBe('Low Water\nSlack Tide')
    await page.keyboard.down('Control')
    await page.mouse.click(fromStart(box, 44 + 240), box.y + 32 + 28 * 3 + 14)
    await page.keyboard.up('Control')
    await press('Control+c')
    await grid.expectStatus(/Ranges can be copied together when/)
  })

  it('empties what was cut when it is pasted, and leaves it on Escape', async () => {
    const grid = await openTable(app.page, 'Songs')
    await grid.clickName(4)
    await press('ArrowRight', 'ArrowRight', 'Control+x')
    await grid.expectStatus(/Cut 1 × 1 cells/)
    await press('Escape', 'ArrowUp', 'Control+v')
    await expect.poll(async () => (await read('Songs')).map((row) => row['plays'])).toEqual([1, 2, 4, 4])
    await press('Control+x', 'ArrowUp', 'Control+v')
    await expect.poll(async () => (await read('Songs')).map((row) => row['plays'])).toEqual([1, 4, null, 4])
  })

  it('takes the links of a cell along, and takes them back with it', async () => {
    const linked = async (at: number): Promise<unknown> => {
      const rows = await read(`Mixes?limit=4&mm=Tags&hm=&bt=`)
      return Object.values(rows[at - 1] ?? {})
        .find(Array.isArray)
        ?.map((each: { word: string }) => each.word)
    }
    const grid = await openTable(app.page, 'Mixes')
    // The names of linked records arrive after the rows, and the copy waits for them.
    await grid.clickName(1)
    await press('End', 'Control+c')
    await expect.poll(async () => (await clipboard())['text/plain']).toBe('blue, red')
    await grid.clickName(3)
    await press('End', 'Control+v')
    await expect.poll(() => linked(3)).toEqual(['blue', 'red'])
    await press('Control+z')
    await expect.poll(() => linked(3)).toEqual(['green'])
  })

  it('offers records, fields and options that a block needs, and makes them', async () => {
    const { page } = app
    const grid = await openTable(page, 'Songs')
    await grid.clickName(4)
    await pasteForms({ 'text/plain': 'New one\tFolkk\t10\t\t2026-01-31\tloud\nNew two\tJazz\t11\t\t2026-02-28\tcalm' })
    const dialog = page.getByRole('dialog', { name: 'Paste into Songs' })
    await dialog.getByText('Add 2 fields: Field 1, Field 2').waitFor()
    await dialog.getByText('Add the option Folkk to genre.').waitFor()
    await dialog.getByText('Add record').waitFor()
    await dialog.getByRole('button', { name: 'Paste' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await read('Songs?limit=10')).slice(3))
      .toMatchObject([
        { title: 'New one', genre: 'Folkk', plays: 10, 'Field 1': '2026-01-31', 'Field 2': 'loud' },
        { title: 'New two', genre: 'Jazz', plays: 11, 'Field 1': '2026-02-28', 'Field 2': 'calm' },
      ])
    await grid.expectCell(5, 1, 'New two')
  })

  it('leaves out what is not wanted', async () => {
    const { page } = app
    const grid = await openTable(page, 'Songs')
    await grid.clickName(1)
    await press('ArrowRight')
    await pasteForms({ 'text/plain': 'Polka\t5\t\tmore' })
    const dialog = page.getByRole('dialog', { name: 'Paste into Songs' })
    await dialog.getByText('Add 1 field: Field 1').click()
    await dialog.getByText('Add the option Polka to genre.').click()
    await dialog.getByRole('button', { name: 'Paste' }).click()
    await page.getByText('1 value does not fit and was not saved').waitFor()
    expect((await read('Songs?limit=1'))[0]).toMatchObject({ genre: 'Folk', plays: 5 })
  })

  it('pastes thousands of cells with one request', async () => {
    const { page } = app
    const body = Array.from({ length: 2_000 }, (_, at) => ({ title: `Song ${at}`, plays: at }))
    await add('Songs', body)
    const grid = await openTable(page, 'Songs')
    await grid.expectStatus(/^2,004 records/)
    const writes: string[] = []
    page.on('request', (request) => {
      const isRows = request.url().includes('/Songs') || request.url().includes('rowsApply')
      if (request.method() !== 'GET' && isRows) writes.push(request.method())
    })
    await grid.clickName(1)
    const text = Array.from({ length: 2_000 }, (_, at) => `Pasted ${at}\tJazz\t${at}`).join('\n')
    await pasteForms({ 'text/plain': text })
    await expect.poll(async () => (await read('Songs?limit=1&offset=1999'))[0]?.['title']).toBe('Pasted 1999')
    expect(writes).toEqual(['POST'])
    await grid.expectCell(1, 1, 'Pasted 0')
  })

  it('copies more records than are held, with the names of the fields above', async () => {
    const { page } = app
    const body = Array.from({ length: 2_001 }, (_, at) => ({ title: `Song ${at}`, plays: at }))
    await add('Songs', body)
    const grid = await openTable(page, 'Songs')
    await grid.expectStatus(/^2,005 records/)
    await grid.clickName(1)
    await press('Control+Shift+ArrowDown', 'Control+c')
    await expect.poll(async () => (await clipboard())['text/plain']?.split('\n').length).toBe(2_005)
    await grid.scrollTo(-3_000)
    await grid.expectCell(12, 1, 'Song 7')
    await grid.clickName(1)
    const region = page.getByRole('region', { name: 'Records of Songs', exact: true })
    const box = await boxOf(region)
    await page.mouse.click(fromStart(box, 44 + 60), box.y + 32 + 14, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy with field names' }).click()
    await expect.poll(async () => (await clipboard())['text/plain']).toBe('title\nLow Water')
  })
})
