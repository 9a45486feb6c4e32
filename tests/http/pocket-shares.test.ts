import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttachedFile } from '@common/columns/values/files'
import { operationNames } from '@common/operations'
import type { PocketShare } from '@common/operations/pocket-shares'
import type { OpenedShare } from '@common/operations/shares'
import type { PartialViewSettings } from '@common/views'
import { systemClock, type Clock } from '@main/lib/clock'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uploadFile } from '@tests/helpers/form'
import { giveRoles } from '@tests/helpers/members'
import { sendRequest, startServer, type Answer, type RequestOptions, type TestServer } from '@tests/helpers/server'

/* A view on the network is open to devices that know its code, for an hour, at a listener that serves nothing else. */

const network = '127.0.0.2'
const onlyNetwork = () => [{ address: network, name: 'wlan0', loopback: false }]
const hourMs = 3_600_000

let aheadMs = 0
const clock: Clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) }

let server: TestServer
let folder: string
let token: string
let projectId: string
let viewId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-pocket-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>The page</title>')
  server = await startServer({
    clock,
    signInAttempts: 0,
    signUpAttempts: 0,
    rendererFolder: folder,
    networkAddresses: () => [
      { address: network, name: 'wlan0', loopback: false },
      { address: '127.0.0.3', name: 'eth0', loopback: false },
      { address: '192.0.2.1', name: 'gone', loopback: false },
    ],
  })
  ;({ token } = await server.signUp('maker@example.com'))
  const filename = join(folder, 'people.sqlite')
  const file = new Sqlite(filename)
  file.exec(`
    CREATE TABLE Person (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER);
    CREATE TABLE Secret (id INTEGER PRIMARY KEY, word TEXT);
    INSERT INTO Person VALUES (1, 'Ada', 100), (2, 'Bob', 200), (3, 'Secret', 300);
    INSERT INTO Secret VALUES (1, 'xyzzy');`)
  file.close()
  ;({ id: projectId } = await server.operate('projectCreateFromFile', { filename }, { token }))
  const columns = [{ cn: 'files', _cn: 'Files', uidt: 'Attachment', altered: 1 }]
  await server.call('tableUpdate', { tn: 'Person', columns }, as())
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const as = (person = token) => ({ token: person, projectId })

let share: PocketShare
/** The id of the link, which is no secret without the code. */
let link: string
let origin: string
beforeEach(async () => {
  const settings: PartialViewSettings = {
    hidden: ['salary'],
    filter: { join: 'and', filters: [{ column: 'name', operator: 'isNot', value: 'Secret' }] },
  }
  const view = await server.operate('viewCreate', { table: 'Person', title: `View ${Math.random()}`, settings }, as())
  viewId = view.id
  await start()
})
afterEach(async () => {
  aheadMs = 0
  const list = await server.operate('viewList', { table: 'Person' }, as())
  if (list.every(({ id }) => id !== viewId)) return
  const { share: open } = await read()
  if (open !== null) await server.operate('pocketShareStop', { id: open.id }, as())
})

async function start(address = network, person = token): Promise<void> {
  share = await server.operate('pocketShareStart', { table: 'Person', view: viewId, address }, as(person))
  origin = new URL(share.url).origin
  const { location = '' } = (await ask('/')).headers
  link = new URL(location, origin).searchParams.get('link') ?? ''
}
const read = () => server.operate('pocketShareRead', { table: 'Person', view: viewId }, as())
const ask = (path: string, init: RequestOptions = {}): Promise<Answer> => sendRequest(origin, path, init)
const operate = (name: string, body: unknown, init: RequestOptions = {}, query = ''): Promise<Answer> =>
  ask(`/api/v1/operations/${name}${query}`, { method: 'POST', body, ...init })
const enter = (code?: string): Promise<Answer> =>
  operate('shareOpen', { link, ...(code !== undefined && { password: code }) })
const wrongCode = (): string => String((Number(share.code) + 1) % 1_000_000).padStart(6, '0')
const headersOf = (visitor: string): Record<string, string> => ({
  'basalt-share': link,
  'basalt-visitor': visitor,
})
/** Headers of a device that has entered the code. */
const connect = async (): Promise<Record<string, string>> => {
  const { visitor } = (await enter(share.code)).json as OpenedShare
  return headersOf(visitor.token)
}
const rows = (path = 'Person') => `/nc/${projectId}/api/v1/${path}`
const isListening = async (): Promise<boolean> => {
  try {
    await ask('/favicon.ico')
    return true
  } catch {
    return false
  }
}

describe('a device', () => {
  it('reads the visible records after it has entered the code', async () => {
    expect((await ask(`/dashboard/pocket?link=${link}`)).text).toContain('The page')
    expect((await enter()).error.code).toBe('SHARE_CODE_NEEDED')
    expect((await ask(rows())).status).toBe(403)
    const opened = await enter(` ${share.code.slice(0, 3)} ${share.code.slice(3)}`)
    expect(opened.json).toMatchObject({ kind: 'view', table: 'Person', projectId, expiresAt: share.endsAt })
    const { visitor } = opened.json as OpenedShare
    const headers = headersOf(visitor.token)
    expect((await ask(rows('Person?fields=name'), { headers })).json).toEqual([
      expect.objectContaining({ name: 'Ada' }),
      expect.objectContaining({ name: 'Bob' }),
    ])
    expect((await ask(rows(), { headers })).text).not.toContain('salary')
    expect((await ask(rows('Person/3'), { headers })).text).toBe((await ask(rows('Person/99'), { headers })).text)
    expect((await ask(rows('Secret'), { headers })).status).toBe(404)
    const table = await operate('tableRead', { table: 'Person' }, { headers }, `?project=${projectId}`)
    expect(table.text).toContain('"name"')
    expect(table.text).not.toContain('salary')
    // Renews its visit without the code.
    expect((await operate('shareOpen', { link, visitor: visitor.token })).status).toBe(200)
  })

  it('appears beside the code, with its last visit', async () => {
    expect((await read()).share?.visitors).toEqual([])
    const headers = await connect()
    aheadMs = 60_000
    await ask(rows(), { headers })
    const [visitor] = (await read()).share?.visitors ?? []
    expect(visitor).toMatchObject({ address: expect.stringContaining('127.0.0.') as string })
    expect(Date.parse(visitor?.lastSeenAt ?? '') - Date.parse(visitor?.connectedAt ?? '')).toBeGreaterThanOrEqual(
      60_000,
    )
  })

  it('can only read', async () => {
    const headers = await connect()
    for (const [method, path] of [
      ['POST', 'Person'],
      ['PUT', 'Person/1'],
      ['PATCH', 'Person/1'],
      ['DELETE', 'Person/1'],
    ] as const) {
      const answer = await ask(rows(path), { method, headers, body: { name: 'Eve' } })
      expect([method, answer.status]).toEqual([method, 405])
    }
    const posted = await ask(rows(), {
      method: 'POST',
      headers: { ...headers, 'x-http-method-override': 'GET' },
      body: {},
    })
    expect(posted.json).toHaveLength(2)
  })

  it('opens files that it asked for here, and no others', async () => {
    const stored = async (name: string): Promise<AttachedFile> =>
      (await uploadFile(server, { name, content: name }, as())).json as AttachedFile
    const [shown, other] = [await stored('shown.txt'), await stored('other.txt')]
    await server.request(rows('Person/1'), { method: 'PUT', token, body: { files: JSON.stringify([shown]) } })
    await server.request(rows('Person/3'), { method: 'PUT', token, body: { files: JSON.stringify([other]) } })
    const headers = await connect()
    expect((await ask(shown.url, { headers })).text).toBe('shown.txt')
    expect((await ask(shown.url)).status).toBe(403)
    expect((await ask(other.url, { headers })).status).toBe(404)
    const linkTo = (url: string) => operate('attachmentLink', { url }, { headers }, `?project=${projectId}`)
    const { url } = (await linkTo(shown.url)).json as { readonly url: string }
    expect((await ask(url)).text).toBe('shown.txt')
    expect((await linkTo(other.url)).status).toBe(404)
    const own = await server.operate('attachmentLink', { url: other.url }, as())
    expect((await ask(own.url)).status).toBe(404)
  })
})

describe('a share on the network starts', () => {
  const refused = async (input: object, init: RequestOptions = {}) => {
    const path = `/api/v1/operations/pocketShareStart?project=${projectId}`
    const body = { table: 'Person', view: viewId, address: network, ...input }
    const { status, error } = await server.request(path, { method: 'POST', token, body, ...init })
    return [status, error.code]
  }

  it('on addresses of this computer only', async () => {
    expect((await read()).addresses.map(({ name }) => name)).toEqual(['wlan0', 'eth0', 'gone'])
    expect(await refused({ address: '0.0.0.0' })).toEqual([400, 'POCKET_ADDRESS_UNKNOWN'])
    expect(await refused({ address: '192.0.2.1' })).toEqual([503, 'POCKET_NOT_LISTENING'])
    expect((await read()).share).toBeNull()
  })

  it('for people at this computer only', async () => {
    expect(await refused({}, { headers: { 'x-forwarded-for': '192.0.2.9' } })).toEqual([403, 'POCKET_SHARE_ELSEWHERE'])
    const path = `/api/v1/operations/pocketShareRead?project=${projectId}`
    const headers = { via: '1.1 proxy' }
    const elsewhere = await server.request(path, { method: 'POST', token, body: { table: 'Person' }, headers })
    expect(elsewhere.json).toEqual({ obstacle: 'elsewhere', addresses: [], share: null, ended: null })
  })

  it('for people who may share the view', async () => {
    const editor = await server.signUp()
    giveRoles(server.profileFolder, projectId, { [editor.email]: 'editor' })
    expect(await refused({}, { token: editor.token })).toEqual([403, 'NOT_ALLOWED'])
    expect(await refused({ view: 'unknown' })).toEqual([404, 'TABLE_VIEW_NOT_FOUND'])
    const form = await server.operate('viewCreate', { table: 'Person', title: 'Form', kind: 'form' }, as())
    expect(await refused({ view: form.id })).toEqual([400, 'POCKET_SHARE_FORM'])
    expect(await server.operate('pocketShareRead', { table: 'Person', view: form.id }, as())).toMatchObject({
      obstacle: 'form',
    })
  })

  it('in place of an earlier one of the same view, on another address too', async () => {
    const earlier = { share, origin }
    await start('127.0.0.3')
    expect(new URL(origin).hostname).toBe('127.0.0.3')
    expect(share.id).not.toBe(earlier.share.id)
    await expect(sendRequest(earlier.origin, '/favicon.ico')).rejects.toThrow('ECONNREFUSED')
    expect((await enter(share.code)).status).toBe(200)
  })
})

describe('the listener', () => {
  it('has no other operations, also for the maker', async () => {
    const headers = await connect()
    const allowed = ['shareOpen', 'tableRead', 'attachmentLink']
    for (const name of operationNames.filter((each) => !allowed.includes(each))) {
      const answer = await operate(name, {}, { headers, token }, `?project=${projectId}`)
      expect([name, answer.status, answer.error.code]).toEqual([name, 404, 'OPERATION_NOT_FOUND'])
    }
  })

  it.each([
    '/auth/signin',
    '/auth/signup',
    '/auth/refresh-token',
    '/user/me',
    '/admin',
    '/dashboard/?q=sqlOp_projectList',
    '/api/v1/operations',
    '/api/v1/audit/export',
    '/api/v1/sql/export',
    '/nc/PROJECT/v1/graphql',
    '/nc/PROJECT/swagger',
    '/nc/OTHER/api/v1/Person',
    '/nc/OTHER/v1/live',
    '/dl/OTHER/db/f_1/name.txt',
    '/dl/link/guess/name.txt',
    '/metrics',
    '/dashboard/people.sqlite/x',
    '/dashboard/../people.sqlite',
    '/dashboard/%2e%2e/meta.sqlite',
    '/dashboard/..%2f..%2fmeta.sqlite',
    '/dashboard/....//meta.sqlite',
    '/..%5cmeta.sqlite',
  ])('has nothing at %s', async (path) => {
    const headers = await connect()
    const at = path.replace('PROJECT', projectId).replace('OTHER', 'p_other')
    for (const method of ['GET', 'POST']) {
      const answer = await ask(at, { method, token, headers, ...(method === 'POST' && { body: {} }) })
      const isPage = at.startsWith('/dashboard/?') && method === 'GET'
      if (isPage) expect(answer.text).toContain('The page')
      // Some addresses that leave the folder aren't even valid.
      else if (answer.status !== 400 || !at.includes('.')) expect([method, answer.status]).toEqual([method, 404])
      expect(answer.text).not.toContain('SQLite format')
    }
  })

  it('gives the maker no rights by a session, a token or another link', async () => {
    const apiToken = await server.operate('apiTokenCreate', { title: 'Script' }, as())
    const other = await server.operate('shareCreate', { table: 'Secret' }, as())
    const secrets: readonly Record<string, string>[] = [
      { 'xc-auth': token },
      { 'xc-token': apiToken.token },
      { 'basalt-share': other.url.split('/').at(-1) ?? '' },
    ]
    for (const headers of secrets) {
      expect((await ask(rows('Secret'), { headers })).error.code).toBe('SHARE_PASSWORD_NEEDED')
      const connected = { ...(await connect()), ...headers }
      expect((await ask(rows('Secret'), { headers: connected })).status).toBe(404)
      expect((await ask(rows(), { headers: connected })).text).not.toContain('salary')
    }
  })

  it('rejects other hosts and the pages of other origins', async () => {
    const headers = await connect()
    for (const host of ['evil.example', '127.0.0.1', `localhost:${new URL(origin).port}`, '127.0.0.2'])
      expect((await ask(rows(), { headers: { ...headers, host } })).error.code).toBe('HOST_NOT_ALLOWED')
    const foreign = { ...headers, origin: 'http://evil.example' }
    expect((await ask(rows(), { headers: foreign })).error.code).toBe('ORIGIN_NOT_ALLOWED')
    expect((await ask(rows(), { headers: { ...headers, origin } })).status).toBe(200)
  })

  it('leaves the other listeners on loopback, and their links apart', async () => {
    const { port } = new URL(server.origin)
    await expect(sendRequest(`http://${network}:${port}`, '/dashboard/')).rejects.toThrow('ECONNREFUSED')
    const body = { link, password: share.code }
    const elsewhere = await server.request('/api/v1/operations/shareOpen', { method: 'POST', body })
    expect(elsewhere.error.code).toBe('SHARE_CLOSED')
  })
})

describe('a share on the network ends', () => {
  it('after five wrong codes, of all devices together', async () => {
    for (const left of [4, 3, 2, 1]) {
      const { error } = await enter(wrongCode())
      expect([error.code, error.details]).toEqual(['SHARE_CODE_WRONG', { left }])
    }
    expect((await read()).share?.attemptsLeft).toBe(1)
    expect((await enter(wrongCode())).error.code).toBe('SHARE_CLOSED')
    expect(await read()).toMatchObject({ share: null, ended: 'codes' })
    await expect.poll(isListening).toBe(false)
  })

  it('after five wrong codes at the same time', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => enter(wrongCode())))
    const wrong = answers.filter((one) => one.status === 'fulfilled' && one.value.error.code === 'SHARE_CODE_WRONG')
    expect(wrong).toHaveLength(4)
    await expect.poll(isListening).toBe(false)
  })

  it('after an hour, unless it is extended', async () => {
    const headers = await connect()
    aheadMs = hourMs - 1_000
    expect((await ask(rows(), { headers })).status).toBe(200)
    const input = { link, visitor: headers['basalt-visitor'] }
    const { visitor } = (await operate('shareOpen', input)).json as OpenedShare
    const { endsAt } = await server.operate('pocketShareExtend', { id: share.id }, as())
    expect(Date.parse(endsAt)).toBeGreaterThan(Date.parse(share.endsAt))
    aheadMs = hourMs + 10_000
    const renewed = headersOf(visitor.token)
    expect((await ask(rows(), { headers: renewed })).status).toBe(200)
    aheadMs = 2 * hourMs + 10_000
    expect((await ask(rows(), { headers: renewed })).error.code).toBe('SHARE_CLOSED')
    expect(await read()).toMatchObject({ share: null, ended: 'time' })
    await expect.poll(isListening).toBe(false)
  })

  it('when it is stopped, together with its open connections', async () => {
    const headers = await connect()
    const live = ask(`/nc/${projectId}/v1/live`, { headers })
    const cut = live.then(
      () => false,
      () => true,
    )
    await ask(rows(), { headers })
    await server.operate('pocketShareStop', { id: share.id }, as())
    expect(await cut).toBe(true)
    expect(await isListening()).toBe(false)
    const again = await server.request('/api/v1/operations/pocketShareStop?project=' + projectId, {
      method: 'POST',
      token,
      body: { id: share.id },
    })
    expect(again.error.code).toBe('SHARE_NOT_FOUND')
  })

  it('when the view is deleted', async () => {
    await server.operate('viewDelete', { view: viewId }, as())
    await expect.poll(isListening).toBe(false)
  })

  it('when its filter loses a condition with a column', async () => {
    const column = { name: 'city', type: 'SingleLineText' as const }
    const change = (changes: Parameters<typeof server.operate<'tableUpdate'>>[1]['changes']) =>
      server.operate('tableUpdate', { table: 'Person', changes }, as())
    await change([{ change: 'add', column }])
    const save = (settings: PartialViewSettings) =>
      server.operate('viewSettingsSave', { table: 'Person', view: viewId, settings }, as())
    await save({ filter: { join: 'and', filters: [{ column: 'city', operator: 'isNotEmpty' }] } })
    await change([{ change: 'rename', name: 'city', to: 'town' }])
    expect(await isListening()).toBe(true)
    // Another program drops the column, so the condition goes in the same step as the column.
    const file = new Sqlite(join(folder, 'people.sqlite'))
    file.exec('ALTER TABLE Person DROP COLUMN town')
    file.close()
    await server.operate('schemaSync', { tables: ['Person'] }, as())
    await expect.poll(isListening).toBe(false)
    expect((await read()).ended).toBe('closed')
  })

  it('not when its maker takes a condition out of its filter', async () => {
    const settings = { filter: { join: 'and' as const, filters: [] } }
    await server.operate('viewSettingsSave', { table: 'Person', view: viewId, settings }, as())
    expect((await ask(rows(), { headers: await connect() })).json).toHaveLength(3)
  })

  it.each(['signs out', 'loses the right', 'sees less of the table'])('when its maker %s', async (how) => {
    const maker = await server.signUp()
    giveRoles(server.profileFolder, projectId, { [maker.email]: 'creator' })
    await start(network, maker.token)
    const headers = await connect()
    expect((await ask(rows(), { headers })).status).toBe(200)
    if (how === 'signs out') await server.request('/auth/signout', { method: 'POST', token: maker.token })
    else giveRoles(server.profileFolder, projectId, { [maker.email]: how === 'loses the right' ? 'editor' : 'viewer' })
    // The listener may be gone already.
    const answer = await ask(rows(), { headers }).catch(() => undefined)
    expect(answer?.error.code ?? 'SHARE_CLOSED').toBe('SHARE_CLOSED')
    await expect.poll(isListening).toBe(false)
  })

  it('not by itself on a server without sign-in, whose owner has no session', async () => {
    const other = await startServer({ authType: 'none', networkAddresses: onlyNetwork })
    const project = await other.call('projectCreateSample', {})
    const made = await other.operate(
      'pocketShareStart',
      { table: 'tracks', address: network },
      { projectId: project.id },
    )
    const at = new URL(made.url).origin
    expect((await sendRequest(at, '/favicon.ico')).status).toBe(204)
    // No session is needed here, so the code is all that protects the records.
    expect((await sendRequest(at, `/nc/${project.id}/api/v1/tracks`)).error.code).toBe('SHARE_PASSWORD_NEEDED')
    await other.close()
  })

  it('when the server stops', async () => {
    const other = await startServer({ networkAddresses: onlyNetwork })
    const user = await other.signUp()
    const project = await other.call('projectCreateSample', {}, user)
    const made = await other.operate(
      'pocketShareStart',
      { table: 'tracks', address: network },
      { ...user, projectId: project.id },
    )
    const at = new URL(made.url).origin
    expect((await sendRequest(at, '/favicon.ico')).status).toBe(204)
    await other.close()
    await expect(sendRequest(at, '/favicon.ico')).rejects.toThrow('ECONNREFUSED')
  })
})
