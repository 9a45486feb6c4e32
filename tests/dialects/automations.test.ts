import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AutomationRun } from '@common/operations/automations'
import type { SaveInput } from '@tests/helpers/automations'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startMailServer, type MailServer } from '@tests/helpers/mail-server'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { startTargetServer, type TargetServer } from '@tests/helpers/target-server'

const columns = [
  { name: 'id', type: 'ID' },
  { name: 'name', type: 'SingleLineText' },
  { name: 'stock', type: 'Number' },
  { name: 'note', type: 'LongText' },
] as const

/** Each trigger and each action, on every engine. */
await describeEngines('automations', { nightly: 'servers' }, (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let target: TargetServer
  let mail: MailServer
  let owner: TestUser
  let projectId: string

  beforeAll(async () => {
    ;[opened, target, mail] = await Promise.all([engine.open(), startTargetServer(), startMailServer()])
    server = await startServer({ signInAttempts: 0, automationTimes: { backOffMs: 5 } })
    owner = await server.signUp()
    await server.operate('installationSettingsSave', { outboundHosts: [target.host] }, owner)
    await server.operate('mailSettingsSave', mail.settings, owner)
    projectId = await createEngineProject(server, owner, engine, opened)
  })
  afterAll(async () => {
    await server.close()
    target.close()
    await mail.close()
    await opened.drop()
  })
  beforeEach(async () => {
    target.arrived.length = 0
    for (const { id } of (await server.operate('automationList', {}, as())).list)
      await server.operate('automationDelete', { id }, as())
    for (const { name } of await server.operate('tableList', {}, as()))
      await server.operate('tableDelete', { table: name }, as())
    for (const table of ['things', 'log']) await server.operate('tableCreate', { table, columns: [...columns] }, as())
  })

  const as = () => ({ token: owner.token, projectId })
  const rows = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: owner.token, body })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.json
  }
  const save = async (trigger: SaveInput['trigger'], steps: SaveInput['steps'], retries = 0): Promise<string> => {
    const given = { title: trigger.kind, trigger: { table: 'things', ...trigger }, steps, retries }
    return (await server.operate('automationSave', given, as())).id
  }
  const post = (path: string, body: string): SaveInput['steps'][number] => ({
    kind: 'http',
    method: 'POST',
    url: target.url(path),
    body,
  })
  const ended = async (id: string, count = 1): Promise<readonly AutomationRun[]> => {
    const read = async () => (await server.operate('automationRuns', { id }, as())).list
    await expect.poll(async () => (await read()).filter(({ endedAt }) => endedAt !== null).length).toBe(count)
    return read()
  }
  const arrivedAt = (path: string): string[] =>
    target.arrived.filter((each) => each.path === path).map(({ body }) => body)

  it('start for every trigger of records', async () => {
    const filter = { join: 'and' as const, filters: [{ column: 'stock', operator: 'less' as const, value: 5 }] }
    const created = await save({ kind: 'created' }, [post('/created', '{{data.name}}')])
    const changed = await save({ kind: 'changed', columns: ['stock'] }, [
      post('/changed', '{{old.stock}} {{data.stock}}'),
    ])
    const deleted = await save({ kind: 'deleted' }, [post('/deleted', '{{old.name}}')])
    const matches = await save({ kind: 'matches', filter }, [post('/matches', '{{data.name}} {{data.stock}}')])
    const form = await save({ kind: 'form' }, [post('/form', '{{data.name}}')])
    await rows('POST', 'things', { name: 'Lamp', stock: 9 })
    await rows('PUT', 'things/1', { note: 'Brass' })
    await rows('PUT', 'things/1', { stock: 4 })
    await rows('PUT', 'things/1', { stock: 3 })
    const options = { parts: [{ kind: 'field', column: 'name' }] }
    const view = { table: 'things', title: 'Order', kind: 'form' as const, options }
    const { id } = await server.operate('viewCreate', view, as())
    await server.operate('formSubmit', { id, answers: { name: 'Order' }, submission: 'submission-of-a-test' }, as())
    await rows('DELETE', 'things/1')
    await Promise.all([ended(created, 2), ended(changed, 2), ended(deleted), ended(matches), ended(form)])
    expect(arrivedAt('/created').toSorted()).toEqual(['Lamp', 'Order'])
    expect(arrivedAt('/changed')).toEqual(['9 4', '4 3'])
    expect(arrivedAt('/deleted')).toEqual(['Lamp'])
    expect(arrivedAt('/matches')).toEqual(['Lamp 4'])
    expect(arrivedAt('/form')).toEqual(['Order'])
  })

  it('run every action', async () => {
    const channel = { values: { channel: 'sales', webhook_url: target.url('/plugin') } }
    await server.operate('pluginSave', { plugin: 'slack', entries: [channel] }, as())
    const id = await save({ kind: 'created' }, [
      post('/http', '{"name":"{{data.name}}"}'),
      { kind: 'email', to: ['reader@example.com'], subject: 'New: {{data.name}}', text: 'Stock {{data.stock}}' },
      { kind: 'chat', url: target.url('/chat'), text: 'Hello {{data.name}}' },
      { kind: 'message', plugin: 'slack', channel: 'sales', text: '{{data.name}}' },
      { kind: 'change', values: [{ column: 'note', value: 'Seen {{data.name}}' }] },
      { kind: 'sql', sql: 'SELECT name, stock FROM things' },
      { kind: 'sql', sql: 'INSERT INTO log (name, stock) VALUES (:data_name, 5)', write: true },
      { kind: 'script', code: `await records.create('log', { name: 'By script', stock: input.data.stock })` },
    ])
    await rows('POST', 'things', { name: `O'Hara "x"`, stock: 7 })
    const [run] = await ended(id)
    expect(run?.steps.map(({ kind, state, msg }) => [kind, state, state === 'done' ? '' : msg])).toEqual(
      ['http', 'email', 'chat', 'message', 'change', 'sql', 'sql', 'script'].map((kind) => [kind, 'done', '']),
    )
    expect(JSON.parse(arrivedAt('/http')[0] ?? '')).toEqual({ name: `O'Hara "x"` })
    expect(arrivedAt('/chat')[0]).toContain("Hello O'Hara")
    expect(JSON.parse(arrivedAt('/plugin')[0] ?? '')).toMatchObject({ text: `O'Hara "x"` })
    expect(await mail.mailTo('reader@example.com')).toMatchObject({ subject: `New: O'Hara "x"` })
    expect(await rows('GET', 'things/1')).toMatchObject({ note: `Seen O'Hara "x"` })
    expect(run?.steps[5]?.output).toContain('7')
    expect(await rows('GET', 'log?sort=id')).toMatchObject([
      { name: `O'Hara "x"`, stock: 5 },
      { name: 'By script', stock: 7 },
    ])
  })

  it('start at scheduled times, and read and write the database', async () => {
    const trigger: SaveInput['trigger'] = { kind: 'schedule', table: '', pattern: '* * * * * *', timeZone: 'UTC' }
    const id = await save(trigger, [
      { kind: 'sql', sql: 'INSERT INTO log (name, stock) VALUES (:when, 5)', write: true },
      { kind: 'sql', sql: 'SELECT max(stock) AS most FROM log' },
    ])
    await expect.poll(async () => ((await rows('GET', 'log')) as unknown[]).length).toBeGreaterThan(0)
    await server.operate('automationActivate', { id, active: false }, as())
    await expect
      .poll(async () => (await server.operate('automationRuns', { id }, as())).list.filter(({ endedAt }) => !endedAt))
      .toEqual([])
    const { list } = await server.operate('automationRuns', { id }, as())
    const written = (await rows('GET', 'log?limit=1000')) as { name: string }[]
    expect(written.map(({ name }) => name).toSorted()).toEqual(list.map(({ record }) => record).toSorted())
    expect(list.map(({ state, steps }) => [state, steps[1]?.output])).toEqual(list.map(() => ['done', 'most\n5']))
  })

  it('start for incoming webhooks, each of which writes once', async () => {
    const id = await save({ kind: 'webhook', table: '' }, [
      { kind: 'sql', sql: 'INSERT INTO log (name, stock) VALUES (:body_name, :body_stock)', write: true },
      post('/hook', '{{body.name}} {{query.from}}'),
    ])
    const { path } = await server.operate('automationAddress', { id }, as())
    const names = [`O'Hara "x"`, 'Ørsted 日本', "'); DROP TABLE log; --"]
    for (const [at, name] of names.entries()) {
      const answer = await server.request(`${path}?from=shop`, { method: 'POST', body: { name, stock: at } })
      expect(answer.status).toBe(202)
    }
    const runs = await ended(id, names.length)
    expect(runs.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    expect(await rows('GET', 'log?sort=stock')).toMatchObject(names.map((name, stock) => ({ name, stock })))
    const sent = names.map((name) => `${JSON.stringify(name).slice(1, -1)} shop`)
    expect(arrivedAt('/hook').toSorted()).toEqual(sent.toSorted())
  })

  it('leave dead letters that are sent again from the failed step', async () => {
    let isBroken = true
    target.answer('/second', (response) => response.writeHead(isBroken ? 500 : 200).end('second'))
    const id = await save({ kind: 'changed' }, [post('/first', '{{data.name}}'), post('/second', '{{data.stock}}')], 1)
    await rows('POST', 'things', { name: 'Lamp', stock: 1 })
    await rows('PUT', 'things/1', { stock: 2 })
    const [failed] = await ended(id)
    expect(failed).toMatchObject({ state: 'failed', attempts: 2 })
    isBroken = false
    await server.operate('automationResend', { runId: failed?.id ?? '' }, as())
    await expect.poll(async () => (await ended(id))[0]?.state).toBe('done')
    expect(arrivedAt('/first')).toEqual(['Lamp'])
    expect(arrivedAt('/second')).toEqual(['2', '2', '2'])
  })

  it('stop when two start each other, give the reason in the log, and leave the others on', async () => {
    const watcher = await save({ kind: 'changed', columns: ['note'] }, [post('/watched', '{{data.note}}')])
    const change = (column: string, value: string): SaveInput['steps'] => [
      { kind: 'change', values: [{ column, value }] },
    ]
    const first = await save({ kind: 'changed', columns: ['name'] }, change('note', '{{data.name}}a'))
    const second = await save({ kind: 'changed', columns: ['note'] }, change('name', '{{data.note}}b'))
    const active = async () =>
      Object.fromEntries((await server.operate('automationList', {}, as())).list.map((each) => [each.id, each.active]))
    await rows('POST', 'things', { name: 'Lamp' })
    await rows('PUT', 'things/1', { name: 'x' })
    await expect.poll(active).toEqual({ [watcher]: true, [first]: true, [second]: false })
    await Promise.all([ended(first, 3), ended(second, 3), ended(watcher, 3)])
    expect(await rows('GET', 'things/1')).toMatchObject({ name: 'xabab', note: 'xababa' })
    expect((await ended(second, 3)).map(({ state, steps }) => [state, steps[0]?.msg])).toEqual([
      ['failed', 'Basalt stopped a loop: automations started each other 5 times.'],
      ['done', 'Changed 1 field.'],
      ['done', 'Changed 1 field.'],
    ])
    // The last change of the loop reaches it too.
    expect(arrivedAt('/watched')).toEqual(['xa', 'xaba', 'xababa'])
    const { list: notices } = await server.operate('noticeList', {}, { token: owner.token })
    expect(notices.filter(({ kind }) => kind === 'automationStopped')).toHaveLength(1)
    await rows('PUT', 'things/1', { name: 'y' })
    await ended(watcher, 4)
    expect(arrivedAt('/watched').at(-1)).toBe('ya')
  })
})
