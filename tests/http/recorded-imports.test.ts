import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { outboxTable } from '@main/db/outbox'
import { makeDatabaseFile } from '@tests/helpers/data-api'
import { importEnd, uploadImport, type ImportStatus } from '@tests/helpers/imports'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/** Imports and restores record their changes for automations in their own transactions. */
describe('imported and restored records that automations wait for', () => {
  let server: TestServer
  let owner: TestUser
  let file: ReturnType<typeof makeDatabaseFile>
  let projectId: string
  const automations = new Map<string, string>()

  beforeAll(async () => {
    server = await startServer()
    owner = await server.signUp()
  })
  afterAll(async () => {
    await server.close()
  })
  afterEach(() => file.remove())
  beforeEach(async () => {
    file = makeDatabaseFile({
      sql: `CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE, stock INTEGER);
        INSERT INTO things VALUES (1, 'Lamp', 1), (2, 'Chair', 2);
        CREATE TABLE parts (id INTEGER PRIMARY KEY, thing INTEGER REFERENCES things (id) ON DELETE SET NULL);
        INSERT INTO parts VALUES (1, 2);`,
    })
    const made = await server.call('projectCreateFromFile', { title: 'Things', filename: file.filename }, owner)
    projectId = made.id
    automations.clear()
    for (const [kind, table] of [
      ['created', 'things'],
      ['changed', 'things'],
      ['changed', 'parts'],
    ] as const) {
      const trigger = { kind, table }
      const title = `${table} ${kind}`
      const steps = [{ kind: 'sql', sql: 'SELECT 1' }] as const
      const saved = await server.operate('automationSave', { title, trigger, steps: [...steps], retries: 0 }, as())
      automations.set(title, saved.id)
    }
  })

  const as = () => ({ token: owner.token, projectId })
  const imported = async (): Promise<ImportStatus> => {
    const { id } = await uploadImport(server, { name: 'things.csv', content: 'name,stock\nLamp,5\nTable,3\n' }, as())
    const columns = [
      { source: 0, column: 'name' },
      { source: 1, column: 'stock' },
    ]
    const into = { kind: 'table', table: 'things' } as const
    const sheets = [{ sheet: 0, into, columns, key: ['name'] }]
    await server.call('importStart', { id, sheets }, as())
    return importEnd(server, id, as())
  }
  const deleteChair = async (): Promise<string> => {
    const path = `/nc/${projectId}/api/v1/things/2`
    expect((await server.request(path, { method: 'DELETE', token: owner.token })).status).toBe(200)
    return (await server.operate('trashList', {}, as())).list[0]?.id ?? ''
  }
  /** Values before and after of all runs, once there are as many. */
  const runsOf = async (title: string, count: number): Promise<unknown[]> => {
    const read = async () => (await server.operate('automationRuns', { id: automations.get(title) ?? '' }, as())).list
    await expect.poll(async () => (await read()).length).toBe(count)
    return (await read()).map(({ input }) => JSON.parse(input) as unknown)
  }
  /** Runs SQL in the file, as another program does. */
  const inFile = (sql: string): unknown[] => {
    const database = new Sqlite(file.filename)
    try {
      const statement = database.prepare(sql)
      return statement.reader ? statement.raw().all() : [statement.run()]
    } finally {
      database.close()
    }
  }
  const failTheOutbox = (): unknown =>
    inFile(`CREATE TRIGGER full BEFORE INSERT ON ${outboxTable} BEGIN SELECT RAISE(ABORT, 'disk full'); END`)

  it('start one run for each record', async () => {
    expect(await imported()).toMatchObject({ state: 'done', created: 1, updated: 1 })
    expect(await runsOf('things created', 1)).toMatchObject([{ data: { name: 'Table', stock: 3 }, old: null }])
    expect(await runsOf('things changed', 1)).toMatchObject([{ data: { stock: 5 }, old: { name: 'Lamp', stock: 1 } }])
    const id = await deleteChair()
    await server.operate('trashRestore', { id }, as())
    expect((await runsOf('things created', 2))[0]).toMatchObject({ data: { name: 'Chair', stock: 2 } })
    expect(await runsOf('parts changed', 1)).toMatchObject([{ data: { thing: 2 }, old: { thing: null } }])
    expect(inFile(`SELECT count(*) FROM ${outboxTable}`)).toEqual([[0]])
  })

  it('are rolled back if they cannot be recorded', async () => {
    const id = await deleteChair()
    const before = inFile('SELECT * FROM things')
    failTheOutbox()
    expect((await imported()).state).toBe('failed')
    expect(await server.operate('trashRestore', { id }, as())).toMatchObject({ restored: 0 })
    expect(inFile('SELECT * FROM things')).toEqual(before)
    inFile('DROP TRIGGER full')
    expect(await server.operate('trashRestore', { id }, as())).toMatchObject({ restored: 1 })
    expect(await runsOf('things created', 1)).toMatchObject([{ data: { name: 'Chair' } }])
  })
})
