import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '@tests/helpers/server'

describe('A file with a broken view and a broken trigger', () => {
  let server: TestServer
  let folder: string
  let filename: string
  let as: { token: string; projectId: string }
  const schema = (): Map<string, string> => {
    const file = new Sqlite(filename)
    const rows = file.prepare('SELECT name, sql FROM sqlite_schema').raw().all() as [string, string][]
    file.close()
    return new Map(rows)
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-broken-'))
    filename = join(folder, 'given.sqlite')
    const made = new Sqlite(filename)
    made.exec(`
      CREATE TABLE gone (a);
      CREATE TABLE log (x);
      CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE other (id INTEGER PRIMARY KEY, n TEXT);
      CREATE VIEW good AS SELECT name FROM thing;
      CREATE VIEW broken AS SELECT * FROM gone;
      CREATE TRIGGER bad AFTER INSERT ON other BEGIN INSERT INTO gone VALUES (1); END;
      CREATE TRIGGER beside AFTER UPDATE ON other BEGIN INSERT INTO log VALUES (new.n); END;
      CREATE TRIGGER fine AFTER INSERT ON thing BEGIN INSERT INTO log SELECT name FROM thing WHERE id = new.id; END;
      DROP TABLE gone;`)
    made.close()
    server = await startServer()
    const { token } = await server.signUp()
    const { id } = await server.call('projectCreateFromFile', { title: 'Given', filename }, { token })
    as = { token, projectId: id }
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('lets other tables and their columns be renamed, and stays as it is', async () => {
    const before = schema()
    await server.call('tableRename', { tn: 'item', tn_old: 'thing' }, as)
    const columns = [{ cn: 'title', cno: 'name', uidt: 'LongText', altered: 2 }]
    await server.call('tableUpdate', { tn: 'item', columns }, as)
    const after = schema()
    for (const name of ['bad', 'beside', 'broken', 'other']) expect(after.get(name)).toBe(before.get(name))
    // Working objects follow both new names.
    expect(after.get('good')).toMatch(/SELECT "?title"? FROM "?item"?/)
    expect(after.get('fine')).toMatch(/ON "?item"?/)
    const made = await server.request(`/nc/${as.projectId}/api/v1/item`, {
      method: 'POST',
      token: as.token,
      body: { title: 'lamp' },
    })
    expect(made.json).toMatchObject({ title: 'lamp' })
    const log = await server.request(`/nc/${as.projectId}/api/v1/log`, { token: as.token })
    expect(log.json).toEqual([{ x: 'lamp' }])
  })

  it('names the broken trigger of the very table that is to be renamed', async () => {
    const before = schema()
    const answer = await server.request('/dashboard/?q=sqlOp_tableRename', {
      method: 'POST',
      token: as.token,
      body: { api: 'tableRename', project_id: as.projectId, args: { tn: 'other2', tn_old: 'other' } },
    })
    expect([answer.status, answer.json]).toMatchObject([400, { msg: expect.stringContaining('bad') as unknown }])
    expect(schema()).toEqual(before)
  })
})
