import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionSettingsInput } from '@common/model/connection'
import type { EnvironmentVariable } from '@common/operations/environments'
import { giveRoles } from '@tests/helpers/members'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

const secret = 'kept apart 4711'

let server: TestServer
let owner: TestUser
let projectId: string
beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('owner@example.com')
})
afterAll(() => server.close())
beforeEach(async () => {
  projectId = (await server.call('projectCreate', { title: 'Environments' }, { token: owner.token })).id
})

const as = (project = projectId) => ({ token: owner.token, projectId: project })
const environments = async (project = projectId) => (await server.operate('environmentList', {}, as(project))).list
const variablesOf = async (name: string): Promise<readonly EnvironmentVariable[] | undefined> =>
  (await environments()).find((each) => each.name === name)?.variables
const send = (name: string, input: object, token = owner.token, project = projectId): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${project}`, { method: 'POST', token, body: input })
const dashboard = (api: string, args: unknown, env: string, project = projectId): Promise<Answer> =>
  server.request(`/dashboard/?q=sqlOp_${api}`, {
    method: 'POST',
    token: owner.token,
    body: { api, project_id: project, env, dbAlias: 'db', args },
  })
const projectFile = async (token = owner.token): Promise<Record<string, unknown>> => {
  const answer = await server.request('/dashboard/', {
    method: 'POST',
    token,
    body: { api: 'PROJECT_READ_BY_WEB', project_id: projectId, args: {} },
  })
  return (answer.json as { data: { list: { projectJson: Record<string, unknown> }[] } }).data.list[0]?.projectJson ?? {}
}

describe('environments of a project', () => {
  it('begin with the default one, which stays', async () => {
    expect(await environments()).toEqual([
      {
        name: '_noco',
        isWorking: true,
        isDefault: true,
        production: false,
        server: null,
        file: expect.stringMatching(/\.sqlite$/),
        variables: [],
      },
    ])
    const rename = await send('environmentRename', { environment: '_noco', name: 'other' })
    const gone = await send('environmentDelete', { environment: '_noco' })
    expect([rename, gone].map(({ status, error }) => [status, error.code])).toEqual([
      [400, 'ENVIRONMENT_IS_DEFAULT'],
      [400, 'ENVIRONMENT_IS_DEFAULT'],
    ])
  })

  it('are created, renamed and deleted with their variables', async () => {
    await server.operate('environmentCreate', { name: 'staging' }, as())
    await server.operate('variableSave', { environment: 'staging', name: 'host', value: 'https://staging' }, as())
    await server.operate('environmentCreate', { name: 'production', copyOf: 'staging' }, as())
    await server.operate('environmentRename', { environment: 'staging', name: 'test' }, as())
    expect((await environments()).map(({ name }) => name)).toEqual(['_noco', 'production', 'test'])
    expect((await variablesOf('production'))?.[0]).toMatchObject({ name: 'host', value: 'https://staging' })
    await server.operate('environmentDelete', { environment: 'production' }, as())
    expect((await environments()).map(({ name }) => name)).toEqual(['_noco', 'test'])
  })

  it.each([
    ['environmentCreate', { name: '_NOCO' }, 400, 'ENVIRONMENT_NAME_TAKEN'],
    ['environmentCreate', { name: ' ' }, 400, 'INPUT_INVALID'],
    ['environmentCreate', { name: 'a', copyOf: 'none' }, 404, 'ENVIRONMENT_NOT_FOUND'],
    ['environmentChange', { environment: 'none' }, 404, 'ENVIRONMENT_NOT_FOUND'],
    ['variableSave', { environment: 'none', name: 'a', value: '' }, 404, 'ENVIRONMENT_NOT_FOUND'],
    ['variableSave', { environment: '_noco', name: '1a', value: '' }, 400, 'INPUT_INVALID'],
    ['variableSave', { environment: '_noco', name: 'a' }, 400, 'VARIABLE_VALUE_MISSING'],
    ['variableSave', { environment: '_noco', name: 'a', formerly: 'b' }, 404, 'VARIABLE_NOT_FOUND'],
    ['variableDelete', { environment: '_noco', name: 'a' }, 404, 'VARIABLE_NOT_FOUND'],
  ])('%s rejects %j', async (name, input, status, code) => {
    const answer = await send(name, input)
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect(await environments()).toHaveLength(1)
  })

  it('cannot be deleted while in use', async () => {
    await server.operate('environmentCreate', { name: 'staging' }, as())
    expect((await dashboard('projectChangeEnv', { env: 'staging' }, '_noco')).json).toEqual({ env: 'staging' })
    const answer = await send('environmentDelete', { environment: 'staging' })
    expect([answer.status, answer.error.code]).toEqual([400, 'ENVIRONMENT_IN_USE'])
    await server.operate('environmentRename', { environment: 'staging', name: 'live' }, as())
    expect(await environments()).toMatchObject([{ isWorking: false }, { name: 'live', isWorking: true }])
    expect(await projectFile()).toMatchObject({ workingEnv: 'live' })
  })
})

describe('variables', () => {
  const save = (given: object) => server.operate('variableSave', { environment: '_noco', ...given } as never, as())

  it('are saved, renamed, disabled and deleted', async () => {
    await save({ name: 'host', value: 'a' })
    await save({ name: 'base', value: 'b' })
    await save({ name: 'address', formerly: 'host' })
    await save({ name: 'base', enabled: false })
    const plain = { isSecret: false, hasValue: true }
    expect(await variablesOf('_noco')).toEqual([
      { name: 'address', value: 'a', enabled: true, ...plain },
      { name: 'base', value: 'b', enabled: false, ...plain },
    ])
    const taken = await send('variableSave', { environment: '_noco', name: 'base', formerly: 'address' })
    expect([taken.status, taken.error.code]).toEqual([400, 'VARIABLE_NAME_TAKEN'])
    await server.operate('variableDelete', { environment: '_noco', name: 'address' }, as())
    expect((await variablesOf('_noco'))?.map(({ name }) => name)).toEqual(['base'])
  })

  it('hold secrets apart, encrypted, and never answer them', async () => {
    const saved = await save({ name: 'key', value: secret, isSecret: true })
    expect(saved).toEqual({ name: 'key', value: null, isSecret: true, hasValue: true, enabled: true })
    await save({ name: 'token', formerly: 'key', isSecret: true })
    expect(await variablesOf('_noco')).toMatchObject([{ name: 'token', value: null, hasValue: true }])
    const readable = await send('variableSave', { environment: '_noco', name: 'token', isSecret: false })
    expect([readable.status, readable.error.code]).toEqual([400, 'VARIABLE_VALUE_MISSING'])
    expect(JSON.stringify(await projectFile())).not.toContain(secret)
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
    const rows = ['nc_environment_variables', 'nc_environment_secrets', 'nc_audit'].map((table) =>
      file.prepare(`SELECT * FROM ${table}`).all(),
    )
    file.close()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows[1])).toContain('"name":"token"')
    await server.operate('environmentCreate', { name: 'copy', copyOf: '_noco' }, as())
    expect(await variablesOf('copy')).toMatchObject([{ name: 'token', isSecret: true, hasValue: false }])
  })

  it('are read by members and changed by creators', async () => {
    await save({ name: 'host', value: 'a' })
    const viewer = await server.signUp('viewer@example.com')
    giveRoles(server.profileFolder, projectId, { 'viewer@example.com': 'viewer' })
    const list = await send('environmentList', {}, viewer.token)
    expect(list.json).toMatchObject({ list: [{ variables: [{ name: 'host', value: 'a' }] }] })
    const change = await send('variableSave', { environment: '_noco', name: 'host', value: 'b' }, viewer.token)
    expect(change.status).toBe(403)
    expect(await projectFile(viewer.token)).toMatchObject({
      envs: { _noco: { apiClient: { data: [{ key: 'host', value: 'a', enabled: true }] } } },
    })
  })

  it('are in the project file, those of the working environment at its top', async () => {
    await save({ name: 'host', value: 'a' })
    await server.operate('environmentCreate', { name: 'staging' }, as())
    await server.operate('variableSave', { environment: 'staging', name: 'host', value: 'b' }, as())
    await server.operate('environmentChange', { environment: 'staging' }, as())
    expect(await projectFile()).toMatchObject({
      workingEnv: 'staging',
      apiClient: { data: [{ key: 'host', value: 'b', enabled: true }] },
      envs: { _noco: { apiClient: { data: [{ value: 'a' }] } }, staging: { db: [{ client: 'sqlite3' }] } },
      auth: { jwt: { dbAlias: 'db' } },
      api: { type: 'rest' },
      type: 'mvc',
      language: 'ts',
      queriesFolder: '',
      apisFolder: 'apis',
    })
  })
})

describe('an environment of a project on a file', () => {
  it('has no database of its own', async () => {
    await server.operate('environmentCreate', { name: 'staging' }, as())
    const settings = { kind: 'postgres', host: '127.0.0.1', port: 1, user: 'a', password: 'b', database: 'c' }
    const answer = await send('environmentConnectionSave', { environment: 'staging', settings })
    expect([answer.status, answer.error.code]).toEqual([400, 'ENVIRONMENT_ON_FILE'])
    expect((await dashboard('tableList', {}, 'staging')).status).toBe(200)
  })
})

describe.skipIf(!(await hasPostgres()))('an environment with a database of its own', () => {
  let [home, other]: TestPostgres[] = []
  let shop: string
  beforeEach(async () => {
    home = await withTable("INSERT INTO film VALUES (1, 'Solaris')")
    other = await withTable("INSERT INTO film VALUES (1, 'Stalker'), (2, 'Mirror')")
    const given = { title: 'Shop', projectType: 'rest', settings: settingsOf(home) } as const
    shop = (await server.call('projectCreateFromConnection', given, { token: owner.token })).id
    await server.operate('environmentCreate', { name: 'staging' }, as(shop))
  })
  afterEach(async () => {
    await server.operate('projectDelete', {}, as(shop)).catch(() => undefined)
    await home?.drop()
    await other?.drop()
  })

  async function withTable(fill: string): Promise<TestPostgres> {
    const made = await createTestPostgres()
    const client = new Client({ connectionString: made.url })
    await client.connect()
    await client.query('CREATE TABLE film (id integer PRIMARY KEY, title text)')
    await client.query(fill)
    await client.end()
    return made
  }
  function settingsOf(database: TestPostgres | undefined): ConnectionSettingsInput {
    const { hostname: host, port, username: user, password, pathname } = new URL(database?.url ?? '')
    return { kind: 'postgres', host, port: Number(port), user, password, database: pathname.slice(1) }
  }
  const films = async (): Promise<unknown> => {
    const answer = await server.request(`/nc/${shop}/api/v1/film`, { token: owner.token })
    return (answer.json as { title: string }[]).map(({ title }) => title)
  }
  const save = (settings = settingsOf(other)) =>
    server.operate('environmentConnectionSave', { environment: 'staging', settings }, as(shop))
  const change = (environment: string) => server.operate('environmentChange', { environment }, as(shop))

  it('is in use after the change, and the former one after the way back', async () => {
    await save()
    expect(await films()).toEqual(['Solaris'])
    await change('staging')
    expect(await films()).toEqual(['Stalker', 'Mirror'])
    expect(await environments(shop)).toMatchObject([
      { name: '_noco', isWorking: false, server: { database: settingsOf(home).database } },
      { name: 'staging', isWorking: true, server: { database: settingsOf(other).database } },
    ])
    await change('_noco')
    expect(await films()).toEqual(['Solaris'])
  })

  it('rejects calls that name the other one', async () => {
    await save()
    const calls = async () =>
      Promise.all(
        ['_noco', 'staging', 'unknown'].map(async (env) => {
          const { status, error } = await dashboard('tableList', {}, env, shop)
          return [env, status, status === 200 ? '' : error.code]
        }),
      )
    expect(await calls()).toEqual([
      ['_noco', 200, ''],
      ['staging', 409, 'ENVIRONMENT_NOT_WORKING'],
      ['unknown', 200, ''],
    ])
    expect((await dashboard('projectChangeEnv', { env: 'staging' }, 'staging', shop)).status).toBe(200)
    expect((await calls()).map(([, status]) => status)).toEqual([409, 200, 200])
  })

  it('keeps its changes when the connection of the project is edited', async () => {
    await save()
    await change('staging')
    const third = await withTable("INSERT INTO film VALUES (1, 'Nostalghia')")
    await server.operate('projectConnectionUpdate', { settings: settingsOf(third) }, as(shop))
    expect(await films()).toEqual(['Nostalghia'])
    await change('_noco')
    expect(await films()).toEqual(['Solaris'])
    await server.operate('projectConnectionUpdate', { settings: settingsOf(other) }, as(shop))
    await change('staging')
    expect(await films()).toEqual(['Nostalghia'])
    await change('_noco')
    expect(await films()).toEqual(['Stalker', 'Mirror'])
    await server.operate('projectConnectionUpdate', { settings: settingsOf(home) }, as(shop))
    await third.drop()
  })

  it('gives the database of the project back when it is removed', async () => {
    await change('staging')
    await save()
    expect(await films()).toEqual(['Stalker', 'Mirror'])
    await server.operate('environmentConnectionDelete', { environment: 'staging' }, as(shop))
    expect(await films()).toEqual(['Solaris'])
    const read = await server.operate('environmentConnectionRead', { environment: 'staging' }, as(shop))
    expect(read).toBeNull()
  })

  it('is stored only if it connects, without its password in an answer', async () => {
    const wrong = { ...settingsOf(other), database: 'nothing_here' }
    const refused = await send(
      'environmentConnectionSave',
      { environment: 'staging', settings: wrong },
      owner.token,
      shop,
    )
    expect(refused.status).toBe(400)
    expect(
      (await server.operate('environmentConnectionTest', { environment: 'staging', settings: wrong }, as(shop))).code,
    ).toBe(-1)
    expect(await server.operate('environmentConnectionRead', { environment: 'staging' }, as(shop))).toBeNull()
    const mysql = { ...settingsOf(other), kind: 'mysql' as const }
    const kind = await send('environmentConnectionSave', { environment: 'staging', settings: mysql }, owner.token, shop)
    expect([kind.status, kind.error.code]).toEqual([400, 'ENVIRONMENT_OTHER_KIND'])
    expect(Object.keys(await save())).not.toContain('password')
  })
})

const isTherePostgres = await hasPostgres()
describe('files of projects', () => {
  const byWeb = (api: string, args: unknown): Promise<Answer> =>
    server.request('/dashboard/', { method: 'POST', token: owner.token, body: { api, args } })
  const fileOf = async (id: string): Promise<Record<string, unknown>> => {
    projectId = id
    return projectFile()
  }

  it('list all projects of a person without a project, without their variables', async () => {
    await server.operate('variableSave', { environment: '_noco', name: 'host', value: 'https://hidden' }, as())
    const other = await server.signUp(`other-${projectId}@example.com`)
    giveRoles(server.profileFolder, projectId, { [other.email]: 'viewer' })
    const read = async (token: string) => {
      const { status, json, text } = await server.request('/dashboard/?q=sqlOp_PROJECT_READ_BY_WEB', {
        method: 'POST',
        token,
        body: { api: 'PROJECT_READ_BY_WEB', args: {} },
      })
      expect([status, text.includes('https://hidden')]).toEqual([200, false])
      const { list } = (json as { data: { list: { id: number; projectJson: { id: string; envs: object } }[] } }).data
      return list
    }
    const owned = await server.call('projectCreate', { title: 'Own' }, { token: owner.token })
    expect(await read(other.token)).toMatchObject([
      { id: 1, folder: '', projectJson: { id: projectId, workingEnv: '_noco', apiClient: { data: [] } } },
    ])
    const ids = (await read(owner.token)).map((each) => each.projectJson.id)
    expect(ids).toEqual(expect.arrayContaining([projectId, owned.id]))
    const anonymous = await server.request('/dashboard/', { method: 'POST', body: { api: 'PROJECT_READ_BY_WEB' } })
    expect(anonymous.status).toBe(401)
  })

  it.skipIf(!isTherePostgres)('create a project with all environments, or none', async () => {
    const [home, staging] = await Promise.all([createTestPostgres(), createTestPostgres()])
    const connectionOf = (address: string) => {
      const { hostname: host, port, username: user, password, pathname } = new URL(address)
      return { client: 'pg', connection: { host, port: Number(port), user, password, database: pathname.slice(1) } }
    }
    const envs = {
      _noco: { db: [connectionOf(home.url)], apiClient: { data: [{ key: 'host', value: 'https://home' }] } },
      staging: { db: [connectionOf(staging.url)], apiClient: { data: [{ key: 'host', value: 'x', enabled: false }] } },
      mirror: { db: [connectionOf(home.url)] },
    }
    const project = { title: 'By web', folder: '', type: 'mvc' }
    try {
      const made = await byWeb('projectCreateByWeb', { project, projectJson: { workingEnv: 'staging', envs } })
      expect([made.status, made.text]).toEqual([200, made.text])
      const { id } = made.json as { id: string }
      const list = await environments(id)
      const databases = list.map(({ name, isWorking, server: own }) => [name, isWorking, own?.database ?? null])
      expect(databases).toEqual([
        ['_noco', false, new URL(home.url).pathname.slice(1)],
        ['mirror', false, null],
        ['staging', true, new URL(staging.url).pathname.slice(1)],
      ])
      expect(list.map(({ variables }) => variables.map(({ name, value, enabled }) => [name, value, enabled]))).toEqual([
        [['host', 'https://home', true]],
        [],
        [['host', 'x', false]],
      ])
      expect(await fileOf(id)).toMatchObject({ workingEnv: 'staging', envs: { mirror: {}, staging: {}, _noco: {} } })
      const { length } = await server.operate('projectList', {}, { token: owner.token })
      const gone = { ...connectionOf(home.url), connection: { ...connectionOf(home.url).connection, database: 'gone' } }
      const failed = await byWeb('projectCreateByWeb', {
        project,
        projectJson: { envs: { ...envs, lost: { db: [gone] } } },
      })
      expect(failed.status).toBe(400)
      expect(await server.operate('projectList', {}, { token: owner.token })).toHaveLength(length)
      await server.call('projectDelete', {}, as(id))
    } finally {
      await Promise.all([home.drop(), staging.drop()])
    }
  })
})
