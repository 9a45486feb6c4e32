import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '@tests/helpers/library'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/** One idempotency key belongs to one request. */
describe('An idempotency key', () => {
  let server: TestServer
  let owner: TestUser
  let project: string
  const file = makeDatabaseFile({
    sql: `CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE task (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE place (id INTEGER PRIMARY KEY);
      INSERT INTO place VALUES (-9223372036854775808);
      ALTER TABLE place ADD COLUMN size INTEGER GENERATED ALWAYS AS (abs(id)) VIRTUAL;
      CREATE TABLE visit (id INTEGER PRIMARY KEY, name TEXT, place INTEGER REFERENCES place (id));`,
  })

  const post = (path: string, body: unknown, key: string): Promise<Answer> =>
    server.request(`/nc/${project}/api/v1/${path}`, {
      method: 'POST',
      token: owner.token,
      body,
      headers: { 'idempotency-key': key },
    })
  const apply = (id: string, names: readonly string[]): Promise<Answer> =>
    server.request('/dashboard/', {
      method: 'POST',
      token: owner.token,
      body: {
        api: 'rowsApply',
        project_id: project,
        args: { id, changes: names.map((name) => ({ kind: 'create', table: 'note', values: { name } })) },
      },
    })
  /** Returns the names of the rows, in key order. */
  const names = async (table: string): Promise<unknown[]> => {
    const path = `/nc/${project}/api/v1/${table}?fields=name&hm=&bt=&mm=`
    const rows = (await server.request(path, { token: owner.token })).json as Row[]
    return rows.map(({ name }) => name)
  }

  beforeAll(async () => {
    server = await startServer({ signInAttempts: 0 })
    owner = await server.signUp()
    project = (
      await server.call('projectCreateFromFile', { title: 'Notes', filename: file.filename }, { token: owner.token })
    ).id
  })
  afterAll(async () => {
    await server.close()
    file.remove()
  })

  it('writes nothing and hides no write when it comes with another body, table or kind of write', async () => {
    expect((await post('note', { name: 'first' }, 'one-key-1')).status).toBe(200)
    for (const other of [
      await post('note', { name: 'second' }, 'one-key-1'),
      await post('task', { name: 'first' }, 'one-key-1'),
      await post('note/bulk', [{ name: 'first' }], 'one-key-1'),
      await apply('one-key-1', ['first']),
    ])
      expect([other.status, other.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect([await names('note'), await names('task')]).toEqual([['first'], []])
    expect((await post('note', { name: 'first' }, 'one-key-1')).json).toMatchObject({ name: 'first' })

    expect((await apply('one-key-2', ['third'])).status).toBe(200)
    expect((await apply('one-key-2', ['third', 'fourth'])).error.code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await names('note')).toEqual(['first', 'third'])
  })

  it('is refused for another request also while the first one is running', async () => {
    const [one, other] = await Promise.all([
      post('task', { name: 'either' }, 'one-key-3'),
      post('task', { name: 'or' }, 'one-key-3'),
    ])
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 422]))
    expect(await names('task')).toHaveLength(1)
  })

  it('repeats a bulk create with its first answer', async () => {
    const body = [{ name: 'a' }, { name: 'b' }]
    const first = await post('task/bulk', body, 'one-key-4')
    expect((await post('task/bulk', body, 'one-key-4')).text).toBe(first.text)
    expect(await names('task')).toHaveLength(3)
  })

  it('answers the record that was stored, even if what it links to can not be read', async () => {
    // The place's size is out of range, which SQLite detects when it reads the value.
    const body = { name: 'here', place: '-9223372036854775808' }
    const first = await post('visit?bt=place', body, 'one-key-5')
    expect([first.status, first.json]).toMatchObject([200, body])
    expect(first.headers['basalt-omitted']).toMatch(/^placeRead=/)
    expect((await post('visit?bt=place', body, 'one-key-5')).json).toEqual(first.json)
    expect(await names('visit')).toEqual(['here'])
  })

  it.each([
    ['nested=true', 'again', 'one-key-6'],
    ['upsert=true', 'changed', 'one-key-7'],
  ])('answers the record that was stored with %s, even if its links can not be read', async (way, name, key) => {
    const [{ id }] = (await server.request(`/nc/${project}/api/v1/visit?bt=&fields=id&limit=1`, { token: owner.token }))
      .json as [{ id: number }]
    const body = { ...(way.startsWith('upsert') && { id }), name, place: '-9223372036854775808' }
    const stored = await post(`visit?${way}&bt=place`, body, key)
    expect([stored.status, stored.json]).toMatchObject([200, body])
    expect(stored.headers['basalt-omitted']).toMatch(/^placeRead=/)
    expect(await names('visit')).toContain(name)
  })
})
