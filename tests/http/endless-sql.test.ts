import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRequest, testPassword, type Answer } from '@tests/helpers/server'
import { startServeProcess, type ServeProcess } from '@tests/helpers/serve-process'

/** Above the server's limit for a small table. */
const rowCount = 20_000
/**
 * Time limit of tests in which no statement may reach its own limit: far more than an unaffected server needs on the
 * slowest machine.
 */
const promptlyMs = 15_000

/** A view, a trigger and a generated value that never end, in a project whose neighbour must not notice. */
describe('SQL that never ends', () => {
  let folder: string
  let server: ServeProcess
  let token: string
  let attacked: string
  let other: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-endless-'))
    const [attackedFile, otherFile] = ['attacked.db', 'other.db'].map((name) => {
      const filename = join(folder, name)
      const file = new Sqlite(filename)
      file.exec(`CREATE TABLE items (id integer PRIMARY KEY, title text, kind text);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowCount})
        INSERT INTO items SELECT i, 'item ' || (i * 7919 % 100003), 'kind ' || (i % 5) FROM n;
        CREATE TABLE guarded (id integer PRIMARY KEY, name text);
        INSERT INTO guarded VALUES (1, 'kept')`)
      if (name === 'attacked.db')
        file.exec(`CREATE VIEW v_inf AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
            SELECT x FROM c WHERE x < 0;
          CREATE TRIGGER never AFTER INSERT ON guarded WHEN NEW.name = 'endless'
            BEGIN UPDATE guarded SET name = (SELECT count(*) FROM v_inf) WHERE id = NEW.id; END`)
      file.close()
      return filename
    })
    server = await startServeProcess(join(folder, 'profile'))
    const signUp = await sendRequest(server.origin, '/auth/signup', {
      method: 'POST',
      body: { email: 'owner@example.com', password: testPassword },
    })
    token = (signUp.json as { token: string }).token
    attacked = await openFile(attackedFile ?? '')
    other = await openFile(otherFile ?? '')
  })

  afterAll(async () => {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  })

  const openFile = async (filename: string): Promise<string> => {
    const args = { api: 'projectCreateFromFile', args: { filename } }
    const path = '/dashboard/?q=sqlOp_projectCreateFromFile'
    const answer = await sendRequest(server.origin, path, { method: 'POST', token, body: args })
    return (answer.json as { id: string }).id
  }
  const ask = (projectId: string, path: string, body?: unknown): Promise<Answer> =>
    sendRequest(server.origin, `/nc/${projectId}/api/v1/${path}`, {
      token,
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
  /** Resolves when the server has begun every request that was sent before. */
  const answersInBetween = async (): Promise<void> => {
    for (const project of [other, attacked]) expect((await ask(project, 'items/7')).status).toBe(200)
  }
  /** Result of each request, in order of completion. */
  const longReads = [
    'items?where=(title,like,%25919%25)&limit=3',
    'items?sort=-title&limit=3',
    'items/groupby/kind',
    'items/count',
  ]

  it('in one project leaves reads and writes of another alone', { tags: ['nightly'], timeout: 120_000 }, async () => {
    const events: string[] = []
    const attack = Array.from({ length: 8 }, async (_, at) => {
      const { status } = await ask(attacked, `v_inf?limit=${at + 1}`)
      events.push(`attack ${status}`)
    })
    const endlessWrite = ask(attacked, 'guarded', { name: 'endless' }).then(({ status }) => {
      events.push(`endless write ${status}`)
    })
    for (const path of longReads) {
      const { status } = await ask(other, path)
      events.push(`${path} ${status}`)
    }
    expect((await ask(other, 'guarded', { name: 'new' })).status).toBe(200)
    expect((await ask(other, 'items/7')).status).toBe(200)
    // All of this ends before any statement of the attack reaches its limit.
    expect(events).toEqual(longReads.map((path) => `${path} 200`))
    await Promise.all([...attack, endlessWrite])
    expect(events.slice(longReads.length).toSorted()).toEqual([
      ...Array.from({ length: 8 }, () => 'attack 504'),
      'endless write 504',
    ])
    // The aborted write left nothing behind, and the project still works.
    expect((await ask(attacked, 'guarded', { name: 'after' })).status).toBe(200)
    const names = ((await ask(attacked, 'guarded')).json as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(['kept', 'after'])
    expect((await ask(attacked, longReads[0] ?? '')).status).toBe(200)
  })

  it(
    'ends when its client disconnects, not only at its limit',
    async () => {
      for (let round = 0; round < 4; round++) {
        const { hostname, port } = new URL(server.origin)
        const path = `/nc/${attacked}/api/v1/v_inf?limit=${round + 1}`
        const request = httpRequest({ hostname, port, path, agent: false, headers: { 'xc-auth': token } })
        request.on('error', () => undefined)
        await new Promise<void>((sent) => request.end(sent))
        await answersInBetween()
        request.destroy()
      }
      expect(await ask(attacked, longReads[0] ?? '')).toMatchObject({ status: 200 })
    },
    promptlyMs,
  )

  it(
    'does not keep the server from ending',
    async () => {
      const attack = Array.from({ length: 8 }, (_, at) => ask(attacked, `v_inf?limit=${at + 1}`).catch(() => undefined))
      const write = ask(attacked, 'guarded', { name: 'endless' }).catch(() => undefined)
      await answersInBetween()
      expect(await server.stop()).toBe(0)
      await Promise.all([...attack, write])
    },
    promptlyMs,
  )
})
