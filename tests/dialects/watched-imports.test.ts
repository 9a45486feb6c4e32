import { afterAll, beforeAll, expect, it } from 'vitest'
import { outboxTable } from '@main/db/outbox'
import type { SaveInput } from '@tests/helpers/automations'
import { beyondSqlite, createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { importEnd, uploadImport } from '@tests/helpers/imports'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/** More rows than an import writes like the API. */
const fileRows = 10_700
const existingRows = 1_200

/** Large imports start automations for each record, as small ones do. */
await describeEngines('automations of large imports', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let projectId: string
  const as = () => ({ token: owner.token, projectId })
  const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await server.request(`/nc/${projectId}/api/v1/${path}`, { method, token: owner.token, body })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    projectId = await createEngineProject(server, owner, engine, opened)
    const columns = [
      { name: 'id', type: 'ID' },
      { name: 'name', type: 'SingleLineText', unique: true },
      { name: 'stock', type: 'Number' },
      { name: 'note', type: 'SingleLineText' },
    ] as const
    await server.operate('tableCreate', { table: 'things', columns: [...columns] }, as())
    const rows = Array.from({ length: existingRows }, (_, at) => ({ name: `Thing ${at}`, stock: 1, note: 'before' }))
    await request('POST', 'things/bulk', rows)
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const save = async (trigger: SaveInput['trigger']): Promise<string> => {
    const steps = [{ kind: 'sql' as const, sql: 'SELECT 1' }]
    const given = { title: trigger.kind, trigger: { table: 'things', ...trigger }, steps, retries: 0 }
    return (await server.operate('automationSave', given, as())).id
  }
  const runsOf = async (id: string, count: number): Promise<unknown[]> => {
    const read = async () => (await server.operate('automationRuns', { id, limit: 200 }, as())).list
    await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBe(count)
    return (await read())
      .map(({ input }) => JSON.parse(input) as { data: { name: string } })
      .toSorted((one, other) => one.data.name.localeCompare(other.data.name, 'en', { numeric: true }))
  }

  const imported = async (columns: readonly string[], lines: readonly string[], key: string[]) => {
    const content = [columns.join(','), ...lines].join('\n')
    const { id } = await uploadImport(server, { name: 'things.csv', content }, as())
    const into = { kind: 'table', table: 'things' } as const
    const sheets = [{ sheet: 0, into, columns: columns.map((column, source) => ({ source, column })), key }]
    await server.call('importStart', { id, sheets }, as())
    return importEnd(server, id, as())
  }
  const stockIs = (value: number) => ({
    kind: 'matches' as const,
    filter: { join: 'and' as const, filters: [{ column: 'stock', operator: 'equals' as const, value }] },
  })

  it('start for created and changed records, with the values before and after', async () => {
    const matching = await save(stockIs(77))
    const changed = await save({ kind: 'changed', columns: ['stock'] })
    const stockOf = (at: number): number => ([3, 1_150, 10_600].includes(at) ? 77 : at === 1_199 ? 5 : 1)
    const lines = Array.from({ length: fileRows }, (_, at) => `Thing ${at},${stockOf(at)},imported`)
    expect(await imported(['name', 'stock', 'note'], lines, ['name'])).toMatchObject({
      state: 'done',
      created: fileRows - existingRows,
      updated: existingRows,
    })
    expect(await runsOf(matching, 3)).toMatchObject([
      { data: { name: 'Thing 3', stock: 77, note: 'imported' }, old: { stock: 1, note: 'before' } },
      { data: { name: 'Thing 1150', stock: 77 }, old: { stock: 1 } },
      { data: { name: 'Thing 10600', stock: 77, note: 'imported' }, old: null },
    ])
    expect(await runsOf(changed, 3)).toMatchObject([
      { data: { name: 'Thing 3' }, old: { stock: 1 } },
      { data: { name: 'Thing 1150' }, old: { stock: 1 } },
      { data: { name: 'Thing 1199', stock: 5 }, old: { name: 'Thing 1199', stock: 1 } },
    ])
    const { dialect } = opened.database
    const left = async (): Promise<number> => {
      const sql = `SELECT count(*) FROM ${dialect.quote(outboxTable)}`
      return Number((await opened.database.read({ sql, params: [] }))[0]?.[0])
    }
    await expect.poll(left, { timeout: 30_000 }).toBe(0)
    expect(await request('GET', 'things/count?where=(note,eq,imported)')).toEqual({ count: fileRows })
  }, 120_000)

  it(
    'start for records that bring their key or get one',
    { tags: beyondSqlite(engine), timeout: 120_000 },
    async () => {
      const matching = await save(stockIs(88))
      const lines = Array.from(
        { length: fileRows },
        (_, at) => `${at % 2 === 0 ? 500_000 + at : ''},Keyed ${at},${at % 5_000 < 2 ? 88 : 1}`,
      )
      expect(await imported(['id', 'name', 'stock'], lines, [])).toMatchObject({ state: 'done', created: fileRows })
      const runs = (await runsOf(matching, 6)) as { data: { id: number; name: string } }[]
      expect(runs.map(({ data }) => data.name)).toEqual([0, 1, 5_000, 5_001, 10_000, 10_001].map((at) => `Keyed ${at}`))
      expect(runs.filter((_, at) => at % 2 === 0).map(({ data }) => data.id)).toEqual([500_000, 505_000, 510_000])
      expect(await request('POST', 'things', { name: 'Next' })).toMatchObject({ name: 'Next' })
    },
  )
})
