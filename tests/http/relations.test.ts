import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { untilItWorks } from '@tests/helpers/until'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Table } from '@common/model'
import type { CallName } from '@tests/helpers/calls'
import { tableFromWire, wireTableMeta, type WireTableMeta } from '@tests/helpers/wire'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp()
})
afterAll(() => server.close())

/** Creates a project over tables made by SQL, with short calls. */
async function project(schema: string) {
  const { filename, remove } = makeDatabaseFile({ sql: schema })
  const { id } = await server.call('projectCreateFromFile', { title: 'Relations', filename }, { token: owner.token })
  const as = { token: owner.token, projectId: id }
  const meta = async (tn: string): Promise<WireTableMeta> => {
    const found = await server.call('tableXcModelGet', { tn }, as)
    return wireTableMeta.parse(JSON.parse(found?.meta ?? 'null'))
  }
  const table = async (tn: string): Promise<Table> => tableFromWire(await meta(tn))
  const send = (api: CallName, args: unknown): Promise<Answer> =>
    server.request(`/dashboard/?q=sqlOp_${api}`, {
      method: 'POST',
      token: owner.token,
      body: { api, project_id: id, env: '_noco', dbAlias: 'db', args },
    })
  const sql = <T>(action: (file: Sqlite.Database) => T): T => {
    const file = new Sqlite(filename)
    try {
      return action(file)
    } finally {
      file.close()
    }
  }
  return {
    as,
    id,
    meta,
    send,
    sql,
    /** Returns the tables, and the links of each table. */
    state: async () => {
      const schema = sql((file) => file.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all())
      const relations = await server.call('xcRelationsGet', {}, as)
      const { data } = await server.call('xcTableAndViewList', { includeM2M: true }, as)
      return JSON.stringify([schema, relations, data.list])
    },
    table,
    titles: async (tn: string) => (await table(tn)).virtualColumns.map(({ title }) => title),
    close: async () => {
      await server.call('projectDelete', {}, as)
      remove()
    },
  }
}

const library = `
  CREATE TABLE Author (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE Book (id INTEGER PRIMARY KEY, title TEXT, author_id INTEGER REFERENCES Author ON DELETE CASCADE);
  CREATE TABLE Tag (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE BookTag (book INTEGER REFERENCES Book(id), tag INTEGER REFERENCES Tag(id), PRIMARY KEY (book, tag));
  CREATE TABLE Loan (id INTEGER PRIMARY KEY, book INTEGER REFERENCES Book(id), tag INTEGER REFERENCES Tag(id), a, b);
  CREATE TABLE Person (id INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES Person(id),
    mentor INTEGER REFERENCES Person(id));
  CREATE TABLE Chapter (book INTEGER, nr INTEGER, PRIMARY KEY (book, nr));
  CREATE TABLE Page (id INTEGER PRIMARY KEY, book INTEGER, chapter INTEGER,
    FOREIGN KEY (book, chapter) REFERENCES Chapter(book, nr));
  CREATE TABLE Lost (id INTEGER PRIMARY KEY, thing INTEGER REFERENCES Nowhere(id));`

describe('link columns', () => {
  let at: Awaited<ReturnType<typeof project>>
  beforeAll(async () => {
    at = await project(library)
  })
  afterAll(() => at.close())

  it('come from foreign keys: on the child and on the parent', async () => {
    expect(await at.titles('Author')).toEqual(['Author => Book'])
    const [link] = (await at.table('Book')).virtualColumns
    expect(link).toMatchObject({
      title: 'Author <= Book',
      kind: 'link',
      link: {
        kind: 'belongsTo',
        relatedTable: 'Author',
        columns: ['author_id'],
        relatedColumns: ['id'],
        real: true,
        onDelete: 'CASCADE',
        onUpdate: 'NO ACTION',
      },
    })
  })

  it('are many-to-many through a table whose rows are nothing but pairs', async () => {
    const { virtualColumns } = await at.table('Tag')
    expect(virtualColumns).toMatchObject([
      { title: 'Tag => Loan', link: { kind: 'hasMany' } },
      {
        title: 'Tag <=> Book',
        link: {
          kind: 'manyToMany',
          relatedTable: 'Book',
          columns: ['id'],
          relatedColumns: ['id'],
          through: { table: 'BookTag', columns: ['tag'], relatedColumns: ['book'] },
        },
      },
    ])
  })

  it('have titles of their own where two lead to the same table', async () => {
    expect(await at.titles('Person')).toEqual([
      'Person <= Person',
      'Person <= Person (mentor)',
      'Person => Person',
      'Person => Person (mentor)',
    ])
  })

  it('follow keys of several columns', async () => {
    const { virtualColumns } = await at.table('Page')
    expect(virtualColumns).toMatchObject([{ link: { columns: ['book', 'chapter'], relatedColumns: ['book', 'nr'] } }])
  })

  it('lead nowhere from a foreign key to a table that is not there: the table stays readable', async () => {
    expect(await at.titles('Lost')).toEqual([])
  })

  it('have ids that stay the same', async () => {
    const before = (await at.table('Book')).virtualColumns.map(({ id }) => id)
    await server.call('tableCreate', { tn: 'Shelf', columns: [{ cn: 'name', uidt: 'SingleLineText' }] }, at.as)
    const after = (await at.table('Book')).virtualColumns.map(({ id }) => id)
    expect(after).toEqual(before)
    expect(new Set(after).size).toBe(after.length)
  })
})

const shop = `
  CREATE TABLE Author (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
  CREATE TABLE Book (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT, writer INTEGER, code TEXT NOT NULL DEFAULT 'x');
  CREATE TABLE Tag (name TEXT PRIMARY KEY, note TEXT);
  CREATE TABLE Spot (x INTEGER, y INTEGER, PRIMARY KEY (x, y));
  CREATE TABLE Loose (a INTEGER, b TEXT);
  CREATE VIEW Titles AS SELECT title FROM Book;
  INSERT INTO Author (name) VALUES ('Ada'), ('Bo');
  INSERT INTO Book (title, writer) VALUES ('One', 1), ('Two', 2), ('Three', NULL);
  INSERT INTO Tag VALUES ('red', ''), ('blue', '');`

const bookToAuthor = { childTable: 'Book', childColumn: 'writer', parentTable: 'Author', parentColumn: 'id' }

describe('relations over columns that are there', () => {
  let at: Awaited<ReturnType<typeof project>>
  beforeEach(async () => {
    at = await project(shop)
  })
  afterEach(() => at.close())

  it('are foreign keys: both tables show them, and the database keeps to them', async () => {
    const { data } = await server.call('relationCreate', { ...bookToAuthor, onDelete: 'cascade' }, at.as)
    expect(data.object.upStatement.length).toBeGreaterThan(0)
    expect(await at.titles('Book')).toEqual(['Author <= Book'])
    expect(await at.titles('Author')).toEqual(['Author => Book'])
    const { columns, belongsTo, v } = await at.meta('Book')
    expect(columns.find(({ cn }) => cn === 'writer')?.uidt).toBe('ForeignKey')
    expect(belongsTo).toEqual([
      {
        id: expect.any(Number) as number,
        db_alias: 'db',
        referenced_db_alias: 'db',
        enabled: 1,
        tn: 'Book',
        _tn: 'Book',
        cn: 'writer',
        _cn: 'writer',
        rtn: 'Author',
        _rtn: 'Author',
        rcn: 'id',
        _rcn: 'id',
        type: 'real',
        ur: 'NO ACTION',
        dr: 'CASCADE',
      },
    ])
    expect(v).toMatchObject([{ _cn: 'Author <= Book', bt: belongsTo[0] }])
    expect((await at.meta('Author')).hasMany).toEqual(belongsTo)
    expect(at.sql((file) => file.pragma('foreign_key_list(Book)'))).toMatchObject([{ on_delete: 'CASCADE' }])
    expect(await server.call('xcRelationList', { tn: 'Book' }, at.as)).toEqual(belongsTo)
    expect(await server.call('xcRelationList', { tn: 'Author' }, at.as)).toEqual([])
    expect((await server.call('relationListAll', {}, at.as)).data.list).toEqual([
      { tn: 'Book', cn: 'writer', rtn: 'Author', rcn: 'id', ur: 'NO ACTION', dr: 'CASCADE' },
    ])
  })

  it('are deleted, and the column stays with its values', async () => {
    await server.call('relationCreate', bookToAuthor, at.as)
    await server.call('relationDelete', bookToAuthor, at.as)
    expect(await at.titles('Book')).toEqual([])
    expect(at.sql((file) => file.prepare('SELECT writer FROM Book ORDER BY id').pluck().all())).toEqual([1, 2, null])
    expect((await at.meta('Book')).columns.find(({ cn }) => cn === 'writer')?.uidt).toBe('Number')
  })

  it('are deleted with their column', async () => {
    await server.call('relationCreate', bookToAuthor, at.as)
    await server.call('xcRelationColumnDelete', { ...bookToAuthor, type: 'hm' }, at.as)
    expect((await at.meta('Book')).columns.map(({ cn }) => cn)).toEqual(['id', 'title', 'code'])
  })

  it('can be known to Basalt alone: nothing changes in the database', async () => {
    const before = at.sql((file) => file.prepare('SELECT sql FROM sqlite_schema').pluck().all())
    const [id] = await server.call('xcVirtualRelationCreate', bookToAuthor, at.as)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(await at.titles('Book')).toEqual(['Author <= Book'])
    expect((await at.meta('Author')).hasMany).toMatchObject([{ type: 'virtual', tn: 'Book' }])
    const all = await server.call('relationListAll', { tn: '' }, at.as)
    expect(all.data.list).toEqual((await server.call('relationListAll', {}, at.as)).data.list)
    expect(at.sql((file) => file.prepare('SELECT sql FROM sqlite_schema').pluck().all())).toEqual(before)
    expect(await server.call('xcVirtualRelationDelete', bookToAuthor, at.as)).toBe(1)
    expect(await at.titles('Author')).toEqual([])
  })

  it('known to Basalt alone are deleted with their column, unless they are asked to keep it', async () => {
    await server.call('xcVirtualRelationCreate', bookToAuthor, at.as)
    await server.call('xcRelationColumnDelete', { ...bookToAuthor, type: 'bt', keepColumn: true }, at.as)
    expect((await at.meta('Book')).columns.map(({ cn }) => cn)).toContain('writer')
    await server.call('xcVirtualRelationCreate', bookToAuthor, at.as)
    await server.call('xcRelationColumnDelete', { ...bookToAuthor, type: 'bt' }, at.as)
    expect((await at.meta('Book')).columns.map(({ cn }) => cn)).not.toContain('writer')
  })

  it('that are broken by another program say so, and can be deleted', async () => {
    await server.call('xcVirtualRelationCreate', bookToAuthor, at.as)
    at.sql((file) => file.exec('ALTER TABLE Author RENAME TO Writers'))
    // Schema changes of other programs are detected a moment later.
    await untilItWorks(async () => {
      const { virtualColumns } = await at.table('Book')
      expect(virtualColumns).toMatchObject([{ problemText: "The table 'Author' has been deleted." }])
    })
    const rows = await server.request(`/nc/${at.id}/api/v1/Book`, { token: owner.token })
    expect([rows.status, (rows.json as unknown[]).length]).toEqual([200, 3])
    expect(await server.call('xcVirtualRelationDelete', bookToAuthor, at.as)).toBe(1)
    expect(await at.titles('Book')).toEqual([])
  })

  const bad: [string, CallName, object, string][] = [
    ['a table that is not there', 'relationCreate', { ...bookToAuthor, childTable: 'Nope' }, 'TABLE_NOT_FOUND'],
    ['a column that is not there', 'relationCreate', { ...bookToAuthor, childColumn: 'nope' }, 'COLUMN_NOT_FOUND'],
    ['a parent column that is not there', 'relationCreate', { ...bookToAuthor, parentColumn: '"' }, 'COLUMN_NOT_FOUND'],
    [
      'a parent column that repeats',
      'relationCreate',
      { ...bookToAuthor, parentTable: 'Loose', parentColumn: 'a' },
      'RELATION_PARENT_NOT_UNIQUE',
    ],
    [
      'half of a key',
      'relationCreate',
      { ...bookToAuthor, parentTable: 'Spot', parentColumn: 'x' },
      'RELATION_PARENT_NOT_UNIQUE',
    ],
    [
      'text that points to a number',
      'relationCreate',
      { ...bookToAuthor, childColumn: 'title' },
      'RELATION_COLUMNS_DIFFER',
    ],
    [
      'a number that points to text',
      'xcVirtualRelationCreate',
      { ...bookToAuthor, parentTable: 'Tag', parentColumn: 'name' },
      'RELATION_COLUMNS_DIFFER',
    ],
    ['an action that is none', 'relationCreate', { ...bookToAuthor, onDelete: 'EXPLODE' }, 'INPUT_INVALID'],
    [
      'emptying what must have a value',
      'relationCreate',
      { childTable: 'Book', childColumn: 'code', parentTable: 'Tag', parentColumn: 'name', onDelete: 'SET NULL' },
      'RELATION_ACTION_INVALID',
    ],
    [
      'rows that name nothing',
      'relationCreate',
      { childTable: 'Book', childColumn: 'code', parentTable: 'Tag', parentColumn: 'name' },
      'VALUE_REFERENCE_MISSING',
    ],
    [
      'a view',
      'relationCreate',
      { ...bookToAuthor, childTable: 'Titles', childColumn: 'title', parentTable: 'Tag', parentColumn: 'name' },
      'TABLE_READ_ONLY',
    ],
    ['a relation that is not there', 'relationDelete', bookToAuthor, 'RELATION_NOT_FOUND'],
    ['a virtual relation that is not there', 'xcVirtualRelationDelete', bookToAuthor, 'RELATION_NOT_FOUND'],
    [
      'a link column that is not there',
      'xcRelationColumnDelete',
      { ...bookToAuthor, type: 'hm' },
      'RELATION_NOT_FOUND',
    ],
    ['a link column without its ends', 'xcRelationColumnDelete', { type: 'bt' }, 'INPUT_INVALID'],
    [
      'an ordinary table as association',
      'xcRelationColumnDelete',
      { type: 'mm', assocTable: 'Book' },
      'RELATION_NOT_FOUND',
    ],
    [
      'pairs of a table without a key',
      'xcM2MRelationCreate',
      { parentTable: 'Loose', childTable: 'Book' },
      'TABLE_WITHOUT_KEY',
    ],
    ['a link to a view', 'linkCreate', { tn: 'Book', rtn: 'Titles', kind: 'belongsTo' }, 'TABLE_READ_ONLY'],
    [
      'a link to a table without a key',
      'linkCreate',
      { tn: 'Book', rtn: 'Loose', kind: 'belongsTo' },
      'TABLE_WITHOUT_KEY',
    ],
    [
      'a link called like a column',
      'linkCreate',
      { tn: 'Book', rtn: 'Author', kind: 'belongsTo', title: 'Title' },
      'COLUMN_EXISTS',
    ],
    [
      'a link with an unprintable title',
      'linkCreate',
      { tn: 'Book', rtn: 'Author', kind: 'belongsTo', title: 'a\u0000b' },
      'COLUMN_NAME_INVALID',
    ],
    [
      'an alias of nothing',
      'xcUpdateVirtualKeyAlias',
      { tn: 'Book', oldAlias: 'title', newAlias: 'x' },
      'VIRTUAL_COLUMN_NOT_FOUND',
    ],
  ]
  it.each(bad)('refuse %s, and nothing is changed', async (_what, api, args, code) => {
    const before = await at.state()
    const answer = await at.send(api, args)
    expect([answer.error.code, answer.status >= 400 && answer.status < 500]).toEqual([code, true])
    expect(answer.error.msg).not.toMatch(/SQLITE|constraint|undefined|{{/)
    expect(await at.state()).toBe(before)
  })

  it('are made once', async () => {
    await server.call('relationCreate', bookToAuthor, at.as)
    for (const api of ['relationCreate', 'xcVirtualRelationCreate'] as const) {
      const answer = await at.send(api, bookToAuthor)
      expect([answer.status, answer.error.code]).toEqual([400, 'RELATION_EXISTS'])
    }
  })
})

describe('links made by people', () => {
  let at: Awaited<ReturnType<typeof project>>
  beforeEach(async () => {
    at = await project(shop)
  })
  afterEach(() => at.close())

  it('bring their column along: belongs-to on the table itself', async () => {
    const made = await server.call('linkCreate', { tn: 'Book', rtn: 'Author', kind: 'belongsTo' }, at.as)
    expect(made.title).toBe('Author <= Book')
    const { columns } = await at.table('Book')
    expect(columns.at(-1)).toMatchObject({ name: 'Author_id', uiType: 'ForeignKey', nativeType: 'INTEGER' })
    expect(at.sql((file) => file.pragma('foreign_key_list(Book)'))).toMatchObject([{ from: 'Author_id', to: 'id' }])
  })

  it('has-many on the other one, with a title and the actions asked for', async () => {
    const args = { tn: 'Tag', rtn: 'Book', kind: 'hasMany', title: 'Books', onDelete: 'SET NULL' } as const
    expect(await server.call('linkCreate', args, at.as)).toMatchObject({ title: 'Books' })
    expect(await at.titles('Tag')).toEqual(['Books'])
    expect((await at.table('Book')).columns.at(-1)).toMatchObject({ name: 'Tag_id', nativeType: 'TEXT' })
    expect(at.sql((file) => file.pragma('foreign_key_list(Book)'))).toMatchObject([{ on_delete: 'SET NULL' }])
  })

  it('follow keys of several columns', async () => {
    await server.call('linkCreate', { tn: 'Book', rtn: 'Spot', kind: 'belongsTo' }, at.as)
    const { virtualColumns } = await at.table('Book')
    expect(virtualColumns).toMatchObject([{ link: { columns: ['Spot_x', 'Spot_y'], relatedColumns: ['x', 'y'] } }])
  })

  it('can be made twice between the same tables', async () => {
    await server.call('linkCreate', { tn: 'Book', rtn: 'Author', kind: 'belongsTo' }, at.as)
    await server.call('linkCreate', { tn: 'Book', rtn: 'Author', kind: 'belongsTo' }, at.as)
    expect(await at.titles('Book')).toEqual(['Author <= Book', 'Author <= Book (Author_id_2)'])
  })

  it('need no foreign key', async () => {
    await server.call('linkCreate', { tn: 'Author', rtn: 'Book', kind: 'hasMany', type: 'virtual' }, at.as)
    expect(at.sql((file) => file.pragma('foreign_key_list(Book)'))).toEqual([])
    expect(await at.titles('Book')).toEqual(['Author <= Book'])
  })

  it.each(['real', 'virtual'] as const)(
    'many-to-many make a table of pairs that lists leave out (%s)',
    async (type) => {
      await server.call('xcM2MRelationCreate', { parentTable: 'Author', childTable: 'Tag', type }, at.as)
      expect(await at.titles('Author')).toEqual(['Author <=> Tag'])
      expect((await at.meta('Author')).manyToMany).toEqual([
        {
          tn: 'Author',
          _tn: 'Author',
          cn: 'id',
          _cn: 'id',
          vtn: '_nc_m2m_Author_Tag',
          vcn: 'Author_p_id',
          vrcn: 'Tag_c_id',
          rtn: 'Tag',
          _rtn: 'Tag',
          rcn: 'name',
          _rcn: 'name',
        },
      ])
      const listed = async (includeM2M: boolean) =>
        (await server.call('xcTableAndViewList', { includeM2M }, at.as)).data.list.map(({ _tn }) => _tn)
      expect(await listed(false)).not.toContain('m2mAuthor_Tag')
      expect(await listed(true)).toContain('m2mAuthor_Tag')
      const path = `/nc/${at.id}/api/v1/m2mAuthor_Tag`
      const pair = { AuthorPId: 1, TagCId: 'red' }
      const linked = await server.request(path, { method: 'POST', token: owner.token, body: pair })
      expect([linked.status, linked.json]).toEqual([200, expect.objectContaining(pair)])
      const again = await server.request(path, { method: 'POST', token: owner.token, body: pair })
      expect(again.status).toBe(400)

      await server.call('xcRelationColumnDelete', { type: 'mm', assocTable: '_nc_m2m_Author_Tag' }, at.as)
      expect(await at.titles('Tag')).toEqual([])
      expect(await listed(true)).not.toContain('m2mAuthor_Tag')
    },
  )

  it('many-to-many within one table and twice between two', async () => {
    for (const rtn of ['Author', 'Tag', 'Tag'])
      await server.call('linkCreate', { tn: 'Author', rtn, kind: 'manyToMany' }, at.as)
    expect((await at.titles('Author')).filter((title) => title.includes('<=>'))).toEqual([
      'Author <=> Author',
      'Author <=> Author (Author_c_id)',
      'Author <=> Tag',
      'Author <=> Tag (Tag_c_id)',
    ])
  })

  it('keep an association table that holds more than pairs', async () => {
    await server.call('xcM2MRelationCreate', { parentTable: 'Author', childTable: 'Tag' }, at.as)
    const columns = [{ cn: 'since', uidt: 'Date', altered: 1 }]
    await server.call('tableUpdate', { tn: 'm2mAuthor_Tag', columns }, at.as)
    const answer = await at.send('xcRelationColumnDelete', { type: 'mm', assocTable: '_nc_m2m_Author_Tag' })
    expect([answer.status, answer.error.code]).toEqual([400, 'RELATION_TABLE_HAS_MORE'])
  })

  it('cannot be made by those who only edit', async () => {
    const stranger = await server.signUp()
    const answer = await server.request('/dashboard/?q=sqlOp_linkCreate', {
      method: 'POST',
      token: stranger.token,
      body: { api: 'linkCreate', project_id: at.id, args: { tn: 'Book', rtn: 'Author', kind: 'belongsTo' } },
    })
    expect(answer.status).toBe(404)
  })
})

describe('names and what is computed along links', () => {
  let at: Awaited<ReturnType<typeof project>>
  beforeEach(async () => {
    at = await project(shop)
    await server.call('relationCreate', bookToAuthor, at.as)
    await server.call(
      'xcVirtualRelationCreate',
      { childTable: 'Book', childColumn: 'title', parentTable: 'Tag', parentColumn: 'name' },
      at.as,
    )
    await server.call('xcUpdateVirtualKeyAlias', { tn: 'Book', oldAlias: 'Author <= Book', newAlias: 'By whom' }, at.as)
    await computed('lk1', 'Their name', 'lookup', { kind: 'lookup', linkId: await linkTo('Author'), column: 'name' })
    await computed('fx1', 'Loud', 'formula', { kind: 'formula', formula: 'UPPER({title}) & {lk1}' })
  })
  afterEach(() => at.close())

  const linkTo = async (related: string): Promise<string> => {
    const { virtualColumns } = await at.table('Book')
    return virtualColumns.find((column) => column.kind === 'link' && column.link.relatedTable === related)?.id ?? ''
  }
  /** Where the editor of such columns will write. */
  const computed = async (id: string, title: string, kind: string, definition: object): Promise<void> => {
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    file
      .prepare(`INSERT INTO nc_virtual_columns VALUES (?, 'Book', ?, ?, ?, ?, ?, '2026-01-01', '2026-01-01')`)
      .run(at.id, id, title, kind, JSON.stringify(definition), (positions += 1))
    file.close()
    await server.call('ncTableAliasRename', { tn_old: 'Book', tn: `Book${(renames += 1)}` }, at.as)
    await server.call('ncTableAliasRename', { tn_old: `Book${renames}`, tn: 'Book' }, at.as)
  }
  let renames = 0
  let positions = 0
  const problems = async (table = 'Book') =>
    (await at.table(table)).virtualColumns.map(({ title, problemText }) => [title, problemText])
  const fine = [
    ['By whom', undefined],
    ['Tag <= Book', undefined],
    ['Their name', undefined],
    ['Loud', undefined],
  ]

  it('survive a new name of a table, of either side', async () => {
    expect(await problems()).toEqual(fine)
    await server.call('tableRename', { tn_old: 'Author', tn: 'Writers' }, at.as)
    expect(await problems()).toEqual(fine)
    await server.call('tableRename', { tn_old: 'Book', tn: 'Volume' }, at.as)
    expect((await problems('Volume')).map(([title]) => title)).toEqual([
      'By whom',
      'Tag <= Volume',
      'Their name',
      'Loud',
    ])
    expect((await problems('Volume')).every(([, problem]) => problem === undefined)).toBe(true)
  })

  it('survive new names of columns, and formulas follow them', async () => {
    const rename = (tn: string, cno: string, cn: string) =>
      server.call('tableUpdate', { tn, columns: [{ cno, cn, altered: 8 }] }, at.as)
    await rename('Book', 'writer', 'by')
    await rename('Author', 'name', 'full name')
    await rename('Book', 'title', 'called')
    await rename('Tag', 'name', 'word')
    expect(await problems()).toEqual(fine)
    const { v } = await at.meta('Book')
    expect(v.map(({ lk, formula }) => lk?.['lcn'] ?? formula?.value).filter(Boolean)).toEqual([
      'full name',
      'UPPER({called}) & {Their name}',
    ])
  })

  it('say what they miss when a column, a relation or a table goes', async () => {
    await server.call('tableUpdate', { tn: 'Author', columns: [{ cn: 'name', altered: 4 }] }, at.as)
    expect(await problems()).toEqual([
      ['By whom', undefined],
      ['Tag <= Book', undefined],
      ['Their name', "The column 'name' has been deleted."],
      ['Loud', "The column 'name' has been deleted."],
    ])
    await server.call('relationDelete', bookToAuthor, at.as)
    expect(await problems()).toEqual([
      ['Tag <= Book', undefined],
      ['Their name', 'The relation that this column follows has been deleted.'],
      ['Loud', 'The relation that this column follows has been deleted.'],
    ])
    await server.call('tableDelete', { tn: 'Tag' }, at.as)
    expect((await problems()).map(([title]) => title)).toEqual(['Their name', 'Loud'])
    const rows = await server.request(`/nc/${at.id}/api/v1/Book`, { token: owner.token })
    expect(rows.status).toBe(200)
  })

  it('that circle are told apart from those that do not', async () => {
    await computed('fx2', 'A', 'formula', { kind: 'formula', formula: '{fx3} + 1' })
    await computed('fx3', 'B', 'formula', { kind: 'formula', formula: '{fx2} + 1' })
    expect((await problems()).slice(-2)).toEqual([
      ['A', 'This column is made from itself.'],
      ['B', 'This column is made from itself.'],
    ])
  })
})
