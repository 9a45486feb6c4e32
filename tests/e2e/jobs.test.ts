import { startTargetServer, type TargetServer } from '@tests/helpers/target-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, openApp, openProject, operate, type App } from './app'
import { describeAllEngines } from './engines'
import { ownData, type OwnData } from './own-data'

const columns = [
  { cn: 'id', uidt: 'ID', pk: true, ai: true, rqd: true },
  { cn: 'name', _cn: 'Name', uidt: 'SingleLineText', pv: true },
]

/** Crons and automations, as a user makes them. */
await describeAllEngines('Crons and automations', (engine) => {
  let app: App
  let target: TargetServer
  let data: OwnData

  beforeAll(async () => {
    ;[app, target] = await Promise.all([openApp(), startTargetServer()])
    const token = await createAccount(app)
    await operate(app, { token }, 'installationSettingsSave', { outboundHosts: [target.host] })
  })
  afterAll(async () => {
    await app.close()
    target.close()
  })
  beforeEach(async () => {
    data = ownData(app, await engine.createProject(app, 'Shop'))
    await data.createTable('Artists', columns, [{ Name: 'Ada' }])
    await openProject(app, data.projectId)
    await app.page.getByRole('treeitem', { name: /^Artists/ }).waitFor()
  })

  it('make a job by keys, run it, and show its answer', async () => {
    const { page } = app
    // The key works from a text field too.
    await page.getByRole('searchbox', { name: 'Filter tables' }).click()
    await page.keyboard.press('Control+Shift+C')
    await page.getByRole('button', { name: 'New job' }).click()
    const editor = page.getByRole('region', { name: 'New job' })
    await editor.getByRole('textbox', { name: 'Name' }).fill('Ping the shop')
    await editor.getByText('Next five runs').waitFor()
    expect(await editor.getByRole('listitem').count()).toBe(5)
    await editor.getByRole('textbox', { name: 'Address' }).fill(target.url('/ping'))
    await editor.getByRole('button', { name: 'Create job' }).click()
    const made = page.getByRole('region', { name: 'Ping the shop' })
    await made.waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    const run = page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: /Done/ })
    await run.click()
    await page.getByText('ok', { exact: true }).waitFor()
    expect(target.arrived.filter(({ path }) => path === '/ping')).toMatchObject([{ method: 'POST' }])
    await made.getByText('On', { exact: true }).click()
    await page.getByRole('navigation', { name: 'Scheduled jobs' }).getByText('Paused').first().waitFor()
    expect(app.takeComplaints()).toEqual([])
  })

  it('take an expression, and notify of a failed run', async () => {
    const { page } = app
    target.answer('/down', (response) => response.writeHead(503).end('maintenance'))
    await page.getByRole('button', { name: 'Crons', exact: true }).first().click()
    await page.getByRole('button', { name: 'New job' }).click()
    const editor = page.getByRole('region', { name: 'New job' })
    await editor.getByRole('textbox', { name: 'Name' }).fill('Ask the bank')
    const choose = async (field: string, option: string): Promise<void> => {
      await editor.getByRole('combobox', { name: field, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Repeat', 'Expression')
    const expression = editor.getByRole('textbox', { name: 'Expression' })
    await expression.fill('every full moon')
    await editor.getByRole('listitem').first().waitFor({ state: 'detached' })
    await expression.fill('30 4 * * 1')
    await editor.getByText('Monday at 04:30').waitFor()
    await expect.poll(() => editor.getByRole('listitem').count()).toBe(5)
    await editor.getByRole('textbox', { name: 'Address' }).fill(target.url('/down'))
    await choose('After a failure', "Don't retry")
    await editor.getByRole('button', { name: 'Create job' }).click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page
      .getByRole('list', { name: 'Runs' })
      .getByRole('button', { name: /Failed/ })
      .click()
    await page.getByText(/503/).first().waitFor()
    await page.getByRole('button', { name: 'Notifications, some are new' }).click()
    await page.getByText('The job Ask the bank failed').first().waitFor()
    await page.keyboard.press('Escape')
    app.takeComplaints()
  })

  it('make an automation, whose run shows its answer', { tags: ['smoke'] }, async () => {
    const { page } = app
    await page.getByRole('button', { name: 'Automations', exact: true }).click()
    await page.getByRole('button', { name: 'New automation' }).click()
    const editor = page.getByRole('region', { name: 'New automation' })
    await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('Tell the shop')
    await editor.getByRole('combobox', { name: 'In', exact: true }).fill('Artists')
    await page.getByRole('option', { name: 'Artists' }).click()
    await editor.getByRole('textbox', { name: 'Address' }).fill(target.url('/artist'))
    await editor.getByRole('textbox', { name: 'Body' }).fill('{"name":"{{data.Name}}"}')
    await editor.getByRole('button', { name: 'Create automation' }).click()
    await page.getByRole('region', { name: 'Tell the shop' }).waitFor()
    const body = { Name: 'Ada "Lovelace"' }
    await data.rest('artists', 'POST', body)
    await page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: /Done/ }).click()
    expect(target.arrived.at(-1)).toMatchObject({ path: '/artist', body: JSON.stringify({ name: body.Name }) })
  })
})
