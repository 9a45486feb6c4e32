import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSettingsInput } from '@common/model/connection'
import type { CallName } from '@tests/helpers/calls'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

const secret = 'kept in no other place 4711'

describe.skipIf(!(await hasPostgres()))('projects on a database server', () => {
  let postgres: TestPostgres
  let server: TestServer
  let owner: TestUser
  let user: TestUser
  let settings: ConnectionSettingsInput
  /** A user of the database with a password that is unique in these tests. */
  let role: string

  beforeAll(async () => {
    postgres = await createTestPostgres()
    const url = new URL(postgres.url)
    role = `role_${url.pathname.slice(1)}`
    await sql(
      `CREATE ROLE ${role} LOGIN PASSWORD '${secret}'`,
      `GRANT ALL ON SCHEMA public TO ${role}`,
      `CREATE TABLE film (film_id integer PRIMARY KEY, film_title text NOT NULL)`,
      `CREATE TABLE film_actor (actor_id integer PRIMARY KEY, film_id integer REFERENCES film)`,
      `CREATE VIEW film_list AS SELECT film_title FROM film`,
      `INSERT INTO film VALUES (1, 'Solaris'), (2, 'Stalker')`,
      `INSERT INTO film_actor VALUES (7, 1)`,
      `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`,
    )
    settings = {
      kind: 'postgres',
      host: url.hostname,
      port: Number(url.port),
      user: role,
      password: secret,
      database: url.pathname.slice(1),
    }
    server = await startServer({ signInAttempts: 0 })
    owner = await server.signUp('owner@example.com')
    user = await server.signUp('user@example.com')
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    file.prepare("UPDATE xc_users SET user_role = 'user' WHERE email = ?").run('user@example.com')
    file.close()
  })
  afterAll(async () => {
    await server.close()
    await sql(`DROP OWNED BY ${role}`, `DROP ROLE ${role}`)
    await postgres.drop()
  })

  async function sql(...statements: string[]): Promise<void> {
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  const send = (name: CallName, args: unknown, projectId?: string, person = owner): Promise<Answer> =>
    server.request(`/dashboard/?q=sqlOp_${name}`, {
      method: 'POST',
      token: person.token,
      body: { api: name, project_id: projectId, env: '_noco', dbAlias: 'db', args },
    })
  const create = async (change: Partial<ConnectionSettingsInput> = {}, title = 'Shop Floor'): Promise<string> =>
    (
      await server.call(
        'projectCreateFromConnection',
        { title, projectType: 'rest', settings: { ...settings, ...change } },
        { token: owner.token },
      )
    ).id
  const rows = (projectId: string, path: string, init = {}): Promise<Answer> =>
    server.request(`/nc/${projectId}/api/v1/${path}`, { token: owner.token, ...init })
  const projects = async () => server.call('projectList', {}, { token: owner.token })

  it('are made from settings, and show their tables, views and rows at once', async () => {
    const id = await create()
    expect(await server.call('projectOpen', {}, { token: owner.token, projectId: id })).toMatchObject({
      title: 'Shop Floor',
      source: 'server',
      fileName: '',
      tableCount: 2,
      server: { kind: 'postgres', host: settings.host, port: settings.port, database: settings.database },
    })
    expect((await rows(id, 'film?fields=film_id,film_title&sort=film_id')).json).toMatchObject([
      { film_id: 1, film_title: 'Solaris' },
      { film_id: 2, film_title: 'Stalker' },
    ])
    const made = await rows(id, 'film', { method: 'POST', body: { film_id: 3, film_title: 'Mirror' } })
    expect(made.status).toBe(200)
    expect((await rows(id, 'film_list/count')).json).toEqual({ count: 3 })
    const listed = (await projects()).find((entry) => entry.id === id)
    expect(listed).toMatchObject({ tableCount: 2, server: { host: settings.host } })
    const gone = await server.call('projectDelete', {}, { token: owner.token, projectId: id })
    expect(gone).toEqual({ keptAt: 'original', fileName: settings.database })
    // The database stays unchanged.
    await sql('DELETE FROM film WHERE film_id = 3')
  })

  it('are made by the words of the original, with titles by inflection', async () => {
    const { host, port, user: name, password, database } = settings
    const answer = await server.call(
      'projectCreateByWeb',
      {
        project: { title: 'By web', folder: 'by_web', type: 'pg' },
        projectJson: {
          title: 'By web',
          version: '0.6',
          projectType: 'rest',
          workingEnv: '_noco',
          envs: {
            _noco: {
              db: [
                {
                  client: 'pg',
                  connection: { host, port: String(port), user: name, password, database },
                  meta: { dbAlias: 'db', metaTables: 'db', inflection: { tn: 'camelize', cn: 'camelize' } },
                },
              ],
              apiClient: { data: [] },
            },
          },
          auth: { jwt: { secret: 'x', dbAlias: 'db' } },
          type: 'mvc',
          language: 'ts',
        },
      },
      { token: owner.token },
    )
    expect(answer).toMatchObject({ title: 'By web', prefix: '', config: '' })
    const tables = await server.call('tableList', {}, { token: owner.token, projectId: answer.id })
    expect(JSON.stringify(tables)).toContain('"_tn":"FilmActor"')
    expect((await rows(answer.id, 'FilmActor?fields=ActorId,FilmId')).json).toMatchObject([{ ActorId: 7, FilmId: 1 }])
    await server.call('projectDelete', {}, { token: owner.token, projectId: answer.id })
  })

  it('refuse a folder that cannot be one', async () => {
    const projectJson = { envs: { _noco: { db: [{ client: 'pg', connection: postgres.url }] } } }
    const answer = await send('projectCreateByWeb', { project: { title: 'x', folder: 'a|b' }, projectJson })
    expect([answer.status, answer.error.msg]).toEqual([400, 'Invalid character in folder path.'])
  })

  it('are tested by a knex configuration or by settings, in the words of the specification', async () => {
    const good = await server.call('testConnection', { settings }, { token: owner.token })
    expect([good.code, good.message, good.object.failure]).toEqual([0, 'Connection was successful', null])
    const url = await server.call(
      'testConnection',
      { client: 'pg', connection: postgres.url, pool: { min: 0 } },
      { token: owner.token },
    )
    expect([url.code, url.object.steps.at(-1)?.facts.tables]).toEqual([0, 2])
    const bad = await server.call(
      'testConnection',
      { settings: { ...settings, password: 'other' } },
      { token: owner.token },
    )
    expect([bad.code, bad.message]).toEqual([
      -1,
      `Connection Failure: the server refuses the user ${role} with this password`,
    ])
  })

  it('test files as well, for those who may open them', async () => {
    const args = { client: 'sqlite3', connection: { filename: '/no/such/file' }, useNullAsDefault: true }
    const answer = await server.call('testConnection', args, { token: owner.token })
    expect(answer).toMatchObject({ code: -1, message: expect.stringMatching(/^Connection Failure: There is no file/) })
    expect((await send('testConnection', args, undefined, user)).status).toBe(403)
  })

  describe('refuse what cannot be, with a sentence, and keep nothing', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nnone\n-----END PRIVATE KEY-----'
    const cases: [string, () => Partial<Record<keyof ConnectionSettingsInput, unknown>>, number, string | RegExp][] = [
      ['no host', () => ({ host: '' }), 400, /host/],
      ['a host with a path', () => ({ host: 'a/b' }), 400, /host/],
      ['a socket instead of a host', () => ({ host: '/var/run/postgresql' }), 400, /host/],
      ['a host that is a sentence', () => ({ host: 'my server' }), 400, /host/],
      ['a host with a user', () => ({ host: 'me@server' }), 400, /host/],
      ['a host that is a number', () => ({ host: 5 }), 400, /host/],
      ['port 0', () => ({ port: 0 }), 400, /port/],
      ['port 65536', () => ({ port: 65_536 }), 400, /port/],
      ['half a port', () => ({ port: 1.5 }), 400, /port/],
      ['a port as text', () => ({ port: '5432' }), 400, /port/],
      ['no user', () => ({ user: '' }), 400, /user/],
      ['a user that ends early', () => ({ user: 'a\0b' }), 400, /user/],
      ['a password that ends early', () => ({ password: 'a\0b' }), 400, /password/],
      ['a password without end', () => ({ password: 'x'.repeat(1_025) }), 400, /password/],
      ['no database', () => ({ database: '' }), 400, /database/],
      ['a kind that nobody knows', () => ({ kind: 'oracle' }), 400, /kind/],
      ['a way of encryption that nobody knows', () => ({ ssl: { usage: 'maybe' } }), 400, /ssl\.usage/],
      ['a key that is none', () => ({ ssl: { usage: 'required', clientKey: 'secret' } }), 400, /ssl\.clientKey/],
      ['a file instead of a certificate', () => ({ ssl: { usage: 'no', serverCa: '/etc/passwd' } }), 400, /serverCa/],
      [
        'an inflection that nobody knows',
        () => ({ inflection: { table: 'snake', column: 'none' } }),
        400,
        /inflection/,
      ],
      ['more than is asked for', () => ({ pool: { min: 0 } }), 400, /pool/],
      ['__proto__', () => JSON.parse('{"__proto__":{"host":"x"}}') as object, 400, /./],
      ['a wrong password', () => ({ password: 'wrong' }), 400, 'Invalid database credentials.'],
      ['no password', () => ({ password: '' }), 400, 'Invalid database credentials.'],
      ['a user who is not there', () => ({ user: 'nobody' }), 400, 'Invalid database credentials.'],
      [
        'nothing that listens',
        () => ({ port: 1 }),
        400,
        'Unable to connect to database, please check your database is up.',
      ],
      [
        'a host that nobody knows',
        () => ({ host: 'nobody.invalid' }),
        400,
        'Unable to connect to database, please check your database is up.',
      ],
      [
        'a database that is not there',
        () => ({ database: 'none' }),
        400,
        'Connection Failure: there is no database none on this server',
      ],
      ['a schema that is not there', () => ({ schema: 'none' }), 400, /^Connection Failure: there is no schema none/],
      [
        'a database that this user may not make',
        () => ({ database: 'none', createIfNotExists: true }),
        400,
        'User does not exist or have sufficient permission to create schema.',
      ],
      [
        'encryption that is not there',
        () => ({ ssl: { usage: 'required-identity', clientKey: key } }),
        400,
        'Connection Failure: the server does not offer encrypted connections',
      ],
    ]

    it.each(cases)('%s', async (_what, change, status, sentence) => {
      const before = await projects()
      const given = { ...settings, ...change() }
      const answer = await send('projectCreateFromConnection', { title: 'x', projectType: 'rest', settings: given })
      expect([answer.status, answer.error.msg]).toEqual([
        status,
        typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
      ])
      expect(answer.text).not.toMatch(
        /ECONN|ENOTFOUND|28P01|pg_|SQLSTATE|authentication failed|FATAL|at Object|getaddrinfo/,
      )
      expect(answer.text).not.toContain(secret)
      expect(await projects()).toEqual(before)
      const tested = await send('testConnection', { settings: given })
      // A test ignores unknown keys, as the original did, and connects without them.
      if (tested.status !== 400 && tested.headers['basalt-ignored'] === undefined)
        expect([tested.status, tested.json]).toEqual([200, expect.objectContaining({ code: -1 })])
      expect(tested.text).not.toContain(secret)
    })
  })

  it('of people who do not own the installation reach public addresses only', async () => {
    const tested = await send('testConnection', { settings }, undefined, user)
    expect(tested.json).toMatchObject({ code: -1, object: { failure: 'hostForbidden' } })
    for (const host of ['localhost', '::1', '2130706433', '169.254.169.254']) {
      const given = { title: 'x', projectType: 'rest', settings: { ...settings, host } }
      const answer = await send('projectCreateFromConnection', given, undefined, user)
      expect([host, answer.status, answer.error.msg]).toEqual([
        host,
        400,
        'Connection Failure: only the owner of this installation may connect to this computer and its private network',
      ])
    }
  })

  it('show their connection without its secrets, and nothing of them is written in the open', async () => {
    const id = await create({}, 'Secrets')
    const view = await send('projectConnectionRead', {}, id)
    expect(view.json).toMatchObject({
      host: settings.host,
      user: role,
      hasPassword: true,
      ssl: { hasClientKey: false },
    })
    for (const answer of [view, await send('projectList', {}), await send('projectOpen', {}, id)])
      expect(answer.text).not.toContain(secret)
    await send('projectConnectionTest', { settings: { ...editOf(), password: `${secret}x` } }, id)
    await send('projectCreateFromConnection', { title: 'x', settings: { ...settings, port: 1 } })
    for (const name of await readdir(server.profileFolder, { recursive: true })) {
      const content = await readFile(join(server.profileFolder, name)).catch(() => Buffer.alloc(0))
      expect([name, content.includes(secret)]).toEqual([name, false])
    }
    await server.call('projectDelete', {}, { token: owner.token, projectId: id })
  })

  const editOf = () => {
    const { password: _password, ...rest } = settings
    return rest
  }

  it('keep the password while server, user, database and encryption stay, and drop it with them', async () => {
    const id = await create({}, 'Edited')
    const unchanged = await send('projectConnectionTest', { settings: editOf() }, id)
    expect(unchanged.json).toMatchObject({ code: 0 })
    for (const change of [
      { host: 'localhost' },
      { user: 'postgres' },
      { database: 'postgres' },
      { ssl: { usage: 'preferred' } },
    ]) {
      const answer = await send('projectConnectionUpdate', { settings: { ...editOf(), ...change } }, id)
      expect([answer.status, answer.error.msg]).toEqual([400, 'Invalid database credentials.'])
    }
    // Rejected: the stored settings stay.
    expect((await rows(id, 'film/count')).json).toEqual({ count: 2 })
    const inflection = { table: 'camelize', column: 'none' } as const
    const updated = await send('projectConnectionUpdate', { settings: { ...editOf(), inflection } }, id)
    expect([updated.status, updated.json]).toEqual([200, expect.objectContaining({ hasPassword: true, inflection })])
    expect((await rows(id, 'FilmActor?fields=actor_id,film_id')).json).toMatchObject([{ actor_id: 7, film_id: 1 }])
    await server.call('projectDelete', {}, { token: owner.token, projectId: id })
  })

  it('have no connection to edit when they are on files', async () => {
    const { id } = await server.call('projectCreateByWebWithXCDB', { title: 'File' }, { token: owner.token })
    for (const name of ['projectConnectionRead', 'projectConnectionTest', 'projectConnectionUpdate'] as const) {
      const answer = await send(name, name === 'projectConnectionRead' ? {} : { settings: editOf() }, id)
      expect([answer.status, answer.error.code]).toEqual([400, 'CONNECTION_NOT_EDITABLE'])
    }
  })

  it('whose password was changed on the server say so, and go on once the new one is given', async () => {
    const id = await create({}, 'Changed')
    expect((await rows(id, 'film/count')).status).toBe(200)
    const changed = 'changed on the server 0815'
    await sql(
      `ALTER ROLE ${role} PASSWORD '${changed}'`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`,
    )
    const refused = await rows(id, 'film/count')
    expect([refused.status, refused.error.code]).toEqual([503, 'DATABASE_REFUSED'])
    expect(refused.error.msg).toContain('Changed')
    const update = { settings: { ...editOf(), password: changed } }
    expect((await send('projectConnectionUpdate', update, id)).status).toBe(200)
    expect((await rows(id, 'film/count')).json).toEqual({ count: 2 })
    await sql(`ALTER ROLE ${role} PASSWORD '${secret}'`)
    await server.call('projectDelete', {}, { token: owner.token, projectId: id })
  })

  it('are known to every server over the same meta store, with the connection as it is now', async () => {
    const meta = await createTestPostgres()
    const one = await startServer({ metaUrl: meta.url })
    const other = await startServer({ metaUrl: meta.url })
    const { token } = await one.signUp()
    const given = { title: 'Shared', projectType: 'rest', settings } as const
    const { id } = await one.call('projectCreateFromConnection', given, { token })
    const count = (from: TestServer, table: string): Promise<Answer> =>
      from.request(`/nc/${id}/api/v1/${table}/count`, { token })
    for (const each of [one, other]) expect((await count(each, 'film_actor')).json).toEqual({ count: 1 })
    const inflection = { table: 'camelize', column: 'none' } as const
    await one.call('projectConnectionUpdate', { settings: { ...editOf(), inflection } }, { token, projectId: id })
    for (const each of [one, other]) expect((await count(each, 'FilmActor')).json).toEqual({ count: 1 })
    await Promise.all([one.close(), other.close()])
    await meta.drop()
  })
})
