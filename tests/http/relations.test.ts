import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Table } from '@common/model'
import { tableFromWire } from '@common/wire/mappers'
import { wireTableMeta, type WireTableMeta } from '@common/wire/schemas'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let owner: TestUser
beforeAll(async () => {
  server = await startServer()
  owner = await server.signUp()
})
afterAll(() => server.close())

/** A project over tables made by SQL, and short ways to ask it. */
async function project(sql: string) {
  const { filename, remove } = makeDatabaseFile({ sql })
  const { id } = await server.call('projectCreateFromFile', { title: 'Relations', filename }, { token: owner.token })
  const as = { token: owner.token, projectId: id }
  const meta = async (tn: string): Promise<WireTableMeta> => {
    const found = await server.call('tableXcModelGet', { tn }, as)
    return wireTableMeta.parse(JSON.parse(found?.meta ?? 'null'))
  }
  const table = async (tn: string): Promise<Table> => tableFromWire(await meta(tn))
  return {
    as,
    meta,
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
      title: 'Book <= Author',
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

  it('are many-to-many through a table of two references and fewer than five columns', async () => {
    const { virtualColumns } = await at.table('Tag')
    expect(virtualColumns).toMatchObject([
      { title: 'Tag => BookTag', link: { kind: 'hasMany', toAssociation: true } },
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
