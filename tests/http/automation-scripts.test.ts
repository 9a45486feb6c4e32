import { automationTests, type SaveInput, type Step } from '@tests/helpers/automations'
import { giveRoles } from '@tests/helpers/members'
import { describe, expect, it } from 'vitest'

describe('scripts and SQL of automations', () => {
  const at = automationTests('Things', 'Log')
  const { here, bodies } = at
  const save = (step: Step, trigger: SaveInput['trigger'] = { kind: 'created', table: 'Things' }) =>
    at.save(trigger, [step])
  const script = (code: string): Step => ({ kind: 'script', code })
  const rows = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await at.rows(method, path, body)).json
  const ended = (id: string, count?: number) => at.ended(id, count, 30_000)

  it('read and change records with the rights of the author, and send requests by the guarded client', async () => {
    const code = `
      console.log('Started by', input.by, input.data.Name)
      const made = await records.create('Log', { Name: input.data.Name, Stock: 1 })
      await records.update('Things', input.rowId, { Stock: 7 })
      const full = await records.list('Things', { where: '(Stock,eq,7)', fields: 'Name' })
      const answer = await fetch('${at.target.url('/script')}', {
        method: 'POST', headers: { 'Basalt-Depth': '0' }, body: JSON.stringify(full),
      })
      try { await fetch('http://169.254.169.254/latest/meta-data') } catch (error) { console.log('Refused') }
      return [made.id, answer.status]`
    const { id } = await save(script(code))
    await rows('POST', 'Things', { Name: 'One', Stock: 0 })
    const [run] = await ended(id)
    expect(run).toMatchObject({ state: 'done', steps: [{ kind: 'script', state: 'done' }] })
    expect(run?.steps[0]?.output).toBe('Started by owner@example.com One\nRefused\n[1,200]')
    expect(await rows('GET', 'Log/1')).toMatchObject({ Name: 'One', Stock: 1 })
    expect(await rows('GET', 'Things/1')).toMatchObject({ Stock: 7 })
    expect(bodies()).toEqual(['[{"id":1,"Name":"One"}]'])
    expect(at.target.arrived[0]?.headers['basalt-depth']).toBe('1')
  })

  it('stop a loop that leads over scripts', async () => {
    const { id } = await save(script(`await records.create('Things', { Name: input.data.Name + '+' })`))
    await rows('POST', 'Things', { Name: 'Loop' })
    const runs = await ended(id, 6)
    expect(runs[0]).toMatchObject({ state: 'failed', steps: [{ message: { key: 'errors.AUTOMATION_LOOP' } }] })
    expect((await at.server.operate('automationList', {}, here())).list).toMatchObject([{ active: false }])
  })

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
    const { steps } = await at.server.operate('automationTest', { id: saved.id, rowId: '1' }, here())
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
    const { steps } = await at.server.operate('automationTest', { id, rowId: '1' }, here())
    expect(steps).toMatchObject([{ kind: 'sql', state: 'notSent', output: sql }])
    const reading = await save({ kind: 'sql', sql: 'DELETE FROM Things' })
    await rows('POST', 'Things', { Name: 'Two' })
    expect(await ended(reading.id)).toMatchObject([{ state: 'failed' }])
    expect(await rows('GET', 'Things')).toHaveLength(2)
  })

  it('stop writing when the author loses the right', async () => {
    const creator = await at.server.signUp('creator@example.com')
    giveRoles(at.server.profileFolder, at.projectId, { [creator.email]: 'creator' })
    const as = here(creator)
    const steps = [{ kind: 'sql', sql: 'DELETE FROM Things', write: true } as const]
    const given = { title: 'Creator', trigger: { kind: 'created', table: 'Things' } as const, steps, retries: 0 }
    const { id } = await at.server.operate('automationSave', given, as)
    giveRoles(at.server.profileFolder, at.projectId, { [creator.email]: 'editor' })
    await rows('POST', 'Things', { Name: 'Stays' })
    expect(await ended(id)).toMatchObject([
      { state: 'failed', steps: [{ message: { key: 'errors.JOB_AUTHOR_GONE' } }] },
    ])
    expect(await rows('GET', 'Things')).toHaveLength(1)
  })
})
