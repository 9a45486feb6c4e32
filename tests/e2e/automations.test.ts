import { sendRequest } from '@tests/helpers/request'
import { startTargetServer, type TargetServer } from '@tests/helpers/target-server'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, openApp, openProject, operate, stayLoaded, type App } from './app'
import { describeAllEngines } from './engines'
import { ownData, type OwnData } from './own-data'

const columns = [
  { cn: 'id', uidt: 'ID', pk: true, ai: true, rqd: true },
  { cn: 'name', _cn: 'Name', uidt: 'SingleLineText', pv: true },
  { cn: 'stock', _cn: 'Stock', uidt: 'Number' },
]

/** Triggers and steps as users set them up, with the runs that they start. */
await describeAllEngines('Automations', (engine) => {
  let app: App
  let token: string
  let target: TargetServer
  let data: OwnData

  beforeAll(async () => {
    const [opened, started] = await Promise.all([openApp(), startTargetServer()])
    app = stayLoaded(opened)
    target = started
    token = await createAccount(app)
    await operate(app, { token }, 'installationSettingsSave', { outboundHosts: [target.host] })
  })
  afterAll(async () => {
    await app.close()
    target.close()
  })
  beforeEach(async () => {
    data = ownData(app, await engine.createProject(app, 'Shop'))
    await data.createTable('Things', columns, [
      { Name: 'Lamp', Stock: 1 },
      { Name: 'Chair', Stock: 9 },
    ])
    await openProject(app, data.projectId)
    await app.page.getByRole('treeitem', { name: /^Things/ }).waitFor()
    await app.page.getByRole('button', { name: 'Automations', exact: true }).click()
    target.arrived.length = 0
  })

  const editor = (title = 'New automation'): Locator => app.page.getByRole('region', { name: title, exact: true })
  const choose = async (at: Locator, field: string, option: string): Promise<void> => {
    await at.getByRole('combobox', { name: field, exact: true }).last().click()
    await app.page.getByRole('option', { name: option, exact: true }).click()
  }
  /** Begins an automation, and chooses its trigger. */
  const begin = async (title: string, trigger: string): Promise<Locator> => {
    const { page } = app
    const begun = page.getByRole('button', { name: /^New( automation)?$/ })
    await begun.first().click()
    await editor().getByRole('textbox', { name: 'Name', exact: true }).fill(title)
    if (trigger !== 'When a record is created') await choose(editor(), 'When', trigger)
    return editor()
  }
  const create = async (title: string): Promise<void> => {
    await app.page.getByRole('button', { name: 'Create automation' }).click()
    await editor(title).waitFor()
  }
  /** Sends the name of the record to a path of the other server. */
  const sendTo = async (path: string): Promise<void> => {
    await editor().getByRole('textbox', { name: 'Address' }).fill(target.url(path))
    await editor().getByRole('textbox', { name: 'Body' }).fill('{{data.Name}}')
  }
  const arrived = (): string[] => target.arrived.map(({ path, body }) => `${path} ${body}`).toSorted()

  it('start when records change, are deleted, or match a filter', async () => {
    const { page } = app
    await begin('Count again', 'When a record changes')
    await choose(editor(), 'In', 'Things')
    await choose(editor(), 'One of these fields', 'Stock')
    await page.keyboard.press('Escape')
    await sendTo('/changed')
    await create('Count again')

    await begin('Forget', 'When a record is deleted')
    await choose(editor(), 'In', 'Things')
    await sendTo('/deleted')
    await create('Forget')

    await begin('Order more', 'When a record matches a filter')
    await choose(editor(), 'In', 'Things')
    await editor().getByRole('button', { name: 'Add condition' }).click()
    await choose(editor(), 'Field', 'Stock')
    await choose(editor(), 'Comparison', 'is less than')
    await editor().getByRole('textbox', { name: 'Value' }).fill('5')
    await editor().getByText('1 matches now').waitFor()
    await editor().getByRole('textbox', { name: 'Value' }).fill('50')
    await editor().getByText('2 match now').waitFor()
    await editor().getByRole('textbox', { name: 'Value' }).fill('5')
    await sendTo('/matches')
    await create('Order more')

    await data.rest('things/2', 'PUT', { Name: 'Big chair' })
    await data.rest('things/2', 'PUT', { Stock: 4 })
    await data.rest('things/2', 'PUT', { Stock: 3 })
    await data.rest('things/1', 'DELETE')
    await expect
      .poll(arrived)
      .toEqual(['/changed Big chair', '/changed Big chair', '/deleted Lamp', '/matches Big chair'])
    await page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: /Done/ }).waitFor()
    expect(app.takeComplaints()).toEqual([])
  })

  it('run a script for a request to their address, by keyboard', async () => {
    const { page } = app
    await begin('Receive', 'When a webhook is called')
    await page.getByRole('button', { name: 'Add step' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Run a script' }).press('Enter')
    await page.getByRole('button', { name: 'Remove step 1' }).press('Enter')
    const code = editor().getByRole('textbox', { name: 'Script' })
    await code.focus()
    await page.keyboard.insertText('const { Stock } = input.request.data\n')
    await page.keyboard.insertText("await records.update('Things', '1', { Stock })\nconsole.log('Counted ' + Stock)")
    await create('Receive')
    await page.getByRole('button', { name: 'Create an address' }).press('Enter')
    const address = await page.getByRole('textbox', { name: 'Address', exact: true }).inputValue()
    const body = JSON.stringify({ Stock: 7 })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(address, { method: 'POST', body, headers })).status).toBe(202)
    await page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: /Done/ }).press('Enter')
    await page.getByText('Counted 7').waitFor()
    expect(await data.rest('things/1')).toMatchObject({ Stock: 7 })
    expect(app.takeComplaints()).toEqual([])
  })

  it('start at scheduled times and for forms, with steps in their order', async () => {
    const { page } = app
    await begin('Every morning', 'At scheduled times')
    await editor()
      .getByText(/^Next five runs/)
      .waitFor()
    expect(await editor().getByRole('listitem').count()).toBe(5)
    await choose(editor(), 'Repeat', 'Every week')
    await choose(editor(), 'Day', 'Friday')
    await editor().getByText('Friday at 06:00').waitFor()
    await editor().getByRole('textbox', { name: 'Address' }).fill(target.url('/morning'))
    await create('Every morning')
    await page.getByRole('form', { name: 'Test' }).getByRole('button', { name: 'Run test' }).click()
    await expect.poll(arrived).toEqual(['/morning '])

    await begin('Greet', 'When a form is submitted')
    await choose(editor(), 'In', 'Things')
    await sendTo('/form')
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('menuitem', { name: 'Change the record' }).click()
    const step = editor().getByRole('region', { name: 'Step 2' })
    await choose(step, 'Field 1', 'Stock')
    await step.getByRole('textbox', { name: 'Value of field 1' }).fill('12')
    await create('Greet')
    const view = await data.createView('Things', 'form', 'Order', {
      options: { parts: [{ kind: 'field', column: 'name' }] },
    })
    const answers = { id: view.id, answers: { name: 'Stool' }, submission: 'a-submission-of-the-test' }
    const path = `/api/v1/operations/formSubmit?project=${data.projectId}`
    expect((await sendRequest(app.origin, path, { method: 'POST', token, body: answers })).status).toBe(200)
    await expect.poll(arrived).toEqual(['/form Stool', '/morning '])
    await expect.poll(() => data.rest('things/3')).toMatchObject({ Name: 'Stool', Stock: 12 })
    expect(app.takeComplaints()).toEqual([])
  })

  it('are tested with a record that is found by its name', { tags: ['smoke'] }, async () => {
    const { page } = app
    target.answer('/down', (response) => response.writeHead(503).end('maintenance'))
    await begin('Report', 'When a record is created')
    await choose(editor(), 'In', 'Things')
    await sendTo('/down')
    await create('Report')
    const test = page.getByRole('form', { name: 'Test' })
    const record = test.getByRole('combobox', { name: 'Record' })
    await record.fill('chai')
    await page.getByRole('option', { name: 'Chair' }).waitFor()
    await page.keyboard.press('Enter')
    await test.getByText('Chair').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await test.getByText(/503/).first().waitFor()
    expect(arrived()).toEqual(['/down Chair'])
    expect(app.takeComplaints()).toEqual([])
  })
})
