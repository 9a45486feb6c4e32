import type { Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, openApp, openProject, operate, stayLoaded, type App } from './app'
import { describeAllEngines, type GridEngine } from './engines'

/** Statements that take far longer than a test. */
const slow: Readonly<Record<GridEngine['name'], string>> = {
  SQLite: 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n',
  PostgreSQL: 'select pg_sleep(300)',
  MariaDB: 'select count(*) from tracks a, tracks b, tracks c, tracks d where a.title < sha1(b.title)',
}

await describeAllEngines('The SQL editor', (engine) => {
  let app: App
  let projectId: string
  let token: string

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
    ;({ projectId, token } = await engine.openSample(app))
  })
  beforeEach(async () => {
    await openProject(app, projectId)
    await app.page.getByRole('searchbox', { name: 'Filter tables' }).click()
    await press('Control+Shift+O')
    await app.page.getByRole('region', { name: 'SQL Client' }).waitFor()
    await press('Alt+n')
    await expect.poll(() => text().textContent()).toBe('')
    await text().focus()
  })
  afterAll(() => app.close())
  afterAll(() => expect(app.complaints).toEqual([]))

  const press = (key: string): Promise<void> => app.page.keyboard.press(key)
  const write = (sql: string): Promise<void> => app.page.keyboard.insertText(sql)
  const button = (name: string): Locator => app.page.getByRole('button', { name, exact: true })
  const toolbar = (): Locator => app.page.getByRole('toolbar', { name: 'Query', exact: true })
  const text = (): Locator => app.page.getByRole('textbox', { name: 'Query text' })
  const results = (): Locator => app.page.getByRole('region', { name: 'Results' })
  const library = (): Locator => app.page.getByRole('complementary', { name: 'Saved queries and history' })
  const dialog = (): Locator => app.page.getByRole('dialog')
  const cell = (row: number, column: number): Locator => results().locator(`[id="glide-cell-${column}-${row - 1}"]`)
  const expectCell = (row: number, column: number, value: string): Promise<void> =>
    expect
      .poll(() =>
        cell(row, column)
          .textContent({ timeout: 1_000 })
          .catch(() => null),
      )
      .toBe(value)
  const query = async (sql: string): Promise<unknown[][]> =>
    ((await operate(app, { token, projectId }, 'sqlQuery', { sql })) as { rows: unknown[][] }).rows
  /** Moves the focus by keys alone: from the query text to its results, and there to an element. */
  const keysTo = async (target: Locator): Promise<void> => {
    for (let times = 0; times < 20; times += 1) {
      if (await target.evaluate((element) => element.contains(document.activeElement))) return
      const isIn = await results().evaluate((element) => element.contains(document.activeElement))
      await press(isIn ? 'Tab' : 'F6')
    }
    throw new Error('Keys do not reach it')
  }

  it('runs the statement at the cursor, a selection and all, and formats', { tags: ['smoke'] }, async () => {
    await write('select 1 as one;\nupdate albums set title = title where id = 1;\nselect 22 as two')
    await press('Control+Enter')
    await expectCell(1, 1, '22')
    await press('Control+Home')
    await press('Shift+End')
    await toolbar().getByRole('button', { name: /^Run/ }).click()
    await expectCell(1, 1, '1')
    await press('Control+Shift+Enter')
    await results().getByRole('tab', { name: 'Result 2' }).waitFor()
    await results().getByRole('tab', { name: 'Messages' }).click()
    await results()
      .getByText(/^1 row changed in/)
      .waitFor()
    await button('More for this query').click()
    await app.page.getByRole('menuitem', { name: 'Run all statements' }).click()
    await results().getByRole('tab', { name: 'Result 1' }).waitFor()

    await text().click()
    await press('Control+a')
    await write('select id,title from albums where id=1')
    await press('Alt+Shift+f')
    await expect.poll(() => text().locator('.cm-line').count()).toBeGreaterThan(3)
  })

  it('completes names, and marks errors with the words of the database', async () => {
    await write('select nosuch from artists a where ')
    await app.page.keyboard.type('a.coun')
    await app.page.getByRole('option', { name: /^country/ }).click()
    await expect.poll(() => text().textContent()).toContain('a.country')
    await write(' is not null')
    await press('Control+Enter')
    await results()
      .getByRole('alert')
      .getByText(/nosuch/)
      .waitFor()
    await expect.poll(() => app.page.locator('.cm-lintRange-error').first().textContent()).toContain('nosuch')
  })

  it('cancels a statement on the server by key and by button', async () => {
    await write(slow[engine.name])
    for (const cancel of [() => press('Control+.'), () => button('Cancel').click()]) {
      await text().focus()
      await press('Control+Enter')
      await button('Cancel').waitFor()
      await results()
        .getByText(/^Running/)
        .first()
        .waitFor()
      await cancel()
      await results().getByText('Cancelled').first().waitFor()
    }
    // The connection works again at once.
    await text().focus()
    await press('Control+a')
    await write('select 7 as seven')
    await press('Control+Enter')
    await expectCell(1, 1, '7')
  })

  it('writes nothing in read-only mode', async () => {
    const readOnly = app.page.getByRole('switch', { name: 'Read-only' })
    await readOnly.focus()
    await press('Space')
    await text().focus()
    await write("update artists set name = 'Gone' where id = 1")
    await press('Control+Enter')
    await results().getByRole('alert').waitFor()
    await readOnly.focus()
    await press('Space')
    expect(await readOnly.isChecked()).toBe(false)
    expect(await query("select name from artists where name = 'Gone'")).toEqual([])
  })

  it('shows the plan as a tree and as text', async () => {
    await write('select t.title from tracks t join albums a on a.id = t.id where a.id > 3')
    await press('Control+Shift+e')
    const plan = results().getByRole('treegrid', { name: 'Plan of the statement' })
    const lines = plan.locator('[data-step]')
    await lines.first().waitFor()
    await keysTo(lines.first())
    const before = await lines.count()
    if ((await lines.first().getAttribute('aria-expanded')) === 'true') {
      await press('ArrowLeft')
      expect(await lines.count()).toBeLessThan(before)
      await press('ArrowRight')
    }
    await expect.poll(() => lines.count()).toBe(before)
    await results().getByRole('radio', { name: 'Text' }).check({ force: true })
    await plan.waitFor({ state: 'detached' })
  })

  it('draws a result as each kind of chart', async () => {
    await write('select country, count(*) as many from artists group by country order by country')
    await press('Control+Enter')
    await results()
      .getByText(/rows in/)
      .waitFor()
    await results().getByRole('button', { name: 'Chart' }).click()
    const chart = results().getByRole('table', { name: 'Values of the chart' })
    await chart.getByRole('columnheader', { name: 'many' }).waitFor()
    await results().locator('canvas').waitFor()
    await results().getByRole('radio', { name: 'Bar' }).focus()
    for (const kind of ['Line', 'Pie', 'Scatter']) {
      await press('ArrowRight')
      expect(await results().getByRole('radio', { name: kind }).isChecked()).toBe(true)
      await results().locator('canvas').waitFor()
    }
    await results().getByRole('button', { name: 'Chart' }).click()
    await expectCell(
      1,
      2,
      String((await query('select count(*) from artists group by country order by country'))[0]?.[0]),
    )
  })

  it('saves queries and snippets, finds them and the history', async () => {
    const { page } = app
    await write('select name from artists where id = 33')
    await press('Control+Enter')
    await results()
      .getByText(/^1 row in/)
      .waitFor()
    await press('Control+s')
    await dialog().getByRole('textbox', { name: 'Name' }).fill('The artist')
    await dialog().getByRole('textbox', { name: 'Description' }).fill('Number 33')
    await dialog().getByLabel('Folder').fill('Music/Best')
    await dialog().getByLabel('Folder').press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'The artist' }).waitFor()

    await press('Alt+n')
    await text().focus()
    await write('order by name')
    await press('Control+s')
    await dialog().getByRole('textbox', { name: 'Name' }).fill('By name')
    await dialog().getByRole('radio', { name: 'Snippet' }).check({ force: true })
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    await text().click()
    await press('Control+a')
    await write('select * from albums ')
    await toolbar().getByRole('button', { name: 'Saved' }).last().click()
    await library().getByRole('heading', { name: 'Music/Best' }).waitFor()
    await library()
      .getByRole('button', { name: /^By name/ })
      .click()
    await expect.poll(() => text().textContent()).toBe('select * from albums order by name')
    await library().getByRole('searchbox').fill('number 33')
    await library()
      .getByRole('button', { name: /^The artist/ })
      .press('Enter')
    await expect.poll(() => text().textContent()).toContain('id = 33')
    await library().getByRole('button', { name: 'More for The artist' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await library().getByText('Nothing matches').waitFor()

    await library().getByRole('tab', { name: 'History' }).click()
    await library().getByRole('searchbox').fill('id = 33')
    await library().getByText('1 row').first().waitFor()
    await library().getByText('select name from artists where id = 33').first().click()
    await expect.poll(() => text().textContent()).toBe('select name from artists where id = 33')
  })

  it('asks for the values of :name and {{variable}}', async () => {
    await write('select id from albums where id = :which or id = {{other}} order by id')
    await press('Control+Enter')
    await dialog().getByRole('combobox', { name: 'Type of which' }).click()
    await app.page.getByRole('option', { name: 'Number' }).click()
    await dialog().getByLabel('which', { exact: true }).fill('many')
    await press('Enter')
    await dialog().getByText('Type a number.').waitFor()
    await dialog().getByLabel('which', { exact: true }).fill('3')
    await dialog().getByRole('combobox', { name: 'Type of other' }).click()
    await app.page.getByRole('option', { name: 'Number' }).click()
    await dialog().getByLabel('other', { exact: true }).fill('5')
    await press('Enter')
    await expectCell(2, 1, '5')
    await expectCell(1, 1, '3')
  })

  it('stages changes by keyboard, and applies them in one transaction', async () => {
    const grid = app.page.getByRole('region', { name: 'Result of the query' })
    const edited = app.page.getByRole('region', { name: "Changes that aren't applied" })
    const staged = async (name: string): Promise<void> => {
      await keysTo(grid)
      await press('Control+Home')
      await press('ArrowRight')
      await app.page.keyboard.type(name)
      await press('Enter')
      await edited.getByText('1 change not applied').waitFor()
    }
    await write('select id, name from playlists order by id')
    await press('Control+Enter')
    await expectCell(1, 1, '1')
    await staged('Unwanted')
    await keysTo(edited.getByRole('button', { name: 'Discard' }))
    await press('Enter')
    await edited.waitFor({ state: 'detached' })
    await staged('Wanted')
    await edited.getByRole('button', { name: 'Review and apply' }).click()
    await dialog()
      .getByText(/UPDATE .*Wanted/s)
      .waitFor()
    await dialog().getByRole('button', { name: 'Apply' }).click()
    await dialog().waitFor({ state: 'detached' })
    await expectCell(1, 2, 'Wanted')
    expect(await query('select name from playlists where id = 1')).toEqual([['Wanted']])
  })

  it('asks in production before it changes the schema or every row', async () => {
    await operate(app, { token, projectId }, 'projectProductionSet', { production: true })
    try {
      await toolbar()
        .getByText(/^Production:/)
        .waitFor()
      await text().focus()
      await write("update playlists set name = 'All';\ncreate table risky (id integer)")
      await press('Control+Shift+Enter')
      const asked = app.page.getByRole('dialog', { name: 'Run 2 statements in production?' })
      await asked.getByText('Changes every row: it has no WHERE').waitFor()
      await asked.getByText('Changes the schema').waitFor()
      await press('Escape')
      await asked.waitFor({ state: 'detached' })
      expect(await query("select count(*) from playlists where name <> 'All'")).not.toEqual([[0]])
      await press('Control+a')
      await write('select 5 as five')
      await press('Control+Enter')
      await expectCell(1, 1, '5')
      await press('Control+a')
      await write('create table safe (id integer)')
      await press('Control+Enter')
      await dialog().getByRole('button', { name: 'Run in production' }).press('Enter')
      await results()
        .getByText(/^Done in|^0 rows changed/)
        .waitFor()
    } finally {
      await operate(app, { token, projectId }, 'projectProductionSet', { production: false })
    }
  })
})
