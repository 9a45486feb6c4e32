import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Table } from '@common/model'
import type { CallOutput } from '@tests/helpers/calls'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

await describeEngines('Drift of a schema', { nightly: 'servers' }, (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let projectId: string
  let as: { token: string; projectId: string }
  beforeEach(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
  })
  afterEach(async () => {
    await server.close()
    await opened.drop()
  })

  const named = ['mysql', 'mssql'].includes(engine.dialect) ? 'varchar(100)' : 'text'
  const whole = engine.dialect === 'sqlite' ? 'integer' : 'int'
  /** Runs statements as another program. */
  const outside = async (...statements: string[]): Promise<void> => {
    for (const sql of statements) await opened.database.changeSchema([{ sql, params: [] }])
  }
  const renameColumn = (table: string, from: string, to: string): string =>
    engine.dialect === 'mssql'
      ? `EXEC sp_rename '${table}.${from}', '${to}', 'COLUMN'`
      : `ALTER TABLE ${table} RENAME COLUMN ${from} TO ${to}`
  const renameTable = (from: string, to: string): string =>
    engine.dialect === 'mssql' ? `EXEC sp_rename '${from}', '${to}'` : `ALTER TABLE ${from} RENAME TO ${to}`

  const lines = (tn?: string): Promise<CallOutput<'xcMetaDiff'>> =>
    server.call('xcMetaDiff', tn === undefined ? {} : { tn }, as)
  const differences = async (): Promise<Record<string, string[]>> =>
    Object.fromEntries(
      (await lines())
        .filter(({ detectedChanges }) => detectedChanges.length > 0)
        .map(({ tn, detectedChanges }) => [tn, detectedChanges.map(({ msg }) => msg)]),
    )
  const sync = (args: { tables?: string[]; choices?: Record<string, boolean> } = {}) =>
    server.call('xcMetaDiffSync', args, as)
  const table = async (tn: string): Promise<Table> => {
    const { meta } = (await server.call('tableXcModelGet', { tn }, as)) ?? { meta: '' }
    return tableFromWire(wireTableMeta.parse(JSON.parse(meta)))
  }
  const tables = async (): Promise<string[]> =>
    (await server.call('xcTableAndViewList', {}, as)).data.list.map(({ tn }) => tn)
  const rows = async (tn: string): Promise<Record<string, unknown>[]> =>
    (await server.request(`/nc/${projectId}/api/v1/${tn}`, { token: owner.token })).json as Record<string, unknown>[]

  describe('of a project', () => {
    beforeEach(async () => {
      await outside(
        `CREATE TABLE artist (id ${whole} NOT NULL PRIMARY KEY, name ${named}, country ${named})`,
        `CREATE TABLE album (id ${whole} NOT NULL PRIMARY KEY, title ${named}, price ${whole}, artist_id ${whole}, CONSTRAINT by_artist FOREIGN KEY (artist_id) REFERENCES artist (id))`,
        `INSERT INTO artist (id, name, country) VALUES (1, 'Eisbrecher', 'DE')`,
        `INSERT INTO album (id, title, price, artist_id) VALUES (1, 'Schock', 12, 1), (2, 'Sturmfahrt', 15, 1)`,
      )
      projectId = await createEngineProject(server, owner, engine, opened)
      as = { token: owner.token, projectId }
      await tables()
    })

    it('is nothing as long as nobody else changes it, whatever is changed here', async () => {
      expect((await lines()).map(({ tn, _tn, type, detectedChanges }) => [tn, _tn, type, detectedChanges])).toEqual([
        ['album', 'album', 'table', []],
        ['artist', 'artist', 'table', []],
      ])
      const column = { cn: 'year', _cn: 'Year', uidt: 'Number', altered: 1 }
      await server.call('tableUpdate', { tn: 'album', columns: [column] }, as)
      await server.call('tableCreate', { tn: 'label', columns: [{ cn: 'name', uidt: 'SingleLineText' }] }, as)
      await server.call('linkCreate', { tn: 'album', rtn: 'label', kind: 'belongsTo', title: 'Label' }, as)
      await server.call('linkCreate', { tn: 'album', rtn: 'artist', kind: 'manyToMany', title: 'Guests' }, as)
      await server.call('tableRename', { tn_old: 'artist', tn: 'band' }, as)
      expect(await differences()).toEqual({})
      expect((await lines()).map(({ tn }) => tn)).toEqual(
        expect.arrayContaining(['album', 'band', 'label']) as string[],
      )
    })

    it('tells new tables, views and columns, other types and keys, and what is gone', async () => {
      await outside(
        `CREATE TABLE label (id ${whole} NOT NULL PRIMARY KEY)`,
        `CREATE VIEW cheap AS SELECT id, title FROM album`,
        `ALTER TABLE artist ADD founded ${whole}`,
        `CREATE TABLE lone (code ${named})`,
      )
      expect(await differences()).toEqual({
        artist: ['Column founded is new.'],
        cheap: ['New in the database.'],
        label: ['New in the database.'],
        lone: ['New in the database.'],
      })
      await sync()
      expect(await differences()).toEqual({})
      await outside(
        `ALTER TABLE artist DROP COLUMN country`,
        `DROP VIEW cheap`,
        `DROP TABLE label`,
        `DROP TABLE lone`,
        `CREATE TABLE lone (code ${whole} NOT NULL PRIMARY KEY, note ${named})`,
      )
      const found = await differences()
      expect(Object.keys(found).toSorted()).toEqual(['artist', 'cheap', 'label', 'lone'])
      expect(found['artist']).toEqual(['Column country is gone.'])
      expect(found['cheap']).toEqual(['Gone from the database.'])
      expect(found['label']).toEqual(['Gone from the database.'])
      expect(found['lone']?.at(-1)).toBe('The key is code now. There was none.')
      expect(await sync()).toEqual({ msg: 'success', tables: 4 })
      expect(await differences()).toEqual({})
      expect(await tables()).toEqual(['album', 'artist', 'lone'])
    })

    it('of a column that was renamed takes its title, what is computed from it and its history along', async () => {
      const price = { cn: 'price', cno: 'price', _cn: 'Costs', uidt: 'Number', altered: 2 }
      await server.call('tableUpdate', { tn: 'album', columns: [price] }, as)
      const twice = { kind: 'formula', formula: '{Costs} * 2' } as const
      await server.call('virtualColumnCreate', { tn: 'album', title: 'Twice', definition: twice }, as)
      await server.request(`/nc/${projectId}/api/v1/album/1`, {
        method: 'PUT',
        token: owner.token,
        body: { Costs: 13 },
      })
      await outside(renameColumn('album', 'price', 'amount'))

      const [line] = await lines('album')
      const sure = ['postgres', 'mssql'].includes(engine.dialect)
      expect(line?.detectedChanges).toEqual([
        expect.objectContaining({ type: 'columnRenamed', cn: 'amount', from: 'price', to: 'amount' }),
      ])
      expect(line?.detectedChanges[0]?.choice === undefined).toBe(sure)
      expect((await table('album')).virtualColumns.find(({ title }) => title === 'Twice')).toMatchObject({
        problemText: expect.stringContaining('price') as string,
      })

      await sync()
      const album = await table('album')
      expect(album.columns.find(({ name }) => name === 'amount')).toMatchObject({ title: 'Costs', uiType: 'Number' })
      expect(album.virtualColumns.find(({ title }) => title === 'Twice')).not.toHaveProperty('problem')
      expect((await rows('album')).map(({ Costs, Twice }) => [Costs, Number(Twice)])).toEqual([
        [13, 26],
        [15, 30],
      ])
      const history = await server.call('rowHistory', { table: 'album', rowId: '1' }, as)
      expect(JSON.stringify(history.list)).toContain('Costs')
      expect(await differences()).toEqual({})
    })

    it('follows a new name only where people say so', async () => {
      if (engine.dialect === 'postgres' || engine.dialect === 'mssql') return
      const price = { cn: 'price', cno: 'price', _cn: 'Costs', uidt: 'Number', altered: 2 }
      await server.call('tableUpdate', { tn: 'album', columns: [price] }, as)
      await outside(renameColumn('album', 'price', 'weight'))
      const choice = (await lines('album'))[0]?.detectedChanges[0]?.choice
      expect(choice?.taken).toBe(true)
      await sync({ choices: { [choice?.id ?? '']: false } })
      expect((await table('album')).columns.find(({ name }) => name === 'weight')?.title).toBe('weight')
      expect(await differences()).toEqual({})
    })

    it('of a table that was renamed takes everything along, links of others included', async () => {
      await server.call('ncTableAliasRename', { tn_old: 'artist', tn: 'Musicians' }, as)
      const link = (await table('album')).virtualColumns.find(({ kind }) => kind === 'link')?.title ?? ''
      const lookup = { kind: 'lookup', link, column: 'country' } as const
      await server.call('virtualColumnCreate', { tn: 'album', title: 'From', definition: lookup }, as)
      await outside(renameTable('artist', 'band'))

      expect(Object.keys(await differences())).toEqual(['band'])
      await sync()
      expect(await differences()).toEqual({})
      expect((await table('band')).title).toBe('Musicians')
      const album = await table('album')
      expect(album.virtualColumns.find(({ title }) => title === 'From')).not.toHaveProperty('problem')
      expect((await rows('album')).map((row) => row['From'])).toEqual(['DE', 'DE'])
    })

    it('of what is gone leaves computed columns that say why, and forgets nothing before it is told to', async () => {
      const link = (await table('album')).virtualColumns.find(({ kind }) => kind === 'link')?.title ?? ''
      const lookup = { kind: 'lookup', link, column: 'country' } as const
      await server.call('virtualColumnCreate', { tn: 'album', title: 'From', definition: lookup }, as)
      const country = { cn: 'country', cno: 'country', _cn: 'Home', uidt: 'SingleLineText', altered: 2 }
      await server.call('tableUpdate', { tn: 'artist', columns: [country] }, as)
      await outside(`ALTER TABLE artist DROP COLUMN country`)
      const [line] = await lines('artist')
      expect(line?.detectedChanges).toEqual([
        expect.objectContaining({ type: 'columnRemoved', usedBy: ['album.From'] }),
      ])
      // It reappears before a user synchronizes: everything is unchanged.
      await outside(`ALTER TABLE artist ADD country ${named}`)
      expect((await table('artist')).columns.find(({ name }) => name === 'country')?.title).toBe('Home')
      await outside(`ALTER TABLE artist DROP COLUMN country`)
      await sync({ tables: ['artist'] })
      const from = (await table('album')).virtualColumns.find(({ title }) => title === 'From')
      expect(from).toMatchObject({ problemText: expect.stringContaining('country') as string })
      expect((await rows('album')).map((row) => row['From'])).toEqual([null, null])
    })

    it('of a relation that is gone leaves it to people whether Basalt goes on with it', async () => {
      if (engine.dialect === 'sqlite') return
      const link = (await table('album')).virtualColumns.find(({ kind }) => kind === 'link')?.title ?? ''
      const lookup = { kind: 'lookup', link, column: 'country' } as const
      await server.call('virtualColumnCreate', { tn: 'album', title: 'From', definition: lookup }, as)
      await outside(`ALTER TABLE album DROP ${engine.dialect === 'mysql' ? 'FOREIGN KEY' : 'CONSTRAINT'} by_artist`)
      const [line] = await lines('album')
      expect(line?.detectedChanges).toEqual([
        expect.objectContaining({
          type: 'relationRemoved',
          msg: 'The relation from artist_id to artist is gone.',
          usedBy: ['album.From'],
          choice: expect.objectContaining({ taken: true }) as object,
        }),
      ])
      await sync()
      expect((await rows('album')).map((row) => row['From'])).toEqual(['DE', 'DE'])
      expect(await differences()).toEqual({})
    })

    it('is taken over for the tables that were named, and for no other', async () => {
      await outside(`ALTER TABLE artist ADD founded ${whole}`, `ALTER TABLE album ADD note ${named}`)
      expect(await sync({ tables: ['album', 'nowhere'] })).toEqual({ msg: 'success', tables: 1 })
      expect(await differences()).toEqual({ artist: ['Column founded is new.'] })
    })

    it('is told in plain words too', async () => {
      await outside(`ALTER TABLE album ADD note ${named}`)
      expect(await server.operate('schemaDrift', { different: true }, as)).toEqual([
        {
          table: 'album',
          title: 'album',
          type: 'table',
          changes: [expect.objectContaining({ type: 'columnAdded', column: 'note', msg: 'Column note is new.' })],
        },
      ])
      const [legacy] = await lines('album')
      expect(Object.keys(legacy?.detectedChanges[0] ?? {})).toEqual(['message', 'msg', 'type', 'cn'])
      expect(await server.operate('schemaSync', { tables: ['album'] }, as)).toEqual({ tables: 1 })
    })

    it('is still told after a change of ours to the same table', async () => {
      await outside(`ALTER TABLE artist ADD founded ${whole}`)
      const column = { cn: 'note', _cn: 'Note', uidt: 'SingleLineText', altered: 1 }
      await server.call('tableUpdate', { tn: 'artist', columns: [column] }, as)
      expect(await differences()).toEqual({ artist: ['Column founded is new.'] })
    })

    it('shows in the list at once when the schema is read anew', async () => {
      await outside(`CREATE TABLE lone (code ${whole} NOT NULL PRIMARY KEY)`)
      expect(await server.call('schemaReload', {}, as)).toEqual({ tables: 3, views: 0 })
      expect(await tables()).toContain('lone')
    })

    it('of thousands of tables takes few questions', async () => {
      await outside(
        ...Array.from({ length: 60 }, (_, n) => `CREATE TABLE many_${n} (id ${whole} NOT NULL PRIMARY KEY)`),
      )
      expect(Object.keys(await differences())).toHaveLength(60)
      expect(await sync()).toEqual({ msg: 'success', tables: 60 })
      expect(await differences()).toEqual({})
    })
  })
})
