import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formBytes, formType } from '@tests/helpers/form'
import { describeEngines, engineProject, type OpenedEngine } from '@tests/helpers/engines'
import { startServeProcess, type ServeProcess } from '@tests/helpers/serve-process'
import { sendRequest, testPassword } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'

/** Each starts servers of its own, and the machine may be busy. */
const testMs = 120_000
const contentOf = (rows: number): string =>
  `name,price,day,colour\n${Array.from(
    { length: rows },
    (_, at) => `Thing ${at},${at / 4},2024-01-${10 + (at % 20)},${['red', 'green', 'blue'][at % 3]}`,
  ).join('\n')}\n`

/*
 * Many rows on their way into a table while a user cancels the import, or the server is killed. Afterwards all rows are
 * there or none, and no orphaned table.
 */
await describeEngines('Imports that do not end', { nightly: 'all' }, (engine) => {
  let opened: OpenedEngine
  let profile: string
  let token: string
  let project: string
  // So many that there is time to do something meanwhile.
  const rowsInFile = engine.dialect === 'sqlite' ? 300_000 : 50_000
  const content = contentOf(rowsInFile)

  let running: ServeProcess | undefined
  /** Starts the server unless it runs. The tests share one: each start takes as long as a test. */
  const started = async (): Promise<ServeProcess> => (running ??= await startServeProcess(profile))
  const kill = async (): Promise<void> => {
    await running?.kill()
    running = undefined
  }

  const operation = async (server: ServeProcess, api: string, args: unknown): Promise<Record<string, unknown>> => {
    const answer = await sendRequest(server.origin, `/dashboard/?q=sqlOp_${api}`, {
      method: 'POST',
      token,
      body: { api, project_id: project, env: '_noco', dbAlias: 'db', args },
    })
    if (answer.status !== 200) throw new Error(`${api} answered ${answer.status}: ${answer.text}`)
    return answer.json as Record<string, unknown>
  }
  const begin = async (server: ServeProcess, into: unknown): Promise<string> => {
    const envelope = { api: 'importUpload', project_id: project, dbAlias: 'db', args: {} }
    const answer = await sendRequest(server.origin, `/dashboard?q=sqlOp_importUpload&project_id=${project}`, {
      method: 'POST',
      token,
      text: formBytes([
        { name: 'file', filename: 'things.csv', content },
        { name: 'json', content: JSON.stringify(envelope) },
      ]),
      headers: { 'content-type': formType },
    })
    const { id } = answer.json as { id: string }
    const isNew = (into as { kind: string }).kind === 'new'
    const types = ['SingleLineText', 'Decimal', 'Date', 'SingleSelect']
    const columns = ['name', 'price', 'day', 'colour'].map((title, source) =>
      isNew ? { source, title, uiType: types[source] } : { source, column: title },
    )
    await operation(server, 'importStart', { id, sheets: [{ sheet: 0, into, columns }] })
    return id
  }
  const importUntil = (server: ServeProcess, id: string, isEnough: (status: Record<string, unknown>) => boolean) =>
    until(async () => {
      const status = await operation(server, 'importStatus', { id })
      if (status['state'] === 'failed') throw new Error(JSON.stringify(status))
      return isEnough(status)
    })
  const names = async (server: ServeProcess): Promise<string[]> => {
    const { data } = await operation(server, 'tableList', {})
    return (data as { list: { _tn: string }[] }).list.map(({ _tn }) => _tn)
  }
  const count = async (server: ServeProcess, table: string): Promise<number> => {
    const path = `/nc/${project}/api/v1/${table}/count`
    return ((await sendRequest(server.origin, path, { token })).json as { count: number }).count
  }
  /** Counts the staging tables, as the database itself reports them. */
  const staging = async (): Promise<number> => {
    const sql =
      engine.dialect === 'sqlite'
        ? `SELECT count(*) FROM sqlite_schema WHERE name LIKE 'nc_import_%' AND type = 'table'`
        : `SELECT count(*) FROM information_schema.tables WHERE table_name LIKE 'nc_import_%'${engine.dialect === 'mysql' ? ' AND table_schema = database()' : ''}`
    return Number((await opened.database.read({ sql, params: [] }))[0]?.[0])
  }
  const untilTidy = () =>
    until(async () => (await staging()) === 0 && (await readdir(join(profile, 'imports'))).length === 0)

  beforeAll(async () => {
    opened = await engine.open()
    profile = await mkdtemp(join(tmpdir(), 'basalt-killed-imports-'))
    const server = await started()
    const signUp = await sendRequest(server.origin, '/auth/signup', {
      method: 'POST',
      body: { email: 'owner@example.com', password: testPassword },
    })
    token = (signUp.json as { token: string }).token
    const [create, args] = engineProject(engine, opened)
    project = String((await operation(server, create, args))['id'])
    const columns = [
      { cn: 'name', uidt: 'SingleLineText' },
      { cn: 'price', uidt: 'Decimal' },
      { cn: 'day', uidt: 'Date' },
      { cn: 'colour', uidt: 'SingleLineText' },
    ]
    await operation(server, 'tableCreate', { tn: 'things', columns })
  })
  afterAll(async () => {
    expect(await running?.stop()).toBe(0)
    await opened.drop()
    await rm(profile, { recursive: true, force: true })
  })

  it.each([
    ['a new table', { kind: 'new', title: 'Fresh' }],
    ['a table that is there', { kind: 'table', table: 'things' }],
  ])(
    'cancelled on the way into %s leave nothing',
    async (_what, into) => {
      const server = await started()
      const id = await begin(server, into)
      await importUntil(server, id, ({ read }) => Number(read) > 0)
      expect(await operation(server, 'importCancel', { id })).toMatchObject({ state: 'cancelled', tables: [] })
      expect(await names(server)).toEqual(['things'])
      expect([await count(server, 'things'), await staging()]).toEqual([0, 0])
      await operation(server, 'importDiscard', { id })
      expect(await readdir(join(profile, 'imports'))).toEqual([])
    },
    testMs,
  )

  it(
    'killed on their way leave nothing after the next start',
    async () => {
      const server = await started()
      const id = await begin(server, { kind: 'new', title: 'Fresh' })
      await importUntil(server, id, ({ read }) => Number(read) > 10_000)
      await kill()
      expect(await staging()).toBeGreaterThan(0)
      const again = await started()
      expect(await names(again)).toEqual(['things'])
      await untilTidy()
    },
    testMs,
  )

  it(
    'killed at their end are whole or absent',
    async () => {
      const server = await started()
      const id = await begin(server, { kind: 'table', table: 'things' })
      await importUntil(server, id, ({ state }) => state === 'finishing' || state === 'done')
      await kill()
      const again = await started()
      await names(again)
      await untilTidy()
      expect([0, rowsInFile]).toContain(await count(again, 'things'))
    },
    testMs,
  )
})
