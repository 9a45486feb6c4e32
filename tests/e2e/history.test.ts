import type { Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendRequest } from '@tests/helpers/request'
import { createAccount, openApp, openProject, operate, toastWith, type App } from './app'
import { boxOf } from './boxes'
import { describeAllEngines, type OpenedProject } from './engines'

/** Compares a table with an earlier moment and restores it, by mouse and keyboard. */
await describeAllEngines('History', (engine) => {
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
    await operate(app, project, 'tableCreate', { tn: 'things', _tn: 'Things', columns })
    await write('POST', 'things', { name: 'Lamp' })
    await write('POST', 'things', { name: 'Chair' })
    await write('POST', 'things', { name: 'Table' })
    await write('PUT', 'things/1', { name: 'Big lamp' })
    await write('DELETE', 'things/2')
    await openProject(app, project.projectId)
    await app.page.getByRole('treeitem', { name: /^Things/ }).waitFor()
    await app.page.getByRole('button', { name: 'History', exact: true }).click()
    await app.page.getByRole('list', { name: 'Changes' }).getByRole('button').first().waitFor()
  })

  const write = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const address = `/nc/${project.projectId}/api/v1/${path}`
    const answer = await sendRequest(app.origin, address, { method, token: project.token, body })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.json
  }
  const names = async (): Promise<unknown[]> => {
    const address = `/nc/${project.projectId}/api/v1/things?sort=id`
    const { json } = await sendRequest(app.origin, address, { token: project.token })
    return (json as { name: string }[]).map(({ name }) => name)
  }

  it('restores chosen records by mouse, and takes it back', { tags: ['smoke'] }, async () => {
    const { page } = app
    // The moment after the third record: before the change and the deletion.
    await page.getByRole('list', { name: 'Changes' }).getByRole('button', { name: /Table/ }).first().click()
    const panel = page.getByRole('region', { name: 'Table', exact: true })
    await panel.getByText('1 changed').waitFor()
    await panel.getByText('1 deleted').waitFor()
    const compared = panel.getByRole('table', { name: 'Things then and now' })
    await compared.getByText('Chair').waitFor()
    await panel.getByRole('button', { name: 'Choose records' }).click()
    await panel.getByRole('checkbox', { name: 'Choose record 2' }).check()
    await panel.getByRole('button', { name: 'Restore 1 record' }).click()
    await toastWith(page, 'Restored 1 record of Things').waitFor()
    expect(await names()).toEqual(['Big lamp', 'Chair', 'Table'])
    await panel.getByText('0 deleted').waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(names).toEqual(['Big lamp', 'Table'])
  })

  it('restores chosen records by keyboard, and compares at each place of the slider', async () => {
    const { page } = app
    const press = async (target: Locator, key: string): Promise<void> => {
      await target.focus()
      await page.keyboard.press(key)
    }
    await press(page.getByRole('list', { name: 'Changes' }).getByRole('button', { name: /Table/ }).first(), 'Enter')
    const panel = page.getByRole('region', { name: 'Table', exact: true })
    await panel.getByText('1 deleted').waitFor()
    await press(panel.getByRole('button', { name: 'Choose records' }), 'Enter')
    await press(panel.getByRole('checkbox', { name: 'Choose record 1' }), 'Space')
    await press(panel.getByRole('button', { name: 'Restore 1 record' }), 'Enter')
    await toastWith(page, 'Restored 1 record of Things').waitFor()
    expect(await names()).toEqual(['Lamp', 'Table'])
    await page.keyboard.press('Control+z')
    await expect.poll(() => names()).toEqual(['Big lamp', 'Table'])

    // The slider begins two weeks ago, long before the first change.
    const slider = page.getByRole('slider', { name: 'Moment' })
    await press(slider, 'ArrowLeft')
    await panel.getByText(/^The change log goes back to/).waitFor()
    const box = await boxOf(slider)
    await page.mouse.click(box.x + box.width - 1, box.y + box.height / 2)
    await panel.getByText('No record differs').waitFor()
    await press(page.getByRole('button', { name: 'Back to now' }), 'Enter')
    await panel.getByText('Choose a moment', { exact: true }).waitFor()
  })
})
