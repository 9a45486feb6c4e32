import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/** Retries of writes whose outcome the client doesn't know. */
describe('A write that is sent again', () => {
  let server: TestServer
  let owner: TestUser
  let project: string
  const meta = <T>(work: (file: Sqlite.Database) => T): T => {
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    try {
      return work(file)
    } finally {
      file.close()
    }
  }
  const create = (id: string, name: string, who: TestUser = owner, column = 'Name'): Promise<Answer> =>
    server.request('/dashboard/', {
      method: 'POST',
      token: who.token,
      body: {
        api: 'rowsApply',
        project_id: project,
        args: { id, changes: [{ kind: 'create', table: 'Playlists', values: { [column]: name } }] },
      },
    })
  const count = async (name: string): Promise<number> => {
    const where = encodeURIComponent(`(Name,eq,${name})`)
    const path = `/nc/${project}/api/v1/Playlists?where=${where}&fields=Name&hm=&mm=`
    return ((await server.request(path, { token: owner.token })).json as unknown[]).length
  }

  beforeAll(async () => {
    server = await startServer({ signInAttempts: 0 })
    owner = await server.signUp('owner@example.com')
    project = (await server.call('projectCreateSample', {}, { token: owner.token })).id
  })
  afterAll(() => server.close())

  it('makes its record once', async () => {
    const [first, second] = [await create('written-1', 'Once'), await create('written-1', 'Once')]
    expect([first.status, second.json]).toEqual([200, first.json])
    expect(await count('Once')).toBe(1)
  })

  it('can be corrected when it was refused', async () => {
    expect((await create('written-2', 'Corrected', owner, 'Nothing')).status).toBe(400)
    expect((await create('written-2', 'Corrected')).status).toBe(200)
    expect(await count('Corrected')).toBe(1)
  })

  it('is not the write of somebody else with the same name', async () => {
    const other = await server.signUp('other@example.com')
    meta((file) =>
      file
        .prepare(
          `INSERT INTO nc_projects_users (project_id, user_id, roles, created_at)
           SELECT ?, id, 'editor', '2026-01-01T00:00:00.000Z' FROM xc_users WHERE email = 'other@example.com'`,
        )
        .run(project),
    )
    await create('written-3', 'Mine')
    const theirs = await create('written-3', 'Theirs', other)
    expect(theirs.status).toBe(200)
    expect([await count('Mine'), await count('Theirs')]).toEqual([1, 1])
  })

  it('is refused when the server went down in the middle of it, because it may be there', async () => {
    meta((file) =>
      file
        .prepare(
          `INSERT INTO nc_idempotency (project_id, name, created_at)
           SELECT ?, id || ' written-4', '2026-01-01T00:00:00.000Z' FROM xc_users WHERE email = 'owner@example.com'`,
        )
        .run(project),
    )
    const refused = await create('written-4', 'Perhaps')
    expect([refused.status, refused.error.code]).toEqual([409, 'WRITE_UNCERTAIN'])
    expect(await count('Perhaps')).toBe(0)
  })
})
