import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

describe('generating a backend', () => {
  let server: TestServer
  let owner: TestUser
  let projectId: string

  const generate = (input: unknown, token = owner.token, project = projectId) =>
    fetch(`${server.origin}/api/v1/operations/projectGenerateBackend?project=${project}`, {
      method: 'POST',
      headers: { 'xc-auth': token, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
  const filesOf = async (answer: Response): Promise<string[]> =>
    Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())))

  beforeAll(async () => {
    server = await startServer()
    owner = await server.signUp()
    const project = await server.operate('projectCreate', { title: 'Record shop' }, { token: owner.token })
    projectId = project.id
    const as = { token: owner.token, projectId }
    for (const table of ['artists', 'albums'])
      await server.operate(
        'tableCreate',
        {
          table,
          columns: [
            { name: 'id', type: 'ID' },
            { name: 'name', type: 'SingleLineText' },
          ],
        },
        as,
      )
  })
  afterAll(() => server.close())

  it('answers a zip file with one folder', async () => {
    const answer = await generate({})
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/zip',
      `attachment; filename="record-shop-api.zip"; filename*=UTF-8''record-shop-api.zip`,
    ])
    const files = await filesOf(answer)
    expect(files.filter((path) => !path.startsWith('record-shop-api/'))).toEqual([])
    for (const part of ['package.json', 'README.md', '.env.example', 'src/models/albums.ts', 'test/artists.test.ts'])
      expect(files).toContain(`record-shop-api/${part}`)
    expect(files.filter((path) => /Dockerfile|compose|src\/index\.ts$/.test(path))).toEqual([])
  })

  it('adds the files of its type, and takes the asked tables', async () => {
    const docker = await filesOf(await generate({ type: 'docker', tables: ['albums'] }))
    for (const part of ['Dockerfile', 'compose.yaml', '.dockerignore', 'src/models/albums.ts'])
      expect(docker).toContain(`record-shop-api/${part}`)
    expect(docker).not.toContain('record-shop-api/src/models/artists.ts')
    expect(await filesOf(await generate({ type: 'package' }))).toContain('record-shop-api/src/index.ts')
  })

  it('answers the call of the original with the same file', async () => {
    const call = (args: unknown) =>
      fetch(`${server.origin}/dashboard/?q=sqlOp_projectGenerateBackend`, {
        method: 'POST',
        headers: { 'xc-auth': owner.token, 'content-type': 'application/json' },
        body: JSON.stringify({ api: 'projectGenerateBackend', project_id: projectId, dbAlias: 'db', args }),
      })
    const [ours, original] = await Promise.all([generate({}), call({ env: '_noco' })])
    expect(original.status).toBe(200)
    expect(Buffer.from(await original.arrayBuffer()).equals(Buffer.from(await ours.arrayBuffer()))).toBe(true)
  })

  it.each([
    [{ type: 'jar' }, 400, 'INPUT_INVALID'],
    [{ tables: [] }, 400, 'INPUT_INVALID'],
    [{ tables: ['no such table'] }, 404, 'TABLE_NOT_FOUND'],
    [{ tables: 'albums' }, 400, 'INPUT_INVALID'],
    [{ folder: '/tmp' }, 400, 'INPUT_INVALID'],
  ])('rejects %j', async (input, status, code) => {
    const answer = await generate(input)
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
  })

  it('needs tables', async () => {
    const { id } = await server.operate('projectCreate', { title: 'Empty' }, { token: owner.token })
    const answer = await generate({}, owner.token, id)
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'BACKEND_WITHOUT_TABLES' }])
  })

  it('is for creators', async () => {
    const editor = await server.signUp()
    giveRoles(server.profileFolder, projectId, { [editor.email]: 'editor' })
    expect((await generate({}, editor.token)).status).toBe(403)
    expect((await generate({}, '')).status).toBe(401)
  })
})
