import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AutomationRun } from '@common/operations/automations'
import { engines, engineProject, reasonToSkip } from '@tests/helpers/engines'
import { sendRequest, testPassword } from '@tests/helpers/request'
import { startServeProcess } from '@tests/helpers/serve-process'
import { startTargetServer } from '@tests/helpers/target-server'
import { describe, expect, it } from 'vitest'

const places = []
for (const engine of engines)
  if (['postgres', 'mysql'].includes(engine.dialect) && (await reasonToSkip(engine)) === undefined) places.push(engine)

/**
 * Two servers in processes of their own write to the same records at the same time. One is killed in the middle of its
 * writes and of its runs. The other one takes over when the leases end.
 */
describe.concurrent.each(places)('automations of two servers on $name, of which one is killed', (engine) => {
  it('run for each committed change, in order', { tags: ['nightly'], timeout: 240_000 }, async () => {
    const [meta, data, target, folders] = await Promise.all([
      engine.open(),
      engine.open(),
      startTargetServer(),
      Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'basalt-two-')))),
    ])
    const start = (at: number) => startServeProcess(folders[at] ?? '', [], undefined, { BASALT_META_URL: meta.address })
    const first = await start(0)
    const second = await start(1)
    let token = ''
    let projectId = ''
    const send = (origin: string, method: string, path: string, body: unknown) =>
      sendRequest(origin, path, { method, token, body })
    const operate = async (name: string, body: unknown): Promise<unknown> => {
      const answer = await send(second.origin, 'POST', `/api/v1/operations/${name}?project=${projectId}`, body)
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`)
      return answer.json
    }
    const rows = (origin: string, method: string, path: string, body: unknown) =>
      send(origin, method, `/nc/${projectId}/api/v1/things${path}`, body)
    const account = { email: 'owner@example.com', password: testPassword }
    token = ((await send(second.origin, 'POST', '/auth/signup', account)).json as { token: string }).token
    const [operation, args] = engineProject(engine, data)
    projectId = ((await operate(operation, args)) as { id: string }).id
    await operate('installationSettingsSave', { outboundHosts: [target.host] })
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'name', type: 'SingleLineText', required: true },
      { name: 'stock', type: 'Number' },
    ]
    await operate('tableCreate', { table: 'things', columns })
    for (const name of ['One', 'Two', 'Three']) await rows(second.origin, 'POST', '', { name, stock: 0 })
    const body = '{{rowId}} {{old.stock}}>{{data.stock}}'
    const { id } = (await operate('automationSave', {
      title: 'Watch',
      trigger: { kind: 'changed', table: 'things', columns: ['stock'] },
      steps: [{ kind: 'http', method: 'POST', url: target.url('/run'), body }],
      retries: 0,
    })) as { id: string }
    // The first runs get no answer until the kill, which leaves some in the middle.
    const held: ServerResponse[] = []
    let isKilled = false
    target.answer('/run', (response) => void (isKilled || held.length === 3 ? response.end('ok') : held.push(response)))

    const acknowledged: Record<string, number> = {}
    const write = async (origin: string, row: string, from: number): Promise<void> => {
      for (let stock = from; stock < from + 30; stock += 1) {
        const answer = await rows(origin, 'PUT', `/${row}`, { stock }).catch(() => undefined)
        if (answer === undefined) return
        if (answer.status === 200) acknowledged[`${row} ${stock}`] = stock
        // Rolled back: the second change of the transaction is invalid.
        const changes = [
          { kind: 'update', table: 'things', rowId: row, values: { stock: -stock } },
          { kind: 'update', table: 'things', rowId: row, values: { name: null } },
        ]
        const given = { id: `never ${row} ${from} ${stock}`, changes, anyway: true }
        const path = `/api/v1/operations/rowsApply?project=${projectId}`
        const refused = await send(origin, 'POST', path, given).catch(() => undefined)
        if (refused === undefined) return
        expect(refused.status).toBeGreaterThanOrEqual(400)
      }
    }
    const writing = ['1', '2', '3'].flatMap((row) => [
      write(first.origin, row, 1_000),
      write(second.origin, row, 2_000),
    ])
    await expect.poll(() => Object.values(acknowledged).filter((stock) => stock < 2_000).length).toBeGreaterThan(8)
    await first.kill()
    isKilled = true
    for (const response of held) response.end('ok')
    await Promise.all(writing)

    const list = async () => ((await operate('automationRuns', { id, limit: 200 })) as { list: AutomationRun[] }).list
    // A commit whose answer the kill cut off counts too, so the runs may be more than the answers.
    await expect
      .poll(async () => (await list()).every(({ state }) => state === 'done'), { timeout: 150_000, interval: 1_000 })
      .toBe(true)
    const steps = (await list()).toReversed().map(({ input }) => JSON.parse(input) as Change)
    for (const row of ['1', '2', '3']) {
      const own = steps.filter(({ rowId }) => rowId === row).map(({ old, data: now }) => [old.stock, now.stock])
      // Each change begins with the value that the one before it has written.
      expect(own.map(([from]) => from)).toEqual([0, ...own.slice(0, -1).map(([, to]) => to)])
      const answered = Object.keys(acknowledged).filter((key) => key.startsWith(`${row} `))
      expect(own.map(([, to]) => `${row} ${to}`)).toEqual(expect.arrayContaining(answered))
      expect(own.length - answered.length).toBeLessThanOrEqual(1)
      // Requests arrive in the same order; one that hung arrives again.
      const arrived = target.arrived
        .filter(({ body: text }) => text.startsWith(`${row} `))
        .map(({ body: text }) => text)
      const once = arrived.filter((text, at) => text !== arrived[at - 1])
      expect(once).toEqual(own.map(([from, to]) => `${row} ${from}>${to}`))
    }
    expect(steps.some(({ data: now }) => now.stock < 0)).toBe(false)
    await second.stop()
    target.close()
    await Promise.all([meta.drop(), data.drop(), ...folders.map((folder) => rm(folder, { recursive: true }))])
  })
})

interface Change {
  readonly rowId: string
  readonly old: { readonly stock: number }
  readonly data: { readonly stock: number }
}
