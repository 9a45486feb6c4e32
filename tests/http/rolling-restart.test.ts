import type { Balancer } from '@tests/helpers/balancer'
import { operateAt, rowsAt, startCluster, type Cluster } from '@tests/helpers/cluster'
import { engineProject, engines, reasonToSkip, type OpenedEngine } from '@tests/helpers/engines'
import { openLiveStream } from '@tests/helpers/live-stream'
import { noteMissing } from '@tests/helpers/needs-clusters'
import { sendRequest } from '@tests/helpers/request'
import { until } from '@tests/helpers/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const engine = engines.find(({ dialect }) => dialect === 'postgres')
const missing = engine === undefined ? 'there is no PostgreSQL' : await reasonToSkip(engine)
if (missing !== undefined) noteMissing('Restarts of two servers', missing)

const clientsCount = 8
const rowsCount = 20_000

/** Two servers behind a balancer, which stop and start one after the other. */
describe.skipIf(missing !== undefined)('two servers that write logs for a collector', () => {
  let databases: readonly OpenedEngine[]
  let cluster: Cluster
  let balancer: Balancer
  let token: string
  let projectId: string
  const here = () => ({ token, projectId })
  beforeAll(async () => {
    if (engine === undefined) return
    const [meta, data] = await Promise.all([engine.open(), engine.open()])
    databases = [meta, data]
    cluster = await startCluster(meta.address, 2, {
      BASALT_DRAIN_SECONDS: '2',
      BASALT_LOG_TO: 'stdout',
      BASALT_LOG_LEVEL: 'debug',
    })
    token = await cluster.signUp()
    const [first = ''] = cluster.origins
    const [operation, args] = engineProject(engine, data)
    projectId = ((await operateAt(first, operation, args, { token })) as { id: string }).id
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'name', type: 'SingleLineText' },
    ]
    await operateAt(first, 'tableCreate', { table: 'things', columns }, here())
    await operateAt(first, 'tableCreate', { table: 'many', columns }, here())
    balancer = await cluster.balance()
  }, 60_000)
  afterAll(async () => {
    await cluster.close()
    await Promise.all(databases.map((each) => each.drop()))
  })

  it('give a request that one passes to the other the same id in both logs', async () => {
    const [first = '', second = ''] = cluster.origins
    const { id } = (await operateAt(first, 'importUpload', { text: 'name\nLamp\n', name: 'a.csv' }, here())) as {
      readonly id: string
    }
    const path = `/api/v1/operations/importPreview?project=${projectId}`
    const requestId = 'balancer-passes-it-on'
    const headers = { 'x-request-id': requestId }
    const answer = await sendRequest(second, path, { method: 'POST', token, body: { id }, headers })
    expect([answer.status, answer.headers['x-request-id']]).toEqual([200, requestId])
    for (const { printed } of cluster.servers) {
      const lines = (): string[] =>
        printed()
          .split('\n')
          .filter((line) => line.includes(requestId))
      await until(() => lines().length > 0)
      for (const line of lines()) expect(JSON.parse(line)).toMatchObject({ level: expect.anything() as unknown })
    }
    await operateAt(first, 'importDiscard', { id }, here())
  })

  it('fail no request while they restart one after the other', { tags: ['nightly'], timeout: 240_000 }, async () => {
    const names = Array.from({ length: rowsCount }, (_, at) => ({ name: `Row ${at}` }))
    for (let from = 0; from < rowsCount; from += 5_000) {
      const body = names.slice(from, from + 5_000)
      const answer = await rowsAt(balancer.origin, projectId, 'many/bulk', { method: 'POST', token, body })
      expect(answer.status, answer.text).toBe(200)
    }
    let isStopped = false
    const failures: string[] = []
    const acknowledged = new Set<string>()
    const client = async (nth: number): Promise<void> => {
      for (let count = 0; !isStopped; count += 1) {
        const name = `${nth}-${count}`
        const written = await rowsAt(balancer.origin, projectId, 'things', { method: 'POST', token, body: { name } })
        if (written.status === 200) acknowledged.add(name)
        else failures.push(`POST ${written.status} ${written.text}`)
        const { id } = written.json as { readonly id: number }
        const read = await rowsAt(balancer.origin, projectId, `things/${id}`, { token })
        if (read.status !== 200 || (read.json as { readonly name: string }).name !== name)
          failures.push(`GET ${read.status} ${read.text}`)
      }
    }
    const clients = Array.from({ length: clientsCount }, (_, nth) => client(nth))
    const goesOn = async (): Promise<void> => {
      const before = acknowledged.size
      await until(() => acknowledged.size > before + 50)
    }
    for (const [at, origin] of cluster.origins.entries()) {
      await goesOn()
      const stream = await openLiveStream(origin, projectId, token)
      const download = rowsAt(origin, projectId, 'many?format=csv', { token })
      expect(await cluster.servers[at]?.stop()).toBe(0)
      const file = await download
      expect([file.status, file.text.trim().split('\n').length]).toEqual([200, rowsCount + 1])
      // Its window connects again, to the other server.
      await stream.ended
      const again = await openLiveStream(balancer.origin, projectId, token)
      await goesOn()
      again.close()
      await cluster.restart(at)
      await goesOn()
    }
    isStopped = true
    await Promise.all(clients)
    expect(failures).toEqual([])
    const { json } = await rowsAt(balancer.origin, projectId, 'things/count', { token })
    expect(json).toEqual({ count: acknowledged.size })
  })
})
