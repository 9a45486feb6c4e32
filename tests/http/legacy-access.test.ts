import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* The calls of the original about access rules, disabled models and roles (wire §3, §4.4, §13.3, §13.4). */

let server: TestServer
let folder: string
let projectId: string
let owner: TestUser
let creator: TestUser
let editor: TestUser
let viewer: TestUser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basalt-legacy-access-'))
  const filename = join(folder, 'library.sqlite')
  const file = new Sqlite(filename)
  file.exec(`CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, mail TEXT);
    CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, price INTEGER, author INTEGER REFERENCES author);
    CREATE VIEW cheap AS SELECT * FROM book WHERE price < 10;
    INSERT INTO author VALUES (1, 'Ann', 'editor@example.com'), (2, 'Bob', 'bob@example.com');
    INSERT INTO book VALUES (1, 'One', 5, 1), (2, 'Two', 20, 2);`)
  file.close()
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  creator = await server.signUp('creator@example.com')
  editor = await server.signUp('editor@example.com')
  viewer = await server.signUp('viewer@example.com')
  projectId = (await server.operate('projectCreateFromFile', { filename }, owner)).id
  const roles = ['creator', 'editor', 'viewer'] as const
  giveRoles(server.profileFolder, projectId, Object.fromEntries(roles.map((role) => [`${role}@example.com`, role])))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const send = (api: string, args: unknown, as: TestUser = owner): Promise<Answer> =>
  server.request(`/dashboard/?q=sqlOp_${api}`, {
    method: 'POST',
    token: as.token,
    body: { api, project_id: projectId, env: '_noco', dbAlias: 'db', args },
  })
async function call(api: string, args: unknown = {}, as: TestUser = owner): Promise<unknown> {
  const answer = await send(api, args, as)
  expect([api, answer.status, answer.text]).toEqual([api, 200, expect.any(String)])
  return answer.json
}
const rows = (as: TestUser, path: string): Promise<Answer> =>
  server.request(`/nc/${projectId}/api/v1/${path}`, { token: as.token })
const aclOf = async (tn: string): Promise<Record<string, Record<string, unknown>>> =>
  JSON.parse(((await call('xcAclGet', { tn })) as { readonly acl: string }).acl) as never

const all = { create: true, read: true, update: true, delete: true }
const none = { create: false, read: false, update: false, delete: false }
const readOnly = { ...none, read: true }

beforeEach(async () => {
  for (const tn of ['author', 'book']) await call('xcAclSave', { tn, acl: { editor: all, viewer: readOnly } })
  const tables = ['author', 'book', 'cheap'].map((tn) => ({ tn, disabled: { editor: false, viewer: false } }))
  await call('xcVisibilityMetaSet', { type: 'table', disableList: tables })
})

describe('xcAclGet', () => {
  it('answers the defaults of each role', async () => {
    expect(await call('xcAclGet', { tn: 'book' })).toEqual({
      tn: 'book',
      title: 'book',
      type: 'table',
      acl: expect.any(String) as string,
    })
    const defaults = { creator: all, editor: all, commenter: readOnly, viewer: readOnly, guest: none }
    expect(await aclOf('book')).toEqual(defaults)
    expect(await aclOf('cheap')).toEqual({ ...defaults, creator: readOnly, editor: readOnly })
    expect(((await call('xcAclGet', { name: 'book' })) as { readonly tn: string }).tn).toBe('book')
  })

  it('knows only tables, for those who manage access', async () => {
    expect((await send('xcAclGet', { tn: 'nothing' })).error.code).toBe('TABLE_NOT_FOUND')
    expect((await send('xcAclGet', {})).error.code).toBe('TABLE_NOT_FOUND')
    expect((await send('xcAclGet', { tn: 'book' }, editor)).error.code).toBe('NOT_ALLOWED')
  })
})

describe('xcAclSave', () => {
  it('takes rights and columns, and answers the number of rows', async () => {
    const columns = { price: false, title: true }
    const acl = { editor: { create: false, read: { columns }, update: { columns: { author: false } }, delete: false } }
    expect(await call('xcAclSave', { tn: 'book', acl })).toBe(1)
    expect((await aclOf('book'))['editor']).toEqual({
      create: false,
      read: { columns: { price: false } },
      update: { columns: { price: false, author: false } },
      delete: false,
    })
    expect((await rows(editor, 'book?bt=')).json).toEqual([
      { id: 1, title: 'One', author: 1 },
      { id: 2, title: 'Two', author: 2 },
    ])
    const body = { author: 2 }
    const wrong = await server.request(`/nc/${projectId}/api/v1/book/1`, { method: 'PUT', token: editor.token, body })
    expect(wrong.error.code).toBe('COLUMN_NOT_WRITABLE')
  })

  it('takes the text that xcAclGet answers, and changes nothing then', async () => {
    const filters = [{ column: 'mail', operator: 'is', value: { currentUser: true } }]
    const custom = { join: 'and', filters }
    await call('xcAclSave', { tn: 'author', acl: { editor: { read: { custom } } } })
    expect((await rows(editor, 'author?hm=')).json).toEqual([{ id: 1, name: 'Ann', mail: 'editor@example.com' }])
    const { acl } = (await call('xcAclGet', { tn: 'author' })) as { readonly acl: string }
    expect(JSON.parse(acl)).toMatchObject({ editor: { read: { custom } } })
    await call('xcAclSave', { tn: 'author', acl }, creator)
    expect((await rows(editor, 'author/count')).json).toEqual({ count: 1 })
    // A row rule that isn't named stays, so that nothing opens by accident.
    await call('xcAclSave', { tn: 'author', acl: { editor: { read: true } } })
    expect((await rows(editor, 'author/count')).json).toEqual({ count: 1 })
    await call('xcAclSave', { tn: 'author', acl: { editor: { read: { custom: null } } } })
    expect((await rows(editor, 'author/count')).json).toEqual({ count: 2 })
  })

  it.each([
    [{ mail: { eq: '{{req.session.passport.user.email}}' } }, ['Ann']],
    [{ mail: { neq: '{{req.session.passport.user.email}}' } }, ['Bob']],
    [{ name: { like: '%o%' } }, ['Bob']],
    [{ name: { in: ['Ann', 'Eve'] } }, ['Ann']],
    [{ _or: [{ name: { eq: 'Ann' } }, { id: { gt: 1 } }] }, ['Ann', 'Bob']],
    [{ name: { neq: null }, id: { ge: 2, lt: 5 } }, ['Bob']],
    [{ _not: { id: { eq: 1 } } }, ['Bob']],
    [{ _not: { name: { eq: 'Bob' }, id: { gt: 1 } } }, ['Ann']],
    [{ _not: { _or: [{ name: { like: '%nn%' } }, { _not: { id: { in: [1, 2] } } }] } }, ['Bob']],
    [{ name: { nlike: '%o%' } }, ['Ann']],
    [{ name: { in: ['Ann', ...Array.from({ length: 150 }, (_, at) => `Name ${at}`)] } }, ['Ann']],
  ])('takes conditions of the original: %j', async (custom, names) => {
    await call('xcAclSave', { tn: 'author', acl: { editor: { read: { custom } } } })
    const seen = (await rows(editor, 'author?hm=&sort=id')).json as readonly { readonly name: string }[]
    expect(seen.map(({ name }) => name)).toEqual(names)
    await call('xcAclSave', { tn: 'author', acl: { editor: { read: { custom: null } } } })
  })

  it.each([
    { nothing: { eq: 1 } },
    { name: { like: 'A_n' } },
    { name: { near: 'Ann' } },
    { name: { like: '100\\%' } },
    { name: {} },
    { name: { eq: { like: 'Ann' } } },
    { id: { eq: 'Ann' } },
    { id: { in: [] } },
    { _not: {} },
    { _not: { name: { like: 'A%' } } },
    { _or: [] },
    { id: 1 },
  ])('refuses the condition %j, and changes nothing', async (custom) => {
    const answer = await send('xcAclSave', { tn: 'author', acl: { editor: { read: { custom } } } })
    expect([answer.status, answer.error.code]).toEqual([400, 'ROW_RULE_INVALID'])
    expect((await rows(editor, 'author/count')).json).toEqual({ count: 2 })
  })

  it('refuses a list of more values than a rule can have, and comparisons with lists of choices', async () => {
    const columns = [
      { name: 'mail', type: 'SingleLineText' as const },
      { name: 'tags', type: 'MultiSelect' as const },
    ]
    const at = { token: owner.token, projectId }
    await server.operate('tableCreate', { table: 'letter', columns }, at)
    for (const mail of [null, 'editor@example.com', 'bob@example.com'])
      await server.request(`/nc/${projectId}/api/v1/letter`, { method: 'POST', token: owner.token, body: { mail } })
    const save = (custom: object) => send('xcAclSave', { tn: 'letter', acl: { editor: { read: { custom } } } })
    const mails = async () => ((await rows(editor, 'letter')).json as { mail: string | null }[]).map(({ mail }) => mail)
    // A missing value differs from nothing.
    await save({ mail: { neq: '{{req.session.passport.user.email}}' } })
    expect(await mails()).toEqual(['bob@example.com'])
    await save({ _not: { mail: { eq: 'bob@example.com' } } })
    expect(await mails()).toEqual(['editor@example.com'])
    const many = await save({ mail: { in: Array.from({ length: 2_000 }, (_, index) => `m${index}`) } })
    expect([many.status, many.error.code]).toEqual([400, 'ROW_RULE_TOO_LARGE'])
    for (const operator of ['eq', 'neq', 'like', 'in', 'gt']) {
      const answer = await save({ tags: { [operator]: operator === 'in' ? ['red'] : 'red' } })
      expect([operator, answer.status, answer.error.code]).toEqual([operator, 400, 'ROW_RULE_INVALID'])
    }
    expect(await mails()).toEqual(['editor@example.com'])
    await server.operate('tableDelete', { table: 'letter' }, at)
  })

  it.each([
    ['a right that the role lacks', { viewer: { create: true } }, 400, 'RIGHT_NOT_GRANTED'],
    ['an unknown column', { editor: { read: { columns: { nothing: false } } } }, 400, 'COLUMN_NOT_FOUND'],
    ['another shape', { editor: { read: 'yes' } }, 400, 'INPUT_INVALID'],
    ['a text that is no JSON', '{', 400, 'JSON_INVALID'],
    [
      'a text that is nested too deep',
      `{"editor":{"read":{"custom":${'{"_and":['.repeat(20_000)}{"id":{"eq":1}}${']}'.repeat(20_000)}}}}`,
      400,
      'JSON_INVALID',
    ],
    [
      'a row rule about an unknown column',
      { editor: { read: { custom: { join: 'and', filters: [{ column: 'x', operator: 'isEmpty' }] } } } },
      400,
      'COLUMN_NOT_FOUND',
    ],
  ])('refuses %s, and changes nothing', async (_, acl, status, code) => {
    const before = await aclOf('book')
    const answer = await send('xcAclSave', { tn: 'book', acl })
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect(await aclOf('book')).toEqual(before)
  })

  it('is for roles below the own one', async () => {
    const answer = await send('xcAclSave', { tn: 'book', acl: { creator: { delete: false } } }, creator)
    expect([answer.status, answer.error.code]).toEqual([403, 'RULES_NOT_YOURS'])
    expect(await call('xcAclSave', { tn: 'book', acl: { editor: { delete: false } } }, creator)).toBe(1)
  })
})

describe('the aggregated rules', () => {
  it('are true for what a role may on one table at least', async () => {
    const defaults = { creator: all, editor: all, commenter: readOnly, viewer: readOnly, guest: none }
    expect(await call('xcAclAggregatedGet')).toEqual(defaults)
    await call('xcAclSave', { tn: 'book', acl: { editor: { delete: false } } })
    expect(await call('xcAclAggregatedGet')).toEqual(defaults)
    await call('xcAclSave', { tn: 'author', acl: { editor: { delete: false } } })
    expect(await call('xcAclAggregatedGet')).toEqual({ ...defaults, editor: { ...all, delete: false } })
  })

  it('overwrite the rights on all tables, and leave rules about columns', async () => {
    await call('xcAclSave', { tn: 'book', acl: { editor: { read: { columns: { price: false } } } } })
    await call('xcAclAggregatedSave', { editor: { create: false, read: true, update: true, delete: false } })
    expect((await aclOf('author'))['editor']).toEqual({ create: false, read: true, update: true, delete: false })
    expect((await aclOf('book'))['editor']).toMatchObject({ create: false, read: { columns: { price: false } } })
    await call('xcAclAggregatedSave', { editor: all })
    expect((await aclOf('author'))['editor']).toEqual(all)
  })
})

describe('disabled models', () => {
  const visible = async (type: string) =>
    ((await call('xcVisibilityMetaGet', { type })) as { readonly disabled: object }[]).map(
      ({ disabled: _disabled, ...rest }) => rest,
    )

  it('are listed by type', async () => {
    expect(await visible('table')).toEqual([
      { tn: 'author', _tn: 'author', type: 'table', ptn: null },
      { tn: 'book', _tn: 'book', type: 'table', ptn: null },
    ])
    expect(await visible('view')).toEqual([{ tn: 'cheap', _tn: 'cheap', view_name: 'cheap', type: 'view', ptn: null }])
    expect(await visible('relation')).toEqual([
      { relation_name: 'book.author', tn: 'book', cn: 'author', rtn: 'author', rcn: 'id', type: 'relation', ptn: null },
    ])
    for (const type of ['function', 'procedure']) expect(await visible(type)).toEqual([])
    expect(await visible('all')).toHaveLength(4)
  })

  it('are views of tables too, by their table and title', async () => {
    await call('xcVirtualTableCreate', { title: 'By price', parent_model_title: 'book', show_as: 'gallery' })
    const entry = {
      id: expect.any(String) as string,
      tn: 'By price',
      _tn: 'By price',
      view_name: 'By price',
      show_as: 'gallery',
      type: 'vtable',
      ptn: 'book',
    }
    expect(await visible('table_view')).toEqual([entry])
    expect(await visible('all')).toContainEqual(entry)
    const titlesFor = async (as: TestUser) => {
      const list = (await call('xcVirtualTableList', { tn: 'book' }, as)) as { title: string; disabled: object }[]
      return list.map(({ title }) => title)
    }
    const view = { tn: 'By price', type: 'vtable', ptn: 'book' }
    await call('xcVisibilityMetaSetAll', { disableList: [{ ...view, disabled: { viewer: true } }] })
    expect([await titlesFor(viewer), await titlesFor(editor)]).toEqual([['book'], ['book', 'By price']])
    const [, mine] = (await call('xcVirtualTableList', { tn: 'book' })) as object[]
    expect(mine).toMatchObject({ disabled: { editor: false, commenter: false, viewer: true } })
    const csv = await send('xcExportAsCsv', { model_name: 'book', view_name: 'By price', query: { offset: 0 } }, viewer)
    expect(csv.error.code).toBe('TABLE_VIEW_NOT_FOUND')

    const set = (given: object) => send('xcVisibilityMetaSet', { type: 'table_view', disableList: [given] })
    expect((await set({ view_name: 'By price', ptn: 'book', disabled: { viewer: false } })).text).toBe('')
    expect(await titlesFor(viewer)).toEqual(['book', 'By price'])
    for (const wrong of [
      { view_name: 'nothing', ptn: 'book' },
      { view_name: 'By price', ptn: 'author' },
    ])
      expect((await set({ ...wrong, disabled: { viewer: true } })).error.code).toBe('TABLE_VIEW_NOT_FOUND')
    expect((await set({ view_name: 'By price', disabled: { viewer: true } })).error.code).toBe('TABLE_NOT_FOUND')
    await call('xcVirtualTableDelete', { id: ((await visible('table_view'))[0] as { id: string }).id })
  })

  it('leave the lists of a role, and its data API', async () => {
    const disableList = [{ tn: 'book', disabled: { editor: true, viewer: false } }]
    expect((await send('xcVisibilityMetaSet', { type: 'table', disableList })).text).toBe('')
    const [, book] = (await call('xcVisibilityMetaGet', { type: 'table' })) as object[]
    expect(book).toMatchObject({ tn: 'book', disabled: { editor: true, commenter: false, viewer: false } })
    for (const api of ['xcTableAndViewList', 'tableList']) {
      const names = async (as: TestUser) => {
        const { data } = (await call(api, {}, as)) as { data: { list: { tn: string; disabled: object }[] } }
        return data.list.map(({ tn, disabled }) => [tn, disabled])
      }
      expect(await names(owner)).toContainEqual(['book', { editor: true, commenter: false, viewer: false }])
      expect(JSON.stringify(await names(editor))).not.toContain('book')
    }
    expect((await rows(editor, 'book')).error.code).toBe('TABLE_NOT_FOUND')
    expect((await rows(viewer, 'book')).status).toBe(200)
  })

  it('are SQL views too', async () => {
    const disableList = [{ view_name: 'cheap', disabled: { viewer: true } }]
    await call('xcVisibilityMetaSet', { type: 'view', disableList })
    const list = async (as: TestUser) => ((await call('viewList', {}, as)) as { data: { list: object[] } }).data.list
    expect(await list(owner)).toEqual([
      { view_name: 'cheap', _tn: 'cheap', disabled: { editor: false, commenter: false, viewer: true } },
    ])
    expect(await list(viewer)).toEqual([])
    expect((await rows(viewer, 'cheap')).status).toBe(404)
  })

  it('are marked in the list of their views', async () => {
    await call('xcVirtualTableCreate', { title: 'Cheap ones', parent_model_title: 'cheap' })
    const marks = async (tn: string) =>
      ((await call('xcVirtualTableList', { tn })) as { disabled: object }[]).map(({ disabled }) => disabled)
    await call('xcVisibilityMetaSet', {
      type: 'view',
      disableList: [{ view_name: 'cheap', disabled: { viewer: true } }],
    })
    const off = { editor: false, commenter: false, viewer: true }
    // Views of it can be off by themselves.
    expect(await marks('cheap')).toEqual([off, { ...off, viewer: false }])
    expect(await marks('book')).toEqual([{ ...off, viewer: false }])
  })

  it.each([
    ['table', 'nothing', 'TABLE_NOT_FOUND'],
    ['function', 'nothing', 'ROUTINE_NOT_FOUND'],
    ['procedure', 'nothing', 'ROUTINE_NOT_FOUND'],
    ['relation', 'book.nothing', 'RELATION_NOT_FOUND'],
    ['relation', 'nothing.author', 'RELATION_NOT_FOUND'],
  ] as const)('refuse an unknown %s, and change nothing', async (kind, name, code) => {
    const known = { kind: 'table', name: 'book', disabled: { viewer: true } }
    for (const off of [true, false]) {
      const answer = await server.request(`/api/v1/operations/disabledModelsSave?project=${projectId}`, {
        method: 'POST',
        token: owner.token,
        body: { list: [known, { kind, name, disabled: { viewer: off } }] },
      })
      expect([answer.status, answer.error.code]).toEqual([404, code])
    }
    expect((await server.operate('disabledModelsRead', {}, { token: owner.token, projectId })).list).toEqual([])
  })

  it('that are disabled for a creator are not told to the creator', async () => {
    const set = (disabled: boolean) =>
      server.operate(
        'disabledModelsSave',
        {
          list: [
            { kind: 'table', name: 'cheap', disabled: { creator: disabled } },
            { kind: 'relation', name: 'book.author', disabled: { creator: disabled } },
            { kind: 'table', name: 'author', disabled: { viewer: disabled } },
          ],
        },
        { token: owner.token, projectId },
      )
    await set(true)
    const seen = (await server.operate('disabledModelsRead', {}, { token: creator.token, projectId })).list
    expect(seen).toEqual([{ kind: 'table', name: 'author', roles: ['viewer'] }])
    expect((await server.operate('disabledModelsRead', {}, { token: owner.token, projectId })).list).toHaveLength(3)
    await set(false)
  })

  it('change together', async () => {
    const entry = { tn: 'book', type: 'table', ptn: null, disabled: { viewer: true } }
    expect((await send('xcVisibilityMetaSetAll', { disableList: [entry] })).text).toBe('')
    expect((await rows(viewer, 'book')).status).toBe(404)
    const { ptn: _ptn, ...withoutTable } = entry
    expect((await send('xcVisibilityMetaSetAll', { disableList: [withoutTable] })).error.code).toBe('INPUT_INVALID')
    const view = { tn: 'A view', type: 'vtable', ptn: 'book', disabled: { viewer: true } }
    expect((await send('xcVisibilityMetaSetAll', { disableList: [view] })).error.code).toBe('TABLE_VIEW_NOT_FOUND')
  })

  it.each([
    ['an unknown table', { tn: 'nothing', disabled: { viewer: true } }, 'TABLE_NOT_FOUND'],
    ['no name', { disabled: { viewer: true } }, 'TABLE_NOT_FOUND'],
    ['an unknown role', { tn: 'book', disabled: { nobody: true } }, 'ROLE_NOT_FOUND'],
    ['the owner', { tn: 'book', disabled: { owner: true } }, 'RULES_NOT_YOURS'],
  ])('refuse %s', async (_, entry, code) => {
    const answer = await send('xcVisibilityMetaSet', { type: 'table', disableList: [entry] })
    expect(answer.error.code).toBe(code)
  })

  it('are enabled by a list of those to keep', async () => {
    await call('xcTableModelsEnable', ['author'])
    expect(await call('xcTableModelsList')).toEqual([
      { title: 'author', alias: 'author', type: 'table', enabled: true },
      { title: 'book', alias: 'book', type: 'table', enabled: false },
    ])
    expect((await rows(editor, 'book')).status).toBe(404)
    await call('xcTableModelsEnable', ['author', 'book'])
    expect((await rows(editor, 'book')).status).toBe(200)
    expect((await send('xcTableModelsEnable', ['nothing'])).error.code).toBe('TABLE_NOT_FOUND')
    expect(await call('xcModelsList', {}, editor)).toEqual([])
    expect(await call('xcViewModelsList', {}, editor)).toHaveLength(1)
    for (const api of ['xcFunctionModelsList', 'xcProcedureModelsList']) expect(await call(api)).toEqual([])
    for (const api of ['xcFunctionModelsEnable', 'xcProcedureModelsEnable'])
      expect((await send(api, [])).status).toBe(200)
    expect((await send('xcTableModelsList', {}, viewer)).error.code).toBe('NOT_ALLOWED')
  })
})

describe('the routes of a table', () => {
  it('name their handler, and the roles that may use them', async () => {
    await call('xcAclSave', { tn: 'book', acl: { editor: { delete: false } } })
    const { data } = (await call('xcRoutesPolicyGet', { tn: 'book' })) as { data: { list: { path: string }[] } }
    expect(data.list).toContainEqual({
      tn: 'book',
      title: 'book',
      type: 'delete',
      path: '/api/v1/book/:id',
      handler: 'delete',
      acl: { creator: true, editor: false, commenter: false, viewer: false, guest: false },
    })
    const every = (await call('xcRoutesPolicyAllGet')) as { data: { list: { tn: string }[] } }
    expect(new Set(every.data.list.map(({ tn }) => tn))).toEqual(new Set(['author', 'book', 'cheap']))
  })
})

describe('roles', () => {
  const roles = async (as: TestUser = owner) =>
    (await server.request(`/admin/roles?project_id=${projectId}`, { token: as.token })).json as {
      readonly id: string
      readonly title: string
      readonly type: string
    }[]
  const put = (list: unknown, as: TestUser = owner): Promise<Answer> =>
    server.request('/admin/roles', { method: 'PUT', token: as.token, body: { project_id: projectId, roles: list } })
  const remove = (id: string, as: TestUser = owner): Promise<Answer> =>
    server.request(`/admin/roles/${id}?project_id=${projectId}`, { method: 'DELETE', token: as.token })

  it('are listed by two calls', async () => {
    const system = ['owner', 'creator', 'editor', 'commenter', 'viewer']
    expect(await roles(editor)).toEqual(system.map((id) => ({ id, title: id, type: 'SYSTEM', description: '' })))
    expect(await call('rolesGet', {}, editor)).toEqual(await roles(editor))
    expect((await send('rolesGet', {}, viewer)).error.code).toBe('NOT_ALLOWED')
  })

  it('are made, renamed and deleted', async () => {
    const made = await put([...(await roles()), { title: 'Reviewer', description: 'Reads' }])
    expect([made.status, made.json]).toEqual([200, { msg: 'success' }])
    const custom = (await roles()).find(({ type }) => type === 'CUSTOM')
    expect(custom).toMatchObject({ title: 'Reviewer', description: 'Reads' })
    expect((await put([{ ...custom, title: 'Critic' }])).status).toBe(200)
    expect((await roles()).map(({ title }) => title)).toContain('Critic')
    expect((await remove(custom?.id ?? '')).json).toEqual({ msg: 'success' })
    expect(await roles()).toHaveLength(5)
  })

  it('refuse what the page refuses', async () => {
    expect((await put([{ id: 'editor', title: 'Boss' }])).error.code).toBe('ROLE_NOT_FOUND')
    expect((await put([{ id: 'nothing', title: 'X' }])).error.code).toBe('ROLE_NOT_FOUND')
    expect((await put([{ title: ' ' }])).error.code).toBe('ROLE_TITLE_INVALID')
    expect((await put([{ title: 'X' }], editor)).error.code).toBe('NOT_ALLOWED')
    expect((await remove('nothing')).error.code).toBe('ROLE_NOT_FOUND')
    expect((await remove('editor')).error.code).toBe('ROLE_NOT_FOUND')
    expect((await remove('nothing', viewer)).error.code).toBe('NOT_ALLOWED')
  })
})
