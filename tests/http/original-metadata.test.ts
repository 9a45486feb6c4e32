import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMetadata } from '@tests/helpers/metadata-file'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

const column = (cn: string, uidt: string, more: object = {}) => ({ cn, _cn: cn, uidt, dt: 'text', ...more })
const key = column('id', 'ID', { pk: true, ai: true })
const prefixed = (name: string): string => `nc_ab12__${name}`
const toAuthor = {
  tn: prefixed('book'),
  _tn: 'Book',
  rtn: prefixed('author'),
  _rtn: 'Author',
  cn: 'author_id',
  _cn: 'author_id',
  rcn: 'id',
  _rcn: 'id',
  type: 'virtual',
}
const junction = { tn: prefixed('book_tag'), type: 'real', rcn: 'id' }
const toBook = { ...junction, rtn: prefixed('book'), cn: 'book_id' }
const toTag = { ...junction, rtn: prefixed('tag'), cn: 'tag_id' }
const bookTags = {
  tn: prefixed('book'),
  cn: 'id',
  vtn: prefixed('book_tag'),
  vcn: 'book_id',
  vrcn: 'tag_id',
  rtn: prefixed('tag'),
  rcn: 'id',
}

const metaOf = (columns: readonly object[], more: object = {}): string =>
  JSON.stringify({ columns, hasMany: [], belongsTo: [], manyToMany: [], v: [], ...more })

const filters = (...list: readonly (readonly [field: string, op: string, value: unknown, logicOp?: string])[]) =>
  list.map(([field, op, value, logicOp = 'and']) => ({ field, op, value, logicOp }))

/** Rows of `nc_models.json` as the original writes them. */
const models = [
  {
    id: 1,
    title: prefixed('author'),
    alias: 'Author',
    type: 'table',
    query_params: JSON.stringify({ showFields: { id: false, name: true }, sortList: [{ field: 'name', order: '-' }] }),
    meta: metaOf([key, column('name', 'SingleLineText', { pv: true }), column('born', 'Number')], {
      _tn: 'Author',
      hasMany: [toAuthor],
      v: [
        { _cn: 'Books by the author', hm: toAuthor },
        { _cn: 'Book count', rl: { ...toAuthor, type: 'hm', rltn: prefixed('book'), rlcn: 'id', fn: 'count' } },
        { _cn: 'Pages', rl: { ...toAuthor, type: 'hm', rltn: prefixed('book'), rlcn: 'pages', fn: 'sum' } },
      ],
    }),
  },
  {
    id: 2,
    title: prefixed('book'),
    alias: 'Book',
    type: 'table',
    meta: metaOf(
      [
        key,
        column('title', 'SingleLineText', { pv: true }),
        column('pages', 'Number'),
        column('done', 'Checkbox'),
        column('author_id', 'ForeignKey'),
      ],
      {
        _tn: 'Book',
        belongsTo: [toAuthor],
        manyToMany: [bookTags],
        v: [
          { _cn: 'Author', bt: toAuthor },
          { _cn: 'Tags', mm: bookTags },
          { _cn: 'Double', formula: { value: 'pages * 2', tree: {} } },
          { _cn: 'Born', lk: { ...toAuthor, type: 'bt', ltn: prefixed('author'), lcn: 'born' } },
          { _cn: 'Tag names', lk: { ...bookTags, type: 'mm', ltn: prefixed('tag'), lcn: 'label' } },
          { _cn: 'After birth', formula: { value: 'Double + 1' } },
          { _cn: 'Lost', lk: { ...toAuthor, rtn: 'gone', type: 'bt', ltn: 'gone', lcn: 'born' } },
          { _cn: 'No column', lk: { ...toAuthor, type: 'bt', ltn: prefixed('author'), lcn: 'gone' } },
          { _cn: 'Wrong', rl: { ...toAuthor, type: 'hm', rltn: 'gone', rlcn: 'x', fn: 'DROP TABLE' } },
        ],
      },
    ),
  },
  {
    id: 3,
    title: prefixed('tag'),
    alias: 'Tag',
    type: 'table',
    meta: metaOf([key, column('label', 'SingleLineText', { pv: true })], { _tn: 'Tag' }),
  },
  {
    id: 4,
    title: prefixed('book_tag'),
    alias: 'book_tag',
    type: 'table',
    mm: 1,
    meta: metaOf([column('book_id', 'ForeignKey', { pk: true }), column('tag_id', 'ForeignKey', { pk: true })], {
      belongsTo: [toBook, toTag],
    }),
  },
  {
    id: 5,
    title: 'Long and old',
    type: 'vtable',
    parent_model_title: prefixed('book'),
    show_as: 'grid',
    view_order: 2,
    query_params: JSON.stringify({
      filters: filters(['pages', '>', '100'], ['Born', '<', 1900], ['gone', '>', 1], ['title', 'is nonsense', 'x']),
      sortList: [{ field: 'pages', order: '-' }],
      showFields: { title: true, pages: true, done: false, Double: true },
      fieldsOrder: ['pages', 'title', 'Double'],
      columnsWidth: { title: '320px' },
      viewStatus: { type: 'locked' },
    }),
  },
  {
    id: 6,
    title: 'Covers',
    type: 'vtable',
    parent_model_title: prefixed('book'),
    show_as: 'gallery',
    query_params: 'no JSON',
  },
]

/** A project file of the original (wire §5, §17). */
function projectZip(changed: Readonly<Record<string, unknown>> = {}): Uint8Array {
  const migrations = [
    {
      id: 1,
      title: '20220101_create_book.up.sql',
      up: 'CREATE TABLE evil (id int)',
      down: 'DROP TABLE book',
      batch: 1,
    },
    { id: 2, title: null, up: { tn: 'x' }, down: [], checksum: 7, status: 'nonsense' },
  ]
  const parts: Readonly<Record<string, unknown>> = {
    'nc_project.json': { id: 'old_ab12', title: 'Library', prefix: 'nc_ab12__', config: 'U2FsdGVk', key: 'secret' },
    'nc_models.json': models,
    'nc_migrations.json': migrations,
    'nc_relations.json': [{ id: 1, ...toAuthor }],
    'nc_routes.json': [{ id: 1, title: 'Book', path: '/book', acl: '{}', functions: '[]' }],
    'nc_hooks.json': [{ id: 1, tn: 'book', event: 'after', url: 'http://127.0.0.1/', active: 1 }],
    'nc_acl.json': [{ id: 1, tn: 'book', acl: '{"creator":true}' }],
    'nc_cron.json': [],
    'nc_shared_views.json': [{ id: 1, view_id: 'x', password: 'hidden' }],
    ...changed,
  }
  const files = Object.entries(parts).flatMap(([name, part]) =>
    part === undefined ? [] : [[`nc/old_ab12/db/meta/${name}`, strToU8(JSON.stringify(part))] as const],
  )
  const migration = ['nc/old_ab12/db/migrations/20220101_create_book.up.sql', strToU8('CREATE TABLE evil')] as const
  return zipSync(Object.fromEntries([...files, migration]))
}

describe('a project file of the original', () => {
  let server: TestServer
  let owner: TestUser
  let as: { readonly token: string; readonly projectId: string }

  beforeAll(async () => {
    server = await startServer({ signInAttempts: 0 })
    owner = await server.signUp()
    const answer = await sendMetadata(server, 'projectImport', projectZip(), { token: owner.token })
    expect([answer.status, answer.json]).toEqual([200, expect.objectContaining({ title: 'Library', created: 4 })])
    as = { token: owner.token, projectId: (answer.json as { id: string }).id }
  })
  afterAll(() => server.close())

  const rows = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await server.request(`/nc/${as.projectId}/api/v1/${path}`, { method, token: owner.token, body })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.json
  }
  const fill = async (): Promise<void> => {
    await rows('POST', 'Author', { name: 'Mary', born: 1797 })
    await rows('POST', 'Author', { name: 'Ursula', born: 1929 })
    const books = [
      { title: 'Short', pages: 90, author_id: 1 },
      { title: 'Long', pages: 280, author_id: 1 },
      { title: 'Young', pages: 300, author_id: 2 },
    ]
    for (const book of books) await rows('POST', 'Book', book)
    await rows('POST', 'Tag', { label: 'Classic' })
    await rows('POST', 'book_tag', { book_id: 2, tag_id: 1 })
  }

  it('brings links, lookups, rollups and formulas that compute', async () => {
    const table = await server.operate('tableRead', { table: 'Book' }, as)
    expect(table?.virtualColumns.map(({ kind, title, problem }) => [kind, title, problem])).toEqual([
      ['link', 'Author', undefined],
      ['link', 'Tags', undefined],
      ['formula', 'Double', undefined],
      ['lookup', 'Born', undefined],
      ['lookup', 'Tag names', undefined],
      ['formula', 'After birth', undefined],
    ])
    await fill()
    expect(await rows('GET', 'Book?sort=id')).toMatchObject([
      { title: 'Short', Double: 180, 'After birth': 181, Born: 1797, 'Tag names': [] },
      { title: 'Long', Double: 560, 'After birth': 561, Born: 1797, 'Tag names': ['Classic'] },
      { title: 'Young', Double: 600, 'After birth': 601, Born: 1929, 'Tag names': [] },
    ])
    const authors = (await rows('GET', 'Author?sort=id')) as Record<string, unknown>[]
    expect(authors.map((row) => [row['Book count'], row['Pages']])).toEqual([
      [2, 370],
      [1, 300],
    ])
  })

  it('brings the filters, sorts, fields and widths of views', async () => {
    const views = await server.operate('viewList', { table: 'Book' }, as)
    expect(views.map(({ title, kind, locked }) => [title, kind, locked])).toEqual(
      expect.arrayContaining([
        ['Long and old', 'grid', true],
        ['Covers', 'gallery', false],
      ]),
    )
    const settings = views.find(({ title }) => title === 'Long and old')?.settings
    const table = await server.operate('tableRead', { table: 'Book' }, as)
    const born = table?.virtualColumns.find(({ title }) => title === 'Born')?.id
    expect(settings).toMatchObject({
      filter: {
        join: 'and',
        filters: [
          { column: 'pages', operator: 'greater', value: 100 },
          { column: born, operator: 'less', value: 1900 },
        ],
      },
      sorts: [{ column: 'pages', descending: true }],
      hidden: ['done'],
      widths: { title: 320 },
    })
    const [own] = await server.operate('viewList', { table: 'Author' }, as)
    expect(own?.settings).toMatchObject({ hidden: ['id'], sorts: [{ column: 'name', descending: true }] })
  })

  it('runs none of its migrations, and takes no hooks, rights or share links over', async () => {
    const tables = await server.operate('tableList', { associations: true }, as)
    expect(tables.map(({ title }) => title)).not.toContain('evil')
    expect((await server.operate('automationList', {}, as)).list).toEqual([])
    expect(await server.operate('migrationList', {}, as)).toMatchObject({ list: [] })
  })

  it('is refused or imported at once, however many links its relations imply', async () => {
    const projects = async (): Promise<number> => (await server.operate('projectList', {}, as)).length
    /** One table whose references to itself link it with itself over each two of them. */
    const hostile = (references: number): Uint8Array => {
      const self = (at: number) => ({ tn: 'all', rtn: 'all', cn: `c${at}`, rcn: 'id', type: 'virtual' })
      const belongsTo = Array.from({ length: references }, (_, at) => self(at))
      const v = Array.from({ length: 2_000 }, (_, at) => ({
        _cn: `Link ${at}`,
        mm: { tn: 'all', cn: 'id', vtn: 'all', vcn: `c${at}`, vrcn: 'c1', rtn: 'all', rcn: 'id' },
      }))
      const meta = metaOf([key, column('name', 'SingleLineText')], { belongsTo, v })
      return projectZip({ 'nc_models.json': [{ id: 1, title: 'all', alias: 'All', type: 'table', mm: 1, meta }] })
    }
    const before = await projects()
    const refused = await sendMetadata(server, 'projectImport', hostile(5_000), { token: owner.token })
    expect([refused.status, refused.error.code]).toEqual([400, 'METADATA_FILE_INVALID'])
    expect(await projects()).toBe(before)
    const most = await sendMetadata(server, 'projectImport', hostile(2_000), { token: owner.token })
    expect([most.status, most.json]).toEqual([200, expect.objectContaining({ created: 1 })])
    const project = { token: owner.token, projectId: (most.json as { id: string }).id }
    expect((await server.operate('tableRead', { table: 'All' }, project))?.columns).toHaveLength(2)
  }, 30_000)

  it('is imported without the parts that it doesn’t need', async () => {
    for (const missing of ['nc_migrations.json', 'nc_relations.json', 'nc_hooks.json']) {
      const file = projectZip({ [missing]: undefined })
      expect((await sendMetadata(server, 'projectImport', file, { token: owner.token })).status).toBe(200)
    }
    for (const wrong of ['text', { v: 1 }, [{ title: 1 }]]) {
      const file = projectZip({ 'nc_models.json': wrong })
      const answer = await sendMetadata(server, 'projectImport', file, { token: owner.token })
      expect([wrong, answer.status, answer.error.code]).toEqual([wrong, 400, 'METADATA_FILE_INVALID'])
    }
  })
})
