import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VirtualColumnDefinition } from '@common/operations/virtual-columns'
import { tableFromWire, wireTableMeta } from '@tests/helpers/wire'
import { hasChinook, openChinook } from '@tests/helpers/chinook'
import { createEngineProject, engines, reasonToSkip, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/*
 * The same sample database, created by each engine's own script, is the same project: tables, relations, rows. Scripts
 * use their own naming (`invoice_line`, `InvoiceLine`): comparisons ignore it.
 */

interface Shown {
  readonly engine: string
  readonly projectId: string
  /** Columns of each table, with the visible parts of their types. */
  readonly tables: Readonly<Record<string, readonly unknown[]>>
  /** `track.albumid > album.albumid` */
  readonly relations: readonly string[]
  readonly rows: Readonly<Record<string, readonly unknown[]>>
}

/** The scripts differ in blanks at the end of one text. */
const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trimEnd() : value)

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()

const skipped = new Map(
  await Promise.all(
    engines.map(async (engine) => {
      const reason = hasChinook(engine) ? await reasonToSkip(engine) : 'the sample is not at hand'
      return [engine, reason] as const
    }),
  ),
)
for (const [engine, reason] of skipped)
  process.stdout.write(`  Chinook · ${engine.name}: ${reason === undefined ? 'ran' : `SKIPPED, ${reason}`}\n`)
const here = engines.filter((engine) => skipped.get(engine) === undefined)

describe.skipIf(here.length < 2)('Chinook', () => {
  let server: TestServer
  let owner: TestUser
  const opened: OpenedEngine[] = []
  const shown: Shown[] = []

  beforeAll(async () => {
    server = await startServer()
    owner = await server.signUp()
    for (const engine of here) {
      const database = await openChinook(engine)
      opened.push(database)
      shown.push(await read(engine.name, await createEngineProject(server, owner, engine, database)))
    }
  }, 120_000)
  afterAll(async () => {
    await server.close()
    for (const database of opened) await database.drop()
  })

  const read = async (engine: string, projectId: string): Promise<Shown> => {
    const as = { token: owner.token, projectId }
    const tables: Record<string, unknown[]> = {}
    const rows: Record<string, unknown[]> = {}
    const relations: string[] = []
    for (const { tn } of (await server.call('xcTableAndViewList', { includeM2M: true }, as)).data.list) {
      const meta = JSON.parse(String((await server.call('tableXcModelGet', { tn }, as))?.meta)) as Meta
      const columns = meta.columns.map(({ cn, uidt, pk, rqd }) => [
        plain(cn),
        // Only SQLite counts the keys of this sample by itself.
        uidt === 'ID' ? 'Number' : uidt,
        pk,
        rqd,
      ])
      tables[plain(tn)] = columns.toSorted((one, other) => (one < other ? -1 : 1))
      for (const { cn, rtn, rcn, tn: child } of meta.belongsTo)
        relations.push([child, cn].map(plain).join('.') + ' > ' + [rtn, rcn].map(plain).join('.'))
      rows[plain(tn)] = (await allRows(projectId, tn)).map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [plain(name), trimmed(value)])),
      )
    }
    return { engine, projectId, tables, relations: relations.toSorted(), rows }
  }

  const allRows = async (projectId: string, table: string): Promise<Record<string, unknown>[]> => {
    const rows: Record<string, unknown>[] = []
    for (;;) {
      const path = `/nc/${projectId}/api/v1/${table}?limit=1000&offset=${rows.length}&hm=&bt=&mm=`
      const page = (await server.request(path, { token: owner.token })).json as Record<string, unknown>[]
      rows.push(...page)
      if (page.length < 1_000) return rows
    }
  }

  it('shows the same tables and columns on every engine', () => {
    const [first, ...others] = shown
    expect(Object.keys(first?.tables ?? {})).toHaveLength(11)
    for (const other of others) expect([other.engine, other.tables]).toEqual([other.engine, first?.tables])
  })

  it('shows the same relations', () => {
    const [first, ...others] = shown
    expect(first?.relations).toHaveLength(11)
    for (const other of others) expect([other.engine, other.relations]).toEqual([other.engine, first?.relations])
  })

  it('computes the same along relations: lookups over two of them, rollups, counts, formulas', async () => {
    const computed = []
    // NOT_SUPPORTED on SQL Server.
    for (const { engine, projectId } of shown.filter((each) => each.engine !== 'SQL Server'))
      computed.push([engine, await computedIn(projectId)])
    const [first, ...others] = computed.map(([engine, values]) => ({ engine, values }))
    const values = first?.values as Record<string, unknown[]>
    expect(values['tracks']?.[0]).toEqual({ name: 'For Those About To Rock (We Salute You)', artist: 'AC/DC' })
    expect(values['artists']?.[0]).toEqual({ name: 'AC/DC', albums: 2, played: 4_853_674, longest: 369_319 })
    expect(values['invoices']?.[0]).toMatchObject({ lines: 2, amount: 1.98, gross: 2.36 })
    for (const other of others) expect(other).toEqual({ engine: other.engine, values })
  })

  const computedIn = async (projectId: string): Promise<Record<string, unknown[]>> => {
    const as = { token: owner.token, projectId }
    const list = (await server.call('xcTableAndViewList', { includeM2M: true }, as)).data.list
    const named = (wanted: string): string => list.find(({ tn }) => plain(tn) === wanted)?.tn ?? wanted
    const columnOf = async (table: string, wanted: string): Promise<string> => {
      const meta = JSON.parse(String((await server.call('tableXcModelGet', { tn: named(table) }, as))?.meta)) as Meta
      return meta.columns.find(({ cn }) => plain(cn) === wanted)?.cn ?? wanted
    }
    const linkTo = async (table: string, related: string): Promise<string> => {
      const found = await server.call('tableXcModelGet', { tn: named(table) }, as)
      const { virtualColumns } = tableFromWire(wireTableMeta.parse(JSON.parse(String(found?.meta))))
      const link = virtualColumns.find((each) => each.kind === 'link' && plain(each.link.relatedTable) === related)
      return link?.id ?? ''
    }
    const add = (table: string, title: string, definition: VirtualColumnDefinition) =>
      server.call('virtualColumnCreate', { tn: named(table), title, definition }, as)
    const milliseconds = await columnOf('track', 'milliseconds')
    const price = await columnOf('invoiceline', 'unitprice')

    await add('album', 'by', {
      kind: 'lookup',
      link: await linkTo('album', 'artist'),
      column: await columnOf('artist', 'name'),
    })
    await add('track', 'artist', { kind: 'lookup', link: await linkTo('track', 'album'), column: 'by' })
    const tracks = await linkTo('album', 'track')
    await add('album', 'played', { kind: 'rollup', link: tracks, column: milliseconds, function: 'sum' })
    await add('album', 'longest', { kind: 'rollup', link: tracks, column: milliseconds, function: 'max' })
    const albums = await linkTo('artist', 'album')
    await add('artist', 'albums', { kind: 'count', link: albums })
    await add('artist', 'played', { kind: 'rollup', link: albums, column: 'played', function: 'sum' })
    await add('artist', 'longest', { kind: 'rollup', link: albums, column: 'longest', function: 'max' })
    const lines = await linkTo('invoice', 'invoiceline')
    await add('invoice', 'lines', { kind: 'count', link: lines })
    await add('invoice', 'amount', { kind: 'rollup', link: lines, column: price, function: 'sum' })
    await add('invoice', 'gross', { kind: 'formula', formula: 'ROUND({amount} * 1.19, 2)' })

    const values = async (table: string, ...titles: string[]): Promise<unknown[]> =>
      (await allRows(projectId, named(table))).map((row) => {
        const entries = Object.entries(row).map(([key, value]) => [plain(key), trimmed(value)] as const)
        return Object.fromEntries(entries.filter(([key]) => titles.includes(key)))
      })
    return {
      tracks: await values('track', 'name', 'artist'),
      artists: await values('artist', 'name', 'albums', 'played', 'longest'),
      invoices: await values('invoice', 'lines', 'amount', 'gross'),
    }
  }

  it('answers the same rows', () => {
    const [first, ...others] = shown
    const counts = Object.values(first?.rows ?? {}).map((rows) => rows.length)
    expect(counts.toSorted((left, right) => left - right)).toEqual([5, 8, 18, 25, 59, 275, 347, 412, 2240, 3503, 8715])
    for (const other of others)
      for (const [table, rows] of Object.entries(first?.rows ?? {}))
        expect([other.engine, table, other.rows[table]]).toEqual([other.engine, table, rows])
  })
})

interface Meta {
  readonly columns: readonly {
    readonly cn: string
    readonly uidt: string
    readonly pk: boolean
    readonly rqd: boolean
  }[]
  readonly belongsTo: readonly {
    readonly tn: string
    readonly cn: string
    readonly rtn: string
    readonly rcn: string
  }[]
}
