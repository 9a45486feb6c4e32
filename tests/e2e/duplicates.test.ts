import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, openApp, openProject, openTable, stayLoaded, type App, type Grid } from './app'
import { boxOf } from './boxes'
import { describeGrid } from './engines'

const people = [
  { name: 'Ada', email: 'ada@example.com' },
  { name: 'Bo', email: 'bo@example.com' },
  { name: 'Ada L.', email: 'ADA@example.com ', phone: '1' },
  { name: 'Cy', email: null },
  { name: 'Di', email: null },
  { name: 'Bo', email: 'bo@example.com' },
  { name: 'Éa', email: 'ada@EXAMPLE.com' },
]

/** Equal records are found, and all but one of them deleted. */
await describeGrid('Duplicates', (engine) => {
  let app: App
  let grid: Grid
  let projectId: string
  let token: string
  const dialog = () => app.page.getByRole('dialog', { name: 'Duplicates in People' })
  const group = (number: number) => dialog().getByRole('rowgroup', { name: `Group ${number}` })

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
  })
  beforeEach(async () => {
    ;({ projectId, token } = await engine.createProject(app, 'Duplicates'))
    const args = {
      tn: 'People',
      columns: [
        { cn: 'name', uidt: 'SingleLineText', pv: true },
        { cn: 'email', uidt: 'SingleLineText' },
        { cn: 'phone', uidt: 'SingleLineText' },
        { cn: 'id', uidt: 'ID', pk: true, ai: true },
      ],
    }
    const body = { api: 'tableCreate', project_id: projectId, args }
    await sendRequest(app.origin, '/dashboard/', { method: 'POST', token, body })
    await sendRequest(app.origin, `/nc/${projectId}/api/v1/People/bulk`, { method: 'POST', token, body: people })
    await openProject(app, projectId)
    grid = await openTable(app.page, 'People')
    await grid.expectCell(7, 1, 'Éa')
  })
  afterAll(() => app.close())
  // The browser itself reports the rejected delete.
  afterAll(() => expect(app.complaints.filter((text) => !text.includes('409'))).toEqual([]))

  it('are found by a field of its header menu, and deleted in one step', async () => {
    const { page } = app
    const box = await boxOf(page.getByRole('region', { name: 'Records of People', exact: true }))
    await page.mouse.click(box.x + 44 + 220 + 40, box.y + 20, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Find duplicates…' }).click()
    await dialog().getByRole('button', { name: 'Find duplicates' }).click()
    await dialog().getByText('2 groups, 5 records').waitFor()
    expect(await group(1).getByRole('row').allInnerTexts()).toHaveLength(3)
    expect(await group(2).getByRole('row').first().innerText()).toMatch(/Bo\s+bo@example.com\s+2/)

    await dialog().getByRole('radio', { name: 'Most complete' }).check({ force: true })
    expect(await group(1).getByRole('radio', { name: 'Keep Ada L. (3)' }).isChecked()).toBe(true)
    await group(2).getByRole('radio', { name: 'Keep Bo (6)' }).click()
    await group(1).getByRole('checkbox', { name: 'Delete Ada (1)' }).click({ force: true })
    await dialog().getByRole('button', { name: 'Delete 2 records' }).click()
    await page.getByText('Deleted 2 records').waitFor()
    await grid.expectStatus('5 records')
    await grid.expectCell(1, 1, 'Ada')
    await grid.expectCell(2, 1, 'Ada L.')
    await grid.expectCell(5, 1, 'Bo')

    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await grid.expectStatus('7 records')
    await grid.expectCell(7, 1, 'Éa')
  })

  it('are those of the view, asked for in the tree, and none is deleted that was changed meanwhile', async () => {
    const { page } = app
    await page.getByPlaceholder('Find in view').fill('bo')
    await grid.expectStatus('2 of 7 records')
    await page.getByRole('treeitem', { name: /^People/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Find duplicates…' }).click()
    await dialog().getByRole('button', { name: 'Find duplicates' }).click()
    await dialog().getByText('1 group, 2 records').waitFor()

    const row = `/nc/${projectId}/api/v1/People/2`
    await sendRequest(app.origin, row, { method: 'PUT', token, body: { name: 'Bob' } })
    await dialog().getByRole('button', { name: 'Delete 1 record' }).click()
    await dialog().getByRole('alert').getByText('Nothing more was deleted').waitFor()
    await page.keyboard.press('Escape')
    await page.getByPlaceholder('Find in view').fill('')
    await grid.expectStatus('7 records')
  })
})
