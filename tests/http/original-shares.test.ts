import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendForm } from '@tests/helpers/form'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/* Calls of the original about links for visitors (wire §8.2, §8.3), with its requests and answers. */

const schema = `
  CREATE TABLE Team (id INTEGER PRIMARY KEY, name TEXT, budget INTEGER);
  CREATE TABLE Person (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER, public INTEGER, team INTEGER REFERENCES Team);
  CREATE TABLE Secret (id INTEGER PRIMARY KEY, name TEXT);
  INSERT INTO Team VALUES (1, 'Red', 900), (2, 'Blue', 800);
  INSERT INTO Person VALUES (1, 'Ada', 100, 1, 1), (2, 'Bob', 200, 1, 2), (3, 'Hidden', 300, 0, 2);
  INSERT INTO Secret VALUES (1, 'never told');`

interface Link {
  readonly id: string
  readonly view_id: string
  readonly view_type: string
  readonly url: string
}

let server: TestServer
let folder: string
let owner: TestUser
let projectId: string
let grid: Link
let form: Link

async function send(api: string, args: object, as: { token?: string; query?: string } = {}): Promise<Answer> {
  return server.request(`/dashboard/?q=sqlOp_${api}${as.query ?? ''}`, {
    method: 'POST',
    token: as.token,
    body: {
      api,
      ...(as.token === undefined ? {} : { project_id: projectId }),
      env: '_noco',
      dbAlias: 'db',
      args,
    },
  })
}
const manage = (api: string, args: object): Promise<Answer> => send(api, args, { token: owner.token })
/** A call that must succeed. */
async function made(api: string, args: object): Promise<unknown> {
  const answer = await manage(api, args)
  expect([api, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([api, 200, ''])
  return answer.json
}
const view = (title: string, show_as: string, more: object) =>
  made('xcVirtualTableCreate', { title, parent_model_title: 'Person', show_as, ...more })
const share = async (view_name: string, more: object = {}): Promise<Link> =>
  (await made('createSharedViewLink', {
    model_name: 'Person',
    view_name,
    show_as: 'grid',
    query_params: {},
    password: '',
    ...more,
  })) as Link
const people = async (): Promise<readonly Record<string, unknown>[]> =>
  (await server.request(`/nc/${projectId}/api/v1/Person?limit=100&sort=id`, { token: owner.token })).json as never

beforeAll(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'basalt-links-'))
  owner = await server.signUp('owner@example.com')
  const filename = join(folder, 'people.sqlite')
  const file = new Sqlite(filename)
  file.exec(schema)
  file.close()
  projectId = (await server.operate('projectCreateFromFile', { filename }, owner)).id
  await server.call(
    'tableUpdate',
    { tn: 'Person', columns: [{ cn: 'cv', _cn: 'CV', uidt: 'Attachment', altered: 1 }] as never },
    { token: owner.token, projectId },
  )
  await view('Public', 'grid', {
    query_params: {
      filters: [{ field: 'public', op: 'is equal', value: 1, logicOp: 'and' }],
      sortList: [{ field: 'name', order: '-' }],
      showFields: { id: true, name: true, team: true, salary: false, public: false, CV: false },
    },
  })
  const parts = ['name', 'team', 'cv'].map((column) => ({ kind: 'field', column }))
  await view('Join', 'form', { options: { parts } })
  grid = await share('Public')
  form = await share('Join', { show_as: 'form' })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('createSharedViewLink', () => {
  it('answers the link, the same again for the same view', async () => {
    expect(grid).toEqual({
      id: expect.any(String) as string,
      view_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      view_type: 'grid',
      url: expect.stringContaining(`/dashboard/#/nc/view/${grid.view_id}`) as string,
    })
    expect(form.url).toContain(`#/nc/form/${form.view_id}`)
    expect(await share('Public')).toEqual(grid)
  })

  it('makes the link and answers nothing without a password', async () => {
    await view('Silent', 'grid', {})
    const answer = await manage('createSharedViewLink', { model_name: 'Person', view_name: 'Silent', query_params: {} })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(JSON.stringify(await made('listSharedViewLinks', { model_name: 'Person' }))).toContain('Silent')
  })

  it('shows less than the view if its query says so', async () => {
    await view('Narrow', 'grid', {})
    const query_params = {
      showFields: { id: true, name: true, salary: false, public: false, team: false, CV: false },
      filters: [{ field: 'name', op: 'is equal', value: 'Ada', logicOp: 'and' }],
    }
    const { view_id } = await share('Narrow', { query_params })
    const { json } = await send('getSharedViewData', { view_id })
    expect(json).toMatchObject({ data: [{ id: 1, name: 'Ada' }], count: 1 })
    expect(JSON.stringify(json)).not.toMatch(/salary|team/)
  })

  it.each([
    [{ field: 'salary', op: 'is enormous', value: 1, logicOp: 'and' }],
    [{ field: 'nothing', op: 'is equal', value: 1, logicOp: 'and' }],
    ['salary > 1'],
  ])('refuses a query whose condition %j would not count', async (condition) => {
    const query_params = { filters: [condition] }
    const args = { model_name: 'Person', view_name: 'Public', query_params, password: '' }
    expect((await manage('createSharedViewLink', args)).error.code).toBe('FILTER_INVALID')
  })

  it('gives an open link the password and the conditions of a later call, and takes none away', async () => {
    await view('Later', 'grid', {})
    const { view_id } = await share('Later')
    const filters = [{ field: 'name', op: 'is equal', value: 'Ada', logicOp: 'and' }]
    expect((await share('Later', { password: 'open sesame', query_params: { filters } })).view_id).toBe(view_id)
    for (const more of [{}, { password: 'another', query_params: { filters: [] } }]) {
      await share('Later', more)
      expect((await send('getSharedViewData', { view_id })).error.msg).toBe('Invalid password')
      const { json } = await send('getSharedViewData', { view_id, password: 'open sesame' })
      expect(json).toMatchObject({ data: [{ name: 'Ada' }], count: 1 })
    }
  })

  it('leaves out conditions that nobody has completed, as the page of the original sends them', async () => {
    await view('Half', 'grid', {})
    const { view_id } = await share('Half', { query_params: { filters: [{ field: '', op: '', value: '' }] } })
    expect((await send('getSharedViewData', { view_id })).json).toMatchObject({ count: 3 })
  })

  it.each([
    [{ model_name: 'nothing', view_name: 'Public', password: '' }, 'TABLE_NOT_FOUND'],
    [{ model_name: 'Person', view_name: 'nothing', password: '' }, 'TABLE_VIEW_NOT_FOUND'],
  ])('refuses %j', async (args, code) => {
    expect((await manage('createSharedViewLink', args)).error.code).toBe(code)
  })
})

describe('links of a table', () => {
  it('are listed without their passwords, changed and deleted', async () => {
    await view('Short', 'grid', {})
    const { id, view_id } = await share('Short', { password: 'open sesame' })
    expect(await made('listSharedViewLinks', { model_name: 'Person' })).toContainEqual({
      id,
      view_id,
      password: null,
      model_name: 'Person',
      view_type: 'grid',
      view_name: 'Short',
    })
    const asked = async (password?: string) =>
      (await send('getSharedViewData', { view_id, ...(password !== undefined && { password }) })).error?.msg
    expect([await asked(), await asked('wrong'), await asked('open sesame')]).toEqual([
      'Invalid password',
      'Invalid password',
      undefined,
    ])
    expect(await made('updateSharedViewLinkPassword', { id, password: '' })).toEqual({ msg: 'Success' })
    expect(await asked()).toBeUndefined()
    expect(await made('deleteSharedViewLink', { id })).toEqual({ msg: 'Success' })
    expect(await asked()).toBe('Meta not found')
  })

  it('are closed to people without the right', async () => {
    const stranger = await server.signUp('stranger@example.com')
    for (const api of ['createSharedViewLink', 'listSharedViewLinks', 'deleteSharedViewLink', 'createSharedBaseLink'])
      expect((await send(api, {}, { token: stranger.token })).error.code).toBe('PROJECT_NOT_FOUND')
  })
})

describe('sharedViewGet', () => {
  it('answers the visible columns and links, and never a password or a filter', async () => {
    const { json } = await send('sharedViewGet', { view_id: grid.view_id })
    expect(json).toMatchObject({
      view_id: grid.view_id,
      view_type: 'grid',
      view_name: 'Public',
      model_name: 'Person',
      password: null,
      client: 'sqlite3',
      query_params: { filters: [], sortList: [{ field: 'name', order: '-' }] },
      relatedTableMetas: { Team: { tn: 'Team' } },
    })
    const { meta } = json as { meta: { columns: { cn: string }[]; v: unknown[] } }
    expect(meta.columns.map(({ cn }) => cn)).toEqual(['id', 'name', 'team'])
    expect(meta.v).toHaveLength(1)
    expect(JSON.stringify(json)).not.toMatch(/salary|"public"|budget/)
  })

  it.each(['sharedViewGet', 'getSharedViewData', 'sharedViewExportAsCsv', 'sharedViewInsert', 'displaySharedViewLink'])(
    '%s does not know other ids',
    async (api) => {
      for (const view_id of ['6bd3bb4a-0000-4000-8000-000000000000', '', 7, null, 'x'.repeat(5_000), undefined]) {
        const answer = await send(api, { view_id })
        expect([answer.status, answer.error.msg]).toEqual([400, 'Meta not found'])
      }
    },
  )

  it('has a page that displaySharedViewLink names', async () => {
    expect((await send('displaySharedViewLink', { view_id: form.view_id })).json).toEqual({
      view_id: form.view_id,
      view_type: 'form',
    })
  })
})

describe('getSharedViewData', () => {
  const data = (query: string): Promise<Answer> => send('getSharedViewData', { view_id: grid.view_id }, { query })

  it('answers visible rows and their count, with the query of the address', async () => {
    const answer = await data('&limit=1&sort=-id&bt=Team')
    expect(answer.json).toMatchObject({ model_name: 'Person', count: 2, client: 'sqlite3' })
    const { data: rows } = answer.json as { data: Record<string, unknown>[] }
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ id: 2, name: 'Bob', team: 2 })
    expect(answer.text).not.toMatch(/salary|budget|Hidden/)
  })

  it('joins the condition of the visitor to the filter of the view', async () => {
    const answer = await data('&where=(name,eq,Ada)~or(name,eq,Hidden)')
    expect(answer.json).toMatchObject({ count: 1, data: [{ name: 'Ada' }] })
  })

  it.each(['&where=(salary,gt,1)', '&sort=salary', '&where=(public,eq,0)'])(
    'refuses hidden columns: %s',
    async (query) => {
      expect((await data(query)).status).toBe(400)
    },
  )

  it('reads nothing of a form', async () => {
    expect((await send('getSharedViewData', { view_id: form.view_id })).error.code).toBe('NOT_ALLOWED')
  })
})

describe('sharedViewExportAsCsv', () => {
  it('works from the start, follows the order of the view, and needs the right to download', async () => {
    const asked = () =>
      send('sharedViewExportAsCsv', { view_id: grid.view_id, password: '', localQuery: {}, query: { offset: 0 } })
    const answer = await asked()
    const [head, ...lines] = answer.text.trim().split('\r\n')
    expect(head).toMatch(/^id,name/)
    expect(lines.map((line) => line.split(',')[1])).toEqual(['Bob', 'Ada'])
    expect(answer.headers['nc-export-offset']).toBe('-1')
    await server.operate('shareUpdate', { id: grid.id, download: false }, { token: owner.token, projectId })
    expect((await asked()).error.code).toBe('NOT_ALLOWED')
    expect(answer.text).not.toMatch(/salary|Hidden/)
  })
})

describe('sharedViewInsert', () => {
  const insert = (args: object): Promise<Answer> => send('sharedViewInsert', { view_id: form.view_id, ...args })
  const link = async (): Promise<string> => {
    const table = await server.operate('tableRead', { table: 'Person' }, { token: owner.token, projectId })
    return table?.virtualColumns.find(({ kind }) => kind === 'link')?.title ?? ''
  }

  it('creates a record of the fields that the form shows', async () => {
    const nested = { [await link()]: { id: 2, name: 'Blue' } }
    const answer = await insert({ data: { name: 'By script', salary: 999 }, nested })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect((await people()).at(-1)).toMatchObject({ name: 'By script', salary: null, team: 2 })
  })

  it('takes a file for each attachment', async () => {
    const envelope = {
      api: 'sharedViewInsert',
      project_id: projectId,
      args: { view_id: form.view_id, data: { name: 'F' } },
    }
    const answer = await sendForm(
      server,
      [
        { name: 'CV', filename: 'cv.txt', content: 'about me' },
        { name: 'json', content: JSON.stringify(envelope) },
      ],
      { path: `/dashboard?q=sqlOp_sharedViewInsert&project_id=${projectId}` },
    )
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(String((await people()).at(-1)?.['CV'])).toContain('cv.txt')
  })

  it('refuses views that are no form, and wrong values', async () => {
    const before = await people()
    expect((await send('sharedViewInsert', { view_id: grid.view_id, data: { name: 'X' } })).error.code).toBe(
      'NOT_ALLOWED',
    )
    expect((await insert({ data: { team: 99 } })).status).toBe(400)
    expect(await people()).toEqual(before)
  })
})

describe('nested rows', () => {
  it('sharedViewNestedDataGet lists what a form can link, by key and name', async () => {
    const list = (args: object) =>
      send('sharedViewNestedDataGet', { view_id: form.view_id, limit: 10, offset: 0, query: '', ...args })
    expect((await list({ tn: 'Team' })).json).toEqual({
      list: [
        { id: 1, name: 'Red' },
        { id: 2, name: 'Blue' },
      ],
      count: 2,
    })
    expect((await list({ tn: 'Team', query: 'lu' })).json).toEqual({ list: [{ id: 2, name: 'Blue' }], count: 1 })
    for (const tn of ['Secret', 'Person', 'nothing']) expect((await list({ tn })).error.msg).toBe('Meta not found')
  })

  it('sharedViewNestedChildDataGet lists the linked rows of a visible row', async () => {
    const parts = { title: 'Teams', parent_model_title: 'Team', show_as: 'grid' }
    await made('xcVirtualTableCreate', parts)
    const { view_id } = (await made('createSharedViewLink', {
      model_name: 'Team',
      view_name: 'Teams',
      query_params: {},
      password: '',
    })) as Link
    const children = (row_id: number, more: object = {}) =>
      send('sharedViewNestedChildDataGet', {
        view_id,
        ctn: 'Person',
        ptn: 'Team',
        type: 'hm',
        row_id,
        limit: 10,
        offset: 0,
        ...more,
      })
    const { list, count } = (await children(1)).json as { list: Record<string, unknown>[]; count: number }
    expect([list.map(({ id, name }) => [id, name]), count]).toEqual([[[1, 'Ada']], 1])
    expect(JSON.stringify(list)).not.toContain('salary')
    expect((await children(1, { query: 'nobody' })).json).toEqual({ list: [], count: 0 })
    expect((await children(1, { ctn: 'Secret', ptn: 'Secret' })).error.msg).toBe('Meta not found')
  })
})

describe('a shared base', () => {
  it('is made, changed, read by anyone and disabled', async () => {
    const first = (await made('createSharedBaseLink', { roles: 'editor' })) as Record<string, unknown>
    expect(first).toEqual({
      id: expect.any(String) as string,
      shared_base_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      enabled: 1,
      roles: 'editor',
      url: expect.stringContaining(`#/nc/base/${String(first['shared_base_id'])}`) as string,
    })
    expect(await made('createSharedBaseLink', { roles: 'owner' })).toEqual({ ...first, roles: 'viewer' })
    expect(await made('getSharedBaseLink', {})).toEqual({ ...first, roles: 'viewer' })
    const { shared_base_id } = first
    expect((await send('sharedBaseGet', { shared_base_id: shared_base_id as string })).json).toEqual({
      project_id: projectId,
    })
    const disabled = await manage('disableSharedBaseLink', {})
    expect([disabled.status, disabled.text]).toEqual([200, ''])
    expect((await manage('getSharedBaseLink', {})).text).toBe('')
    const gone = await send('sharedBaseGet', { shared_base_id: shared_base_id as string })
    expect([gone.status, gone.error.msg]).toEqual([400, 'Meta not found'])
  })
})
