import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compared, namesOf, sendRaw, throughRouter, type Raw } from '@tests/helpers/raw-http'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/*
 * The fast lane serves reads of rows before the router. A header for a body, without a body, sends the same request
 * through the router: both responses must be identical.
 */

let server: TestServer
let owner: TestUser
let reader: TestUser
let project: string

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp()
  reader = await server.signUp()
  project = (await server.call('projectCreateSample', {}, { token: owner.token })).id
})
afterAll(() => server.close())

const ask = (lines: readonly string[]): Promise<Raw> => sendRaw(server.server.port, lines)

function request(path: string, headers: Readonly<Record<string, string>> = {}, token = owner.token): string[] {
  const all = { host: `127.0.0.1:${server.server.port}`, ...(token !== '' && { 'xc-auth': token }), ...headers }
  return [
    `GET ${path.replace('{p}', project)} HTTP/1.1`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
  ]
}

const base = '/nc/{p}/api/v1'

const requests: readonly (readonly [path: string, headers?: Readonly<Record<string, string>>, token?: string])[] = [
  [`${base}/Artists`],
  [`${base}/Artists?limit=3&offset=2&sort=-Name&fields=Name`],
  [`${base}/artists/?l=1`],
  [`${base}/Artists?hm=&bt=&mm=&limit=2`],
  [`${base}/Artists/1`],
  [`${base}/Artists/99999`],
  [`${base}/Artists/abc`],
  [`${base}/Artists/count`],
  [`${base}/Artists/count?where=(Name,like,A%25)`],
  [`${base}/Artists/findOne?where=(Id,eq,-1)`],
  [`${base}/Artists/1/exists`],
  [`${base}/Artists/1/Albums?limit=1`],
  [`${base}/Artists/groupby/Country`],
  [`${base}/Artists?format=csv&limit=3`],
  [`${base}/Artists?after=&limit=2`],
  [`${base}/Artists?where=(Nope,eq,1)`],
  [`${base}/Artists?where=nonsense`],
  [`${base}/Nope`],
  [`${base}/Artists/1/2/3/4/5`],
  [`${base}/Artists/bulk`],
  [base],
  [`${base}/`],
  ['/nc/nothing/api/v1/Artists'],
  ['/NC/{p}/API/V1/Artists/1'],
  ['//nc//{p}/api/v1/Artists/1'],
  [`${base}/%E0%A4%A`],
  [`${base}/Artists/1`, { origin: 'http://elsewhere.example' }],
  [`${base}/Artists/1`, { host: 'elsewhere.example' }],
  [`${base}/Artists/1`, { 'content-encoding': 'gzip' }],
  [`${base}/Artists/1`, { 'if-none-match': '*' }],
  [`${base}/Artists/1`, { 'if-none-match': '"other"' }],
  [`${base}/Artists/1`, { 'xc-gui': 'true' }],
  [`${base}/Artists/1`, {}, ''],
  [`${base}/Artists/1`, {}, 'nonsense'],
  [`${base}/Artists?fields=${'x'.repeat(17_000)}`],
  [`${base}/Artists/1`, { 'x-long': 'x'.repeat(17_000) }],
]

describe('reads of rows before the router', () => {
  it.each(requests.map((each) => [each[0], each] as const))(
    'answer %s byte by byte like the long way',
    async (path, [, headers = {}, token = owner.token]) => {
      const long = await ask(request(path, { ...headers, ...throughRouter }, token))
      expect(long.head[0]).toMatch(/^HTTP\/1.1 \d\d\d /)
      // Repeated: the first responses are only noted, then cached, then sent from the cache.
      for (let time = 0; time < 5; time++) {
        const short = await ask(request(path, headers, token))
        expect(compared(short)).toEqual(compared(long))
        expect(namesOf(short)).toEqual(namesOf(long))
      }
    },
  )

  it('answer somebody without a role in the project as the long way does', async () => {
    const path = `${base}/Artists/1`
    const long = await ask(request(path, throughRouter, reader.token))
    expect(long.head[0]).toBe('HTTP/1.1 404 Not Found')
    expect(compared(await ask(request(path, {}, reader.token)))).toEqual(compared(long))
  })

  it('tell a caller who has the answer that he has it, as often as he asks', async () => {
    const path = `${base}/Artists?limit=5&hm=&bt=&mm=`
    const etag = (await ask(request(path))).head.find((line) => /^etag:/i.test(line))?.slice(6) ?? ''
    for (let time = 0; time < 5; time++) {
      const again = await ask(request(path, { 'if-none-match': etag }))
      expect([again.head[0], again.body]).toEqual(['HTTP/1.1 304 Not Modified', ''])
      expect(compared(again)).toEqual(compared(await ask(request(path, { 'if-none-match': etag, ...throughRouter }))))
      expect((await ask(request(path, { 'if-none-match': '"x"' }))).head[0]).toBe('HTTP/1.1 200 OK')
    }
  })
})

describe('a question about an answer', () => {
  it.each(['Artists?limit=2', 'Artists/1', 'Artists/count', 'Artists?format=csv', 'Artists?where=nonsense', 'Nope'])(
    'has the same head as the answer: %s',
    async (path) => {
      const [line = '', ...rest] = request(`${base}/${path}`)
      const answer = compared(await ask([line, ...rest]))
      const head = compared(await ask([line.replace('GET', 'HEAD'), ...rest]))
      // Without a body, the transfer encoding is absent.
      const same = answer.head.filter((header) => !/^transfer-encoding:/i.test(header))
      expect(head).toEqual({ head: same, body: '' })
    },
  )
})

describe('a cached response', () => {
  const path = `${base}/Artists?limit=2&fields=Name&hm=&bt=&mm=`
  const asked = async (token = owner.token): Promise<[string, string]> => {
    const { head, body } = await ask(request(path, {}, token))
    return [head[0] ?? '', body]
  }
  const keep = async (token = owner.token): Promise<string> => {
    for (let time = 0; time < 4; time++) await asked(token)
    return (await asked(token))[1]
  }

  it('ends with the first write, of ours or of another program', async () => {
    const before = await keep()
    await server.request(`/nc/${project}/api/v1/Artists/1`, {
      method: 'PUT',
      token: owner.token,
      body: { Name: 'First' },
    })
    const [, after] = await asked()
    expect(after).not.toBe(before)
    expect(after).toContain('First')
    await keep()
    const file = new Sqlite(join(server.profileFolder, 'projects', `${project}.sqlite`))
    file.prepare('UPDATE artists SET name = ? WHERE id = 1').run('Elsewhere')
    file.close()
    expect((await asked())[1]).toContain('Elsewhere')
  })

  it('ends with a new title of a column', async () => {
    await keep()
    const as = { token: owner.token, projectId: project }
    const column = (cn: string, title: string): object => ({ cn, _cn: title })
    await server.call('xcModelSet', { tn: 'artists', meta: { columns: [column('name', 'Called')] } } as never, as)
    // `Name` finds the column by its name in the database now.
    expect((await asked())[1]).toContain('"Called":')
    await server.call('xcModelSet', { tn: 'artists', meta: { columns: [column('name', 'Name')] } } as never, as)
    expect((await asked())[1]).toContain('"Name":')
  })

  it('ends with the session, and with the role', async () => {
    const guest = await server.signUp()
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    const { id } = file.prepare('SELECT id FROM xc_users WHERE email = ?').get(guest.email) as { id: number }
    file
      .prepare(
        "INSERT INTO nc_projects_users (project_id, user_id, roles, created_at) VALUES (?, ?, 'viewer', '2026-01-01')",
      )
      .run(project, id)
    file.close()
    // The server notices its own writes: any that concerns rights will do.
    await server.call('projectRename', { title: 'Again' }, { token: owner.token, projectId: project })
    await keep(guest.token)
    expect((await asked(guest.token))[0]).toBe('HTTP/1.1 200 OK')
    expect((await server.request('/auth/signout', { method: 'POST', token: guest.token })).status).toBe(200)
    expect((await asked(guest.token))[0]).toBe('HTTP/1.1 401 Unauthorized')
  })

  it('is not for callers of a stopped project, nor for those from elsewhere', async () => {
    await keep()
    const as = { token: owner.token, projectId: project }
    await server.call('projectStop', {}, as)
    expect((await asked())[0]).toBe('HTTP/1.1 404 Not Found')
    expect((await ask(request(path, { 'xc-gui': 'true' }))).head[0]).toBe('HTTP/1.1 200 OK')
    expect((await asked())[0]).toBe('HTTP/1.1 404 Not Found')
    await server.call('projectStart', {}, as)
    await keep()
    expect((await ask(request(path, { host: 'elsewhere.example' }))).head[0]).toBe('HTTP/1.1 403 Forbidden')
    expect((await ask(request(path, { origin: 'http://elsewhere.example' }))).head[0]).toBe('HTTP/1.1 403 Forbidden')
    expect((await asked(''))[0]).toBe('HTTP/1.1 401 Unauthorized')
  })

  it('is answered again after the project was restarted', async () => {
    const before = await keep()
    await server.call('projectRestart', {}, { token: owner.token, projectId: project })
    expect((await asked())[1]).toBe(before)
  })
})
