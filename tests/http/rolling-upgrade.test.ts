import { operateAt, rowsAt, startCluster, type Cluster } from '@tests/helpers/cluster'
import { engineProject, engines, reasonToSkip, type OpenedEngine } from '@tests/helpers/engines'
import { sendRequest } from '@tests/helpers/request'
import { startServeProcess } from '@tests/helpers/serve-process'
import { newestVersion } from '@main/db/meta/migrate'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const engine = engines.find(({ dialect }) => dialect === 'postgres')
const missing = engine === undefined ? 'PostgreSQL is missing' : await reasonToSkip(engine)
if (missing !== undefined) process.stderr.write(`Rolling upgrades: SKIPPED, ${missing}\n`)

describe.skipIf(missing !== undefined)('beside a server of the next version', () => {
  let databases: readonly [OpenedEngine, OpenedEngine]
  let cluster: Cluster
  let token: string
  let projectId: string
  const origin = (): string => cluster.origins[0] ?? ''
  const here = () => ({ token, projectId })
  beforeAll(async () => {
    if (engine === undefined) return
    const [meta, data] = await Promise.all([engine.open(), engine.open()])
    databases = [meta, data]
    cluster = await startCluster(meta.address, 1)
    token = await cluster.signUp()
    const [operation, args] = engineProject(engine, data)
    projectId = ((await operateAt(origin(), operation, args, { token })) as { id: string }).id
    // A server of the next version does this when it starts: its migration adds columns and tables.
    const next = newestVersion() + 1
    await meta.database.changeSchema([
      { sql: `INSERT INTO xc_migrations VALUES (${next}, 'of the next version', 'now')`, params: [] },
      { sql: `ALTER TABLE nc_projects ADD COLUMN added_later varchar(255) NOT NULL DEFAULT 'x'`, params: [] },
      { sql: 'CREATE TABLE nc_added_later (id varchar(64) NOT NULL PRIMARY KEY)', params: [] },
    ])
  }, 60_000)
  afterAll(async () => {
    await cluster.close()
    await Promise.all(databases.map((each) => each.drop()))
  })

  it('an older one stays ready, reads and writes', async () => {
    expect((await sendRequest(origin(), '/health/ready')).status).toBe(200)
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'name', type: 'SingleLineText' },
    ]
    await operateAt(origin(), 'tableCreate', { table: 'things', columns }, here())
    const added = await rowsAt(origin(), projectId, 'things', { method: 'POST', token, body: { name: 'Lamp' } })
    expect([added.status, added.json]).toEqual([200, expect.objectContaining({ name: 'Lamp' })])
    await operateAt(origin(), 'projectRename', { title: 'Renamed' }, here())
    const listed = (await operateAt(origin(), 'projectList', {}, { token })) as { readonly title: string }[]
    expect(listed.map(({ title }) => title)).toContain('Renamed')
  })

  it('an older one that starts again says that it must be updated, and changes nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'basalt-older-'))
    try {
      const [meta] = databases
      const started = startServeProcess(folder, [], undefined, { BASALT_META_URL: meta.address })
      await expect(started).rejects.toThrow(/written by a newer Basalt/)
      const [row] = await meta.database.read({ sql: 'SELECT MAX(version) FROM xc_migrations', params: [] })
      expect(Number(row?.[0])).toBe(newestVersion() + 1)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
