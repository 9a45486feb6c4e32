import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedBaseHeader } from '@common/wire/names'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* The audit names actors, origins and addresses, and comes as a file. */

let server: TestServer
let owner: TestUser
let other: TestUser
let as: { token: string; projectId: string }

beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp('ada@example.com')
  other = await server.signUp('eve@example.com')
})
afterAll(() => server.close())

beforeEach(async () => {
  const { id } = await server.call('projectCreateByWebWithXCDB', { title: 'Shop', projectType: 'rest' }, owner)
  as = { token: owner.token, projectId: id }
  const columns = [
    { cn: 'id', uidt: 'ID' },
    { cn: 'name', uidt: 'SingleLineText' },
    { cn: 'price', uidt: 'Decimal' },
  ]
  await server.call('tableCreate', { tn: 'things', columns }, as)
})

const rows = (method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  server.request(`/nc/${as.projectId}/api/v1/${path}`, { method, token: owner.token, body, headers })

const file = (query: string, body: unknown = {}, token = owner.token): Promise<Answer> =>
  server.request(`/api/v1/audit/export${query}`, { method: 'POST', token, body })

describe('the audit of a project', () => {
  it('tells the page from scripts and from an undo, with the address of the client', async () => {
    const page = { 'xc-gui': 'true', 'xc-client': 'window-1' }
    await rows('POST', 'things', { name: 'Lamp' })
    const changed = await rows('PUT', 'things/1', { name: 'Big lamp' }, page)
    await server.call('changeUndo', { change: String(changed.headers['basalt-change']) }, as)
    const renamed = await server.request(`/api/v1/operations/tableRetitle?project=${as.projectId}`, {
      method: 'POST',
      token: owner.token,
      body: { table: 'things', title: 'Goods' },
    })
    await server.call('changeUndo', { change: String(renamed.headers['basalt-change']) }, as)
    const { list } = await server.call('auditList', { limit: 5, perChange: true }, as)
    expect(list.map(({ type, action, origin, ip, actor }) => [`${type} ${action}`, origin, ip, actor?.kind])).toEqual([
      ['TABLE RENAMED', 'undo', '127.0.0.1', 'person'],
      ['TABLE RENAMED', 'script', '127.0.0.1', 'person'],
      ['DATA UPDATE', 'undo', '127.0.0.1', 'person'],
      ['DATA UPDATE', 'page', '127.0.0.1', 'person'],
      ['DATA INSERT', 'script', '127.0.0.1', 'person'],
    ])
  })

  it('holds the values before a command, and those of a comment', async () => {
    await rows('POST', 'things', { name: 'Lamp' })
    const place = { table: 'things', rowId: '1' }
    const { id } = await server.call('commentCreate', { ...place, text: 'Cheap' }, as)
    await server.call('commentUpdate', { ...place, id, text: 'Too cheap' }, as)
    await server.call('commentDelete', { ...place, id }, as)
    await server.call('projectRename', { title: 'Store' }, as)
    const { list } = await server.call('auditList', { limit: 3 }, as)
    expect(list.map(({ type, details }) => [type, details])).toEqual([
      ['PROJECT', { before: 'Shop', after: 'Store' }],
      ['COMMENT', { record: '1', before: 'Too cheap', after: '' }],
      ['COMMENT', { record: '1', before: 'Cheap', after: 'Too cheap' }],
    ])
  })

  it('names tokens and links in the history of a record, and in its comments', async () => {
    const { token } = await server.operate('apiTokenCreate', { title: 'Nightly' }, as)
    const { link } = await server.operate('shareBaseCreate', { role: 'editor' }, as)
    const asToken = { 'xc-token': token }
    const send = (method: string, path: string, body: unknown, headers: Record<string, string>) =>
      server.request(path, { method, body, headers })
    const made = await send('POST', `/nc/${as.projectId}/api/v1/things`, { name: 'Lamp' }, asToken)
    const visitor = await send(
      'PUT',
      `/nc/${as.projectId}/api/v1/things/1`,
      { name: 'Big' },
      { [sharedBaseHeader]: link },
    )
    expect([made.status, visitor.status]).toEqual([200, 200])
    const place = { table: 'things', rowId: '1' }
    const call = `/api/v1/operations/commentCreate?project=${as.projectId}`
    expect((await send('POST', call, { ...place, text: 'Done' }, asToken)).status).toBe(200)
    const { list } = await server.operate('rowHistory', place, as)
    expect(list.map(({ user, actor, origin }) => [user, actor?.kind, actor?.title, origin])).toEqual([
      [null, 'sharedBase', 'Shop', 'share'],
      [owner.email, 'apiToken', 'Nightly', 'token'],
    ])
    const comments = await server.operate('commentList', place, as)
    expect(comments.list[0]).toMatchObject({
      user: owner.email,
      actor: { kind: 'apiToken', title: 'Nightly' },
      origin: 'token',
    })
  })

  it('comes as CSV with a line for each value, and no cell is a formula', async () => {
    await rows('POST', 'things', { name: '=HYPERLINK("http://192.0.2.1")', price: 1 })
    await rows('PUT', 'things/1', { name: '-1+1', price: 2 })
    const { status, headers, text } = await file(`?project=${as.projectId}&format=csv`, { type: 'DATA' })
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    expect(headers['content-disposition']).toMatch(/^attachment; filename="audit \d{4}-\d\d-\d\d\.csv"/)
    const [head, ...lines] = text.trimEnd().split('\r\n')
    expect(head).toBe(
      'when,user,actor,name,origin,address,type,action,project,table,record,column,before,after,description',
    )
    const place = `,ada@example.com,person,,script,127.0.0.1,DATA,UPDATE,${as.projectId},things,1,`
    expect(lines.map((line) => line.replace(/^[^,]+/, ''))).toEqual([
      `${place}name,"'=HYPERLINK(""http://192.0.2.1"")",'-1+1,`,
      `${place}price,1,2,`,
      ...[`id,,1,`, `name,,"'=HYPERLINK(""http://192.0.2.1"")",`, `price,,1,`].map(
        (rest) => place.replace('UPDATE', 'INSERT') + rest,
      ),
    ])
    const { list } = await server.call('auditList', { limit: 1 }, as)
    expect(list[0]).toMatchObject({ type: 'AUDIT', action: 'EXPORTED', details: { format: 'csv', type: 'DATA' } })
  })

  it('comes as JSON, the lines of the list from the newest to the oldest, also beyond one batch', async () => {
    const made = Array.from({ length: 700 }, (_, at) => ({ name: `thing ${at}` }))
    await rows('POST', 'things/bulk', made)
    await rows(
      'PUT',
      'things/bulk',
      made.map((_, at) => ({ id: at + 1, price: at })),
    )
    const answer = await file(`?project=${as.projectId}&format=json`, { type: 'DATA' })
    const lines = answer.json as readonly Record<string, unknown>[]
    const { list } = await server.call('auditList', { type: 'DATA', limit: 700 }, as)
    const plain = JSON.parse(JSON.stringify(list)) as Record<string, unknown>[]
    for (const line of plain) delete line['message']
    expect(lines.slice(0, -1)).toEqual(plain)
    expect(lines.at(-1)).toMatchObject({ action: 'INSERT', rowId: null, details: { rows: 700 } })
    expect((await file(`?project=${as.projectId}&format=json`, { text: 'nowhere' })).json).toEqual([])
  })

  it.each([
    ['no token', (): Promise<Answer> => server.request('/api/v1/audit/export', { method: 'POST', body: {} }), 401],
    ['another user', () => file(`?project=${as.projectId}`, {}, other.token), 404],
    ['a user without the installation', () => file('', {}, other.token), 403],
    ['an unknown format', () => file(`?project=${as.projectId}&format=xml`), 400],
    ['an unknown parameter', () => file(`?project=${as.projectId}&table=things`), 400],
    ['an unknown filter', () => file(`?project=${as.projectId}`, { nonsense: 1 }), 400],
    ['an empty text', () => file(`?project=${as.projectId}`, { text: ' ' }), 400],
    ['an unknown project', () => file('?project=nowhere'), 404],
  ])('refuses the file with %s', async (_, ask, expected) => {
    const answer = await ask()
    expect([answer.status, typeof answer.json]).toEqual([expected, 'object'])
  })

  it('names the original kinds to scripts', async () => {
    await server.operate('viewCreate', { table: 'things', title: 'Cheap' }, as)
    const made = 'CREATE VIEW told AS SELECT 1 AS one'
    await server.call('viewCreate', { view_name: 'told', view_definition: made }, as)
    const types = async (filter: object): Promise<string[]> =>
      (await server.call('xcAuditList', filter, as)).list.map(({ op_type: type }) => type)
    expect(await types({ limit: 2 })).toEqual(['VIEW', 'TABLE_VIEW'])
    expect(await types({ op_type: 'VIEW' })).toEqual(['VIEW'])
    expect(await types({ op_type: 'TABLE_VIEW' })).toEqual(['TABLE_VIEW'])
  })
})

describe('the audit of the installation', () => {
  it('lists sign-ins, invitations and settings with their values, and comes as a file', async () => {
    await server.call('installationSettingsSave', { historyDays: 30 }, owner)
    await server.call('memberInvite', { emails: ['bea@example.com'], role: 'editor' }, as)
    await server.request('/auth/password/forgot', { method: 'POST', body: { email: 'eve@example.com' } })
    const { list } = await server.call('auditInstallationList', { limit: 3 }, owner)
    expect(list.map(({ type, action, user, actor, project }) => [type, action, user, actor?.kind, project])).toEqual([
      ['AUTHENTICATION', 'PASSWORD_FORGOT', null, 'anonymous', null],
      ['AUTHENTICATION', 'INVITE', 'ada@example.com', 'person', 'Shop'],
      ['INSTALLATION', 'SETTINGS', 'ada@example.com', 'person', null],
    ])
    expect(list[2]?.details).toEqual({ values: [{ column: 'historyDays', before: 365, after: 30 }] })
    const counts = await server.call('auditInstallationCount', { type: 'INSTALLATION' }, owner)
    expect(counts.count).toBe(1)
    const { text } = await file('?format=csv', { type: 'INSTALLATION' })
    expect(text.split('\r\n')[1]).toMatch(/,INSTALLATION,SETTINGS,,,,historyDays,365,30,$/)
  })
})
