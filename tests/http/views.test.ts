import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallName } from '@tests/helpers/calls'
import { viewLimits, type PartialViewSettings } from '@common/views'
import type { WireView } from '@main/http/legacy/views/schemas'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/*
 * Views of tables: requests and responses of the original's scripts, shared and personal settings. Views follow renamed
 * tables and columns.
 */

let server: TestServer
let owner: TestUser
let projectId: string
const people = new Map<string, TestUser>()

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  people.set('owner', owner)
  projectId = (await server.call('projectCreateSample', {}, { token: owner.token })).id
  const roles = ['creator', 'editor', 'commenter', 'viewer']
  for (const role of roles) people.set(role, await server.signUp(`${role}@example.com`))
  giveRoles(server.profileFolder, projectId, Object.fromEntries(roles.map((role) => [`${role}@example.com`, role])))
})
afterAll(() => server.close())

const as = (role = 'owner') => ({ token: people.get(role)?.token ?? '', projectId })
const list = (tn: string, role = 'owner'): Promise<WireView[]> =>
  server.call('xcVirtualTableList', { tn, meta: false }, as(role))

/** Sends a call that may be rejected. */
function send(name: CallName, args: unknown, role = 'owner', project = projectId): Promise<Answer> {
  return server.request(`/dashboard/?q=sqlOp_${name}`, {
    method: 'POST',
    token: people.get(role)?.token,
    body: { api: name, project_id: project, env: '_noco', dbAlias: 'db', args },
  })
}
const refused = async (answer: Promise<Answer>): Promise<unknown[]> => {
  const { status, error } = await answer
  return [status, error.code]
}

async function view(title: string, tn = 'tracks', more: Record<string, unknown> = {}): Promise<string> {
  const made = await server.call('xcVirtualTableCreate', { title, parent_model_title: tn, ...more }, as())
  return made?.id ?? ''
}
async function found(id: string, tn = 'tracks', role = 'owner'): Promise<WireView> {
  const one = (await list(tn, role)).find((each) => each.id === id)
  if (one === undefined) throw new Error(`There is no view ${id}`)
  return one
}
const paramsOf = (one: WireView): Record<string, unknown> => JSON.parse(one.query_params) as Record<string, unknown>

const filter = {
  join: 'and',
  filters: [{ column: 'genre', operator: 'is', value: 'Folk' }],
} as const satisfies PartialViewSettings['filter']

describe('as scripts of the original make them', () => {
  it('a view is made, listed behind the table, renamed, moved and deleted', async () => {
    const answer = await server.call(
      'xcVirtualTableCreate',
      { title: 'By hand', parent_model_title: 'customers', show_as: 'gallery', query_params: {} },
      as(),
    )
    expect(answer).toMatchObject({
      title: 'By hand',
      type: 'vtable',
      parent_model_title: 'customers',
      show_as: 'gallery',
      view_order: 1,
    })
    const id = answer?.id ?? ''
    const second = await view('Second', 'customers')
    const lines = await server.call('xcVirtualTableList', { tn: 'customers' }, as())
    expect(lines.map(({ title, type }) => [title, type])).toEqual([
      ['customers', 'table'],
      ['By hand', 'vtable'],
      ['Second', 'vtable'],
    ])
    expect(lines[0]?.alias).toBe('Customers')
    // Returns all views of the project in one response, to find them by.
    const named = await server.call('viewNameList', {}, as('viewer'))
    expect(named.filter(({ table }) => table === 'customers')).toEqual([
      { id, title: 'By hand', table: 'customers', kind: 'gallery' },
      { id: second, title: 'Second', table: 'customers', kind: 'grid' },
    ])
    expect(named.some(({ title }) => title === '')).toBe(false)
    const model = await server.call('tableXcModelGet', { tn: 'customers' }, as())
    expect([lines[0]?.id, lines[0]?.meta]).toEqual([model?.id, model?.meta])

    expect(
      await server.call(
        'xcVirtualTableRename',
        { id, title: 'Renamed', old_title: 'By hand', parent_model_title: 'customers', show_as: 'gallery' },
        as(),
      ),
    ).toBe(1)
    expect(await server.call('xcModelViewOrderSet', { id, view_order: 9.5 }, as())).toBe(1)
    expect((await list('customers')).map(({ title }) => title)).toEqual(['customers', 'Second', 'Renamed'])
    expect(
      await server.call(
        'xcVirtualTableDelete',
        { id, title: 'Renamed', view_name: 'Renamed', parent_model_title: 'customers' },
        as(),
      ),
    ).toBe(1)
    await server.call('xcVirtualTableDelete', { id: second }, as())
    expect(await list('customers')).toHaveLength(1)
  })

  it('a view of a table that is not there answers nothing', async () => {
    const answer = await send('xcVirtualTableCreate', { title: 'Lost', parent_model_title: 'nowhere', show_as: 'grid' })
    expect([answer.status, answer.text]).toEqual([200, ''])
  })

  it('query_params become settings, in whatever way they are sent, and come back', async () => {
    const params = {
      filters: [
        { field: 'Genre', op: 'is equal', value: 'Folk', logicOp: 'and' },
        { field: 'Rating', op: '>=', value: '4', logicOp: 'and' },
        { field: 'Released', op: '<', value: '2026-01-01', logicOp: 'or' },
      ],
      sortList: [
        { field: 'Rating', order: '-' },
        { field: 'Title', order: '' },
      ],
      showFields: { Title: true, Live: false },
      fieldsOrder: ['Price', 'Title'],
      columnsWidth: { Title: '240px', Price: 90 },
      showSystemFields: true,
      coverImageField: 'Cover',
    }
    const id = await view('From a script')
    await server.call('xcVirtualTableUpdate', { id, query_params: params, tn: 'tracks', view_name: 'x' }, as())
    const stored = await found(id)
    expect(stored.settings).toEqual({
      filter: {
        join: 'or',
        filters: [
          {
            join: 'and',
            filters: [
              { column: 'genre', operator: 'is', value: 'Folk' },
              { column: 'rating', operator: 'greaterOrEqual', value: 4 },
            ],
          },
          { column: 'released', operator: 'isBefore', value: '2026-01-01' },
        ],
      },
      sorts: [
        { column: 'rating', descending: true },
        { column: 'title', descending: false },
      ],
      hidden: ['live'],
      order: ['price', 'title'],
      widths: { title: 240, price: 90 },
    })
    expect(paramsOf(stored)).toMatchObject({
      sortList: params.sortList,
      columnsWidth: { Title: '240px', Price: '90px' },
      showSystemFields: true,
      coverImageField: 'Cover',
    })
    expect((paramsOf(stored)['showFields'] as Record<string, boolean>)['Live']).toBe(false)

    // Sending the response back changes nothing: it can't express the filter, so the filter stays.
    await server.call('xcVirtualTableUpdate', { id, query_params: JSON.stringify(paramsOf(stored)) }, as())
    expect((await found(id)).settings).toEqual(stored.settings)
    await server.call('xcVirtualTableUpdate', { id, query_params: { sortList: [] } }, as())
    expect((await found(id)).settings).toMatchObject({ sorts: [], hidden: ['live'] })
  })

  it("the table's own grid is a view by the id of its table", async () => {
    const [own] = await list('albums')
    await server.call('xcVirtualTableUpdate', { id: own?.id ?? '', query_params: { fieldsOrder: ['Title'] } }, as())
    expect((await list('albums'))[0]?.settings).toMatchObject({ order: ['title'] })
    const model = await server.call('tableXcModelGet', { tn: 'albums' }, as())
    expect((await list('albums'))[0]?.id).toBe(model?.id)
    expect(await refused(send('xcVirtualTableRename', { id: own?.id, title: 'Other' }))).toEqual([
      400,
      'TABLE_VIEW_FIXED',
    ])
    expect(await refused(send('xcVirtualTableDelete', { id: own?.id }))).toEqual([400, 'TABLE_VIEW_FIXED'])
    expect(await refused(send('xcModelViewOrderSet', { id: own?.id, view_order: 3 }))).toEqual([
      400,
      'TABLE_VIEW_FIXED',
    ])
  })

  it('viewStatus locks for creators only', async () => {
    const id = await view('Status')
    const locked = { viewStatus: { type: 'locked' } }
    expect(await refused(send('xcVirtualTableUpdate', { id, query_params: locked }, 'editor'))).toEqual([
      403,
      'NOT_ALLOWED',
    ])
    await server.call('xcVirtualTableUpdate', { id, query_params: locked }, as('creator'))
    expect(await found(id)).toMatchObject({ locked: true })
    expect(await refused(send('xcVirtualTableUpdate', { id, query_params: locked }, 'editor'))).toEqual([
      400,
      'TABLE_VIEW_LOCKED',
    ])
    await server.call('xcVirtualTableUpdate', { id, query_params: { viewStatus: { type: 'collaborative' } } }, as())
    expect(await found(id)).toMatchObject({ locked: false })
  })
})

describe('settings', () => {
  it('are changed in parts: what is not sent stays', async () => {
    const id = await view('Parts')
    await server.call('viewSettingsSave', { table: 'tracks', view: id, settings: { filter, frozen: 3 } }, as('editor'))
    await server.call('viewSettingsSave', { table: 'Tracks', view: id, settings: { rowHeight: 'tall' } }, as('editor'))
    expect((await found(id)).settings).toEqual({ filter, frozen: 3, rowHeight: 'tall' })
  })

  it('of one view, changed by many at once, lose nothing', async () => {
    const id = await view('Crowded')
    const patches: PartialViewSettings[] = [
      { frozen: 2 },
      { rowHeight: 'extra' },
      { hidden: ['live'] },
      { order: ['title'] },
      { aggregates: { price: 'sum' } },
      { groups: [{ column: 'genre', descending: false }] },
    ]
    await Promise.all(
      patches.map((settings) => server.call('viewSettingsSave', { table: 'tracks', view: id, settings }, as('editor'))),
    )
    expect((await found(id)).settings).toEqual(Object.assign({}, ...patches))
  })

  it('are saved by all of many who save at the same moment, for everyone and for themselves', async () => {
    const id = await view('Busy')
    const frozen = Array.from({ length: 20 }, (_, at) => at)
    const answers = await Promise.all(
      frozen.flatMap((at) =>
        (['viewSettingsSave', 'viewPersonalSave'] as const).map((name) =>
          send(name, { table: 'tracks', view: id, settings: { frozen: at, widths: { title: 100 + at } } }, 'editor'),
        ),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { settings, personal } = await found(id, 'tracks', 'editor')
    for (const saved of [settings, personal]) expect(saved?.widths).toEqual({ title: 100 + (saved?.frozen ?? -1) })
  })

  it('of one person are seen by nobody else, and by that one until they are cleared', async () => {
    const id = await view('Shared', 'tracks', { settings: { frozen: 2 } })
    await server.call('viewPersonalSave', { table: 'tracks', view: id, settings: { hidden: ['genre'] } }, as('viewer'))
    await server.call('viewPersonalSave', { table: 'tracks', view: id, settings: { rowHeight: 'tall' } }, as('viewer'))
    expect(await found(id, 'tracks', 'viewer')).toMatchObject({
      settings: { frozen: 2 },
      personal: { hidden: ['genre'], rowHeight: 'tall' },
    })
    expect((await found(id, 'tracks', 'commenter')).personal).toBeNull()
    await server.call('viewPersonalClear', { table: 'tracks', view: id }, as('viewer'))
    expect((await found(id, 'tracks', 'viewer')).personal).toBeNull()
  })

  it("of one person are kept for the table's own grid too, about which nobody else has said anything", async () => {
    await server.call('viewPersonalSave', { table: 'playlists', settings: { frozen: 0 } }, as('viewer'))
    expect((await list('playlists', 'viewer'))[0]).toMatchObject({ settings: {}, personal: { frozen: 0 } })
    expect((await list('playlists', 'editor'))[0]).toMatchObject({ settings: {}, personal: null })
  })

  it('of many first calls at once make one row for the own grid', async () => {
    await Promise.all(
      ['owner', 'creator', 'editor', 'commenter', 'viewer'].map((role) =>
        server.call('viewPersonalSave', { table: 'playlists', settings: { frozen: 0 } }, as(role)),
      ),
    )
    expect(await list('playlists')).toHaveLength(1)
    for (const role of ['owner', 'viewer']) expect((await list('playlists', role))[0]?.personal).toEqual({ frozen: 0 })
  })

  it('of a locked view stay for everyone, whoever asks; one person may still see it differently', async () => {
    const id = await view('Locked', 'tracks', { settings: { frozen: 2 } })
    await server.call('viewLock', { table: 'tracks', view: id, locked: true }, as())
    for (const role of ['owner', 'editor'])
      expect(
        await refused(send('viewSettingsSave', { table: 'tracks', view: id, settings: { frozen: 1 } }, role)),
      ).toEqual([400, 'TABLE_VIEW_LOCKED'])
    expect(await refused(send('viewSettingsCopy', { table: 'tracks', view: id }))).toEqual([400, 'TABLE_VIEW_LOCKED'])
    expect(await refused(send('xcVirtualTableDelete', { id }))).toEqual([400, 'TABLE_VIEW_LOCKED'])
    await server.call('viewPersonalSave', { table: 'tracks', view: id, settings: { frozen: 5 } }, as('editor'))
    expect(await found(id, 'tracks', 'editor')).toMatchObject({ settings: { frozen: 2 }, personal: { frozen: 5 } })
    await server.call('viewLock', { table: 'tracks', view: id, locked: false }, as())
    await server.call('viewSettingsSave', { table: 'tracks', view: id, settings: { frozen: 1 } }, as('editor'))
    expect((await found(id)).settings).toEqual({ frozen: 1 })
  })

  it('are copied to a new view and from another one, without what one person sees', async () => {
    const id = await view('Source', 'tracks', { settings: { filter }, options: { coverColumn: 'title' } })
    await server.call('viewPersonalSave', { table: 'tracks', view: id, settings: { frozen: 7 } }, as())
    const copy = await server.call('viewDuplicate', { table: 'tracks', view: id, title: 'Copy of it' }, as())
    expect(await found(copy.id)).toMatchObject({
      settings: { filter },
      options: { coverColumn: 'title' },
      personal: null,
    })
    const other = await view('Target', 'tracks', { settings: { rowHeight: 'tall' } })
    await server.call('viewSettingsCopy', { table: 'tracks', view: other, from: id }, as('editor'))
    expect((await found(other)).settings).toEqual({ filter })
  })

  it('that nobody could mean are refused, each with a sentence', async () => {
    const deep = (levels: number): unknown =>
      levels === 0 ? { column: 'id', operator: 'is', value: 1 } : { join: 'and', filters: [deep(levels - 1)] }
    const bad: unknown[] = [
      { frozen: -1 },
      { rowHeight: 'huge' },
      { widths: { title: 5 } },
      { widths: { title: 'wide' } },
      { hidden: 'title' },
      { colour: [] },
      { filter: { join: 'xor', filters: [] } },
      { filter: { join: 'and', filters: [{ column: 'a', operator: 'sounds like' }] } },
      { filter: deep(viewLimits.filterDepth + 1) },
      { groups: ['a', 'b', 'c', 'd'].map((column) => ({ column, descending: false })) },
      { colours: [{ color: 'beige', filter }] },
      { order: Array.from({ length: 5_000 }, (_, at) => `${at}${'x'.repeat(100)}`) },
    ]
    for (const settings of bad)
      for (const name of ['viewSettingsSave', 'viewPersonalSave'] as const)
        expect([settings, await refused(send(name, { table: 'tracks', settings }))]).toEqual([
          settings,
          [400, 'INPUT_INVALID'],
        ])
    expect(await refused(send('xcVirtualTableUpdate', { id: 'tracks', query_params: 'nonsense' }))).toEqual([
      400,
      'JSON_INVALID',
    ])
  })

  it('that a later version has written are read as far as they are known', async () => {
    const id = await view('Later', 'tracks', { settings: { frozen: 4, rowHeight: 'tall' } })
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    file
      .prepare('UPDATE nc_views SET settings = ?, options = ? WHERE id = ?')
      .run(JSON.stringify({ frozen: 4, rowHeight: 'gigantic', hologram: true }), '[', id)
    file.close()
    expect(await found(id)).toMatchObject({ settings: { frozen: 4 }, options: {} })
  })
})

describe('kinds', () => {
  it('have options of their own, and refuse those of others', async () => {
    const create = (show_as: string, options: unknown) =>
      send('xcVirtualTableCreate', { title: `Refused ${show_as}`, parent_model_title: 'tracks', show_as, options })
    for (const [kind, options] of [
      ['gallery', { stackColumn: 'genre' }],
      ['kanban', { hideEmpty: 'no' }],
      ['calendar', { startColumn: 1 }],
      ['form', { after: { kind: 'redirect', address: 'http://plain.example.com' } }],
    ] as const) {
      expect(await refused(create(kind, options))).toEqual([400, 'TABLE_VIEW_OPTIONS_INVALID'])
      const id = await view(`A ${kind}`, 'tracks', { show_as: kind })
      const saved = send('viewSettingsSave', { table: 'tracks', view: id, options })
      expect(await refused(saved)).toEqual([400, 'TABLE_VIEW_OPTIONS_INVALID'])
      expect((await found(id)).options).toEqual({})
    }
  })

  it('are changed in part: what others change at the same time stays', async () => {
    const options = { stackColumn: 'genre', byColumn: { genre: { limits: { '["Jazz"]': 3 } } } }
    const id = await view('Patched', 'tracks', { show_as: 'kanban', options })
    const save = (args: Record<string, unknown>, role: 'editor' | 'viewer' = 'editor') =>
      send('viewSettingsSave', { table: 'tracks', view: id, ...args }, role)
    await Promise.all([
      save({ optionsPatch: { hideEmpty: true } }),
      save({ optionsPatch: { byColumn: { genre: { limits: { '["Rock"]': 5 } } } } }),
      save({ optionsPatch: { coverFit: 'fit' } }),
    ])
    const limits = { '["Jazz"]': 3, '["Rock"]': 5 }
    const all = { stackColumn: 'genre', hideEmpty: true, coverFit: 'fit', byColumn: { genre: { limits } } }
    expect((await found(id)).options).toEqual(all)
    await save({ optionsPatch: { coverFit: null, byColumn: { genre: { limits: { '["Jazz"]': null } } } } })
    const left = { stackColumn: 'genre', hideEmpty: true, byColumn: { genre: { limits: { '["Rock"]': 5 } } } }
    expect((await found(id)).options).toEqual(left)
    expect(await refused(save({ optionsPatch: { hideEmpty: 'no' } }))).toEqual([400, 'TABLE_VIEW_OPTIONS_INVALID'])
    expect(await refused(save({ optionsPatch: { hideEmpty: false }, options: {} }))).toEqual([400, 'INPUT_INVALID'])
    expect(await refused(save({ optionsPatch: { hideEmpty: false } }, 'viewer'))).toEqual([403, 'NOT_ALLOWED'])
    expect((await found(id)).options).toEqual(left)
  })

  it('are told by scripts in their words, and read so', async () => {
    const id = await view('Covers', 'tracks', { show_as: 'gallery', query_params: { coverImageField: 'Title' } })
    expect((await found(id)).options).toEqual({ coverColumn: 'title' })
    const params = JSON.parse((await found(id)).query_params) as Record<string, unknown>
    expect(params['coverImageField']).toBe('Title')
    const changed = { ...params, coverImageField: 'Genre' }
    await server.call('xcVirtualTableUpdate', { id, query_params: changed, tn: 'tracks' }, as())
    expect((await found(id)).options).toEqual({ coverColumn: 'genre' })
  })
})

describe('names', () => {
  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['too many signs', 'x'.repeat(121)],
    ['signs that show nothing', 'a\u202eb'],
  ])('of %s are refused', async (_, title) => {
    expect(await refused(send('xcVirtualTableCreate', { title, parent_model_title: 'tracks' }))).toEqual([
      400,
      'TABLE_VIEW_NAME_INVALID',
    ])
  })

  it('that another view or the table has are refused, whatever the letter case, also at the same moment', async () => {
    await view('Taken')
    for (const title of ['Taken', 'tAKEN', ' Taken ', 'tracks', 'Tracks'])
      expect(await refused(send('xcVirtualTableCreate', { title, parent_model_title: 'tracks' }))).toEqual([
        400,
        'TABLE_VIEW_EXISTS',
      ])
    const other = await view('Free')
    expect(await refused(send('xcVirtualTableRename', { id: other, title: 'TAKEN' }))).toEqual([
      400,
      'TABLE_VIEW_EXISTS',
    ])
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send('xcVirtualTableCreate', { title: 'Race', parent_model_title: 'tracks' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect((await list('tracks')).filter(({ title }) => title === 'Race')).toHaveLength(1)
  })

  it('may be taken by views of other tables, and hold anything that can be seen', async () => {
    await view('Taken', 'artists')
    const title = `<b>"it's"</b> ${'é'} 表 ]]; DROP TABLE nc_views --`
    const id = await view(title)
    expect((await found(id)).title).toBe(title)
  })

  it('of more views than a table may have are refused', async () => {
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    const add = file.prepare(
      `INSERT INTO nc_views (id, project_id, table_name, title, title_key, kind, position, settings, options, extras,
        locked, revision, created_at, updated_at) VALUES (?, ?, 'invoice_lines', ?, ?, 'grid', 1, '{}', '{}', '{}', 0, 1, '', '')`,
    )
    const [{ title } = { title: '' }] = await list('Invoice lines')
    const table = title
    for (let n = 0; n < viewLimits.viewsPerTable; n += 1) add.run(`many${n}`, projectId, `many ${n}`, `many ${n}`)
    file.prepare(`UPDATE nc_views SET table_name = ? WHERE id LIKE 'many%'`).run(table)
    file.close()
    expect(await refused(send('xcVirtualTableCreate', { title: 'One more', parent_model_title: table }))).toEqual([
      400,
      'TABLE_VIEWS_TOO_MANY',
    ])
  })
})

describe('rights', () => {
  it.each([
    ['xcVirtualTableCreate', { title: 'Mine', parent_model_title: 'tracks' }, ['editor', 'commenter', 'viewer']],
    ['xcVirtualTableRename', { id: 'x', title: 'Mine' }, ['editor', 'commenter', 'viewer']],
    ['viewLock', { table: 'tracks', locked: true }, ['editor', 'commenter', 'viewer']],
    ['viewSettingsSave', { table: 'tracks', settings: { frozen: 1 } }, ['commenter', 'viewer']],
    ['viewSettingsCopy', { table: 'tracks' }, ['commenter', 'viewer']],
    ['xcVirtualTableUpdate', { id: 'x', query_params: {} }, ['commenter', 'viewer']],
  ] as const)('%s is refused to weaker roles', async (name, args, roles) => {
    for (const role of roles) expect(await refused(send(name, args, role))).toEqual([403, 'NOT_ALLOWED'])
  })

  it('views of other tables and projects are not there', async () => {
    const id = await view('Elsewhere', 'artists')
    for (const name of ['viewSettingsSave', 'viewPersonalSave', 'viewPersonalClear', 'viewLock'] as const) {
      const args = {
        table: 'tracks',
        view: id,
        ...(name === 'viewLock' ? { locked: true } : name === 'viewPersonalClear' ? {} : { settings: {} }),
      }
      expect([name, await refused(send(name, args))]).toEqual([name, [404, 'TABLE_VIEW_NOT_FOUND']])
    }
    const { id: other } = await server.call('projectCreateSample', {}, { token: owner.token })
    for (const [name, args] of [
      ['xcVirtualTableDelete', { id }],
      ['xcVirtualTableRename', { id, title: 'Stolen' }],
      ['xcVirtualTableUpdate', { id, query_params: {} }],
      ['xcModelViewOrderSet', { id, view_order: 1 }],
      ['viewSettingsSave', { table: 'artists', view: id, settings: {} }],
      ['viewSettingsCopy', { table: 'artists', from: id }],
    ] as const)
      expect([name, await refused(send(name, args, 'owner', other))]).toEqual([name, [404, 'TABLE_VIEW_NOT_FOUND']])
    expect((await found(id, 'artists')).title).toBe('Elsewhere')
  })
})

describe('new names', () => {
  const tn = 'plans'
  const column = (cn: string, _cn: string, more: Record<string, unknown> = {}) => ({
    cn,
    _cn,
    uidt: 'SingleLineText',
    altered: 1,
    ...more,
  })
  const change = (columns: unknown[]) => server.call('tableUpdate', { tn, columns: columns as never }, as())
  const settings: PartialViewSettings = {
    filter: {
      join: 'and',
      filters: [
        { column: 'state', operator: 'is', value: 'open' },
        { join: 'or', filters: [{ column: 'gone', operator: 'isEmpty' }] },
      ],
    },
    sorts: [{ column: 'state', descending: true }],
    groups: [{ column: 'gone', descending: false }],
    hidden: ['state', 'gone'],
    order: ['gone', 'state', 'name'],
    widths: { state: 100, gone: 200 },
    aggregates: { state: 'count', gone: 'empty' },
    colours: [
      { color: 'red', filter: { join: 'and', filters: [{ column: 'gone', operator: 'isEmpty' }] } },
      { color: 'green', column: 'state', filter: { join: 'and', filters: [{ column: 'name', operator: 'isEmpty' }] } },
    ],
  }
  const renamed = JSON.parse(JSON.stringify(settings).replaceAll('"state"', '"status"')) as PartialViewSettings
  const followed: PartialViewSettings = {
    filter: { join: 'and', filters: [{ column: 'status', operator: 'is', value: 'open' }] },
    sorts: [{ column: 'status', descending: true }],
    groups: [],
    hidden: ['status'],
    order: ['status', 'name'],
    widths: { status: 100 },
    aggregates: { status: 'count' },
    colours: [
      { color: 'green', column: 'status', filter: { join: 'and', filters: [{ column: 'name', operator: 'isEmpty' }] } },
    ],
  }
  const options = { stackColumn: 'state', coverColumn: 'gone', byColumn: { state: { order: ['state'] } } }

  it('of columns are followed by every view, for everyone and for one person', async () => {
    await server.call(
      'tableCreate',
      {
        tn,
        _tn: 'Plans',
        columns: [column('name', 'Name'), column('state', 'State'), column('gone', 'Gone')] as never,
      },
      as(),
    )
    const id = await view('Board', tn, { show_as: 'kanban', settings, options })
    await server.call('viewSettingsSave', { table: tn, settings }, as())
    await server.call('viewPersonalSave', { table: tn, view: id, settings }, as('viewer'))
    const other = await view('Other names', 'tracks', { settings: { hidden: ['state', 'gone'] } })
    await change([{ cn: 'status', cno: 'state', _cn: 'State', uidt: 'SingleLineText', altered: 8 }])
    const [own, board] = await list(tn, 'viewer')
    expect(own?.settings).toEqual(renamed)
    expect(board?.settings).toEqual(renamed)
    expect(board?.personal).toEqual(renamed)
    expect(board?.options).toEqual({
      ...options,
      stackColumn: 'status',
      byColumn: { status: { order: ['state'] } },
    })
    expect((await found(other)).settings).toEqual({ hidden: ['state', 'gone'] })
  })

  it('of columns that are dropped stay while those may come back, and are not taken for others', async () => {
    await change([{ cn: 'gone', cno: 'gone', altered: 4 }])
    expect((await list(tn))[0]?.settings).toEqual(renamed)
    await change([column('gone', 'Another')])
    const [own, board] = await list(tn, 'viewer')
    const { order, widths } = renamed
    expect(own?.settings).toEqual({ ...followed, order, widths })
    expect(board?.personal).toEqual({ ...followed, order, widths })
  })

  it('of links are followed, which are called by what they link', async () => {
    await server.call(
      'linkCreate',
      { tn, rtn: 'artists', kind: 'belongsTo', title: 'Artist', type: 'virtual' } as never,
      as(),
    )
    const linkOf = async (table: string, title: RegExp): Promise<string> => {
      const model = await server.call('tableXcModelGet', { tn: table }, as())
      const { v } = JSON.parse(model?.meta ?? '{}') as { v: { _cn: string; column: { id: string } }[] }
      return v.find(({ _cn }) => title.test(_cn))?.column.id ?? ''
    }
    const [before, back] = [await linkOf(tn, /Artist/), await linkOf('artists', /Plans/)]
    await server.call('viewSettingsSave', { table: tn, settings: { hidden: [before] } }, as())
    await server.call('viewSettingsSave', { table: 'artists', settings: { order: [back] } }, as())
    await server.call('tableRename', { tn_old: tn, tn: 'schemes' }, as())
    const after = await linkOf('schemes', /Artist/)
    expect(after).not.toBe(before)
    expect((await list('schemes'))[0]?.settings.hidden).toEqual([after])
    expect((await list('artists'))[0]?.settings.order).toEqual([await linkOf('artists', /Plans|schemes/)])
  })

  it('of the table are followed, and its views go with it', async () => {
    expect((await list('schemes')).map(({ title }) => title)).toEqual(['schemes', 'Board'])
    expect((await list('schemes', 'viewer'))[1]?.personal?.sorts).toEqual(followed.sorts)
    await server.call('tableDelete', { tn: 'schemes' }, as())
    await server.call('tableCreate', { tn: 'schemes', columns: [column('name', 'Name')] as never }, as())
    expect(await list('schemes')).toHaveLength(1)
    expect((await list('schemes'))[0]).toMatchObject({ settings: {}, personal: null })
  })

  it('of a column that another program has renamed are followed when the schema is synchronised', async () => {
    const id = await view('Drifting', 'playlists', { settings: { hidden: ['name'], order: ['name', 'id'] } })
    const file = new Sqlite(join(server.profileFolder, 'projects', `${projectId}.sqlite`))
    const [{ title } = { title: '' }] = await list('playlists')
    file.exec(`ALTER TABLE "${title}" RENAME COLUMN name TO label`)
    file.close()
    await expect
      .poll(async () =>
        (await server.call('xcMetaDiff', {}, as())).some(({ detectedChanges }) => detectedChanges.length > 0),
      )
      .toBe(true)
    await server.call('xcMetaDiffSync', {}, as())
    expect((await found(id, 'playlists')).settings).toEqual({ hidden: ['label'], order: ['label', 'id'] })
  })
})

describe('whole projects', () => {
  it('take their views along when they are deleted, and views of SQL views are views', async () => {
    const { id: project } = await server.call('projectCreateSample', {}, { token: owner.token })
    const inIt = { token: owner.token, projectId: project }
    await server.call(
      'viewCreate',
      {
        view_name: 'cheap',
        view_definition: 'CREATE VIEW cheap AS SELECT id, title, price FROM tracks WHERE price < 1',
      },
      inIt,
    )
    const made = await server.call('xcVirtualTableCreate', { title: 'Short', parent_model_title: 'cheap' }, inIt)
    await server.call('viewPersonalSave', { table: 'cheap', view: made?.id, settings: { frozen: 0 } }, inIt)
    const lines = await server.call('xcVirtualTableList', { tn: 'cheap', meta: false }, inIt)
    expect(lines.map(({ type, title }) => [type, title])).toEqual([
      ['view', 'cheap'],
      ['vtable', 'Short'],
    ])
    await server.call('projectDelete', {}, inIt)
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
    const left = file.prepare('SELECT COUNT(*) AS n FROM nc_views WHERE project_id = ?').get(project)
    const personal = file
      .prepare('SELECT COUNT(*) AS n FROM nc_view_personal WHERE view_id NOT IN (SELECT id FROM nc_views)')
      .get()
    file.close()
    expect([left, personal]).toEqual([{ n: 0 }, { n: 0 }])
  })
})
