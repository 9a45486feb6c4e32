import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, openApp, openProject, openTable, stayLoaded, type App, type Grid } from './app'
import { describeGrid } from './engines'

/** Find and replace in a view, over more records than are held. */
await describeGrid('Find in a view', (engine) => {
  let app: App
  let grid: Grid
  let token: string
  let projectId: string

  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await app.page.keyboard.press(key)
  }
  const rows = async (query: string): Promise<Record<string, unknown>[]> => {
    const answer = await sendRequest(app.origin, `/nc/${projectId}/api/v1/Words?${query}`, { token })
    return answer.json as Record<string, unknown>[]
  }
  const bar = () => app.page.getByRole('search', { name: 'Find and replace' })
  const field = () => bar().getByRole('textbox', { name: 'Find', exact: true })
  const position = (text: string) => bar().getByRole('status').getByText(text, { exact: true }).waitFor()

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  beforeEach(async () => {
    ;({ projectId, token } = await engine.createProject(app, 'Find'))
    const operate = (api: string, project: string, args: unknown) =>
      sendRequest(app.origin, '/dashboard/', { method: 'POST', token, body: { api, project_id: project, args } })
    await operate('tableCreate', projectId, {
      tn: 'Words',
      columns: [
        { cn: 'word', uidt: 'SingleLineText', pv: true },
        { cn: 'note', uidt: 'SingleLineText' },
        { cn: 'size', uidt: 'Number' },
        { cn: 'id', uidt: 'ID', pk: true, ai: true },
      ],
    })
    const body = Array.from({ length: 3_000 }, (_, at) => ({
      word: at % 1_000 === 5 ? `Needle ${at}` : `Hay ${at}`,
      note: at === 5 ? 'a needle too' : 'none',
      size: at,
    }))
    await sendRequest(app.origin, `/nc/${projectId}/api/v1/Words/bulk`, { method: 'POST', token, body })
    await openProject(app, projectId)
    grid = await openTable(app.page, 'Words')
    await grid.expectCell(1, 1, 'Hay 0')
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  it('goes from hit to hit over every record, and round', async () => {
    await press('Control+f')
    await app.page.keyboard.type('needle')
    await position('1 of 4')
    await press('Enter')
    await position('2 of 4')
    await press('Enter')
    await position('3 of 4')
    await grid.expectCell(1_006, 1, 'Needle 1005')
    await press('F3')
    await position('4 of 4')
    await grid.expectCell(2_006, 1, 'Needle 2005')
    await press('Enter')
    await position('1 of 4')
    await press('Shift+Enter')
    await position('4 of 4')
    await press('Shift+F3')
    await position('3 of 4')
  })

  it('can mind capitals, whole cells, patterns and fields', async () => {
    const { page } = app
    await press('Control+f')
    await bar().getByRole('button', { name: 'Match case' }).click()
    await field().fill('Needle')
    await bar().getByRole('status').getByText(/of 3$/).waitFor()
    await bar().getByRole('button', { name: 'Match case' }).click()
    await bar().getByRole('button', { name: 'Whole cell' }).click()
    await field().fill('NEEDLE 5')
    await position('1 of 1')
    await bar().getByRole('button', { name: 'Whole cell' }).click()
    await bar()
      .getByRole('button', { name: /^Pattern/ })
      .click()
    await field().fill('^Needle [0-9]{4}$')
    await bar().getByRole('status').getByText(/of 2$/).waitFor()
    await field().fill('(')
    await position('Not a pattern')
    await bar()
      .getByRole('button', { name: /^Pattern/ })
      .click()
    await field().fill('needle')
    await bar().getByRole('button', { name: 'In all fields' }).click()
    await page.getByRole('menuitem', { name: 'note' }).click()
    await page.keyboard.press('Escape')
    await position('1 of 1')
    await bar().getByRole('button', { name: 'In note' }).click()
    await page.getByRole('menuitem', { name: 'In all fields' }).click()
    await field().fill('nobody')
    await position('No match')
  })

  it('replaces one hit, and goes to the next', async () => {
    await press('Control+h')
    await field().fill('needle')
    await bar().getByRole('status').getByText(/of 4$/).waitFor()
    const told = () => bar().getByRole('status').innerText()
    for (let now = await told(); now !== '1 of 4'; now = await told()) {
      await bar().getByRole('button', { name: 'Next match' }).click()
      await expect.poll(told).not.toBe(now)
    }
    await bar().getByRole('textbox', { name: 'Replace with' }).fill('Pin')
    await bar().getByRole('button', { name: 'Replace', exact: true }).click()
    await expect.poll(async () => (await rows('limit=1&offset=5'))[0]?.['word']).toBe('Pin 5')
    await bar().getByRole('status').getByText(/of 3$/).waitFor()
  })

  it('counts what would change before it replaces everything, and can be taken back', async () => {
    const { page } = app
    await press('Control+h')
    await field().fill('needle')
    await bar().getByRole('status').getByText(/of 4$/).waitFor()
    await bar().getByRole('textbox', { name: 'Replace with' }).fill('Pin')
    await bar().getByRole('button', { name: 'Replace all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replace 4 values?' })
    await dialog.getByText('3 records change.').waitFor()
    await dialog.getByRole('button', { name: 'Replace 4 values' }).click()
    await page.getByText('Replaced 4 values').first().waitFor()
    expect(await rows('where=(word,like,Pin%25)~or(note,like,%25Pin%25)&sort=id&fields=word,note')).toMatchObject([
      { word: 'Pin 5', note: 'a Pin too' },
      { word: 'Pin 1005' },
      { word: 'Pin 2005' },
    ])
    await position('No match')
    await press('Escape')
    await bar().waitFor({ state: 'detached' })
    await grid.clickName(1)
    await press('Control+z')
    await expect.poll(async () => (await rows('where=(word,like,Needle%25)')).length).toBe(3)
  })

  it('names values that would not fit, and leaves them', async () => {
    const { page } = app
    await press('Control+h')
    await field().fill('299')
    await bar()
      .getByRole('button', { name: /^In (?:all|size)/ })
      .click()
    await page.getByRole('menuitem', { name: 'size' }).click()
    await page.keyboard.press('Escape')
    await bar()
      .getByRole('status')
      .getByText(/of 1[0-9]$/)
      .waitFor()
    await bar().getByRole('textbox', { name: 'Replace with' }).fill('many')
    await bar().getByRole('button', { name: 'Replace all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replace 0 values?' })
    await dialog.getByText(/values would not fit/).waitFor()
    await dialog
      .getByText(/size must be a number/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await bar().getByRole('button', { name: 'Close find' }).click()
  })

  it('leaves the field that shows only the records found', async () => {
    await app.page.getByRole('searchbox', { name: 'Find in view' }).fill('Needle 5')
    await grid.expectStatus(/^1 of 3,000 records/)
    await app.page.getByRole('searchbox', { name: 'Find in view' }).fill('')
  })
})
