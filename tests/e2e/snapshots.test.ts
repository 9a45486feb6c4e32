import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, openApp, openProject, operate, toastWith, type App } from './app'
import { describeAllEngines, type OpenedProject } from './engines'

/** Takes, compares, restores and schedules snapshots. */
await describeAllEngines('Snapshots', (engine) => {
  let app: App
  let project: OpenedProject
  beforeAll(async () => {
    app = await openApp()
    await createAccount(app)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    project = await engine.createProject(app, 'Shop')
    const columns = [
      { cn: 'id', uidt: 'ID', pk: true, ai: true, rqd: true },
      { cn: 'name', uidt: 'SingleLineText', pv: true },
    ]
    for (const [name, title] of [
      ['things', 'Things'],
      ['others', 'Others'],
    ] as const)
      await operate(app, project, 'tableCreate', { tn: name, _tn: title, columns })
    for (const name of ['Lamp', 'Chair', 'Table']) await write('POST', 'things', { name })
    await openProject(app, project.projectId)
    await app.page.getByRole('treeitem', { name: /^Things/ }).waitFor()
    await openSnapshots()
  })

  const call = async (method: string, path: string, body?: unknown, projectId = project.projectId) => {
    const address = `/nc/${projectId}/api/v1/${path}`
    const answer = await sendRequest(app.origin, address, { method, token: project.token, body })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.json
  }
  const write = (method: string, path: string, body?: unknown): Promise<unknown> => call(method, path, body)
  const names = async (projectId?: string): Promise<unknown[]> =>
    ((await call('GET', 'things?sort=id', undefined, projectId)) as { name: string }[]).map(({ name }) => name)
  const command = async (name: string): Promise<void> => {
    await app.page.keyboard.press('Control+k')
    await app.page.getByRole('combobox', { name: 'Search or run a command' }).fill(`>${name}`)
    await app.page.getByRole('option', { name }).first().waitFor()
    await app.page.keyboard.press('Enter')
  }
  const openSnapshots = async (): Promise<void> => {
    await command('Open snapshots')
    await app.page.getByRole('tab', { name: 'Snapshots', selected: true }).waitFor()
  }
  const snapshots = () => app.page.getByRole('list', { name: 'Snapshots' }).getByRole('listitem')
  const take = async (): Promise<void> => {
    await app.page.getByRole('button', { name: 'Take snapshot' }).click()
    await snapshots().first().waitFor()
  }
  const change = async (): Promise<void> => {
    await write('PUT', 'things/1', { name: 'Big lamp' })
    await write('DELETE', 'things/2')
    await write('POST', 'things', { name: 'Sofa' })
  }

  it('restore records after a comparison, by keyboard, and take it back', async () => {
    const { page } = app
    await page.getByRole('button', { name: 'Take snapshot' }).focus()
    await page.keyboard.press('Enter')
    await snapshots().first().waitFor()
    await change()
    await page.getByRole('button', { name: 'Compare with now' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Since snapshot/ })
    const line = dialog.getByRole('row', { name: /Things/ })
    await expect.poll(() => line.getByRole('cell').allInnerTexts()).toEqual(['', 'Things', 'Changed', '1', '1', '1'])
    expect(
      await dialog
        .getByRole('row', { name: /Others/ })
        .getByRole('checkbox')
        .count(),
    ).toBe(0)
    await dialog.getByRole('button', { name: 'Restore records of 1 table' }).focus()
    await page.keyboard.press('Enter')
    await toastWith(page, 'Restored records of snapshot').waitFor()
    expect(await names()).toEqual(['Lamp', 'Chair', 'Table'])
    await page.keyboard.press('Control+z')
    await expect.poll(() => names()).toEqual(['Big lamp', 'Table', 'Sofa'])
    expect(app.takeComplaints()).toEqual([])
  })

  it('restore a deleted table, and everything as a new project', async () => {
    const { page } = app
    await take()
    await change()
    await operate(app, project, 'tableDelete', { tn: 'others' })
    await page.getByRole('button', { name: /^Restore or delete/ }).click()
    await page.getByRole('menuitem', { name: /^Restore deleted tables/ }).click()
    await toastWith(page, 'Restored 1 table').waitFor()
    await page.getByRole('treeitem', { name: /^Others/ }).waitFor()
    expect(await names()).toEqual(['Big lamp', 'Table', 'Sofa'])
    await page.getByRole('button', { name: /^Restore or delete/ }).click()
    await page.getByRole('menuitem', { name: /^Restore as a new project/ }).click()
    await toastWith(page, 'Restored project').waitFor()
    const opened = (): string => /nc\/([^/?]+)/.exec(page.url())?.[1] ?? ''
    await expect.poll(opened).not.toBe(project.projectId)
    expect(await names(opened())).toEqual(['Lamp', 'Chair', 'Table'])
    expect(await names()).toEqual(['Big lamp', 'Table', 'Sofa'])
    expect(app.takeComplaints()).toEqual([])
  })

  it('are taken by a scheduled job, and deleted', async () => {
    const { page } = app
    await page.keyboard.press('Control+Shift+C')
    await page.getByRole('button', { name: 'New job' }).click()
    const editor = page.getByRole('region', { name: 'New job' })
    await editor.getByRole('textbox', { name: 'Name' }).fill('Every night')
    await editor.getByRole('combobox', { name: 'Kind', exact: true }).click()
    await page.getByRole('option', { name: 'Take a snapshot' }).click()
    await editor.getByRole('button', { name: 'Create job' }).click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: /Done/ }).waitFor()
    await openSnapshots()
    await snapshots().filter({ hasText: 'taken by a job' }).first().waitFor()
    await page.getByRole('button', { name: /^Restore or delete/ }).click()
    await page.getByRole('menuitem', { name: 'Delete snapshot' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete snapshot' }).click()
    await page.getByText('There are no snapshots yet').waitFor()
    expect(app.takeComplaints()).toEqual([])
  })
})
