import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendRequest } from '@tests/helpers/request'
import { createAccount, openApp, openProject, openTable, operate, type App } from './app'
import { describeAllEngines, type OpenedProject } from './engines'

await describeAllEngines('Tables from queries', (engine) => {
  let app: App
  let project: OpenedProject

  beforeAll(async () => {
    app = await openApp()
    await createAccount(app)
    project = await engine.openSample(app)
  })
  beforeEach(async () => {
    await openProject(app, project.projectId)
    await app.page.getByRole('treeitem', { name: /^Tracks/ }).waitFor()
  })
  afterAll(() => app.close())

  it('adds a saved query to the tree, asks for its values, changes and deletes it', async () => {
    const { page } = app
    const sql = 'select country, count(*) as many from artists where id >= :first group by country'
    await operate(app, project, 'sqlSavedCreate', { title: 'By country', sql })
    await page.getByRole('searchbox', { name: 'Filter tables' }).click()
    await page.keyboard.press('Control+Shift+O')
    await page.getByRole('button', { name: 'New query', exact: true }).click()
    await page.getByRole('button', { name: 'Saved', exact: true }).click()
    await page.getByRole('button', { name: 'More for By country' }).click()
    await page.getByRole('menuitem', { name: 'Add to the tree' }).click()
    await page.getByRole('combobox', { name: 'Type of :first' }).click()
    await page.getByRole('option', { name: 'Number' }).click()
    await page.getByRole('button', { name: 'Add table' }).click()

    await page.getByText('This table needs values').waitFor()
    const values = page.getByRole('form', { name: 'Values of the query' })
    await values.getByLabel('first').fill('many')
    await page.keyboard.press('Enter')
    await values.getByText('Enter a number.').waitFor()
    await values.getByLabel('first').fill('1')
    await page.keyboard.press('Enter')
    const rows = (): Promise<number> =>
      page.locator('[aria-label="Records of By country"] [id^="glide-cell-1-"]').count()
    await expect.poll(rows).toBeGreaterThan(3)
    await page.getByLabel('Status', { exact: true }).getByText('Read only: these records come from a query').waitFor()
    await values.getByLabel('first').fill('1000000')
    await values.getByRole('button', { name: 'Show' }).click()
    await expect.poll(rows).toBe(0)

    const line = page.getByRole('treeitem', { name: /^By country/ })
    await line.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Edit the query' }).click()
    await page.getByRole('textbox', { name: 'Query', exact: true }).fill('select name as artist from artists')
    await page.getByRole('button', { name: 'Save query' }).click()
    await values.waitFor({ state: 'detached' })
    await expect.poll(rows).toBeGreaterThan(3)

    await line.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await line.waitFor({ state: 'detached' })
    expect(app.takeComplaints()).toEqual([])
  })

  it('shows changes of the tables behind it by itself', async () => {
    const query = { title: 'Names', sql: 'select name from artists where id <= 2 order by id', parameters: [] }
    await operate(app, project, 'queryTableCreate', query)
    await app.page.getByRole('treeitem', { name: /^Views/ }).click()
    const grid = await openTable(app.page, 'Names')
    await grid.expectCell(1, 1, /./)
    const { projectId, token } = project
    const path = `/nc/${projectId}/api/v1/Artists/1`
    const changed = await sendRequest(app.origin, path, { method: 'PUT', token, body: { Name: 'Renamed elsewhere' } })
    expect(changed.status).toBe(200)
    await grid.expectCell(1, 1, 'Renamed elsewhere')
    expect(app.takeComplaints()).toEqual([])
  })
})
