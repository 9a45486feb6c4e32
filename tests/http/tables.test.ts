import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Table } from '@common/model'
import { tableFromWire, wireTableMeta, type WireTableMeta } from '@tests/helpers/wire'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
let project: string
let prefix: string
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basalt-tables-'))
  server = await startServer()
  owner = await server.signUp()
})
const newProject = async (): Promise<void> => {
  ;({ id: project, prefix } = await server.call(
    'projectCreateByWebWithXCDB',
    { title: 'Tables' },
    { token: owner.token },
  ))
}
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const as = (projectId = project) => ({ token: owner.token, projectId })
const post = (name: string, args: unknown, projectId = project): Promise<Answer> =>
  server.request(`/dashboard/?q=sqlOp_${name}`, {
    method: 'POST',
    token: owner.token,
    body: { api: name, project_id: projectId, env: '_noco', dbAlias: 'db', args },
  })
type Columns = Parameters<typeof createTable>[1]
const createTable = (tn: string, columns: { cn: string; [key: string]: unknown }[], _tn?: string) =>
  server.call('tableCreate', { tn, ...(_tn === undefined ? {} : { _tn }), columns }, as())
const update = (tn: string, ...columns: Columns) => post('tableUpdate', { tn, columns })
const entries = async (projectId = project) => (await server.call('xcTableAndViewList', {}, as(projectId))).data.list
const metaOf = async (tn: string, projectId = project): Promise<WireTableMeta> => {
  const answer = await server.call('tableXcModelGet', { tn }, as(projectId))
  if (answer === undefined) throw new Error(`There is no table ${tn}`)
  return wireTableMeta.parse(JSON.parse(answer.meta))
}
const tableOf = async (tn: string, projectId = project): Promise<Table> => tableFromWire(await metaOf(tn, projectId))
const api = (path: string, method = 'GET', body?: unknown) =>
  server.request(`/nc/${project}/api/v1/${path}`, {
    method,
    token: owner.token,
    ...(body === undefined ? {} : { body }),
  })
const createBooks = async (): Promise<void> => {
  await createTable('book', [
    { cn: 'title', uidt: 'SingleLineText' },
    { cn: 'year', uidt: 'SingleLineText' },
  ])
  await api('book/bulk', 'POST', [
    { title: 'Faust', year: '1808' },
    { title: 'Emma', year: '1815' },
    { title: 'Ulysses', year: '' },
  ])
}
/** The project's file, as another program sees it. */
const withFile = <T>(work: (database: Sqlite.Database) => T): T => {
  const database = new Sqlite(join(server.profileFolder, 'projects', `${project}.sqlite`))
  try {
    return work(database)
  } finally {
    database.close()
  }
}
const schemaOf = () =>
  withFile((database) => database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all())

describe('a new table', () => {
  beforeEach(newProject)

  it('gets a key, its types, options and titles, and takes rows at once', async () => {
    const answer = await createTable('book', [
      { cn: 'title', _cn: 'Title', uidt: 'SingleLineText', rqd: true },
      { cn: 'genre', uidt: 'SingleSelect', dtxp: "'Crime','Poetry'" },
      { cn: 'price', uidt: 'Currency', meta: { currency: 'EUR', precision: 2 } },
      { cn: 'mail', uidt: 'Email', unique: true },
      { cn: 'since', uidt: 'DateTime', cdf: 'CURRENT_TIMESTAMP' },
      { cn: 'read', uidt: 'Checkbox', cdf: 'true' },
    ])
    expect(answer.data.object.upStatement).toHaveLength(1)
    expect(answer.data.object.downStatement).toEqual([{ sql: 'DROP TABLE "book"' }])
    const table = await tableOf('book')
    expect(table.primaryKey).toEqual(['id'])
    expect(table.columns.map(({ name, title, uiType }) => [name, title, uiType])).toEqual([
      ['title', 'Title', 'SingleLineText'],
      ['genre', 'genre', 'SingleSelect'],
      ['price', 'price', 'Currency'],
      ['mail', 'mail', 'Email'],
      ['since', 'since', 'DateTime'],
      ['read', 'read', 'Checkbox'],
      ['id', 'id', 'ID'],
    ])
    expect(table.columns[1]?.options.options).toEqual([
      { title: 'Crime', color: 'grey' },
      { title: 'Poetry', color: 'red' },
    ])
    expect(table.columns[2]?.options).toEqual({ currency: 'EUR', precision: 2 })
    expect(table.columns.filter(({ primaryValue }) => primaryValue).map(({ name }) => name)).toEqual(['title'])
    const row = await api('book', 'POST', { Title: 'Faust', genre: 'Poetry' })
    expect(row.json).toMatchObject({ id: 1, Title: 'Faust', genre: 'Poetry', read: 1 })
    expect((await api('BOOK/1')).json).toMatchObject({ Title: 'Faust' })
  })

  it('is called by its name without the prefix, which nobody has to give', async () => {
    await createTable(`${prefix}book`, [])
    await createTable('page', [])
    await createTable(`${prefix}author`, [], 'Writers')
    expect((await entries()).map(({ tn, _tn }) => [tn, _tn])).toEqual([
      [`${prefix}book`, 'book'],
      ['page', 'page'],
      [`${prefix}author`, 'Writers'],
    ])
    expect((await tableOf('book')).name).toBe(`${prefix}book`)
  })

  it('has the columns that scripts of the original send', async () => {
    await createTable('t', [
      { cn: 'id', uidt: 'ID', pk: true, ai: true, rqd: true, un: true, altered: 1, dtx: 'integer', uip: '', uicn: '' },
      { cn: 'title', uidt: 'SingleLineText', dt: 'varchar', altered: 1, np: null, clen: null, unknown: 'dropped' },
      { cn: 'created_at', uidt: 'CreateTime', cdf: 'CURRENT_TIMESTAMP' },
      { cn: 'updated_at', uidt: 'LastModifiedTime', cdf: 'CURRENT_TIMESTAMP' },
      { cn: 'book_id', _cn: 'BookId', dt: 'integer', dtxp: '', dtxs: '', un: false, rqd: false, pk: false, ai: false },
    ])
    expect((await tableOf('t')).columns.map(({ uiType }) => uiType)).toEqual([
      'ID',
      'SingleLineText',
      'CreateTime',
      'LastModifiedTime',
      'Number',
    ])
  })

  it('may have a key of text or of several columns', async () => {
    await createTable('line', [
      { cn: 'order', uidt: 'Number', pk: true },
      { cn: 'pos', uidt: 'SingleLineText', pk: true },
      { cn: 'what', uidt: 'LongText' },
    ])
    expect((await tableOf('line')).primaryKey).toEqual(['order', 'pos'])
    await api('line', 'POST', { order: 1, pos: 'a', what: 'x' })
    expect((await api('line/1___a')).json).toMatchObject({ what: 'x' })
  })

  const strange = [
    'say "hi"',
    "it's; DROP TABLE x; --",
    'a b/c?d#e%20',
    '表 📀',
    'select',
    '[x]',
    '`y`',
    'ä',
    '1st',
    '$x',
    'a.b',
    'rowid',
  ]
  it.each(strange)('may be named %s, and so may its columns', async (name) => {
    await createTable(name, [{ cn: name, uidt: 'SingleLineText' }])
    const path = encodeURIComponent(name)
    expect((await api(path, 'POST', { [name]: name })).json).toMatchObject({ [name]: name })
    await update(name, { cn: name, cno: name, altered: 2, uidt: 'LongText', rqd: true, _cn: `${name}!` })
    expect((await api(path)).json).toEqual([{ id: 1, [`${name}!`]: name }])
    await server.call('tableRename', { tn_old: name, tn: `${name}2` }, as())
    expect((await api(`${path}2/1`)).json).toMatchObject({ [`${name}!`]: name })
    expect((await post('tableDelete', { tn: `${name}2` })).status).toBe(200)
    expect(await entries()).toEqual([])
  })

  it('is not made by those who may only read, nor without a token', async () => {
    const body = { api: 'tableCreate', project_id: project, args: { tn: 'x', columns: [] } }
    const call = (token?: string) => server.request('/dashboard/?q=sqlOp_tableCreate', { method: 'POST', token, body })
    expect((await call()).status).toBe(401)
    expect((await call((await server.signUp()).token)).status).toBe(404)
    expect(await entries()).toEqual([])
  })

  it('never appears twice when several ask for it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('tableCreate', { tn: 'race', columns: [] })))
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200,
      ...Array<number>(7).fill(400),
    ])
    expect((await entries()).map(({ tn }) => tn)).toEqual(['race'])
  })
})

describe('changes of columns', () => {
  beforeEach(async () => {
    await newProject()
    await createBooks()
  })

  it('are made together: added, renamed, converted and deleted', async () => {
    const answer = await update(
      'book',
      { cn: 'id', cno: 'id', altered: 0 },
      { cn: 'name', _cn: 'Name', cno: 'title', altered: 8 },
      { cn: 'year', cno: 'year', uidt: 'Year', altered: 2 },
      { cn: 'sold', uidt: 'Number', cdf: '0', rqd: true, altered: 1 },
    )
    expect(answer.status).toBe(200)
    expect((await api('book?sort=id')).json).toEqual([
      { id: 1, Name: 'Faust', year: 1808, sold: 0 },
      { id: 2, Name: 'Emma', year: 1815, sold: 0 },
      { id: 3, Name: 'Ulysses', year: null, sold: 0 },
    ])
    expect((await update('book', { cn: 'sold', cno: 'sold', altered: 4 })).status).toBe(200)
    expect((await tableOf('book')).columns.map(({ title, uiType }) => [title, uiType])).toEqual([
      ['Name', 'SingleLineText'],
      ['year', 'Year'],
      ['id', 'ID'],
    ])
  })

  it('say the same to the original’s scripts: statements that ran and that undo', async () => {
    const answer = await update('book', { cn: 'isbn', uidt: 'SingleLineText', altered: 1 })
    expect(answer.json).toEqual({
      code: 0,
      message: '',
      data: {
        object: {
          upStatement: [{ sql: 'ALTER TABLE "book" ADD COLUMN "isbn" varchar' }],
          downStatement: [{ sql: 'ALTER TABLE "book" DROP COLUMN "isbn"' }],
        },
      },
    })
    expect((await update('book', { cn: 'title', cno: 'title', altered: 2 })).json).toMatchObject({
      data: { object: { upStatement: [], downStatement: [] } },
    })
  })

  it('change titles and looks without touching the database', async () => {
    const before = schemaOf()
    await update('book', { cn: 'title', _cn: 'Book', cno: 'title', altered: 2, uidt: 'LongText' })
    expect((await tableOf('book')).columns[0]).toMatchObject({ name: 'title', title: 'Book', uiType: 'LongText' })
    await update('book', { cn: 'title', cno: 'title', altered: 2, uidt: 'Email' })
    expect((await tableOf('book')).columns[0]).toMatchObject({ title: 'Book', uiType: 'Email' })
    expect(schemaOf()).toEqual(before)
  })

  it('make a list of choices of the values there are', async () => {
    await update('book', { cn: 'title', cno: 'title', altered: 2, uidt: 'SingleSelect' })
    expect((await tableOf('book')).columns[0]?.options.options).toEqual([
      { title: 'Emma', color: 'grey' },
      { title: 'Faust', color: 'red' },
      { title: 'Ulysses', color: 'orange' },
    ])
    const refused = await update('book', {
      cn: 'title',
      cno: 'title',
      altered: 2,
      uidt: 'SingleSelect',
      dtxp: "'Emma'",
    })
    expect([refused.status, refused.error.code, refused.error.details]).toEqual([
      400,
      'COLUMN_VALUES_NOT_CONVERTIBLE',
      { column: 'title', count: 2 },
    ])
  })

  it('wait for each other and lose nothing', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `extra${n}`)
    const answers = await Promise.all(names.map((cn) => update('book', { cn, uidt: 'Number', altered: 1 })))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    expect((await tableOf('book')).columns).toHaveLength(3 + names.length)
  })
})

describe('tables', () => {
  beforeEach(newProject)

  it('are renamed, retitled and put in another order', async () => {
    for (const name of ['c', 'a', 'b']) await createTable(name, [])
    expect((await entries()).map(({ tn }) => tn)).toEqual(['c', 'a', 'b'])
    await server.call('xcModelOrderSet', { tn: 'b', order: 1.5 }, as())
    expect((await entries()).map(({ tn, order }) => [tn, order])).toEqual([
      ['c', 1],
      ['b', 1.5],
      ['a', 2],
    ])
    await server.call('tableRename', { tn_old: 'a', tn: `${prefix}Ä` }, as())
    await server.call('ncTableAliasRename', { tn_old: 'Ä', tn: 'Letters' }, as())
    expect((await api('letters')).json).toEqual([])
    expect((await api('c')).status).toBe(200)
    expect((await entries()).map(({ tn, _tn }) => [tn, _tn])).toEqual([
      ['c', 'c'],
      ['b', 'b'],
      [`${prefix}Ä`, 'Letters'],
    ])
    await server.call('tableRename', { tn_old: 'b', tn: 'B' }, as())
    expect((await entries()).map(({ tn }) => tn)).toContain('B')
  })

  it('that are missing answer nothing to tableXcModelGet', async () => {
    const answer = await post('tableXcModelGet', { tn: 'nothing' })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect((await post('tableXcModelGet', { tn: 'nc_models' })).text).toBe('')
  })

  it('follow what other programs do to the file', async () => {
    await createTable('book', [{ cn: 'title', _cn: 'Title', uidt: 'Email' }])
    withFile((database) =>
      database.exec(`
        CREATE TABLE author (id INTEGER PRIMARY KEY, name NVARCHAR(80), born DATE);
        CREATE VIEW born AS SELECT name, born FROM author;
        ALTER TABLE book ADD COLUMN author INTEGER REFERENCES author;
        CREATE INDEX book_author ON book (author)`),
    )
    expect((await entries()).map(({ tn, type }) => [tn, type])).toEqual([
      ['book', 'table'],
      ['author', 'table'],
      ['born', 'view'],
    ])
    expect((await tableOf('author')).columns.map(({ uiType }) => uiType)).toEqual(['ID', 'SingleLineText', 'Date'])
    const book = await metaOf('book')
    expect(book.columns.map(({ _cn, uidt }) => [_cn, uidt])).toEqual([
      ['Title', 'Email'],
      ['id', 'ID'],
      ['author', 'ForeignKey'],
    ])
    expect(book.belongsTo).toMatchObject([{ tn: 'book', cn: 'author', rtn: 'author', rcn: 'id', type: 'real' }])
    expect((await metaOf('author')).hasMany).toEqual(book.belongsTo)
    const list = async (name: 'indexList' | 'relationList' | 'columnList', tn: string) =>
      (await server.call(name, { tn }, as())).data.list
    expect(await list('indexList', 'book')).toEqual([
      { key_name: 'book_author', non_unique: 1, cn: 'author', seq_in_index: 1 },
    ])
    expect(await list('relationList', 'book')).toMatchObject([{ cn: 'author', rtn: 'author', rcn: 'id' }])
    expect(await list('columnList', 'book')).toMatchObject([
      { tn: 'book', cno: 'title' },
      { cn: 'id' },
      { cn: 'author' },
    ])
    expect((await server.call('tableList', {}, as())).data.list).toHaveLength(2)
    expect((await server.call('viewList', {}, as())).data.list).toMatchObject([{ view_name: 'born' }])
    for (const name of ['functionList', 'procedureList', 'sequenceList'] as const)
      expect((await server.call(name, {}, as())).data.list).toEqual([])
  })

  it('are opened by name among thousands without reading all of them', async () => {
    withFile((database) => {
      database.exec('BEGIN')
      for (let n = 0; n < 2_000; n += 1)
        database.exec(
          `CREATE TABLE t${n} (id INTEGER PRIMARY KEY, a TEXT, up INTEGER REFERENCES t${n === 0 ? 0 : n - 1})`,
        )
      database.exec('COMMIT')
    })
    expect(await entries()).toHaveLength(2_000)
    expect((await metaOf('t1000')).hasMany).toHaveLength(1)
    await createTable('one more', [])
    expect((await entries()).at(-1)).toMatchObject({ tn: 'one more', order: 2_001 })
  })
})

// A rejected call changes nothing, so these share one project.
describe('refused: a new table', () => {
  beforeAll(async () => {
    await newProject()
    await createTable('there', [{ cn: 'a', uidt: 'Number' }], 'There title')
    withFile((database) => database.exec('CREATE INDEX there_index ON there (a)'))
  })

  it.each<[unknown, string]>([
    [{ tn: '', columns: [] }, 'INPUT_INVALID'],
    [{ tn: 5, columns: [] }, 'INPUT_INVALID'],
    [{ tn: 'x' }, 'INPUT_INVALID'],
    [{ tn: 'x', columns: {} }, 'INPUT_INVALID'],
    [{ tn: 'x', columns: Array(501).fill({ cn: 'a', uidt: 'Number' }) }, 'INPUT_INVALID'],
    [{ tn: '  ', columns: [] }, 'TABLE_NAME_INVALID'],
    [{ tn: 'a\u0000b', columns: [] }, 'TABLE_NAME_INVALID'],
    [{ tn: 'a\nb', columns: [] }, 'TABLE_NAME_INVALID'],
    [{ tn: '\u202ea', columns: [] }, 'TABLE_NAME_INVALID'],
    [{ tn: '..', columns: [] }, 'TABLE_NAME_INVALID'],
    [{ tn: 'x'.repeat(121), columns: [] }, 'TABLE_NAME_INVALID'],
    [{ tn: 'x', _tn: '\u0007', columns: [] }, 'TABLE_NAME_INVALID'],
    [{ tn: 'nc_models', columns: [] }, 'TABLE_NAME_RESERVED'],
    [{ tn: 'NC_Anything', columns: [] }, 'TABLE_NAME_RESERVED'],
    [{ tn: 'xc_users', columns: [] }, 'TABLE_NAME_RESERVED'],
    [{ tn: 'SQLite_stat1', columns: [] }, 'TABLE_NAME_RESERVED'],
    [{ tn: ' nc_x', columns: [] }, 'TABLE_NAME_RESERVED'],
    [{ tn: 'x', _tn: 'NC_Users', columns: [] }, 'TABLE_NAME_RESERVED'],
    [{ tn: 'THERE', columns: [] }, 'TABLE_EXISTS'],
    [{ tn: 'x', _tn: 'There Title', columns: [] }, 'TABLE_EXISTS'],
    [{ tn: 'there title', columns: [] }, 'TABLE_EXISTS'],
    [{ tn: 'there_index', columns: [] }, 'TABLE_EXISTS'],
    [{ tn: 'x', columns: [{ cn: '', uidt: 'Number' }] }, 'COLUMN_NAME_INVALID'],
    [{ tn: 'x', columns: [{ cn: 'a\tb', uidt: 'Number' }] }, 'COLUMN_NAME_INVALID'],
    [{ tn: 'x', columns: [{ cn: '__proto__', uidt: 'Number' }] }, 'COLUMN_NAME_RESERVED'],
    [{ tn: 'x', columns: [{ cn: 'a', _cn: '__proto__', uidt: 'Number' }] }, 'COLUMN_NAME_RESERVED'],
    [
      {
        tn: 'x',
        columns: [
          { cn: 'a', uidt: 'Number' },
          { cn: 'A', uidt: 'Number' },
        ],
      },
      'COLUMN_EXISTS',
    ],
    [
      {
        tn: 'x',
        columns: [
          { cn: 'a', _cn: 'b', uidt: 'Number' },
          { cn: 'B', uidt: 'Number' },
        ],
      },
      'COLUMN_EXISTS',
    ],
    [{ tn: 'x', columns: [{ cn: 'a', uidt: 'Nonsense' }] }, 'COLUMN_TYPE_INVALID'],
    [{ tn: 'x', columns: [{ cn: 'a', uidt: 'Lookup' }] }, 'COLUMN_TYPE_INVALID'],
    [{ tn: 'x', columns: [{ cn: 'a', uidt: 'Formula' }] }, 'COLUMN_TYPE_INVALID'],
    [{ tn: 'x', columns: [{ cn: 'a' }] }, 'COLUMN_TYPE_INVALID'],
    [
      {
        tn: 'x',
        columns: [
          { cn: 'a', uidt: 'ID' },
          { cn: 'b', uidt: 'Number', pk: true },
        ],
      },
      'COLUMN_TYPE_INVALID',
    ],
    [{ tn: 'x', columns: [{ cn: 'a', uidt: 'Number', cdf: 'one' }] }, 'COLUMN_DEFAULT_INVALID'],
    [{ tn: 'x', columns: [{ cn: 'a', uidt: 'Date', cdf: '1); DROP TABLE there' }] }, 'COLUMN_DEFAULT_INVALID'],
    [{ tn: 'x', columns: [{ cn: 'a', uidt: 'SingleSelect', dtxp: "'x','X'" }] }, 'COLUMN_OPTIONS_INVALID'],
    [{ tn: 'x', columns: [{ cn: 'a', uidt: 'SingleSelect', dtxp: "'x',''" }] }, 'COLUMN_OPTIONS_INVALID'],
    [{ tn: 'x', columns: [{ cn: 'a', uidt: 'MultiSelect', dtxp: "'x,y'" }] }, 'COLUMN_OPTIONS_INVALID'],
    [{ tn: 'x', columns: [{ cn: 'a', uidt: 'SingleSelect', meta: { options: 'x' } }] }, 'COLUMN_OPTIONS_INVALID'],
    [{ tn: 'x', columns: [{ cn: 'a', uidt: 'Number', cdf: {} }] }, 'INPUT_INVALID'],
  ])('is refused for %j: %s', async (args, code) => {
    const before = [schemaOf(), await entries()]
    const answer = await post('tableCreate', args)
    expect([answer.status, answer.error.code]).toEqual([400, code])
    expect(answer.error.msg).toMatch(/^\S+ .+\.$/)
    expect([schemaOf(), await entries()]).toEqual(before)
  })
})

describe('refused: changes of columns', () => {
  beforeAll(async () => {
    await newProject()
    await createBooks()
  })

  it.each<[string, Columns, string]>([
    [
      'values that do not fit',
      [{ cn: 'title', cno: 'title', uidt: 'Number', altered: 2 }],
      'COLUMN_VALUES_NOT_CONVERTIBLE',
    ],
    [
      'a good change beside a bad one',
      [
        { cn: 'isbn', uidt: 'Number', altered: 1 },
        { cn: 'title', uidt: 'Date', altered: 2 },
      ],
      'COLUMN_VALUES_NOT_CONVERTIBLE',
    ],
    ['a column that is not there', [{ cn: 'nothing', cno: 'nothing', altered: 4 }], 'COLUMN_NOT_FOUND'],
    ['a mark that means nothing', [{ cn: 'title', altered: 3 }], 'INPUT_INVALID'],
    ['a name that is taken', [{ cn: 'YEAR', cno: 'title', altered: 8 }], 'COLUMN_EXISTS'],
    ['a title that is taken', [{ cn: 'title', _cn: 'Year', cno: 'title', altered: 8 }], 'COLUMN_EXISTS'],
    ['a new column whose name is taken', [{ cn: 'Title', uidt: 'Number', altered: 1 }], 'COLUMN_EXISTS'],
    ['an unprintable name', [{ cn: 'a\u0000', cno: 'title', altered: 8 }], 'COLUMN_NAME_INVALID'],
    ['a key that goes away', [{ cn: 'id', cno: 'id', altered: 4 }], 'COLUMN_KEY_FIXED'],
    ['a key of another type', [{ cn: 'id', cno: 'id', uidt: 'SingleLineText', altered: 2 }], 'COLUMN_KEY_FIXED'],
    ['a second key', [{ cn: 'n', uidt: 'Number', pk: true, altered: 1 }], 'COLUMN_KEY_FIXED'],
    ['a required column without values', [{ cn: 'n', uidt: 'Number', rqd: true, altered: 1 }], 'COLUMN_NEEDS_DEFAULT'],
    [
      'a unique column with the same values',
      [{ cn: 'n', uidt: 'Number', cdf: '1', unique: true, altered: 1 }],
      'VALUE_NOT_UNIQUE',
    ],
    [
      'a default of another type',
      [{ cn: 'year', cno: 'year', cdf: "'x'", uidt: 'Year', altered: 2 }],
      'COLUMN_DEFAULT_INVALID',
    ],
    ['a type that is none', [{ cn: 'year', cno: 'year', uidt: 'Rollup', altered: 2 }], 'COLUMN_TYPE_INVALID'],
    [
      'SQL in a default',
      [{ cn: 'n', uidt: 'Number', cdf: '0); DROP TABLE book; --', altered: 1 }],
      'COLUMN_DEFAULT_INVALID',
    ],
  ])('are refused for %s, and nothing changes', async (_, columns, code) => {
    const before = [schemaOf(), await metaOf('book'), (await api('book')).json]
    const answer = await update('book', ...columns)
    expect([answer.status, answer.error.code]).toEqual([400, code])
    expect([schemaOf(), await metaOf('book'), (await api('book')).json]).toEqual(before)
  })
})

describe('refused: changes of tables', () => {
  beforeAll(async () => {
    await newProject()
    await createTable('a', [])
    await createTable('b', [])
    withFile((database) => database.exec('CREATE VIEW v AS SELECT count(*) AS n FROM b'))
  })

  it.each<[string, unknown, number, string]>([
    ['tableRename', { tn_old: 'a', tn: 'B' }, 400, 'TABLE_EXISTS'],
    ['tableRename', { tn_old: 'a', tn: 'nc_users' }, 400, 'TABLE_NAME_RESERVED'],
    ['tableRename', { tn_old: 'a', tn: ' ' }, 400, 'TABLE_NAME_INVALID'],
    ['tableRename', { tn_old: 'nothing', tn: 'x' }, 404, 'TABLE_NOT_FOUND'],
    ['tableRename', { tn_old: 'v', tn: 'x' }, 400, 'TABLE_READ_ONLY'],
    ['ncTableAliasRename', { tn_old: 'a', tn: 'b' }, 400, 'TABLE_EXISTS'],
    ['ncTableAliasRename', { tn_old: 'a', tn: '\u0000' }, 400, 'TABLE_NAME_INVALID'],
    ['tableDelete', { tn: 'nothing' }, 404, 'TABLE_NOT_FOUND'],
    ['tableDelete', { tn: 'sqlite_schema' }, 404, 'TABLE_NOT_FOUND'],
    ['tableDelete', { tn: 'v' }, 400, 'TABLE_READ_ONLY'],
    ['tableDelete', { tn: 'b' }, 400, 'TABLE_IN_USE'],
    ['tableUpdate', { tn: 'v', columns: [{ cn: 'x', uidt: 'Number', altered: 1 }] }, 400, 'TABLE_READ_ONLY'],
    ['tableUpdate', { tn: 'nothing', columns: [] }, 404, 'TABLE_NOT_FOUND'],
    ['xcModelOrderSet', { tn: 'nothing', order: 1 }, 404, 'TABLE_NOT_FOUND'],
    ['xcModelOrderSet', { tn: 'a', order: 'first' }, 400, 'INPUT_INVALID'],
    ['tableIconSet', { tn: 'nothing', icon: 'star' }, 404, 'TABLE_NOT_FOUND'],
    ['tableIconSet', { tn: 'a', icon: 'unicorn' }, 400, 'INPUT_INVALID'],
    ['tableIconSet', { tn: 'a', icon: '🎸🎸' }, 400, 'INPUT_INVALID'],
    ['tableIconSet', { tn: 'a' }, 400, 'INPUT_INVALID'],
    ['tableDuplicate', { tn: 'nothing', title: 'x', rows: true }, 404, 'TABLE_NOT_FOUND'],
    ['tableDuplicate', { tn: 'v', title: 'x', rows: false }, 400, 'TABLE_READ_ONLY'],
    ['tableDuplicate', { tn: 'a', title: 'B', rows: false }, 400, 'TABLE_EXISTS'],
    ['tableDuplicate', { tn: 'a', title: ' ', rows: false }, 400, 'INPUT_INVALID'],
    ['tableDuplicate', { tn: 'a', title: 'x' }, 400, 'INPUT_INVALID'],
    ['columnList', { tn: 'NC_MODELS' }, 404, 'TABLE_NOT_FOUND'],
    ['indexList', { tn: '"a"' }, 404, 'TABLE_NOT_FOUND'],
    ['relationList', { tn: 'main.a' }, 404, 'TABLE_NOT_FOUND'],
  ])('%s %j answers %i %s', async (name, args, status, code) => {
    const before = [schemaOf(), await entries()]
    const answer = await post(name, args)
    expect([answer.status, answer.error.code]).toEqual([status, code])
    expect([schemaOf(), await entries()]).toEqual(before)
  })
})

const chinook = resolve('../shared/data/chinook/Chinook_Sqlite.sqlite')
describe.runIf(existsSync(chinook))('Chinook', () => {
  it('shows its eleven tables with types, keys and relations, and changes as asked', async () => {
    const path = join(folder, 'chinook.sqlite')
    copyFileSync(chinook, path)
    const { id } = await server.call('projectCreateFromFile', { filename: path }, { token: owner.token })
    expect((await entries(id)).map(({ tn }) => tn)).toEqual([
      'Album',
      'Artist',
      'Customer',
      'Employee',
      'Genre',
      'Invoice',
      'InvoiceLine',
      'MediaType',
      'Playlist',
      'PlaylistTrack',
      'Track',
    ])
    const track = await tableOf('track', id)
    expect(track.columns.map(({ name, uiType }) => [name, uiType])).toEqual([
      ['TrackId', 'ID'],
      ['Name', 'SingleLineText'],
      ['AlbumId', 'ForeignKey'],
      ['MediaTypeId', 'ForeignKey'],
      ['GenreId', 'ForeignKey'],
      ['Composer', 'SingleLineText'],
      ['Milliseconds', 'Number'],
      ['Bytes', 'Number'],
      ['UnitPrice', 'Decimal'],
    ])
    expect((await tableOf('PlaylistTrack', id)).primaryKey).toEqual(['PlaylistId', 'TrackId'])
    expect((await metaOf('Track', id)).hasMany.map(({ tn }) => tn)).toEqual(['InvoiceLine', 'PlaylistTrack'])
    const change = (tn: string, column: Record<string, unknown>) => post('tableUpdate', { tn, columns: [column] }, id)
    const inUse = await post('tableDelete', { tn: 'Artist' }, id)
    expect([inUse.error.code, inUse.error.details]).toEqual(['TABLE_IN_USE', { table: 'Artist', by: 'Album' }])
    expect((await change('Track', { cn: 'Seconds', uidt: 'Decimal', altered: 1 })).status).toBe(200)
    expect((await change('Track', { cn: 'Bytes', cno: 'Bytes', uidt: 'SingleLineText', altered: 2 })).status).toBe(200)
    expect((await change('Track', { cn: 'Composer', cno: 'Composer', rqd: true, cdf: "'?'", altered: 2 })).status).toBe(
      200,
    )
    expect((await change('Invoice', { cn: 'InvoiceDate', cno: 'InvoiceDate', uidt: 'Date', altered: 2 })).status).toBe(
      200,
    )
    const database = new Sqlite(path, { readonly: true })
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.pragma('foreign_key_check')).toEqual([])
    expect(database.prepare(`SELECT count(*), count(*) FILTER (WHERE Composer = '?') FROM Track`).raw().get()).toEqual([
      3503, 977,
    ])
    expect(database.prepare('SELECT InvoiceDate FROM Invoice WHERE InvoiceId = 1').pluck().get()).toMatch(
      /^\d{4}-\d\d-\d\d$/,
    )
    expect(
      database.prepare(`SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`).pluck().get(),
    ).toBe(11)
    database.close()
  })
})
