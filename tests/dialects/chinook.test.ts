import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChinook, openChinook } from '@tests/helpers/chinook'
import { createEngineProject, engines, reasonToSkip, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/*
 * The same sample database, as each engine's own script makes it, is the same project: tables, relations, rows.
 * Scripts name things in their own way (`invoice_line`, `InvoiceLine`): names are compared without that.
 */

interface Shown {
  readonly engine: string
  /** Columns of each table, with what people see of their types. */
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
    return { engine, tables, relations: relations.toSorted(), rows }
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
