import { automationTests, type Step } from '@tests/helpers/automations'
import { describe, expect, it } from 'vitest'

/** Automations that start each other over requests. Each loop ends after five rounds. */
describe('loops of automations', () => {
  const at = automationTests('Things')
  const { here, save, post, rows, ended, bodies } = at
  const stoppedBy = async (id: string) => {
    await expect
      .poll(async () => (await at.server.operate('automationList', {}, here())).list.find((each) => each.id === id))
      .toMatchObject({ active: false })
    return (await at.runsOf(id)).map(({ state, steps }) => [state, steps[0]?.message.key])
  }
  const loop = ['failed', 'errors.AUTOMATION_LOOP']
  const done = ['done', expect.stringMatching(/^(?:jobOutcomes|server\.plugin)\./)]
  const afterFive = [loop, done, done, done, done, done]
  const insert = (path: string, body: string): Step => ({
    kind: 'http',
    method: 'POST',
    url: `${at.server.origin}${path}`,
    headers: [{ name: 'xc-auth', value: at.owner.token, secret: true }],
    body,
  })
  const allowOwn = () =>
    at.server.operate(
      'installationSettingsSave',
      { outboundHosts: [at.target.host, new URL(at.server.origin).host] },
      { token: at.owner.token },
    )

  it('stop when they lead over the REST API', async () => {
    await allowOwn()
    const step = insert(`/nc/${at.projectId}/api/v1/Things`, '{"Name":"{{data.Name}}!"}')
    const { id } = await save({ kind: 'created', table: 'Things' }, [step])
    await rows('POST', 'Things', { Name: 'x' })
    expect(await stoppedBy(id)).toEqual(afterFive)
    expect((await rows('GET', 'Things/count')).json).toEqual({ count: 6 })
  })

  it('stop when they lead over GraphQL', async () => {
    await allowOwn()
    const query = 'mutation { ThingsCreate(data: { Name: \\"again\\" }) { id } }'
    const step = insert(`/nc/${at.projectId}/v1/graphql`, `{"query":"${query}"}`)
    const { id } = await save({ kind: 'created', table: 'Things' }, [step])
    await rows('POST', 'Things', { Name: 'x' })
    expect(await stoppedBy(id)).toEqual(afterFive)
  })

  it('leave on what they start without being led back', async () => {
    await allowOwn()
    const watcher = await save({ kind: 'created', table: 'Things' }, [post('/watched', '{{data.Name}}')])
    const step = insert(`/nc/${at.projectId}/api/v1/Things`, '{"Name":"{{data.Name}}!"}')
    const { id } = await save({ kind: 'created', table: 'Things' }, [step])
    await rows('POST', 'Things', { Name: 'x' })
    expect(await stoppedBy(id)).toEqual(afterFive)
    expect((await ended(watcher.id, 6)).map(({ state }) => state)).toEqual(Array(6).fill('done'))
    expect(bodies()).toEqual(['x', 'x!', 'x!!', 'x!!!', 'x!!!!', 'x!!!!!'])
    const { list } = await at.server.operate('automationList', {}, here())
    expect(list.find((each) => each.id === watcher.id)).toMatchObject({ active: true, failed: 0 })
  })

  it('are no chains of different automations, however long', async () => {
    const stages = 7
    for (let stage = 0; stage < stages; stage += 1)
      await save(
        {
          kind: 'matches',
          table: 'Things',
          filter: { join: 'and', filters: [{ column: 'Stock', operator: 'equals', value: stage }] },
        },
        [{ kind: 'change', values: [{ column: 'Stock', value: String(stage + 1) }] }],
      )
    await rows('POST', 'Things', { Stock: 0 })
    await expect.poll(async () => (await rows('GET', 'Things/1')).json).toMatchObject({ Stock: stages })
    const { list } = await at.server.operate('automationList', {}, here())
    expect(list.map(({ active, failed }) => [active, failed])).toEqual(Array(stages).fill([true, 0]))
  })

  it('stop when they lead over messages of a plugin', async () => {
    await allowOwn()
    const hook = await save({ kind: 'webhook' }, [post('/placeholder')])
    const { path } = await at.server.operate('automationAddress', { id: hook.id }, here())
    const entry = { values: { channel: 'Ours', webhook_url: `${at.server.origin}${path}` } }
    await at.server.operate('pluginSave', { plugin: 'mattermost', entries: [entry] }, here())
    const step: Step = { kind: 'message', plugin: 'mattermost', channel: 'Ours', text: 'Again' }
    await save({ kind: 'webhook' }, [step], { id: hook.id })
    const answer = await at.server.request(path, { method: 'POST', body: {} })
    expect(answer.status).toBe(202)
    expect(await stoppedBy(hook.id)).toEqual(afterFive)
  })

  it('are not taken from a caller of the API who counts with a header of their own', async () => {
    const { id } = await save({ kind: 'created', table: 'Things' }, [post('/made', '{{data.Name}}')])
    const forged = { 'basalt-depth': '5', 'basalt-depth-mark': 'x'.repeat(32) }
    for (const headers of [{ 'basalt-depth': '5' }, forged])
      await at.server.request(`/nc/${at.projectId}/api/v1/Things`, {
        method: 'POST',
        token: at.owner.token,
        headers,
        body: { Name: 'Real' },
      })
    expect((await ended(id, 2)).map(({ state }) => state)).toEqual(['done', 'done'])
    expect(bodies()).toEqual(['Real', 'Real'])
  })
})
