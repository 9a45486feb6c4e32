import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Table } from '@common/model'
import { createDataApi, type DataApi } from '@main/dataapi'
import type { Database } from '@main/db/database'
import { linkId } from '@main/features/tables/relations/links'
import { readSchema, Snapshot } from '@main/features/tables/catalog/snapshot'
import type { StoredVirtualColumn, VirtualDefinition } from '@main/features/tables/virtual-columns/virtual-columns'
import { portsOf } from '@tests/helpers/ports'
import { contextOf } from '@tests/helpers/context'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { openTestDatabase } from '@tests/helpers/test-database'

const parents = 300
/** A table with five links of all kinds, and many rows on every side. */
const schema = `
  CREATE TABLE Country (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE Label (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE Artist (id INTEGER PRIMARY KEY, name TEXT, country INTEGER REFERENCES Country, label INTEGER REFERENCES Label);
  CREATE TABLE Album (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES Artist);
  CREATE TABLE Concert (id INTEGER PRIMARY KEY, place TEXT, artist INTEGER REFERENCES Artist);
  CREATE INDEX concert_artist ON Concert (artist);
  CREATE TABLE Genre (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE ArtistGenre (artist INTEGER REFERENCES Artist, genre INTEGER REFERENCES Genre, PRIMARY KEY (artist, genre));
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) INSERT INTO Country SELECT i, 'C' || i FROM n;
  INSERT INTO Label SELECT id, 'L' || id FROM Country;
  INSERT INTO Genre SELECT id, 'G' || id FROM Country;
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${parents})
    INSERT INTO Artist SELECT i, 'A' || i, i % 20 + 1, i % 7 + 1 FROM n;
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${parents * 10})
    INSERT INTO Album SELECT i, 'T' || i, i % ${parents} + 1 FROM n;
  INSERT INTO Concert SELECT id, 'P' || id, artist FROM Album;
  INSERT INTO ArtistGenre SELECT Artist.id, Genre.id FROM Artist, Genre WHERE (Artist.id + Genre.id) % 5 = 0;`

let database: Database
let remove: () => void
let snapshot: Snapshot
const statements: string[] = []

beforeAll(async () => {
  const file = makeDatabaseFile({ sql: schema })
  remove = file.remove
  database = await openTestDatabase(file.filename)
  const link = linkId('hasMany', {
    childTable: 'Album',
    childColumns: ['artist'],
    parentTable: 'Artist',
    parentColumns: ['id'],
    onDelete: 'NO ACTION',
    onUpdate: 'NO ACTION',
    real: true,
  })
  const column = (id: string, title: string, definition: VirtualDefinition): StoredVirtualColumn => ({
    table: 'Artist',
    id,
    title,
    position: 1,
    definition,
  })
  const chosen = {
    tables: new Map(),
    columns: new Map(),
    relations: [],
    queries: new Map(),
    virtualColumns: new Map([
      [
        'Artist',
        [
          column('c1', 'Albums', { kind: 'count', linkId: link }),
          column('f1', 'Twice', { kind: 'formula', formula: '{id} * 2' }),
        ],
      ],
    ]),
  }
  snapshot = new Snapshot(database, await readSchema(database, 1), chosen, '', { prefix: '' })
})
afterAll(async () => {
  await database.close()
  remove()
})

const counted = (): Database => ({
  ...database,
  dialect: database.dialect,
  read: (statement, options) => {
    statements.push(statement.sql)
    return database.read(statement, options)
  },
  readJson: (statement, shape, options) => {
    statements.push(statement.sql)
    return database.readJson(statement, shape, options)
  },
})

const named = async (name: string): Promise<Table | undefined> => {
  const summary = snapshot.summaryNamed(name)
  return summary && snapshot.table(summary)
}

const newApi = (): DataApi => createDataApi(portsOf(counted(), named))

/** Returns the rows of a list, and its number of statements. */
async function list(
  query: string,
  table = 'Artist',
  api = newApi(),
): Promise<{ rows: Record<string, unknown>[]; count: number }> {
  statements.length = 0
  const { body } = await api.handle({
    method: 'GET',
    projectId: 'p',
    segments: [table],
    query: new URLSearchParams(query),
    body: undefined,
    context: contextOf(),
  })
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return { rows: JSON.parse(text) as Record<string, unknown>[], count: statements.length }
}

describe('a list with linked rows', () => {
  it.each([1, 2, 25, 250, parents])(
    'of %i rows takes one statement for itself and one for each link',
    async (limit) => {
      const { rows, count } = await list(`limit=${limit}`)
      expect(rows).toHaveLength(limit)
      expect(Object.keys(rows[0] ?? {})).toEqual([
        'id',
        'name',
        'country',
        'label',
        'Albums',
        'Twice',
        'CountryRead',
        'LabelRead',
        'AlbumList',
        'ConcertList',
        'GenreMMList',
      ])
      expect(rows.every((row) => (row['AlbumList'] as unknown[]).length === 10)).toBe(true)
      expect(count).toBe(6)
    },
  )

  it('takes one statement when no links are asked for, and one more for each that is', async () => {
    expect((await list('hm=&bt=&mm=&limit=100')).count).toBe(1)
    expect((await list('hm=Album&bt=&mm=&limit=100')).count).toBe(2)
    expect((await list('hm=Album,Concert&bt=Label&mm=Genre&hlimit1=2&limit=100')).count).toBe(5)
  })

  it('takes no statement for links that no row has', async () => {
    expect((await list('where=(id,eq,0)')).count).toBe(1)
  })

  it('answers what single questions answer', async () => {
    const { rows } = await list('limit=40&offset=130&hsort2=-id&hlimit2=3&hm=Album,Concert')
    for (const { id, country, ...row } of rows) {
      const albums = await database.read({
        sql: 'SELECT id FROM Album WHERE artist = ? ORDER BY id',
        params: [id as number],
      })
      expect((row['AlbumList'] as { id: number }[]).map((album) => [album.id])).toEqual(albums)
      const concerts = await database.read({
        sql: 'SELECT id FROM Concert WHERE artist = ? ORDER BY id DESC LIMIT 3',
        params: [id as number],
      })
      expect((row['ConcertList'] as { id: number }[]).map((concert) => [concert.id])).toEqual(concerts)
      const genres = await database.read({
        sql: 'SELECT genre FROM ArtistGenre WHERE artist = ? ORDER BY genre',
        params: [id as number],
      })
      expect((row['GenreMMList'] as { id: number }[]).map((genre) => [genre.id])).toEqual(genres)
      expect(row['CountryRead']).toEqual({ id: country, name: `C${String(country)}` })
    }
  })

  it('finds the first rows of each key along an index, filtered, sorted and skipped, in one statement', async () => {
    const query =
      'hm=Concert&bt=&mm=&hwhere1=(place,like,P%2525)~and(id,gt,300)&hsort1=-place&hlimit1=2&hoffset1=1&limit=9'
    const { rows, count } = await list(query.replace('%2525', '%25'))
    expect(count).toBe(2)
    expect(statements[1]).not.toContain('row_number')
    for (const { id, ...row } of rows) {
      const concerts = await database.read({
        sql: `SELECT id, place FROM Concert WHERE artist = ? AND place LIKE 'P%' AND id > 300 ORDER BY place DESC, id DESC LIMIT 2 OFFSET 1`,
        params: [id as number],
      })
      expect((row['ConcertList'] as { id: number; place: string }[]).map((one) => [one.id, one.place])).toEqual(
        concerts,
      )
    }
    // Without an index the whole table would be read for each key: then they are counted.
    await list('hm=Album&bt=&mm=&limit=9')
    expect(statements[1]).toContain('row_number')
  })

  it('counts the rows of a many-to-many link only if more are linked than shown', async () => {
    const expectGenres = async (rows: Record<string, unknown>[], limit: number, offset: number): Promise<void> => {
      for (const { id, ...row } of rows) {
        const genres = await database.read({
          sql: 'SELECT genre FROM ArtistGenre WHERE artist = ? ORDER BY genre DESC LIMIT ? OFFSET ?',
          params: [id as number, limit, offset],
        })
        expect((row['GenreMMList'] as { id: number }[]).map((genre) => [genre.id])).toEqual(genres)
      }
    }
    const few = await list('hm=&bt=&mm=Genre&msort1=-id&mlimit1=4&moffset1=1&limit=9')
    expect([few.count, statements.some((sql) => sql.includes('row_number'))]).toEqual([2, false])
    await expectGenres(few.rows, 4, 1)

    const crowded = 'hm=&bt=&mm=Genre&msort1=-id&mlimit1=2&moffset1=1&limit=9'
    const api = newApi()
    const first = await list(crowded, 'Artist', api)
    expect(first.count).toBe(3)
    await expectGenres(first.rows, 2, 1)
    // The second time the result is known.
    const second = await list(crowded.replace('limit=9', 'limit=8'), 'Artist', api)
    expect([second.count, statements[1]?.includes('row_number')]).toEqual([2, true])
    await expectGenres(second.rows, 2, 1)
  })

  it('shows, sorts and filters linked rows by computed columns, still in one statement for each link', async () => {
    const query = 'hm=Artist&hfields1=Albums,Twice&hsort1=-Twice&hwhere1=(Twice,lt,400)~and(Albums,eq,10)&hlimit1=2&mm='
    const { rows, count } = await list(query, 'Country')
    expect(count).toBe(2)
    expect(rows[0]?.['ArtistList']).toEqual([
      { id: 180, name: 'A180', country: 1, Albums: 10, Twice: 360 },
      { id: 160, name: 'A160', country: 1, Albums: 10, Twice: 320 },
    ])
    const paired = await list('mm=Artist&mfields1=Twice&msort1=-Twice&mlimit1=1&where=(id,eq,3)', 'Genre')
    expect(paired.rows[0]?.['ArtistMMList']).toEqual([{ id: 297, name: 'A297', Twice: 594 }])
  })
})
