import { automationTests, type SaveInput } from '@tests/helpers/automations'
import { describe, expect, it } from 'vitest'

describe('triggers of automations', () => {
  const at = automationTests('Things')
  const { here, send, ended, bodies } = at
  const save = (trigger: SaveInput['trigger'], body = '{{record}}') => at.save(trigger, [at.post('/here', body)])
  const rows = (method: string, path: string, body?: unknown) => at.rows(method, `Things${path}`, body)
  const few = { join: 'and', filters: [{ column: 'Stock', operator: 'less', value: 5 }] } as const
  const fewStock: SaveInput['trigger'] = { kind: 'matches', table: 'Things', filter: few }

  it('start when a record begins to match a filter, not while it keeps matching', async () => {
    const { id } = await save(fewStock, '{{data.Name}} {{data.Stock}}')
    await rows('POST', '', { Name: 'Full', Stock: 9 })
    await rows('POST', '', { Name: 'New', Stock: 1 })
    for (const Stock of [4, 3, 7, 2]) await rows('PUT', '/1', { Stock })
    await rows('PUT', '/1', { Name: 'Renamed' })
    await rows('POST', '/bulk', [
      { Name: 'A', Stock: 8 },
      { Name: 'B', Stock: 0 },
    ])
    const runs = await ended(id, 4)
    expect(bodies().toSorted()).toEqual(['B 0', 'Full 2', 'Full 4', 'New 1'])
    expect(JSON.parse(runs.at(-1)?.input ?? '')).toMatchObject({ table: 'Things', data: { Name: 'New' }, old: null })
  })

  it('start when a form is submitted, and not for other new records', async () => {
    const { id } = await save({ kind: 'form', table: 'Things' }, '{{data.Name}}')
    const options = { parts: [{ kind: 'field', column: 'Name' }] }
    const view = { table: 'Things', title: 'Order', kind: 'form' as const, options }
    const form = await at.server.operate('viewCreate', view, here())
    await rows('POST', '', { Name: 'By hand' })
    const answer = { id: form.id, answers: { Name: 'Member' }, submission: 'submission-of-a-test' }
    expect((await send('formSubmit', answer)).status).toBe(200)
    await ended(id, 1)
    expect(bodies()).toEqual(['Member'])
  })

  it('refuse filters that name no stored field, and triggers with gaps', async () => {
    const list = async () => (await at.server.operate('automationList', {}, here())).list
    const given = { title: 'Wrong', steps: [{ kind: 'sql', sql: 'SELECT 1' }] }
    const filter = (column: string) => ({ join: 'and', filters: [{ column, operator: 'less', value: 5 }] })
    const wrong = [
      [{ kind: 'matches', table: 'Things' }, 'AUTOMATION_TRIGGER_INVALID'],
      [{ kind: 'matches', table: 'Things', filter: { join: 'and', filters: [] } }, 'AUTOMATION_TRIGGER_INVALID'],
      [{ kind: 'matches', table: 'Things', filter: filter('Nothing') }, 'AUTOMATION_FILTER_INVALID'],
      [{ kind: 'created' }, 'AUTOMATION_TRIGGER_INVALID'],
      [{ kind: 'schedule', pattern: 'soon', timeZone: 'UTC' }, 'JOB_SCHEDULE_INVALID'],
      [{ kind: 'schedule' }, 'JOB_SCHEDULE_INVALID'],
      [{ kind: 'schedule', pattern: '0 0 30 2 *', timeZone: 'UTC' }, 'JOB_SCHEDULE_NEVER'],
      [{ kind: 'schedule', pattern: '* * * * *', timeZone: 'Mars' }, 'JOB_TIME_ZONE_INVALID'],
    ] as const
    for (const [trigger, code] of wrong)
      expect((await send('automationSave', { ...given, trigger })).error.code).toBe(code)
    const change = { kind: 'change', values: [{ column: 'Name', value: 'x' }] }
    for (const trigger of [{ kind: 'webhook' }, { kind: 'schedule', pattern: '* * * * *', timeZone: 'UTC' }])
      expect((await send('automationSave', { ...given, trigger, steps: [change] })).error.code).toBe(
        'AUTOMATION_WITHOUT_RECORD',
      )
    expect(await list()).toEqual([])
  })

  it('start at scheduled times, until they are turned off', async () => {
    const schedule: SaveInput['trigger'] = { kind: 'schedule', pattern: '* * * * * *', timeZone: 'Europe/Berlin' }
    const { id, nextAt } = await save(schedule, '{{when}}')
    expect(nextAt).toMatch(/^\d{4}-.*Z$/)
    await expect.poll(() => at.target.arrived.length, { timeout: 10_000 }).toBeGreaterThan(1)
    expect(await at.server.operate('automationActivate', { id, active: false }, here())).toMatchObject({ nextAt: null })
    const { list } = await at.server.operate('automationRuns', { id }, here())
    expect(new Set(list.map(({ record }) => record)).size).toBe(list.length)
    const tested = await at.server.operate('automationTest', { id }, here())
    expect(tested.steps).toMatchObject([{ kind: 'http', state: 'done' }])
  })

  const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    at.server.request(path, { method: 'POST', body, headers })

  it('start for requests to their secret address, with the body in the placeholders', async () => {
    const { id, hasAddress } = await save({ kind: 'webhook' }, '{{body.order.id}} {{body.lines.1.name}} {{query.from}}')
    expect(hasAddress).toBe(false)
    const { path } = await at.server.operate('automationAddress', { id }, here())
    expect(path).toMatch(/^\/api\/v1\/hooks\/[0-9a-f]{64}$/)
    const body = { order: { id: 7 }, lines: [{ name: 'One' }, { name: 'Two' }] }
    const answer = await call(`${path}?from=shop`, body)
    expect(answer.status).toBe(202)
    const [run] = await ended(id, 1)
    expect(answer.json).toEqual({ run: run?.id })
    expect(bodies()).toEqual(['7 Two shop'])
    expect(JSON.parse(run?.input ?? '')).toMatchObject({ request: { method: 'POST', body: JSON.stringify(body) } })
    const tested = await at.server.operate(
      'automationTest',
      { id, body: JSON.stringify({ ...body, order: { id: 8 } }) },
      here(),
    )
    // The test has no query.
    expect(tested.steps).toMatchObject([{ state: 'failed', message: { key: 'errors.VARIABLES_UNKNOWN' } }])
  })

  it('answer the same for every address that does not work, and keep the token out of every answer', async () => {
    const { id } = await save({ kind: 'webhook' })
    const { path } = await at.server.operate('automationAddress', { id }, here())
    const next = await at.server.operate('automationAddress', { id }, here())
    expect(next.path).not.toBe(path)
    const wrong = [path, '/api/v1/hooks/wrong', `/api/v1/hooks/${'0'.repeat(64)}`, `/api/v1/hooks/${'0'.repeat(900)}`]
    const answers = await Promise.all(wrong.map((each) => call(each, {})))
    await at.server.operate('automationActivate', { id, active: false }, here())
    answers.push(await call(next.path, {}))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404, error: { code: 'WEBHOOK_NOT_FOUND' } })
    await at.server.operate('automationActivate', { id, active: true }, here())
    expect((await call(next.path, {})).status).toBe(202)
    const listed = JSON.stringify((await at.server.operate('automationList', {}, here())).list)
    expect(listed).not.toContain(next.path.split('/').at(-1))
    expect(listed).toContain('"hasAddress":true')
    await ended(id, 1)
  })

  it('limit the size and the rate of requests', async () => {
    const { id } = await save({ kind: 'webhook' })
    const { path } = await at.server.operate('automationAddress', { id }, here())
    expect((await call(path, { text: 'x'.repeat(262_144) })).status).toBe(413)
    await at.server.operate('automationActivate', { id, active: false }, here())
    const answers = []
    for (let count = 0; count < 125; count += 1) answers.push((await call(path, {})).status)
    expect(new Set(answers)).toEqual(new Set([404, 429]))
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  it('stop a loop that leads over their own address', async () => {
    const { id } = await save({ kind: 'webhook' })
    const { path } = await at.server.operate('automationAddress', { id }, here())
    expect((await call(path, {}, { 'basalt-depth': '5' })).status).toBe(202)
    const [run] = await ended(id, 1)
    expect(run).toMatchObject({ state: 'failed', steps: [{ message: { key: 'errors.AUTOMATION_LOOP' } }] })
    expect((await at.server.operate('automationList', {}, here())).list).toMatchObject([{ active: false }])
  })
})
