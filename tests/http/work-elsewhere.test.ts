import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sqlExportPath } from '@common/constants'
import { operateAt, rowsAt, startCluster, type Cluster } from '@tests/helpers/cluster'
import { engineProject, engines, reasonToSkip, type OpenedEngine } from '@tests/helpers/engines'
import { ordersProto, startGrpcServer, typesProto } from '@tests/helpers/grpc-server'
import { rpcEventsPath } from '@common/rpc/events'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const engine = engines.find(({ dialect }) => dialect === 'postgres')
const missing = engine === undefined ? 'PostgreSQL is missing' : await reasonToSkip(engine)
if (missing !== undefined) process.stderr.write(`Work that goes on elsewhere: SKIPPED, ${missing}\n`)

/** Work begins on the first server; every later request goes to the second. */
describe.skipIf(missing !== undefined)('work of one server', () => {
  let databases: readonly OpenedEngine[]
  let cluster: Cluster
  let token: string
  let projectId: string
  const here = () => ({ token, projectId })
  const first = (): string => cluster.origins[0] ?? ''
  const second = (): string => cluster.origins[1] ?? ''
  beforeAll(async () => {
    if (engine === undefined) return
    const [meta, data] = await Promise.all([engine.open(), engine.open()])
    databases = [meta, data]
    cluster = await startCluster(meta.address, 2)
    token = await cluster.signUp()
    const [operation, args] = engineProject(engine, data)
    projectId = ((await operateAt(first(), operation, args, { token })) as { id: string }).id
  }, 60_000)
  afterAll(async () => {
    await cluster.close()
    await Promise.all(databases.map((each) => each.drop()))
  })

  it('goes on elsewhere: a file is imported, its rejected rows are read, and the import is undone', async () => {
    const text = 'name;size\nLamp;1\nChair;two\nTable;3\n'
    const { id } = (await operateAt(first(), 'importUpload', { text, name: 'things.csv' }, here())) as { id: string }
    const preview = (await operateAt(second(), 'importPreview', { id }, here())) as { columns: { title: string }[] }
    expect(preview.columns.map(({ title }) => title)).toEqual(['name', 'size'])
    const columns = [
      { source: 0, title: 'name', uiType: 'SingleLineText' },
      { source: 1, title: 'size', uiType: 'Number' },
    ]
    const sheets = [{ sheet: 0, into: { kind: 'new', title: 'things' }, columns }]
    await operateAt(second(), 'importStart', { id, sheets }, here())
    const status = async () => (await operateAt(second(), 'importStatus', { id }, here())) as Record<string, unknown>
    await expect.poll(async () => (await status())['state'], { timeout: 60_000 }).toBe('done')
    const done = await status()
    expect(done).toMatchObject({ created: 2, failed: 1 })
    const path = `/dashboard/imports/${projectId}/${id}/failed.csv`
    const failed = await sendRequest(second(), path, { token })
    expect([failed.status, failed.headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')])
    expect(failed.text).toContain('two')
    const { json } = await rowsAt(second(), projectId, 'things/count', { token })
    expect(json).toEqual({ count: 2 })
    await operateAt(second(), 'changeUndo', { change: done['change'] }, here())
    expect((await rowsAt(first(), projectId, 'things/count', { token })).status).toBe(404)
    expect(await operateAt(second(), 'importDiscard', { id }, here())).toBe(1)
  })

  it('goes on elsewhere: a result of the SQL editor is read, saved as a file and closed', async () => {
    const sql = 'SELECT n FROM generate_series(1, 500) AS n'
    const { run } = (await operateAt(first(), 'sqlRun', { sql, mode: 'read' }, here())) as { run: string }
    const state = async () => ((await operateAt(second(), 'sqlRunRead', { run }, here())) as { state: string }).state
    await expect.poll(state, { timeout: 60_000 }).toBe('done')
    const window = { run, statement: 0, offset: 490, limit: 20, sort: [], filters: [] }
    const { total, rows } = (await operateAt(second(), 'sqlResultRows', window, here())) as {
      readonly total: number
      readonly rows: readonly unknown[]
    }
    expect([total, rows.length]).toEqual([500, 10])
    const body = { run, statement: 0, form: 'csv' }
    const file = await sendRequest(second(), `${sqlExportPath}?project=${projectId}`, { method: 'POST', token, body })
    expect(file.text.trim().split('\n')).toHaveLength(501)
    await operateAt(second(), 'sqlRunClose', { run }, here())
    await expect(operateAt(first(), 'sqlRunRead', { run }, here())).rejects.toThrow('SQL_RUN_NOT_FOUND')
  })

  it('goes on elsewhere: a call of the gRPC client gets messages, and its events are read', async () => {
    const shop = await startGrpcServer()
    const address = `127.0.0.1:${shop.port}`
    await operateAt(first(), 'installationSettingsSave', { outboundHosts: [address] }, { token })
    const files = [
      { name: 'orders.proto', text: ordersProto },
      { name: 'shop/types.proto', text: typesProto },
    ]
    const start = { address, files, service: 'shop.Orders', method: 'Sum', message: null }
    const { call } = (await operateAt(first(), 'grpcCallStart', start, here())) as { readonly call: string }
    for (const count of [1, 2])
      await operateAt(second(), 'grpcMessageSend', { call, message: JSON.stringify({ count }) }, here())
    await operateAt(second(), 'grpcCallEnd', { call, how: 'finish' }, here())
    const events = await sendRequest(second(), rpcEventsPath(projectId, call), { token })
    expect([events.status, events.text]).toEqual([200, expect.stringMatching(/"kind":"received"[^\n]*count[^\n]*3/)])
    await expect(operateAt(second(), 'grpcCallEnd', { call, how: 'cancel' }, here())).rejects.toThrow(
      'RPC_CALL_NOT_FOUND',
    )
    shop.close()
  })

  it('goes on elsewhere: the creation of a template is followed', async () => {
    const run = 'f'.repeat(32)
    const columns = [{ cn: 'Name', uidt: 'SingleLineText' }]
    const template = { title: 'Small', tables: [{ tn: 'made', columns }] }
    await operateAt(first(), 'templateTablesCreate', { template, run }, here())
    expect(await operateAt(second(), 'templateRunRead', { run }, here())).toMatchObject({ phase: 'done' })
    const body = { api: 'templateRunRead', args: { run }, project_id: projectId }
    const byDashboard = await sendRequest(second(), '/dashboard', { method: 'POST', token, body })
    expect(byDashboard.json).toMatchObject({ phase: 'done' })
  })

  it('goes on elsewhere: a snapshot is compared by the server that has its file', async () => {
    const { id } = (await operateAt(first(), 'snapshotTake', {}, here())) as { id: string }
    expect(await operateAt(second(), 'snapshotCompare', { id }, here())).toBeInstanceOf(Array)
    await operateAt(second(), 'snapshotDelete', { id }, here())
    await expect(operateAt(second(), 'snapshotCompare', { id }, here())).rejects.toThrow('SNAPSHOT_NOT_FOUND')
  })

  it('is shared as files where the profiles share folders: requests of the API clients and migrations', async () => {
    const [one = '', two = ''] = cluster.folders
    for (const folder of ['workspaces', 'migrations']) {
      await mkdir(join(one, folder), { recursive: true })
      await symlink(join(one, folder), join(two, folder))
    }
    const request = { method: 'GET', url: '/things' }
    await operateAt(second(), 'apiRequestSave', { path: 'shop/things', request }, here())
    const { list: requests } = (await operateAt(first(), 'apiCollectionRead', {}, here())) as {
      list: { path: string }[]
    }
    expect(requests.map(({ path }) => path)).toEqual(['shop/things'])
    await operateAt(first(), 'migrationStart', {}, here())
    const columns = [{ name: 'id', type: 'ID' }]
    await operateAt(second(), 'tableCreate', { table: 'crates', columns }, here())
    const { list, drift } = (await operateAt(first(), 'migrationList', {}, here())) as {
      readonly list: readonly { readonly status: string }[]
      readonly drift: readonly unknown[]
    }
    expect([list.map(({ status }) => status).at(-1), list.length > 0, drift]).toEqual(['applied', true, []])
  })

  it('is not shown to others, and a request with the header of servers is not passed on', async () => {
    const text = 'name\nLamp\n'
    const { id } = (await operateAt(first(), 'importUpload', { text }, here())) as { id: string }
    const path = `/api/v1/operations/importStatus?project=${projectId}`
    const body = { id }
    const foreign = await sendRequest(second(), path, { method: 'POST', body })
    expect(foreign.status).toBe(401)
    const forged = await sendRequest(second(), path, { method: 'POST', token, body, headers: { 'basalt-peer': 'x' } })
    expect([forged.status, forged.error.code]).toEqual([404, 'IMPORT_NOT_FOUND'])
    expect((await sendRequest(second(), path, { method: 'POST', token, body })).status).toBe(200)
    const unknown = { method: 'POST', token, body: { id: '0'.repeat(32) } }
    expect((await sendRequest(second(), path, unknown)).error.code).toBe('IMPORT_NOT_FOUND')
  })

  it('is gone with its server: the other says so at once', async () => {
    const { id } = (await operateAt(first(), 'importUpload', { text: 'name\nLamp\n' }, here())) as { id: string }
    await operateAt(second(), 'importStatus', { id }, here())
    await cluster.servers[0]?.kill()
    await expect(operateAt(second(), 'importStatus', { id }, here())).rejects.toThrow('IMPORT_NOT_FOUND')
  })
})
