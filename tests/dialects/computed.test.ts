import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredValue } from '@common/columns/column-type'
import type { Table } from '@common/model'
import type { Link, VirtualColumn } from '@common/model/relations'
import { createDataApi } from '@main/dataapi'
import type { Database } from '@main/db/database'
import { openMysql } from '@main/db/dialects/mysql/connection'
import { settingsOfUrl } from '@main/db/dialects/mysql/options'
import { openPostgres } from '@main/db/dialects/postgres/connection'
import { portsOf } from '@tests/helpers/ports'
import { contextOf } from '@tests/helpers/context'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { openTestDatabase, tableOf } from '@tests/helpers/test-database'
import { temporaryFolder } from './sqlite-files'

/** Native types of an engine. */
interface Types {
  readonly text: string
  readonly price: string
  readonly moment: string
  readonly boolean: string
}

const yes = true
const rows: Readonly<Record<string, readonly (readonly StoredValue[])[]>> = {
  artists: [
    [1, 'Velvet Axis', null],
    [2, 'Elbe Hall', 1],
    [3, 'Nobody', 1],
  ],
  albums: [
    [1, 'Glasshouse', 1, '2026-01-31'],
    [2, 'Low Orbit', 1, '2024-02-29'],
    [3, 'Lanterns', 2, null],
    [4, 'Orphan', null, '2020-05-05'],
  ],
  tracks: [
    [1, 'Low Water', 1, 1.29, 225, yes],
    [2, 'Harbour Lamp', 1, 0.99, 300, false],
    [3, 'Slack Tide', 2, 0.1, 61, null],
    [4, 'Ferry', 2, 0.2, 62, yes],
    [5, 'River', 3, null, 63, yes],
    [6, 'Lost', null, 5, 64, yes],
  ],
  tags: [
    [1, 'single'],
    [2, 'Remix'],
    [3, 'b-side "x", y'],
  ],
  track_tags: [
    [1, 1],
    [1, 3],
    [2, 1],
    [4, 2],
  ],
}

function schemaOf({ text, price, moment, boolean }: Types): string[] {
  return [
    `CREATE TABLE artists (id integer PRIMARY KEY, name ${text}, mentor integer)`,
    `CREATE TABLE albums (id integer PRIMARY KEY, title ${text}, artist integer, released ${moment})`,
    `CREATE TABLE tracks (id integer PRIMARY KEY, name ${text}, album integer, price ${price}, seconds integer, live ${boolean})`,
    `CREATE TABLE tags (id integer PRIMARY KEY, name ${text})`,
    `CREATE TABLE track_tags (track integer, tag integer, PRIMARY KEY (track, tag))`,
  ]
}

const link = (
  id: string,
  kind: Link['kind'],
  relatedTable: string,
  columns: readonly string[],
  relatedColumns: readonly string[],
  through?: Link['through'],
): VirtualColumn => ({
  kind: 'link',
  id,
  title: id,
  relatedTitle: relatedTable,
  key: id,
  link: {
    kind,
    relatedTable,
    columns,
    relatedColumns,
    real: true,
    onDelete: 'NO ACTION',
    onUpdate: 'NO ACTION',
    ...(through && { through }),
  },
})
const formula = (id: string, text: string): VirtualColumn => ({ kind: 'formula', id, title: id, formula: text })
const lookup = (id: string, linkId: string, column: string): VirtualColumn => ({
  kind: 'lookup',
  id,
  title: id,
  linkId,
  column,
})
const rollup = (
  id: string,
  linkId: string,
  column: string,
  name: Extract<VirtualColumn, { kind: 'rollup' }>['function'],
): VirtualColumn => ({ kind: 'rollup', id, title: id, linkId, column, function: name })
const count = (id: string, linkId: string): VirtualColumn => ({ kind: 'count', id, title: id, linkId })

const virtualColumns: Readonly<Record<string, readonly VirtualColumn[]>> = {
  artists: [
    link('Albums', 'hasMany', 'albums', ['id'], ['artist']),
    link('Mentor', 'belongsTo', 'artists', ['mentor'], ['id']),
    lookup('AlbumTitles', 'Albums', 'title'),
    lookup('TrackNames', 'Albums', 'Names'),
    lookup('MentorName', 'Mentor', 'name'),
    lookup('MentorAlbums', 'Mentor', 'AlbumTitles'),
    rollup('TrackTotal', 'Albums', 'Total', 'sum'),
    rollup('FirstRelease', 'Albums', 'released', 'min'),
    count('AlbumCount', 'Albums'),
    formula('Shout', 'UPPER({name}) & "/" & {AlbumCount}'),
  ],
  albums: [
    link('Artist', 'belongsTo', 'artists', ['artist'], ['id']),
    link('Tracks', 'hasMany', 'tracks', ['id'], ['album']),
    lookup('ArtistName', 'Artist', 'name'),
    lookup('Names', 'Tracks', 'name'),
    rollup('Total', 'Tracks', 'price', 'sum'),
    rollup('Longest', 'Tracks', 'seconds', 'max'),
    rollup('Mean', 'Tracks', 'price', 'avg'),
    rollup('Firsts', 'Tracks', 'name', 'min'),
    rollup('Kinds', 'Tracks', 'live', 'countDistinct'),
    count('TrackCount', 'Tracks'),
    formula('Year', 'YEAR({released})'),
  ],
  tracks: [
    link('Album', 'belongsTo', 'albums', ['album'], ['id']),
    link('Tags', 'manyToMany', 'tags', ['id'], ['id'], {
      table: 'track_tags',
      columns: ['track'],
      relatedColumns: ['tag'],
    }),
    lookup('AlbumTitle', 'Album', 'title'),
    lookup('ArtistOfAlbum', 'Album', 'ArtistName'),
    lookup('Siblings', 'Album', 'Names'),
    lookup('TagNames', 'Tags', 'name'),
    lookup('AlbumLonger', 'Album', 'Longest'),
    rollup('TagCount', 'Tags', 'id', 'count'),
    rollup('LastTag', 'Tags', 'name', 'max'),
    formula('Gross', 'ROUND({price} * 1.19, 2)'),
    formula('Twice', '{Gross} * 2'),
    formula('Label', '{name} & " (" & {ArtistOfAlbum} & ")" & IF({TagNames}, ": " & {TagNames})'),
    formula('Dear', '{price} > 1'),
    formula('Ref', '"#" & RECORD_ID()'),
    formula('Sure', 'IF({live} = TRUE && !false, "yes", "no")'),
    formula('Broken', '{gone} + 1'),
    formula('Mistyped', '{name} * 2'),
    formula('RoundA', '{RoundB} + 1'),
    formula('RoundB', '{RoundA} + 1'),
    lookup('LostLink', 'NoLink', 'name'),
  ],
}

interface Engine {
  readonly database: Database
  readonly close: () => Promise<void>
}

function describeComputed(open: () => Promise<Engine>, types: Types): void {
  let engine: Engine
  let get: (path: string) => Promise<unknown>

  beforeAll(async () => {
    engine = await open()
    const { database } = engine
    const { placeholder, capabilities } = database.dialect
    await database.changeSchema(schemaOf(types).map((sql) => ({ sql, params: [] })))
    const stored = (value: StoredValue): StoredValue =>
      typeof value === 'boolean' && !capabilities.booleanType ? Number(value) : value
    await database.transact(
      Object.entries(rows).map(([name, batch]) => ({
        sql: `INSERT INTO ${name} VALUES (${batch[0]?.map((_, at) => placeholder(at + 1)).join(', ')})`,
        params: [],
        batch: batch.map((row) => row.map(stored)),
      })),
    )
    const tables = new Map<string, Table>()
    for (const name of Object.keys(rows))
      tables.set(name, { ...(await tableOf(database, name)), virtualColumns: virtualColumns[name] ?? [] })
    const api = createDataApi(portsOf(database, (name) => tables.get(name)))
    get = async (path) => {
      const [place = '', query = ''] = path.split('?')
      const { body } = await api.handle({
        method: 'GET',
        projectId: 'p',
        segments: place.split('/'),
        query: new URLSearchParams(query),
        body: undefined,
        context: contextOf(),
      })
      return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as unknown
    }
  })
  afterAll(() => engine.close())

  /** Returns one column of a list's rows. */
  const column = async (table: string, name: string, query = ''): Promise<unknown[]> => {
    const list = (await get(`${table}?hm=&bt=&mm=${query}`)) as Record<string, unknown>[]
    return list.map((row) => row[name])
  }
  const ids = (table: string, query: string): Promise<unknown[]> => column(table, 'id', `&${query}`)
  const where = (condition: string): string => `where=${encodeURIComponent(condition)}`

  it('answers every computed column under its title', async () => {
    expect(await get('tracks/1?hm=&bt=&mm=')).toMatchObject({
      id: 1,
      AlbumTitle: 'Glasshouse',
      ArtistOfAlbum: 'Velvet Axis',
      Siblings: ['Low Water', 'Harbour Lamp'],
      TagNames: ['single', 'b-side "x", y'],
      AlbumLonger: 300,
      TagCount: 2,
      LastTag: 'single',
      Gross: 1.54,
      Twice: 3.08,
      Label: 'Low Water (Velvet Axis): single, b-side "x", y',
      Ref: '#1',
      Sure: 'yes',
      Broken: null,
      Mistyped: null,
      RoundA: null,
      LostLink: null,
    })
  })

  it('looks up along one link and two, through each kind of them', async () => {
    expect(await column('tracks', 'ArtistOfAlbum')).toEqual([
      'Velvet Axis',
      'Velvet Axis',
      'Velvet Axis',
      'Velvet Axis',
      'Elbe Hall',
      null,
    ])
    expect(await column('artists', 'TrackNames')).toEqual([
      ['Low Water', 'Harbour Lamp', 'Slack Tide', 'Ferry'],
      ['River'],
      [],
    ])
    expect(await column('artists', 'MentorName')).toEqual([null, 'Velvet Axis', 'Velvet Axis'])
    expect(await column('artists', 'MentorAlbums')).toEqual([
      [],
      ['Glasshouse', 'Low Orbit'],
      ['Glasshouse', 'Low Orbit'],
    ])
    expect(await column('tracks', 'TagNames')).toEqual([['single', 'b-side "x", y'], ['single'], [], ['Remix'], [], []])
  })

  it('rolls linked rows up, and what is rolled up already', async () => {
    expect(await column('albums', 'Total')).toEqual([2.28, expect.closeTo(0.3, 12), null, null])
    expect(await column('albums', 'Mean')).toEqual([expect.closeTo(1.14, 12), expect.closeTo(0.15, 12), null, null])
    expect(await column('albums', 'Longest')).toEqual([300, 62, 63, null])
    expect(await column('albums', 'Firsts')).toEqual(['Harbour Lamp', 'Ferry', 'River', null])
    expect(await column('albums', 'Kinds')).toEqual([2, 1, 1, 0])
    expect(await column('albums', 'TrackCount')).toEqual([2, 2, 1, 0])
    expect(await column('artists', 'TrackTotal')).toEqual([expect.closeTo(2.58, 12), null, null])
    expect(await column('artists', 'FirstRelease')).toEqual(['2024-02-29', null, null])
    expect(await column('artists', 'Shout')).toEqual(['VELVET AXIS/2', 'ELBE HALL/1', 'NOBODY/0'])
  })

  it.each([
    ['tracks', '(Gross,eq,1.54)', [1]],
    ['tracks', '(Gross,gt,1)', [1, 2, 6]],
    ['tracks', '(Gross,is,null)', [5]],
    ['tracks', '(Gross,isnot,null)~and(Gross,lt,1)', [3, 4]],
    ['tracks', '(Gross,btw,0.1,0.5)', [3, 4]],
    ['tracks', '(Gross,in,1.54,5.95)', [1, 6]],
    ['tracks', '(Label,like,%river%)', [5]],
    ['tracks', '(Dear,eq,true)', [1, 6]],
    ['tracks', '(Dear,eq,false)', [2, 3, 4, 5]],
    ['tracks', '(Ref,eq,#3)', [3]],
    ['tracks', '(ArtistOfAlbum,eq,Elbe Hall)', [5]],
    ['tracks', '(ArtistOfAlbum,not,Elbe Hall)', [1, 2, 3, 4]],
    ['tracks', '(TagNames,eq,single)', [1, 2]],
    ['tracks', '(TagNames,not,single)', [4]],
    ['tracks', '(TagNames,like,%side%)', [1]],
    ['tracks', '(TagNames,nlike,%side%)', [2, 4]],
    ['tracks', '(TagNames,in,Remix,single)', [1, 2, 4]],
    ['tracks', '(TagNames,is,null)', [3, 5, 6]],
    ['tracks', '(TagNames,isnot,null)', [1, 2, 4]],
    ['tracks', '~not(TagNames,eq,single)', [3, 4, 5, 6]],
    ['tracks', '(Siblings,eq,Ferry)', [3, 4]],
    ['tracks', '(TagCount,ge,1)~and((Gross,gt,1)~or(id,eq,4))', [1, 2, 4]],
    ['tracks', '(Broken,is,null)', [1, 2, 3, 4, 5, 6]],
    ['tracks', '(Mistyped,eq,1)', []],
    ['albums', '(Year,eq,2024)', [2]],
    ['albums', '(TrackCount,eq,0)', [4]],
    ['albums', '(Total,gt,2)', [1]],
    ['artists', '(TrackNames,eq,River)', [2]],
    ['artists', '(FirstRelease,lt,2025-01-01)', [1]],
    ['artists', '(Shout,eq,NOBODY/0)', [3]],
  ] as const)('filters %s by %s, and counts them', async (table, condition, expected) => {
    expect(await ids(table, where(condition))).toEqual(expected)
    expect(await get(`${table}/count?${where(condition)}`)).toEqual({ count: expected.length })
  })

  it.each([
    ['tracks', '-Gross', [6, 1, 2, 4, 3, 5]],
    ['tracks', 'Gross', [5, 3, 4, 2, 1, 6]],
    ['tracks', 'Dear,-id', [5, 4, 3, 2, 6, 1]],
    ['tracks', 'ArtistOfAlbum', [6, 5, 1, 2, 3, 4]],
    ['tracks', '-TagNames,id', [1, 2, 4, 3, 5, 6]],
    ['tracks', 'Broken,-id', [6, 5, 4, 3, 2, 1]],
    ['albums', '-TrackCount,Longest', [2, 1, 3, 4]],
    ['artists', '-TrackTotal', [1, 3, 2]],
  ] as const)('sorts %s by %s, page by page', async (table, sort, expected) => {
    expect(await ids(table, `sort=${sort}`)).toEqual(expected)
    expect(await ids(table, `sort=${sort}&limit=2&offset=1`)).toEqual(expected.slice(1, 3))
  })

  it('searches in computed texts', async () => {
    expect(await ids('tracks', 'search=remix')).toEqual([4])
    expect(await ids('tracks', 'search=elbe')).toEqual([5])
    expect(await get('tracks/count?search=velvet')).toEqual({ count: 4 })
  })

  it('shows only the columns that are asked for', async () => {
    expect(await get('tracks?fields=Twice,name&limit=1&bt=&mm=')).toEqual([{ id: 1, Twice: 3.08, name: 'Low Water' }])
    expect(await get('tracks?fields=name&limit=1&sort=-Gross&bt=&mm=')).toEqual([{ id: 6, name: 'Lost' }])
    expect(await get('tracks/findOne?fields=TagNames&sort=-id&bt=&mm=')).toEqual({ id: 6, TagNames: [] })
  })

  it('shows linked rows beside them', async () => {
    expect(await get('tracks?fields=Gross&limit=1')).toMatchObject([
      { id: 1, Gross: 1.54, Album: { id: 1 }, Tags: [{ id: 1 }, { id: 3 }] },
    ])
  })

  it('refuses names that there are not', async () => {
    await expect(get('tracks?sort=Nope')).rejects.toMatchObject({ code: 'COLUMN_NOT_FOUND' })
    await expect(get(`tracks?${where('(Gross,eq,abc)')}`)).rejects.toMatchObject({ code: 'FILTER_INVALID' })
  })
}

describe('computed columns in SQLite', () => {
  const folder = temporaryFolder()
  describeComputed(
    async () => {
      new Sqlite(folder.file('computed.sqlite')).exec('VACUUM').close()
      const database = await openTestDatabase(folder.file('computed.sqlite'))
      return { database, close: async () => (await database.close(), folder.remove()) }
    },
    { text: 'varchar', price: 'decimal', moment: 'date', boolean: 'boolean' },
  )
})

describe.skipIf(!(await hasPostgres()))('computed columns in PostgreSQL', () => {
  describeComputed(
    async () => {
      const server = await createTestPostgres()
      const database = await openPostgres({ url: server.url })
      return { database, close: async () => (await database.close(), await server.drop()) }
    },
    { text: 'character varying', price: 'numeric(10,2)', moment: 'date', boolean: 'boolean' },
  )
})

describe.skipIf(!(await hasMariadb()))('computed columns in MariaDB', () => {
  describeComputed(
    async () => {
      const server = await createTestMariadb('CHARACTER SET utf8mb4')
      const database = await openMysql({ settings: settingsOfUrl(server.url) })
      return { database, close: async () => (await database.close(), await server.drop()) }
    },
    { text: 'varchar(100)', price: 'decimal(10,2)', moment: 'date', boolean: 'tinyint(1)' },
  )
})
