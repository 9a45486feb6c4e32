import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition, Table } from '@common/model'
import type { RowChangeInput } from '@common/operations/rows'
import { wholeTableIndex } from '@main/dataapi/plan/columns'
import { insertRows } from '@main/dataapi/rows/row-statements'
import { sentStatements, withLiterals } from '@main/dataapi/rows/sent-statements'
import type { Database } from '@main/db/database'
import { mssqlDialect } from '@main/db/dialects/mssql'
import { createEngineProject, describeEngines, type Engine, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { expect as expectTsql } from '@tests/helpers/mssql-syntax'

const column = (name: string, uiType: UiType, rest: Partial<ColumnDefinition> = {}): ColumnDefinition => ({
  name,
  title: name,
  uiType,
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: {},
  ...rest,
})

const literal = /'(?:[^']|'')*'|(?<= = |\(|, )-?\d+(?:\.\d+)?\b/g
const write = /^\s*(?:insert|update|delete)\b/i
let number = 0

/** Engines whose statements a test can listen to. */
const heard: readonly Engine['dialect'][] = ['postgres', 'mysql']

/** Returns the writing statements that reach the database while `work` runs. */
async function logOf(engine: Engine, database: Database, work: () => Promise<unknown>): Promise<readonly string[]> {
  if (engine.dialect === 'postgres') {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    await work()
    const asked = spy.mock.calls.map(([query]) => query as unknown as { text?: string; values?: unknown[] } | string)
    spy.mockRestore()
    return asked.flatMap((query) => {
      const { text = '', values = [] } = typeof query === 'string' ? { text: query } : query
      const written = (value: unknown): string => {
        if (value === null) return 'NULL'
        if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
        return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value)
      }
      return write.test(text) ? [text.replaceAll(/\$(\d+)/g, (_, at) => written(values[Number(at) - 1]))] : []
    })
  }
  const said = (sql: string) => database.read({ sql, params: [] })
  const set = (sql: string) => database.transact([{ sql, params: [] }])
  const [[isOn, output] = []] = await said('SELECT @@general_log + 0, @@log_output')
  await set("SET GLOBAL log_output = 'TABLE'")
  await set('SET GLOBAL general_log = 1')
  await work()
  const rows = await said(
    "SELECT CONVERT(argument USING utf8mb4) FROM mysql.general_log WHERE command_type = 'Execute' AND argument LIKE '%previewed%'",
  )
  await set(`SET GLOBAL general_log = ${String(isOn)}`)
  await set(`SET GLOBAL log_output = '${String(output)}'`)
  return rows.map(([text]) => String(text)).filter((text) => write.test(text))
}

await describeEngines('Preview of changes', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let project: string
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.request(`/nc/${project}/api/v1/${path}`, { method, token: owner.token, body })
  const ask = (
    api: 'rowsApply' | 'rowsPreview',
    changes: readonly RowChangeInput[],
    anyway = false,
  ): Promise<Answer> => {
    const args = { id: `preview-${++number}`, changes, anyway }
    return server.request('/dashboard/', {
      method: 'POST',
      token: owner.token,
      body: { api, project_id: project, args },
    })
  }
  const preview = async (changes: readonly RowChangeInput[]): Promise<{ sql: string; changes: number[] }[]> => {
    const answer = await ask('rowsPreview', changes)
    expect([answer.status, answer.error?.msg]).toEqual([200, undefined])
    return (answer.json as { statements: { sql: string; changes: number[] }[] }).statements
  }
  const held = async (): Promise<unknown> => {
    const rows = (await call('GET', 'previewed?fields=id,name,amount,done,day')).json as Record<string, unknown>[]
    const plain = rows.map(({ id, name, amount, done, day }) => [Number(id) > 3, name, Number(amount), done, day])
    return plain.toSorted((one, other) => String(one[1]).localeCompare(String(other[1])))
  }
  const reset = async (): Promise<void> => {
    const rows = (await call('GET', 'previewed?fields=id&limit=1000')).json as object[]
    if (rows.length > 0) await call('DELETE', 'previewed/bulk', rows)
    const made = await call('POST', 'previewed/bulk', [
      { id: 1, name: 'one', amount: 1.5, done: true, day: '2024-02-29' },
      { id: 2, name: 'two', amount: 2.5, done: false, day: null },
      { id: 3, name: null, amount: null, done: false, day: null },
    ])
    expect(made.status).toBe(200)
  }
  const changes: readonly RowChangeInput[] = [
    {
      kind: 'update',
      table: 'previewed',
      rowId: '1',
      values: { name: "It's ? $1 @p1", amount: -3.25, done: false },
      expected: { name: 'one', amount: 1.5, done: true },
    },
    { kind: 'update', table: 'previewed', rowId: '3', values: { day: '2026-01-02' }, expected: { day: null } },
    { kind: 'create', table: 'previewed', values: { name: 'new', amount: 7 } },
    { kind: 'create', table: 'previewed', values: { name: 'new too', amount: 8 } },
    { kind: 'delete', table: 'previewed', rowId: '2', expected: { id: 2, name: 'two' } },
  ]

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    const { database } = opened
    await database.changeSchema(
      database.dialect.schema.createTable('previewed', [
        column('id', 'ID', { primaryKey: true, required: true }),
        column('name', 'SingleLineText'),
        column('amount', 'Decimal'),
        column('done', 'Checkbox'),
        column('day', 'Date'),
      ]).up,
    )
    project = await createEngineProject(server, owner, engine, opened)
  })
  beforeEach(reset)
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it('writes nothing, and names the changes of each statement', async () => {
    const before = await held()
    const statements = await preview(changes)
    expect(await held()).toEqual(before)
    expect(statements.flatMap((each) => each.changes)).toEqual([0, 1, 2, 3, 4])
    expect(statements[0]?.sql).toMatch(/^UPDATE .previewed. SET /)
    expect(statements[0]?.sql).toContain("It''s ? $1 @p1")
    const where = statements.at(-1)?.sql.replace(/^.* WHERE | RETURNING .*$/g, '') ?? ''
    expect(where.match(/.id. = /g)).toHaveLength(1)
  })

  it('does the same as the changes when somebody runs it', async () => {
    const statements = await preview(changes)
    await opened.database.transact(statements.map(({ sql }) => ({ sql, params: [] })))
    const byHand = await held()
    await reset()
    expect((await ask('rowsApply', changes)).status).toBe(200)
    expect(await held()).toEqual(byHand)
  })

  it.skipIf(!heard.includes(engine.dialect))('is what reaches the database', async () => {
    const statements = await preview(changes)
    const log = await logOf(engine, opened.database, () => ask('rowsApply', changes))
    // MariaDB logs prepared statements without their values.
    const logged = (sql: string): string => (engine.dialect === 'mysql' ? sql.replaceAll(literal, '?') : sql)
    expect(statements.map(({ sql }) => logged(sql))).toEqual(log)
  })

  it('refuses what the changes refuse', async () => {
    const stale: RowChangeInput = {
      kind: 'update',
      table: 'previewed',
      rowId: '1',
      values: { name: 'mine' },
      expected: { name: 'One' },
    }
    const wrong: RowChangeInput = { kind: 'create', table: 'previewed', values: { amount: 'no number' } }
    for (const change of [stale, wrong]) {
      const [previewed, applied] = [await ask('rowsPreview', [change]), await ask('rowsApply', [change])]
      expect([previewed.status, previewed.error]).toEqual([applied.status, applied.error])
      expect(previewed.status).toBeGreaterThanOrEqual(400)
    }
    expect((await ask('rowsPreview', [stale], true)).status).toBe(200)
  })
})

it('is one text of several statements on SQL Server', () => {
  const columns = [
    { ...column('id', 'ID', { primaryKey: true }), nativeType: 'bigint', autoIncrement: true },
    { ...column('name', 'SingleLineText'), nativeType: 'nvarchar(200)' },
  ].map((each) => ({ autoIncrement: false, generated: false, primaryValue: false, ...each }))
  const [, name] = columns
  if (name === undefined) throw new Error('There is no such column')
  const table = { name: 'things', title: 'things', columns, virtualColumns: [], primaryKey: ['id'] } as unknown as Table
  const rows = ['a', "b's"].map((text) => new Map([[name, text]]))
  const step = insertRows(mssqlDialect, wholeTableIndex(table), rows, columns)
  expectTsql(
    sentStatements(mssqlDialect, step).map((statement) => [statement.rows, withLiterals(mssqlDialect, statement)]),
  ).toEqual([
    [
      2,
      [
        "INSERT INTO [things] ([name]) VALUES (N'a')",
        ' SELECT [id], [name] FROM [things] WHERE [id] = CAST(SCOPE_IDENTITY() AS bigint)',
        "\nINSERT INTO [things] ([name]) VALUES (N'b''s')",
        ' SELECT [id], [name] FROM [things] WHERE [id] = CAST(SCOPE_IDENTITY() AS bigint)',
      ].join(';'),
    ],
  ])
})
