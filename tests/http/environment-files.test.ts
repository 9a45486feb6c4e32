import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let projectId: string
beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp()
})
afterAll(() => server.close())
beforeEach(async () => {
  projectId = (await server.call('projectCreate', { title: 'Files' }, as())).id
  const columns = [{ cn: 'title', uidt: 'SingleLineText' as const }]
  await server.call('tableCreate', { tn: 'books', columns }, as())
  await post({ title: 'at home' })
  await server.operate('environmentCreate', { name: 'staging' }, as())
})

const as = () => ({ token: owner.token, projectId })
const post = (body: object): Promise<Answer> =>
  server.request(`/nc/${projectId}/api/v1/books`, { method: 'POST', token: owner.token, body })
const titles = async (): Promise<unknown[]> => {
  const answer = await server.request(`/nc/${projectId}/api/v1/books`, { token: owner.token })
  return (answer.json as { title: string }[]).map(({ title }) => title)
}
const send = (name: string, input: object): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token: owner.token, body: input })
const listed = async (name: string) =>
  (await server.operate('environmentList', {}, as())).list.find((each) => each.name === name)
const change = (environment: string) => server.operate('environmentChange', { environment }, as())
const between = { target: 'staging', source: '_noco' }

describe('an environment with a file of its own', () => {
  it('has the tables and its own records', async () => {
    const { file } = await server.operate('environmentFileCreate', { environment: 'staging' }, as())
    expect(await listed('staging')).toMatchObject({ file, server: null })
    await change('staging')
    expect(await titles()).toEqual([])
    await post({ title: 'on staging' })
    expect(await titles()).toEqual(['on staging'])
    await change('_noco')
    expect(await titles()).toEqual(['at home'])
    await change('staging')
    expect(await titles()).toEqual(['on staging'])
  })

  it('keeps the file as a backup when it loses it, but not while it is in use', async () => {
    const { file } = await server.operate('environmentFileCreate', { environment: 'staging' }, as())
    const again = await send('environmentFileCreate', { environment: 'staging' })
    expect([again.status, again.error.code]).toEqual([400, 'ENVIRONMENT_HAS_FILE'])
    const home = await send('environmentFileCreate', { environment: '_noco' })
    expect([home.status, home.error.code]).toEqual([400, 'ENVIRONMENT_IS_DEFAULT'])
    await change('staging')
    const busy = await send('environmentFileDelete', { environment: 'staging' })
    expect([busy.status, busy.error.code]).toEqual([400, 'ENVIRONMENT_IN_USE'])
    await change('_noco')
    await server.operate('environmentFileDelete', { environment: 'staging' }, as())
    expect(await listed('staging')).toMatchObject({ file: null })
    expect(existsSync(join(server.profileFolder, 'projects', file))).toBe(false)
    expect(readdirSync(join(server.profileFolder, 'backups')).some((name) => name.includes(projectId))).toBe(true)
    await change('staging')
    expect(await titles()).toEqual(['at home'])
  })

  it('is created once for requests at the same time', async () => {
    const answers = await Promise.all([1, 2].map(() => send('environmentFileCreate', { environment: 'staging' })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
    const own = readdirSync(join(server.profileFolder, 'projects')).filter((name) => name.startsWith(`${projectId}-`))
    expect(own.filter((name) => name.endsWith('.sqlite'))).toEqual([(await listed('staging'))?.file])
  })

  it('stays in use when the environment loses a connection that it never had', async () => {
    const { file } = await server.operate('environmentFileCreate', { environment: 'staging' }, as())
    await server.operate('environmentConnectionDelete', { environment: 'staging' }, as())
    expect(await listed('staging')).toMatchObject({ file })
  })

  it('goes with the project', async () => {
    const { file } = await server.operate('environmentFileCreate', { environment: 'staging' }, as())
    await change('staging')
    await server.call('projectDelete', {}, as())
    const left = readdirSync(join(server.profileFolder, 'projects')).filter((name) => name.startsWith(projectId))
    expect([left, file.startsWith(projectId)]).toEqual([[], true])
  })
})

describe('the production mark of an environment', () => {
  it('follows the environment in use', async () => {
    await server.operate('environmentFileCreate', { environment: 'staging' }, as())
    await server.operate('environmentProductionSet', { environment: '_noco', production: true }, as())
    const marks = async (): Promise<unknown[]> =>
      (await server.operate('environmentList', {}, as())).list.map(({ name, production }) => [name, production])
    const inUse = async (): Promise<unknown> =>
      (await server.call('projectList', {}, as())).find(({ id }) => id === projectId)?.production
    expect([await marks(), await inUse()]).toEqual([
      [
        ['_noco', true],
        ['staging', false],
      ],
      true,
    ])
    await change('staging')
    expect([await marks(), await inUse()]).toEqual([
      [
        ['_noco', true],
        ['staging', false],
      ],
      false,
    ])
    await server.operate('projectProductionSet', { production: true }, as())
    await server.operate('environmentProductionSet', { environment: '_noco', production: false }, as())
    await change('_noco')
    expect([await marks(), await inUse()]).toEqual([
      [
        ['_noco', false],
        ['staging', true],
      ],
      false,
    ])
  })
})

describe('the schemas of two environments', () => {
  it('are compared, and the script makes one like the other', async () => {
    await server.operate('environmentFileCreate', { environment: 'staging' }, as())
    expect(await server.operate('schemaCompare', between, as())).toMatchObject({ differences: [], script: [] })
    await server.operate(
      'tableUpdate',
      { table: 'books', changes: [{ change: 'add', column: { name: 'pages', type: 'Number' } }] },
      as(),
    )
    await server.call('tableCreate', { tn: 'shops', columns: [{ cn: 'name', uidt: 'SingleLineText' }] }, as())
    const { differences, script, digest } = await server.operate('schemaCompare', between, as())
    expect(differences.map(({ kind, object, table, name }) => [kind, object, table, name])).toEqual([
      ['added', 'table', 'shops', ''],
      ['added', 'column', 'books', 'pages'],
    ])
    expect(script.map(({ danger }) => danger)).toEqual([null, null])
    const stale = await send('schemaScriptApply', { ...between, digest: 'other' })
    expect([stale.status, stale.error.code]).toEqual([409, 'SCHEMA_SCRIPT_STALE'])
    expect(await server.operate('schemaScriptApply', { ...between, digest }, as())).toEqual({ statements: 2 })
    expect(await server.operate('schemaCompare', between, as())).toMatchObject({ differences: [], script: [] })

    // The other direction drops what only staging has, and says so.
    await change('staging')
    await server.operate('tableDelete', { table: 'shops' }, as())
    const back = await server.operate('schemaCompare', { target: '_noco', source: 'staging' }, as())
    expect(back.script).toEqual([{ sql: 'DROP TABLE "shops"', object: 'shops', danger: 'losesData' }])
  })

  it('of one database are refused', async () => {
    const same = await send('schemaCompare', between)
    expect([same.status, same.error.code]).toEqual([400, 'SCHEMAS_OF_ONE_DATABASE'])
    const unknown = await send('schemaCompare', { ...between, target: 'nowhere' })
    expect([unknown.status, unknown.error.code]).toEqual([404, 'ENVIRONMENT_NOT_FOUND'])
  })

  it('have migrations of their own', async () => {
    await server.operate('migrationStart', {}, as())
    await server.operate('environmentFileCreate', { environment: 'staging', tables: false }, as())
    await change('staging')
    const pending = await server.operate('migrationList', {}, as())
    expect(pending).toMatchObject({ environment: 'staging', list: [{ name: '0001_first_schema', status: 'pending' }] })
    await server.operate('migrationApply', {}, as())
    const { differences } = await server.operate('schemaCompare', between, as())
    expect(differences).toEqual([])
    await server.operate('tableCreate', { table: 'shops', columns: [{ name: 'name', type: 'SingleLineText' }] }, as())
    await change('_noco')
    expect((await server.operate('migrationList', {}, as())).list).toMatchObject([
      { status: 'applied' },
      { name: '0002_table_create_shops', status: 'pending' },
    ])
    await server.operate('migrationApply', {}, as())
    expect(await server.operate('schemaCompare', between, as())).toMatchObject({ differences: [] })
  })
})
