import { createHmac } from 'node:crypto'
import { automationTests, type SaveInput, type Step } from '@tests/helpers/automations'
import { giveRoles } from '@tests/helpers/members'
import { describe, expect, it } from 'vitest'

describe('automations', () => {
  const at = automationTests('Things')
  const { here, post, send, runsOf, ended, bodies } = at
  const save = (
    kind: SaveInput['trigger']['kind'],
    steps: Step[],
    { columns = [], ...more }: Partial<SaveInput> & { columns?: string[] } = {},
    user = at.owner,
  ) => at.save({ kind, table: 'Things', columns }, steps, more, user)
  const rows = (method: string, path: string, body?: unknown) => at.rows(method, `Things${path}`, body)

  it('send the record when one is created, with its values in the text', async () => {
    const body = '{"name":"{{data.Name}}","stock":{{data.Stock}},"by":"{{by}}"}'
    const { id } = await save('created', [post('/made', body)])
    await rows('POST', '', { Name: 'A "quoted" name', Stock: 3 })
    const [run] = await ended(id)
    expect(run).toMatchObject({ state: 'done', record: 'A "quoted" name', rowId: '1', attempts: 1 })
    expect(run?.steps).toMatchObject([{ kind: 'http', state: 'done', output: 'ok' }])
    expect(JSON.parse(at.target.arrived[0]?.body ?? '')).toEqual({
      name: 'A "quoted" name',
      stock: 3,
      by: at.owner.email,
    })
    expect(at.target.arrived[0]?.headers['basalt-delivery']).toMatch(new RegExp(`^${run?.id ?? ''}`))
  })

  it('start for changes of the chosen fields only, and never for a write that changes nothing', async () => {
    const { id } = await save('changed', [post('/changed', '{{old.Stock}}>{{data.Stock}}')], { columns: ['Stock'] })
    await rows('POST', '', { Name: 'One', Stock: 1 })
    await rows('PUT', '/1', { Name: 'Renamed' })
    await rows('PUT', '/1', { Stock: 1 })
    await rows('PUT', '/1', { Stock: 2 })
    await ended(id)
    expect(bodies()).toEqual(['1>2'])
  })

  it('count themselves in every request that may reach a webhook', async () => {
    const chat: Step = { kind: 'chat', url: at.target.url('/chat'), text: '{{data.Name}}' }
    const { id } = await save('created', [post('/first'), chat])
    await rows('POST', '', { Name: 'One' })
    await ended(id)
    expect(at.target.arrived.map(({ path, headers }) => [path, headers['basalt-depth']])).toEqual([
      ['/first', '1'],
      ['/chat', '1'],
    ])
  })

  it('start for deletions, with the former values', async () => {
    const { id } = await save('deleted', [post('/gone', '{{data.Name}}')])
    await rows('POST', '', { Name: 'Old' })
    await rows('DELETE', '/1')
    await ended(id)
    expect(bodies()).toEqual(['Old'])
  })

  it('start for each record of a bulk call, in order, and never for one that is rolled back', async () => {
    const { id } = await save('created', [post('/bulk', '{{data.Name}}')])
    const many = Array.from({ length: 30 }, (_, at) => ({ Name: `Thing ${at}` }))
    expect((await rows('POST', '/bulk', many)).status).toBe(200)
    const refused = await rows('POST', '/bulk', [{ Name: 'Never' }, { Name: 'Wrong', Stock: 'many' }])
    expect(refused.status).toBe(400)
    await ended(id, 30)
    expect(bodies().toSorted()).toEqual(many.map(({ Name }) => Name).toSorted())
  })

  it('keep the order of the changes of a record, also over retries', async () => {
    let failures = 2
    at.target.answer('/order', (response) => response.writeHead((failures -= 1) >= 0 ? 503 : 200).end())
    const { id } = await save('changed', [post('/order', '{{data.Stock}}')], { retries: 3 })
    await rows('POST', '', { Name: 'One', Stock: 0 })
    for (const Stock of [1, 2, 3, 4]) await rows('PUT', '/1', { Stock })
    const runs = await ended(id, 4)
    expect(runs.at(-1)).toMatchObject({ attempts: 3, state: 'done' })
    expect(bodies()).toEqual(['1', '1', '1', '2', '3', '4'])
  })

  it('leave dead letters, notify once, and go on where they failed when they are sent again', async () => {
    let isBroken = true
    at.target.answer('/second', (response) => response.writeHead(isBroken ? 500 : 200).end('second'))
    const { id } = await save('created', [post('/first'), post('/second')], { retries: 1 })
    await rows('POST', '', { Name: 'One' })
    await rows('POST', '', { Name: 'Two' })
    const runs = await ended(id, 2)
    expect(runs).toMatchObject([
      { state: 'failed', attempts: 2 },
      { state: 'failed', attempts: 2 },
    ])
    expect(runs[0]?.steps.map(({ state }) => state)).toEqual(['done', 'failed'])
    const { list } = await at.server.operate('noticeList', {}, { token: at.owner.token })
    expect(list.filter(({ kind, projectId: of }) => kind === 'automationFailed' && of === at.projectId)).toHaveLength(1)
    isBroken = false
    const before = at.target.arrived.filter(({ path }) => path === '/first').length
    await at.server.operate('automationResend', { runId: runs[0]?.id ?? '' }, here())
    await expect.poll(async () => (await runsOf(id))[0]?.state).toBe('done')
    expect(at.target.arrived.filter(({ path }) => path === '/first')).toHaveLength(before)
    expect((await send('automationResend', { runId: runs[0]?.id })).error.code).toBe('AUTOMATION_RUN_NOT_FOUND')
    expect((await at.server.operate('automationList', {}, here())).list).toMatchObject([{ failed: 1 }])
  })

  it('change the record with the rights of their author, and stop a loop', async () => {
    const counted = await save('created', [
      { kind: 'change', values: [{ column: 'Note', value: 'Hello {{data.Name}}' }] },
    ])
    await rows('POST', '', { Name: 'Ada', Stock: 0 })
    await ended(counted.id)
    expect((await rows('GET', '/1')).json).toMatchObject({ Note: 'Hello Ada' })
    const step: Step = { kind: 'change', values: [{ column: 'Note', value: '{{data.Note}}!' }] }
    const loop = await save('changed', [step], { title: 'Loop' })
    await rows('PUT', '/1', { Note: 'x' })
    await expect
      .poll(async () => (await at.server.operate('automationList', {}, here())).list.find(({ id }) => id === loop.id))
      .toMatchObject({ active: false })
    expect((await rows('GET', '/1')).json).toMatchObject({ Note: 'x!!!!!' })
    expect((await runsOf(loop.id))[0]?.steps[0]?.msg).toBe(
      'Basalt stopped a loop: automations started each other 5 times.',
    )
  })

  it('sign requests, and never show the key or a secret header', async () => {
    const headers = [{ name: 'X-Secret', value: 'hidden', secret: true }]
    const { id } = await save('created', [post('/signed', '{"a":1}', { headers, signingKey: 'signing key' })])
    const shown = JSON.stringify(await at.server.operate('automationList', {}, here()))
    expect(shown).not.toContain('hidden')
    expect(shown).not.toContain('signing key')
    await rows('POST', '', { Name: 'One' })
    await ended(id)
    const [request] = at.target.arrived
    const { headers: sent = {}, body = '' } = request ?? {}
    expect(sent['x-secret']).toBe('hidden')
    const hash = createHmac('sha256', 'signing key')
      .update(`${String(sent['basalt-timestamp'])}.${body}`)
      .digest('hex')
    expect(sent['basalt-signature']).toBe(`sha256=${hash}`)
    const elsewhere = { kind: 'http', method: 'POST', url: 'https://evil.example.com/', signingKey: null }
    const trigger = { kind: 'created', table: 'Things' }
    const moved = await send('automationSave', { id, title: 'Automation', trigger, steps: [elsewhere] })
    expect(moved.error.code).toBe('JOB_SECRET_MISSING')
  })

  it('test with a real record, and save nothing', async () => {
    await rows('POST', '', { Name: 'Ada', Stock: 7 })
    const { id } = await save('created', [
      post('/tested', '{{data.Stock}}'),
      { kind: 'change', values: [{ column: 'Note', value: 'changed' }] },
      { kind: 'email', to: ['x@example.com'], subject: 'Hi {{data.Name}}', text: 'Text' },
    ])
    const { steps } = await at.server.operate('automationTest', { id, rowId: '1' }, here())
    expect(steps.map(({ state }) => state)).toEqual(['done', 'notSent', 'notSent'])
    expect(steps[2]?.output).toContain('Hi Ada')
    expect(bodies()).toEqual(['7'])
    expect((await rows('GET', '/1')).json).toMatchObject({ Note: null })
    expect(await runsOf(id)).toEqual([])
    expect((await send('automationTest', { id, rowId: '99' })).error.code).toBe('ROW_NOT_FOUND')
  })

  it('send messages with plugins of the project, and retry those that the service rejects', async () => {
    const channel = { values: { channel: 'sales', webhook_url: at.target.url('/slack') } }
    await at.server.operate('pluginSave', { plugin: 'slack', entries: [channel] }, here())
    expect((await at.server.operate('pluginTargetList', {}, here())).list).toEqual([
      { plugin: 'slack', channel: 'sales', needsRecipient: false },
    ])
    let failures = 1
    at.target.answer('/slack', (response) => response.writeHead((failures -= 1) >= 0 ? 500 : 200).end('ok'))
    const step: Step = { kind: 'message', plugin: 'slack', channel: 'sales', text: '<!channel> {{data.Name}}' }
    const { id } = await save('created', [step], { retries: 1 })
    await rows('POST', '', { Name: 'Ada' })
    const [run] = await ended(id)
    expect(run).toMatchObject({ state: 'done', attempts: 2, steps: [{ state: 'done', output: 'sales' }] })
    expect(at.target.arrived.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { text: '&lt;!channel&gt; Ada' },
      { text: '&lt;!channel&gt; Ada' },
    ])
    const { steps } = await at.server.operate('automationTest', { id, rowId: '1' }, here())
    expect(steps).toMatchObject([{ state: 'notSent', output: '<!channel> Ada' }])
    expect(at.target.arrived).toHaveLength(2)
    await at.server.operate('pluginActiveSet', { plugin: 'slack', active: false }, here())
    await rows('POST', '', { Name: 'Bob' })
    const [last] = await ended(id, 2)
    expect(last).toMatchObject({ state: 'failed', attempts: 1 })
    expect(last?.steps[0]?.msg).toBe('Slack has no active channel sales in this project.')
    const toNobody = { kind: 'message', plugin: 'twilio', to: 'Ada', text: 'x' }
    const trigger = { kind: 'created', table: 'Things' }
    const refused = await send('automationSave', { title: 'A', trigger, steps: [toNobody] })
    expect([refused.status, refused.error.code]).toEqual([400, 'INPUT_INVALID'])
  })

  it('report an unknown placeholder instead of sending it', async () => {
    const { id } = await save('created', [post('/unknown', '{{data.Missing}}')])
    await rows('POST', '', { Name: 'One' })
    const [run] = await ended(id)
    expect(run).toMatchObject({ state: 'failed', attempts: 1 })
    expect(run?.steps[0]?.msg).toContain('{{data.Missing}}')
    expect(at.target.arrived).toEqual([])
  })

  it('stop with a notification when their author loses the right', async () => {
    const creator = await at.server.signUp()
    giveRoles(at.server.profileFolder, at.projectId, { [creator.email]: 'creator' })
    const { id } = await save('created', [post('/rights')], {}, creator)
    const { id: userId } = (await at.server.request('/user/me', creator)).json as { id: number }
    await at.server.operate('memberRoleSet', { userId, role: 'viewer' }, here())
    await rows('POST', '', { Name: 'One' })
    await ended(id)
    expect((await at.server.operate('automationList', {}, here())).list).toMatchObject([{ active: false }])
    expect(at.target.arrived).toEqual([])
  })

  it.each([
    [{ trigger: { kind: 'created', table: 'Nothing' } }, 'TABLE_NOT_FOUND'],
    [{ trigger: { kind: 'changed', table: 'Things', columns: ['Nothing'] } }, 'COLUMN_NOT_FOUND'],
    [{ steps: [{ kind: 'change', values: [{ column: 'Nothing', value: '' }] }] }, 'COLUMN_NOT_FOUND'],
    [{ steps: [{ kind: 'http', method: 'GET', url: 'file:///etc/passwd' }] }, 'OUTBOUND_ADDRESS_INVALID'],
    [{ steps: [] }, 'INPUT_INVALID'],
    [{ steps: [{ kind: 'export', table: 'Things', format: 'csv' }] }, 'INPUT_INVALID'],
    [{ id: 'nothing' }, 'AUTOMATION_NOT_FOUND'],
  ])('refuse %j and change nothing', async (wrong, code) => {
    const trigger = { kind: 'created', table: 'Things' }
    const answer = await send('automationSave', { title: 'A', trigger, steps: [post('/x')], ...wrong })
    expect([answer.status >= 400 && answer.status < 500, answer.error.code]).toEqual([true, code])
    expect((await at.server.operate('automationList', {}, here())).list).toEqual([])
  })
})
