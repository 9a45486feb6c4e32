import type { operations } from '@common/operations'
import type { AutomationRun } from '@common/operations/automations'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { startTargetServer, type TargetServer } from '@tests/helpers/target-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'

type SaveInput = z.input<(typeof operations)['automationSave']['input']>

describe('scripts and SQL of automations', () => {
  let server: TestServer
  let target: TargetServer
  let owner: TestUser
  let projectId: string

  beforeAll(async () => {
    target = await startTargetServer()
    server = await startServer({ signInAttempts: 0, automationTimes: { backOffMs: 5 } })
    owner = await server.signUp('owner@example.com')
    await server.operate('installationSettingsSave', { outboundHosts: [target.host] }, owner)
  })
  afterAll(async () => {
    await server.close()
    target.close()
  })
  beforeEach(async () => {
    projectId = (await server.call('projectCreateByWebWithXCDB', { title: 'Shop' }, owner)).id
    for (const table of ['Things', 'Log']) {
      const columns = [
        { name: 'id', type: 'ID' },
        { name: 'Name', type: 'SingleLineText' },
        { name: 'Stock', type: 'Number' },
      ] as const
      await server.operate('tableCreate', { table, columns: [...columns] }, here())
    }
    target.arrived.length = 0
  })

  const here = () => ({ token: owner.token, projectId })
  const save = (
    step: SaveInput['steps'][number],
    trigger: SaveInput['trigger'] = { kind: 'created', table: 'Things' },
  ) => server.operate('automationSave', { title: 'Automation', trigger, steps: [step], retries: 0 }, here())
  const script = (code: string): SaveInput['steps'][number] => ({ kind: 'script', code })
  const rows = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: owner.token, body })).json
  const ended = async (id: string, count = 1): Promise<AutomationRun[]> => {
    const list = async () => (await server.operate('automationRuns', { id, limit: 200 }, here())).list
    await expect
      .poll(async () => (await list()).filter(({ endedAt }) => endedAt !== null).length, { timeout: 30_000 })
      .toBe(count)
    return list()
  }

  it('read and change records with the rights of the author, and send requests by the guarded client', async () => {
    const code = `
      console.log('Started by', input.by, input.data.Name)
      const made = await records.create('Log', { Name: input.data.Name, Stock: 1 })
      await records.update('Things', input.rowId, { Stock: 7 })
      const full = await records.list('Things', { where: '(Stock,eq,7)', fields: 'Name' })
      const answer = await fetch('${target.url('/script')}', { method: 'POST', body: JSON.stringify(full) })
      try { await fetch('http://169.254.169.254/latest/meta-data') } catch (error) { console.log('Refused') }
      return [made.id, answer.status]`
    const { id } = await save(script(code))
    await rows('POST', 'Things', { Name: 'One', Stock: 0 })
    const [run] = await ended(id)
    expect(run).toMatchObject({ state: 'done', steps: [{ kind: 'script', state: 'done' }] })
    expect(run?.steps[0]?.output).toBe('Started by owner@example.com One\nRefused\n[1,200]')
    expect(await rows('GET', 'Log/1')).toMatchObject({ Name: 'One', Stock: 1 })
    expect(await rows('GET', 'Things/1')).toMatchObject({ Stock: 7 })
    expect(target.arrived.map(({ body }) => body)).toEqual(['[{"id":1,"Name":"One"}]'])
  })

  it('stop a loop that leads over scripts', async () => {
    const { id } = await save(script(`await records.create('Things', { Name: input.data.Name + '+' })`))
    await rows('POST', 'Things', { Name: 'Loop' })
    const runs = await ended(id, 6)
    expect(runs[0]).toMatchObject({ state: 'failed', steps: [{ message: { key: 'errors.AUTOMATION_LOOP' } }] })
    expect((await server.operate('automationList', {}, here())).list).toMatchObject([{ active: false }])
  }, 60_000)

  it('leave a failed run with the line and the log, and are tested without saving', async () => {
    const { id } = await save(script(`console.log('here')\nawait records.create('Nothing', {})`))
    await rows('POST', 'Things', { Name: 'One' })
    const [run] = await ended(id)
    expect(run).toMatchObject({
      state: 'failed',
      steps: [{ message: { key: 'errors.SCRIPT_FAILED' }, output: 'here' }],
    })
    const kept = script(`await records.create('Log', { Name: 'Never' }); return 'tested'`)
    const saved = await save(kept)
    const { steps } = await server.operate('automationTest', { id: saved.id, rowId: '1' }, here())
    expect(steps).toMatchObject([{ kind: 'script', state: 'done' }])
    expect(steps[0]?.output).toBe('tested\nPOST Log {"Name":"Never"}')
    expect(await rows('GET', 'Log')).toEqual([])
  })

  it('write by SQL with the right of the author, with values as parameters', async () => {
    const sql = `INSERT INTO Log (Name, Stock) VALUES (:data_Name, 5); UPDATE Things SET Stock = 9 WHERE id = :rowId`
    const { id } = await save({ kind: 'sql', sql, write: true })
    await rows('POST', 'Things', { Name: `'); DROP TABLE Log; --` })
    expect(await ended(id)).toMatchObject([{ state: 'done' }])
    expect(await rows('GET', 'Log')).toMatchObject([{ Name: `'); DROP TABLE Log; --`, Stock: 5 }])
    expect(await rows('GET', 'Things/1')).toMatchObject({ Stock: 9 })
    const { steps } = await server.operate('automationTest', { id, rowId: '1' }, here())
    expect(steps).toMatchObject([{ kind: 'sql', state: 'notSent', output: sql }])
    const reading = await save({ kind: 'sql', sql: 'DELETE FROM Things' })
    await rows('POST', 'Things', { Name: 'Two' })
    expect(await ended(reading.id)).toMatchObject([{ state: 'failed' }])
    expect(await rows('GET', 'Things')).toHaveLength(2)
  })

  it('stop writing when the author loses the right', async () => {
    const creator = await server.signUp('creator@example.com')
    giveRoles(server.profileFolder, projectId, { [creator.email]: 'creator' })
    const as = { token: creator.token, projectId }
    const steps = [{ kind: 'sql', sql: 'DELETE FROM Things', write: true } as const]
    const given = { title: 'Creator', trigger: { kind: 'created', table: 'Things' } as const, steps, retries: 0 }
    const { id } = await server.operate('automationSave', given, as)
    giveRoles(server.profileFolder, projectId, { [creator.email]: 'editor' })
    await rows('POST', 'Things', { Name: 'Stays' })
    expect(await ended(id)).toMatchObject([
      { state: 'failed', steps: [{ message: { key: 'errors.JOB_AUTHOR_GONE' } }] },
    ])
    expect(await rows('GET', 'Things')).toHaveLength(1)
  })
})
