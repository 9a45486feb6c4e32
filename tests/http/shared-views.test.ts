import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttachedFile } from '@common/columns/values/files'
import type { OpenedShare, Share } from '@common/operations/shares'
import type { PartialViewSettings } from '@common/views'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uploadFile } from '@tests/helpers/form'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* Visitors of a shared view see the cells of the view and nothing else, while the link works and they know its password. */

const schema = `
  CREATE TABLE Team (id INTEGER PRIMARY KEY, name TEXT, budget INTEGER);
  CREATE TABLE Person (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER, public INTEGER, team INTEGER REFERENCES Team, born DATE);
  CREATE TABLE Note (id INTEGER PRIMARY KEY, title TEXT, body TEXT, person INTEGER REFERENCES Person);
  INSERT INTO Team VALUES (1, 'Red', 900), (2, 'Blue', 800), (3, 'Empty', 700);
  INSERT INTO Person VALUES (1, 'Ada', 100, 1, 1, '2000-01-01'), (2, 'Bob', 200, 1, 2, NULL), (3, 'Secret', 300, 0, 2, NULL);
  INSERT INTO Note VALUES (1, 'First', 'hidden text', 1), (2, 'Second', 'hidden too', 3);`

let server: TestServer
let folder: string
let owner: TestUser
let projectId: string
let otherId: string
let viewId: string

const publicOnly: PartialViewSettings = {
  filter: { join: 'and', filters: [{ column: 'public', operator: 'equals', value: 1 }] },
}

beforeAll(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'basalt-shares-'))
  owner = await server.signUp('owner@example.com')
  const open = async (name: string): Promise<string> => {
    const filename = join(folder, `${name}.sqlite`)
    const file = new Sqlite(filename)
    file.exec(schema)
    file.close()
    return (await server.operate('projectCreateFromFile', { filename }, owner)).id
  }
  projectId = await open('first')
  otherId = await open('second')
  const as = { token: owner.token, projectId }
  await server.call(
    'tableUpdate',
    { tn: 'Person', columns: [{ cn: 'files', _cn: 'Files', uidt: 'Attachment', altered: 1 }] as never },
    as,
  )
  await server.operate(
    'virtualColumnCreate',
    { table: 'Person', title: 'Yearly', definition: { kind: 'formula', formula: '{salary} * 12' } },
    as,
  )
  await server.call(
    'tableUpdate',
    { tn: 'Team', columns: [{ cn: 'logo', _cn: 'Logo', uidt: 'Attachment', altered: 1 }] as never },
    as,
  )
  const person = await server.operate('tableRead', { table: 'Person' }, as)
  const link = person?.virtualColumns.find(({ kind, title }) => kind === 'link' && title.includes('Team'))
  const definition = { kind: 'lookup', link: link?.id ?? '', column: 'logo' } as const
  await server.operate('virtualColumnCreate', { table: 'Person', title: 'Team logo', definition }, as)
  const view = await server.operate('viewCreate', { table: 'Person', title: 'Public people', settings: publicOnly }, as)
  viewId = view.id
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const as = (user: TestUser = owner) => ({ token: user.token, projectId })
const save = (settings: PartialViewSettings): Promise<unknown> =>
  server.operate('viewSettingsSave', { table: 'Person', view: viewId, settings }, as())
const change = (settings: Omit<Parameters<typeof server.operate<'shareUpdate'>>[1], 'id'>): Promise<Share> =>
  server.operate('shareUpdate', { id: share.id, ...settings }, as())

let share: Share
beforeEach(async () => {
  share = await server.operate(
    'shareCreate',
    { table: 'Person', view: viewId, enabled: true, password: null, expiresAt: null, download: true },
    as(),
  )
  await save({ ...publicOnly, hidden: ['salary', 'public'], sorts: [], groups: [] })
})

const open = (input: { link?: string; password?: string; visitor?: string } = {}): Promise<Answer> =>
  server.request('/api/v1/operations/shareOpen', { method: 'POST', body: { link: share.link, ...input } })
const opened = async (input?: Parameters<typeof open>[0]): Promise<OpenedShare & { kind: 'view' }> => {
  const answer = await open(input)
  expect(answer.status, answer.text).toBe(200)
  return answer.json as OpenedShare & { kind: 'view' }
}
const headersOf = (visitor?: string, link = share.link): Record<string, string> => ({
  'basalt-share': link,
  ...(visitor === undefined ? {} : { 'basalt-visitor': visitor }),
})
const ask = (path: string, visitor?: string, more: { method?: string; body?: unknown; token?: string } = {}) =>
  server.request(`/nc/${projectId}/api/v1/${path}`, { ...more, headers: headersOf(visitor) })
const names = async (path = 'Person'): Promise<unknown> =>
  ((await ask(path)).json as { name: string }[]).map(({ name }) => name)

/** Every road of a visitor to data, with what it answers while the link is open. */
const roads: readonly (readonly [string, (visitor?: string) => Promise<Answer>])[] = [
  ['the list', (visitor) => ask('Person', visitor)],
  ['the count', (visitor) => ask('Person/count', visitor)],
  ['one record', (visitor) => ask('Person/1', visitor)],
  ['a search', (visitor) => ask('Person?search=Ada', visitor)],
  ['a find with positions', (visitor) => ask('Person?find=Ada', visitor)],
  ['groups', (visitor) => ask('Person/groupby/name', visitor)],
  ['figures', (visitor) => ask('Person/aggregate?column_name=id&func=max', visitor)],
  ['linked records', (visitor) => ask('Person/1/Team', visitor)],
  ['an export', (visitor) => ask('Person?format=csv', visitor)],
  [
    'the columns',
    (visitor) =>
      server.request(`/api/v1/operations/tableRead?project=${projectId}`, {
        method: 'POST',
        body: { table: 'Person' },
        headers: headersOf(visitor),
      }),
  ],
  [
    'a link to a file',
    (visitor) =>
      server.request(`/api/v1/operations/attachmentLink?project=${projectId}`, {
        method: 'POST',
        body: { url: file.url },
        headers: headersOf(visitor),
      }),
  ],
  ['a file', (visitor) => server.request(file.url, { headers: headersOf(visitor) })],
  [
    'GraphQL',
    (visitor) =>
      server.request(`/nc/${projectId}/v1/graphql`, {
        method: 'POST',
        body: { query: '{ PersonList { name } }' },
        headers: headersOf(visitor),
      }),
  ],
]

let file: AttachedFile
let redLogo: AttachedFile
/** The logo of a team without a visible person. */
let otherLogo: AttachedFile
beforeAll(async () => {
  const upload = async (name: string, row: string, column = 'Files'): Promise<AttachedFile> => {
    const stored = (await uploadFile(server, { name, content: 'picture' }, as())).json as AttachedFile
    const written = await server.request(`/nc/${projectId}/api/v1/${row}`, {
      method: 'PUT',
      token: owner.token,
      body: { [column]: JSON.stringify([stored]) },
    })
    expect(written.status, written.text).toBe(200)
    return stored
  }
  file = await upload('ada.png', 'Person/1')
  await upload('secret.png', 'Person/3')
  redLogo = await upload('red.png', 'Team/1', 'Logo')
  otherLogo = await upload('other.png', 'Team/3', 'Logo')
})

describe('a link', () => {
  it('has a random address, the same again for the same view, until it is replaced', async () => {
    expect(share.link).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(share.url).toContain(`/dashboard/#/nc/view/${share.link}`)
    const again = await server.operate('shareCreate', { table: 'Person', view: viewId }, as())
    expect(again.link).toBe(share.link)
    const replaced = await server.operate('shareReplace', { id: share.id }, as())
    expect(replaced.link).not.toBe(share.link)
    expect((await open()).error.code).toBe('SHARE_CLOSED')
    expect((await open({ link: replaced.link })).status).toBe(200)
  })

  it.each([
    ['grid', 'view'],
    ['gallery', 'view'],
    ['calendar', 'view'],
    ['kanban', 'kanban'],
    ['form', 'form'],
  ] as const)('of a %s opens at its own page', async (kind, page) => {
    const view = await server.operate('viewCreate', { table: 'Note', title: `A ${kind}`, kind }, as())
    const made = await server.operate('shareCreate', { table: 'Note', view: view.id }, as())
    expect(made.url).toContain(`/dashboard/#/nc/${page}/${made.link}`)
    const answer = await opened({ link: made.link })
    expect(kind === 'form' ? answer : answer.view).toMatchObject({ kind })
  })

  it('is made, listed, changed and revoked by creators alone', async () => {
    const people = await Promise.all(
      (['creator', 'editor', 'viewer'] as const).map(async (role) => {
        const user = await server.signUp(`${role}@example.com`)
        giveRoles(server.profileFolder, projectId, { [user.email]: role })
        return [role, user] as const
      }),
    )
    for (const [role, { token }] of people)
      for (const [name, body] of [
        ['shareList', {}],
        ['shareRead', { table: 'Person', view: viewId }],
        ['shareUpdate', { id: share.id }],
        ['shareReplace', { id: 'unknown' }],
        ['shareRevoke', { id: 'unknown' }],
      ] as const) {
        const answer = await server.request(`/api/v1/operations/${name}?project=${projectId}`, {
          method: 'POST',
          token,
          body,
        })
        if (role === 'creator') expect([200, 404]).toContain(answer.status)
        else expect(answer.error.code).toBe('NOT_ALLOWED')
      }
  })

  it('of another project is not found', async () => {
    for (const name of ['shareUpdate', 'shareReplace', 'shareRevoke']) {
      const path = `/api/v1/operations/${name}?project=${otherId}`
      const answer = await server.request(path, { method: 'POST', token: owner.token, body: { id: share.id } })
      expect(answer.error.code).toBe('SHARE_NOT_FOUND')
    }
    expect((await server.operate('shareList', {}, { token: owner.token, projectId: otherId })).list).toEqual([])
  })

  it('never tells its password', async () => {
    await change({ password: 'open sesame' })
    const { list } = await server.operate('shareList', {}, as())
    expect(list.find(({ id }) => id === share.id)).toMatchObject({
      hasPassword: true,
      view: { title: 'Public people' },
    })
    expect(JSON.stringify(list)).not.toMatch(/sesame|argon2/)
  })

  it.each([
    { expiresAt: '2020-01-01T00:00:00Z' },
    { expiresAt: 'tomorrow' },
    { password: '' },
    { embedOrigins: ['https://a.example/path'] },
    { embedOrigins: ["https://a.example; script-src 'unsafe-inline'"] },
    { embedOrigins: ['*'] },
    { embedOrigins: ['javascript:alert(1)'] },
    { download: 'yes' },
    { owner: true },
  ])('refuses %j and changes nothing', async (settings) => {
    const answer = await server.request(`/api/v1/operations/shareUpdate?project=${projectId}`, {
      method: 'POST',
      token: owner.token,
      body: { id: share.id, ...settings },
    })
    expect(answer.status).toBe(400)
    expect(await server.operate('shareRead', { table: 'Person', view: viewId }, as())).toEqual(share)
  })

  it('closes before its filter shows more, if a field of the filter is deleted', async () => {
    const column = async (cn: string, altered: number, uidt = 'SingleLineText'): Promise<void> => {
      await server.call(
        'tableUpdate',
        { tn: 'Person', columns: [{ cn, cno: cn, _cn: cn, uidt, altered }] as never },
        as(),
      )
    }
    await column('level', 1)
    const filter = { join: 'and', filters: [{ column: 'level', operator: 'is', value: 'open' }] } as const
    const view = await server.operate('viewCreate', { table: 'Person', title: 'Open', settings: { filter } }, as())
    const { id, link } = await server.operate('shareCreate', { table: 'Person', view: view.id }, as())
    const shown = () => server.request(`/nc/${projectId}/api/v1/Person`, { headers: headersOf(undefined, link) })
    expect((await shown()).json).toEqual([])
    await column('level', 4)
    expect((await shown()).error.code).toBe('SHARE_CLOSED')
    // A new field takes over nothing of a former one: the view loses its condition.
    await column('level', 1)
    expect((await shown()).error.code).toBe('SHARE_CLOSED')
    const closed = await server.operate('shareRead', { table: 'Person', view: view.id }, as())
    expect(closed?.enabled).toBe(false)
    await server.operate('shareUpdate', { id, enabled: true }, as())
    expect((await shown()).json).toHaveLength(3)
    await server.operate('viewDelete', { view: view.id }, as())
  })

  it('stays closed while a condition of its filter fits no field', async () => {
    const filter = { join: 'and', filters: [{ column: 'never', operator: 'is', value: 'x' }] } as const
    const view = await server.operate('viewCreate', { table: 'Person', title: 'Stale', settings: { filter } }, as())
    const { link } = await server.operate('shareCreate', { table: 'Person', view: view.id }, as())
    expect((await open({ link })).error.code).toBe('SHARE_CLOSED')
    const settings = { filter: { join: 'and', filters: [] } } as const
    await server.operate('viewSettingsSave', { table: 'Person', view: view.id, settings }, as())
    expect((await open({ link })).status).toBe(200)
    await server.operate('viewDelete', { view: view.id }, as())
  })

  it('is closed like any other if its id is empty, or too long for one', async () => {
    for (const link of ['', 'x', 'x'.repeat(5_000)]) {
      const answer = await open({ link })
      expect([answer.status, answer.error.code]).toEqual([404, 'SHARE_CLOSED'])
    }
  })

  it('goes with its view', async () => {
    const view = await server.operate('viewCreate', { table: 'Person', title: 'Short' }, as())
    const { link } = await server.operate('shareCreate', { table: 'Person', view: view.id }, as())
    expect((await open({ link })).status).toBe(200)
    await server.operate('viewDelete', { view: view.id }, as())
    expect((await open({ link })).error.code).toBe('SHARE_CLOSED')
  })
})

describe('an opened view', () => {
  it('has the visible columns and settings, and nothing about hidden ones', async () => {
    await save({
      ...publicOnly,
      hidden: ['salary', 'public'],
      order: ['salary', 'born', 'name'],
      widths: { salary: 100, name: 200 },
      sorts: [
        { column: 'salary', descending: true },
        { column: 'born', descending: false },
      ],
      groups: [{ column: 'public', descending: false }],
      aggregates: { salary: 'sum', id: 'count' },
      colours: [
        { color: 'red', filter: { join: 'and', filters: [{ column: 'salary', operator: 'greater', value: 250 }] } },
        { color: 'blue', filter: { join: 'and', filters: [{ column: 'name', operator: 'is', value: 'Ada' }] } },
      ],
    })
    const answer = await opened()
    expect(answer).toMatchObject({ kind: 'view', projectId, table: 'Person', download: true, sharedBy: null })
    expect(answer.view).toMatchObject({
      title: 'Public people',
      kind: 'grid',
      settings: {
        filter: { join: 'and', filters: [] },
        sorts: [{ column: 'born', descending: false }],
        groups: [],
        hidden: [],
        order: ['born', 'name'],
        widths: { name: 200 },
        aggregates: { id: 'count' },
        colours: [{ color: 'blue' }],
      },
    })
    expect(JSON.stringify(answer)).not.toMatch(/salary|public"|250/)
  })

  it('counts visits, and not renewals', async () => {
    const before = share.opened
    const { visitor } = await opened()
    await opened({ visitor: visitor.token })
    await expect
      .poll(async () => (await server.operate('shareRead', { table: 'Person', view: viewId }, as()))?.opened)
      .toBe(before + 1)
  })

  it('follows its view from the next request', async () => {
    expect(await names()).toEqual(['Ada', 'Bob'])
    const before = (await ask('Person')).headers['etag']
    await save({ filter: { join: 'and', filters: [{ column: 'name', operator: 'is', value: 'Bob' }] } })
    expect(await names()).toEqual(['Bob'])
    expect((await ask('Person')).headers['etag']).not.toBe(before)
    await save({ hidden: ['salary', 'public', 'born'] })
    expect((await ask('Person?fields=born')).status).toBe(400)
  })

  it('reads tables that its links lead to by their key and name, and no other', async () => {
    const read = async (table: string): Promise<unknown> =>
      (
        await server.request(`/api/v1/operations/tableRead?project=${projectId}`, {
          method: 'POST',
          body: { table },
          headers: headersOf(),
        })
      ).json
    const person = JSON.stringify(await read('Person'))
    expect(person).toContain('Yearly')
    expect(person).not.toMatch(/salary|"public"/)
    const columns = async (table: string) =>
      ((await read(table)) as { columns: { name: string }[] }).columns.map(({ name }) => name)
    expect(await columns('Team')).toEqual(['id', 'name'])
    await save({ hidden: ['salary', 'public', 'team'] })
    expect(await read('Team')).toBeNull()
  })

  it('hides a link with the column that holds it', async () => {
    expect((await ask('Person/1')).text).toContain('Red')
    await save({ hidden: ['salary', 'public', 'team'] })
    expect((await ask('Person/1')).text).not.toContain('Red')
    expect((await ask('Person/1/Team')).status).toBe(404)
    expect((await ask('Person?bt=Team')).text).not.toContain('Red')
  })
})

describe('data of a visitor', () => {
  it.each(roads)('comes by %s while the link is open', async (_name, road) => {
    const answer = await road()
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toMatch(/Secret|salary|"public"|budget|hidden/)
  })

  it.each([
    'Person?where=(salary,gt,250)',
    'Person?where=(name,eq,Ada)~or(public,eq,0)',
    'Person?sort=-salary',
    'Person?fields=salary',
    'Person/groupby/salary',
    'Person/aggregate?column_name=salary&func=max',
    'Person/distribute?column_name=salary',
    'Person/distinct?column_name=public',
    'Person?bt=Team&bfields1=budget',
    'Person?format=csv&columns=salary',
    `Person?condition=${encodeURIComponent('{"salary":{"gt":1}}')}`,
  ])('never names a hidden column: %s', async (path) => {
    const { status, text } = await ask(path)
    expect([400, 404], text).toContain(status)
    expect(text).not.toMatch(/300|900|budget":/)
  })

  it.each([
    ['Person?where=(name,eq,Ada)~or(id,gt,0)', ['Ada', 'Bob']],
    ['Person?where=~not(id,eq,0)&sort=-id', ['Bob', 'Ada']],
    ['Person?search=Secret', []],
    ['Person?search=300', []],
    ['Person?where=(id,eq,3)', []],
  ])('stays inside the view: %s', async (path, expected) => {
    expect(await names(path)).toEqual(expected)
  })

  it('shows linked records by their key and name', async () => {
    expect((await ask('Person/1/Note')).json).toEqual([{ id: 1, title: 'First' }])
    expect((await ask('Person/1/Note?where=(body,like,%25)')).status).toBe(400)
    expect((await ask('Person/3/Note')).json).toEqual([])
  })

  it.each(['Team', 'Note', 'Team/1', 'Nothing'])('has no table %s', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })

  it.each([
    ['POST', 'Person', { name: 'x' }],
    ['POST', 'Person/bulk', [{ name: 'x' }]],
    ['PUT', 'Person/1', { name: 'x' }],
    ['DELETE', 'Person/1', undefined],
  ] as const)('is never written by %s %s', async (method, path, body) => {
    expect((await ask(path, undefined, { method, body })).status).toBe(403)
  })

  it('is that of the link, whatever the token of the request', async () => {
    expect((await ask('Person', undefined, { token: owner.token })).text).not.toContain('Secret')
    expect((await ask('Person/1', undefined, { token: owner.token, method: 'DELETE' })).status).toBe(403)
    expect((await ask('Person', undefined, { token: 'nonsense' })).status).toBe(200)
  })

  it('exists in the project of the link alone', async () => {
    const answer = await server.request(`/nc/${otherId}/api/v1/Person`, { headers: headersOf() })
    expect(answer.error.code).toBe('SHARE_CLOSED')
    const asBase = await server.request(`/nc/${projectId}/api/v1/Person`, {
      headers: { 'xc-shared-base-id': share.link },
    })
    expect(asBase.error.code).toBe('SHARE_CLOSED')
  })

  it('is no file where the link forbids downloads', async () => {
    await change({ download: false })
    expect((await ask('Person?format=csv')).status).toBe(403)
    expect((await ask('Person?format=ndjson&fields=name')).status).toBe(403)
    expect((await ask('Person')).status).toBe(200)
    expect((await opened()).download).toBe(false)
  })

  it('includes files of visible cells, also by a link for the browser', async () => {
    const linkTo = (url: string): Promise<Answer> =>
      server.request(`/api/v1/operations/attachmentLink?project=${projectId}`, {
        method: 'POST',
        body: { url },
        headers: headersOf(),
      })
    const { url } = (await linkTo(file.url)).json as { url: string }
    expect((await server.request(url)).text).toBe('picture')
    const [secret] = JSON.parse(
      String(
        ((await server.request(`/nc/${projectId}/api/v1/Person/3`, { token: owner.token })).json as { Files: string })
          .Files,
      ),
    ) as AttachedFile[]
    expect((await linkTo(secret?.url ?? '')).error.code).toBe('ATTACHMENT_NOT_FOUND')
    expect((await server.request(secret?.url ?? '', { headers: headersOf() })).error.code).toBe('ATTACHMENT_NOT_FOUND')

    await save({ hidden: ['salary', 'public', 'files'] })
    expect((await server.request(file.url, { headers: headersOf() })).error.code).toBe('ATTACHMENT_NOT_FOUND')
    expect((await server.request(url)).error.code).toBe('ATTACHMENT_LINK_ENDED')
    await save({ hidden: ['salary', 'public'] })
    expect((await server.request(url)).status).toBe(200)
    await change({ enabled: false })
    expect((await server.request(url)).error.code).toBe('ATTACHMENT_LINK_ENDED')
  })
})

describe('files that a lookup shows', () => {
  const read = ({ url }: AttachedFile): Promise<Answer> => server.request(url, { headers: headersOf() })

  it('belong to the view, and others of the same table do not', async () => {
    expect((await ask('Person/1')).text).toContain(redLogo.url)
    expect((await read(redLogo)).text).toBe('picture')
    expect((await read(otherLogo)).error.code).toBe('ATTACHMENT_NOT_FOUND')
    await save({ filter: { join: 'and', filters: [{ column: 'name', operator: 'is', value: 'Bob' }] } })
    expect((await read(redLogo)).error.code).toBe('ATTACHMENT_NOT_FOUND')
  })
})

describe('a frame', () => {
  const policyOf = async (path: string): Promise<readonly [string | undefined, unknown]> => {
    const { headers } = await server.request(path)
    const policy = String(headers['content-security-policy'])
    return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers['x-frame-options']]
  }
  const ofLink = (link: string): string => `/dashboard/embed?link=${link}`

  it('of another site shows the link where its owner allows it, and nothing else', async () => {
    expect(await policyOf(ofLink(share.link))).toEqual(["'none'", 'DENY'])
    const { embedUrl } = await change({ embedOrigins: ['https://Wiki.Example/', 'http://localhost:3000'] })
    expect(embedUrl).toContain(ofLink(share.link))
    expect(await policyOf(ofLink(share.link))).toEqual(['https://wiki.example http://localhost:3000', undefined])
    for (const other of ['/dashboard/', `/dashboard/?link=${share.link}`, ofLink('unknown'), '/dashboard/embed'])
      expect(await policyOf(other)).toEqual(["'none'", 'DENY'])
    await change({ enabled: false })
    expect(await policyOf(ofLink(share.link))).toEqual(["'none'", 'DENY'])
    await change({ enabled: true, embedOrigins: [] })
    expect(await policyOf(ofLink(share.link))).toEqual(["'none'", 'DENY'])
  })
})

describe('a password', () => {
  const password = 'open sesame'
  beforeEach(() => change({ password }))

  it.each(roads)('protects %s', async (_name, road) => {
    const { visitor } = await opened({ password })
    for (const wrong of [undefined, '', 'nonsense', `${visitor.token}x`, visitor.token.slice(0, -2)]) {
      const answer = await road(wrong)
      expect(answer.error.code, answer.text).toBe('SHARE_PASSWORD_NEEDED')
    }
    expect((await road(visitor.token)).status).toBe(200)
  })

  it('is asked for, and a wrong one is refused', async () => {
    expect((await open()).error.code).toBe('SHARE_PASSWORD_NEEDED')
    expect((await open({ password: 'wrong' })).error).toMatchObject({
      code: 'SHARE_PASSWORD_WRONG',
      msg: 'Invalid password',
    })
    expect((await open({ password: '' })).error.code).toBe('SHARE_PASSWORD_WRONG')
    expect((await opened({ password })).view.title).toBe('Public people')
  })

  it('ends the tokens of visitors when it changes, and when the address does', async () => {
    const { visitor } = await opened({ password })
    expect((await ask('Person', visitor.token)).status).toBe(200)
    expect((await open({ visitor: visitor.token })).status).toBe(200)
    await change({ password: 'another one' })
    expect((await ask('Person', visitor.token)).error.code).toBe('SHARE_PASSWORD_NEEDED')
    expect((await open({ visitor: visitor.token })).error.code).toBe('SHARE_PASSWORD_NEEDED')
    const { visitor: second } = await opened({ password: 'another one' })
    const { link } = await server.operate('shareReplace', { id: share.id }, as())
    const answer = await server.request(`/nc/${projectId}/api/v1/Person`, { headers: headersOf(second.token, link) })
    expect(answer.error.code).toBe('SHARE_PASSWORD_NEEDED')
  })

  it('of one link opens no other', async () => {
    const { visitor } = await opened({ password })
    const other = await server.operate('shareCreate', { table: 'Team', password }, as())
    const answer = await server.request(`/nc/${projectId}/api/v1/Team`, {
      headers: headersOf(visitor.token, other.link),
    })
    expect(answer.error.code).toBe('SHARE_PASSWORD_NEEDED')
    await server.operate('shareRevoke', { id: other.id }, as())
  })

  it('can be guessed ten times, also across a restart', async () => {
    const guessed = await startServer({ signInAttempts: 3 })
    try {
      const user = await guessed.signUp()
      const project = await guessed.operate('projectCreateSample', {}, user)
      const at = { token: user.token, projectId: project.id }
      const { link, id } = await guessed.operate('shareCreate', { table: 'tracks', password: 'right' }, at)
      const guess = (text: string, of = link): Promise<Answer> =>
        guessed.request('/api/v1/operations/shareOpen', { method: 'POST', body: { link: of, password: text } })
      for (let time = 0; time < 3; time++) expect((await guess('wrong')).error.code).toBe('SHARE_PASSWORD_WRONG')
      expect((await guess('right')).error.code).toBe('TOO_MANY_ATTEMPTS')
      // Another link has tries of its own, and a new address of the same link has not.
      const other = await guessed.operate('shareCreate', { table: 'artists', password: 'right' }, at)
      expect((await guess('right', other.link)).status).toBe(200)
      const { link: next } = await guessed.operate('shareReplace', { id }, at)
      expect((await guess('right', next)).error.code).toBe('TOO_MANY_ATTEMPTS')
    } finally {
      await guessed.close()
    }
  })
})

describe('a link that is closed', () => {
  const closing: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['turned off', () => change({ enabled: false })],
    ['revoked', () => server.operate('shareRevoke', { id: share.id }, as())],
    ['replaced', () => server.operate('shareReplace', { id: share.id }, as())],
    [
      'expired',
      async () => {
        const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
        file.prepare('UPDATE nc_shares SET expires_at = ? WHERE id = ?').run('2020-01-01T00:00:00.000Z', share.id)
        file.close()
        // The server learns of its own writes; any write to links has the same effect.
        await change({ download: true })
      },
    ],
  ]

  it.each(closing)('because it was %s answers as one that never was', async (_name, close) => {
    const { visitor } = await opened()
    await close()
    const unknown = await open({ link: '00000000-0000-0000-0000-000000000000' })
    const answer = await open()
    expect([answer.status, answer.text]).toEqual([404, unknown.text])
    for (const [, road] of roads) expect((await road(visitor.token)).error.code).toBe('SHARE_CLOSED')
  })

  it('can be turned on again', async () => {
    await change({ enabled: false })
    expect((await ask('Person')).status).toBe(404)
    await change({ enabled: true })
    expect((await ask('Person')).status).toBe(200)
  })
})

describe('live updates', () => {
  it('tell a visitor of changes in the view, and end with the link', async () => {
    const leaving = new AbortController()
    const stream = await fetch(`${server.origin}/nc/${projectId}/v1/live`, {
      headers: headersOf(),
      signal: leaving.signal,
    })
    expect(stream.status).toBe(200)
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    const write = (name: string): Promise<Answer> =>
      server.request(`/nc/${projectId}/api/v1/Person/2`, { method: 'PUT', token: owner.token, body: { name } })
    await write('Robert')
    const { value = '' } = (await reader?.read()) ?? {}
    expect(value).toContain('"table":"Person"')
    expect(value).not.toMatch(/owner@example|"2"/)
    await change({ enabled: false })
    await write('Bob')
    let isOpen = true
    while (isOpen) isOpen = (await reader?.read())?.done === false
    const again = await server.request(`/nc/${projectId}/v1/live`, { headers: headersOf() })
    expect(again.error.code).toBe('SHARE_CLOSED')
    leaving.abort()
  })
})
