import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OperationInput, OperationOutput } from '@common/operations'
import type { SqlRunView } from '@common/sql/shapes'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

type Name = 'sqlRun' | 'sqlRunRead' | 'sqlCancel' | 'sqlRunClose' | 'sqlResultRows' | 'sqlApplyEdits' | 'sqlExplain'

/** The SQL editor runs scripts on every kind of database, and shows their results. */
await describeEngines('the SQL editor', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let as: { token: string; projectId: string }
  const isFile = engine.dialect === 'sqlite'

  const send = (name: string, body: unknown): Promise<Answer> =>
    server.request(`/api/v1/operations/${name}?project=${as.projectId}`, { method: 'POST', token: as.token, body })
  const call = async <N extends Name>(name: N, body: OperationInput<N>): Promise<OperationOutput<N>> => {
    const answer = await send(name, body)
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`)
    return answer.json as OperationOutput<N>
  }
  const ended = async (run: string): Promise<SqlRunView> => {
    let view = await call('sqlRunRead', { run })
    while (view.state === 'running') view = await call('sqlRunRead', { run, after: view.version })
    return view
  }
  const runAll = async (sql: string, more: Partial<OperationInput<'sqlRun'>> = {}): Promise<SqlRunView> =>
    ended(
      (
        await call('sqlRun', {
          sql,
          mode: 'read',
          parameters: {},
          onError: 'stop',
          timeLimitMs: 60_000,
          rowsMax: 5_000_000,
          ...more,
        })
      ).run,
    )
  const rowsOf = async (view: SqlRunView, statement = 0) =>
    (await call('sqlResultRows', { run: view.run, statement, offset: 0, limit: 100, sort: [], filters: [] })).rows

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    const owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    const columns = [
      { cn: 'name', uidt: 'SingleLineText', pv: true },
      { cn: 'size', uidt: 'Number' },
    ] as const
    await server.call('tableCreate', { tn: 'step', columns: [...columns] }, as)
    const rows = Array.from({ length: 40 }, (_, at) => ({ name: `Step ${at + 1}`, size: at }))
    await server.request(`/nc/${as.projectId}/api/v1/step/bulk`, { method: 'POST', token: as.token, body: rows })
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it('runs the statements of a script and shows each result', async () => {
    const sql = 'SELECT name, size AS amount FROM step WHERE size < 2 ORDER BY size;\n-- next\nSELECT 7 AS seven;'
    const view = await runAll(sql)
    expect(view.state).toBe('done')
    expect(view.statements.map(({ from, to }) => sql.slice(from, to))).toEqual([
      'SELECT name, size AS amount FROM step WHERE size < 2 ORDER BY size',
      'SELECT 7 AS seven',
    ])
    const [first, second] = view.statements
    expect(first).toMatchObject({ state: 'done', hasResult: true, rows: 2, isCut: false, affected: null })
    expect(first?.columns).toMatchObject([
      { name: 'name', kind: 'text', origin: { table: 'step', column: 'name' } },
      { name: 'amount', kind: 'number', origin: { table: 'step', column: 'size' } },
    ])
    expect(second).toMatchObject({ rows: 1, columns: [{ name: 'seven', origin: null }] })
    expect(await rowsOf(view)).toEqual([
      ['Step 1', 0],
      ['Step 2', 1],
    ])
    expect((await rowsOf(view, 1)).flat().map(Number)).toEqual([7])
  })

  it('knows numbers that a statement computes', async () => {
    const computed = 'SELECT count(*) AS many, sum(size) AS total, max(name) AS most, -1.5 AS less FROM step'
    const late = 'SELECT NULL AS x FROM step WHERE size = 1 UNION ALL SELECT count(*) FROM step'
    const view = await runAll(`${computed};\n${late};\nSELECT count(*) FROM step WHERE 1 = 0 GROUP BY size`)
    const kinds = view.statements.map(({ columns }) => columns.map(({ kind }) => kind))
    expect(kinds.slice(0, 2)).toEqual([['number', 'number', 'text', 'number'], ['number']])
    expect(view.statements.map(({ rows }) => rows)).toEqual([1, 2, 0])
    expect((await rowsOf(view)).map((row) => Number(row[3]))).toEqual([-1.5])
  })

  it('shows the columns of a result without rows', async () => {
    const view = await runAll('SELECT name FROM step WHERE 1 = 0')
    expect(view.statements[0]).toMatchObject({ hasResult: true, rows: 0, columns: [{ name: 'name' }] })
    expect(await rowsOf(view)).toEqual([])
  })

  it('binds parameters and never splices them', async () => {
    const sql = "SELECT name FROM step WHERE name = :name OR size = :size OR ':name' = 'x' ORDER BY size"
    const view = await runAll(sql, { parameters: { name: "Step 1' OR '1'='1", size: 3 } })
    expect(await rowsOf(view)).toEqual([['Step 4']])
    const missing = await send('sqlRun', { sql, parameters: { size: 1 } })
    expect([missing.status, missing.error.code]).toEqual([400, 'SQL_PARAMETER_MISSING'])
  })

  it('marks an error at its place and stops, or goes on', async () => {
    const sql = 'SELECT 1 AS ä;\nSELECT name, wrong_one FROM step;\nSELECT 2'
    const view = await runAll(sql)
    expect(view.state).toBe('failed')
    expect(view.statements.map(({ state }) => state)).toEqual(['done', 'failed', 'skipped'])
    expect(view.statements[1]?.problem).toMatchObject({
      code: 'SQL_FAILED',
      offset: sql.indexOf('wrong_one'),
      line: 2,
      column: 14,
    })
    const all = await runAll(sql, { onError: 'continue' })
    expect(all.statements.map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
  })

  it('marks a syntax error at the wrong word', async () => {
    const sql = 'SELECT name FROM step\nWHERE size > 1 ORDER size'
    const { statements } = await runAll(sql)
    const offset = statements[0]?.problem?.offset ?? -1
    expect(sql.slice(offset)).toBe('size')
  })

  it('stops at the row limit', async () => {
    const view = await runAll('SELECT a.name FROM step a, step b', { rowsMax: 1_234 })
    expect(view.statements[0]).toMatchObject({ state: 'done', rows: 1_234, isCut: true })
    const exact = await runAll('SELECT a.name FROM step a, step b', { rowsMax: 1_600 })
    expect(exact.statements[0]).toMatchObject({ rows: 1_600, isCut: false })
  })

  it('runs the next statement after one that was stopped at the row limit', async () => {
    // The database has sent all rows when the request to stop arrives, which must not hit what follows.
    const many = 'SELECT a.size FROM step a, step b, step c LIMIT 5500'
    const script = `${many}; SELECT count(*) FROM step; ${many}; SELECT 7`
    for (let times = 0; times < 3; times += 1) {
      const view = await runAll(script, { rowsMax: 1_000 })
      expect(view.statements.map(({ state, rows, problem }) => [state, rows, problem])).toEqual([
        ['done', 1_000, null],
        ['done', 1, null],
        ['done', 1_000, null],
        ['done', 1, null],
      ])
    }
  })

  it('sorts and filters a result', async () => {
    const { run } = await runAll('SELECT name, size FROM step')
    const window = await call('sqlResultRows', {
      run,
      statement: 0,
      offset: 1,
      limit: 2,
      sort: [{ column: 1, descending: true }],
      filters: [
        { column: 0, operator: 'contains', value: 'step 1' },
        { column: 1, operator: 'greater', value: '8' },
      ],
    })
    expect(window.total).toBe(10)
    expect(window.rows).toEqual([
      ['Step 18', 17],
      ['Step 17', 16],
    ])
  })

  it('writes only in writing mode', async () => {
    const reading = await runAll("UPDATE step SET name = 'x' WHERE size = 39")
    expect(reading.statements[0]).toMatchObject({ state: 'failed' })
    const view = await runAll("UPDATE step SET name = 'last' WHERE size >= 38; SELECT name FROM step WHERE size = 39", {
      mode: 'write',
    })
    expect(view.statements[0]).toMatchObject({ state: 'done', affected: 2, hasResult: false })
    expect(await rowsOf(view, 1)).toEqual([['last']])
  })

  it('rolls back a transaction that the script leaves open, and says so', async () => {
    const view = await runAll('BEGIN; DELETE FROM step WHERE size = 0', { mode: 'write' })
    expect(view.notes).toEqual([expect.stringContaining('COMMIT')])
    const after = await runAll('SELECT count(*) FROM step')
    expect((await rowsOf(after)).flat().map(Number)).toEqual([40])
    const committed = await runAll('BEGIN; DELETE FROM step WHERE size = 0; COMMIT', { mode: 'write' })
    expect([committed.state, committed.notes]).toEqual(['done', []])
  })

  it('makes tables, which the tree then lists', async () => {
    const view = await runAll(
      'CREATE TABLE made_here (id int PRIMARY KEY, note varchar(20)); INSERT INTO made_here VALUES (1, NULL)',
      { mode: 'write' },
    )
    expect(view.statements.map(({ state }) => state)).toEqual(['done', 'done'])
    const { json } = await send('tableList', {})
    expect(JSON.stringify(json)).toContain('made_here')
  })

  it('cancels a statement on the server of the database', async () => {
    const endless = {
      sqlite: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
      postgres: 'SELECT pg_sleep(600), 42 AS cancelled_here',
      mysql: 'SELECT sleep(600), 42 AS cancelled_here',
      mssql: '',
    }[engine.dialect]
    const { run } = await call('sqlRun', {
      sql: `${endless}; SELECT 1`,
      mode: 'read',
      parameters: {},
      onError: 'continue',
      timeLimitMs: 600_000,
      rowsMax: 10,
    })
    let view = await call('sqlRunRead', { run })
    while (view.statements[0]?.state !== 'running') view = await call('sqlRunRead', { run, after: view.version })
    if (!isFile) await runningOnServer(true)
    await call('sqlCancel', { run })
    view = await ended(run)
    expect([view.state, ...view.statements.map(({ state }) => state)]).toEqual(['cancelled', 'cancelled', 'cancelled'])
    if (!isFile) await runningOnServer(false)
  })

  it('stops a statement at its time limit', async () => {
    const endless = {
      sqlite: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
      postgres: 'SELECT pg_sleep(600)',
      mysql: 'SELECT sleep(600)',
      mssql: '',
    }[engine.dialect]
    const view = await runAll(endless, { timeLimitMs: 300 })
    expect(view.statements[0]).toMatchObject({ state: 'failed', problem: { code: 'SQL_TIME_LIMIT' } })
  })

  it('edits the result of one table', async () => {
    const { run, statements } = await runAll('SELECT id, name, size FROM step WHERE size IN (5, 6, 7) ORDER BY size')
    expect(statements[0]?.editable).toEqual({ table: 'step', key: [0] })
    const window = { run, statement: 0, offset: 0, limit: 10, sort: [], filters: [] }
    const { positions } = await call('sqlResultRows', window)
    const edits: OperationInput<'sqlApplyEdits'>['edits'] = [
      { kind: 'update', row: positions[0] ?? 0, values: { 1: 'Changed' } },
      { kind: 'delete', row: positions[1] ?? 0 },
      { kind: 'insert', values: { 1: 'New', 2: 900 } },
    ]
    const shown = await call('sqlApplyEdits', { run, statement: 0, edits, preview: true })
    expect(shown.isApplied).toBe(false)
    expect(shown.statements.join('\n')).toContain('Changed')
    expect((await call('sqlApplyEdits', { run, statement: 0, edits, preview: false })).isApplied).toBe(true)
    expect((await call('sqlResultRows', window)).rows.map(([, name]) => name)).toEqual(['Changed', 'Step 8'])
    const after = await runAll('SELECT name FROM step WHERE size IN (5, 6, 900) ORDER BY size')
    expect((await rowsOf(after)).flat()).toEqual(['Changed', 'New'])
    // The shown value is stale for another result of the same row.
    await runAll("UPDATE step SET name = 'Elsewhere' WHERE size = 5", { mode: 'write' })
    const stale = await send('sqlApplyEdits', { run, statement: 0, edits: [edits[0]] })
    expect([stale.status, stale.error.code]).toEqual([409, 'VALUE_CHANGED'])
  })

  it.each([
    'SELECT name FROM step',
    'SELECT a.id, b.name FROM step a JOIN step b ON a.id = b.id',
    'SELECT id, name FROM (SELECT * FROM step) s',
  ])('does not edit the result of: %s', async (sql) => {
    const { run, statements } = await runAll(sql)
    expect(statements[0]).toMatchObject({ state: 'done', editable: null })
    const answer = await send('sqlApplyEdits', { run, statement: 0, edits: [{ kind: 'delete', row: 1 }] })
    expect([answer.status, answer.error.code]).toEqual([400, 'SQL_RESULT_NOT_EDITABLE'])
  })

  it('explains a statement as a tree', async () => {
    const { plan, text } = await call('sqlExplain', {
      sql: 'SELECT name FROM step WHERE size > :size ORDER BY name',
      parameters: { size: 3 },
      analyze: false,
    })
    const all = (steps: typeof plan): typeof plan => steps.flatMap((step) => [step, ...all(step.steps)])
    expect(all(plan).map(({ object }) => object)).toContain('step')
    expect(text).not.toBe('')
    const wrong = await send('sqlExplain', { sql: 'SELECT nothing FROM nowhere' })
    expect([wrong.status, wrong.error.code]).toEqual([400, 'SQL_FAILED'])
  })

  it('shows runs to their user only, and forgets closed ones', async () => {
    const { run } = await runAll('SELECT 1')
    const other = await server.signUp('other@example.com')
    const foreign = await server.request(`/api/v1/operations/sqlRunRead?project=${as.projectId}`, {
      method: 'POST',
      token: other.token,
      body: { run },
    })
    expect([foreign.status, foreign.error.code]).toEqual([404, 'PROJECT_NOT_FOUND'])
    await call('sqlRunClose', { run })
    const closed = await send('sqlRunRead', { run })
    expect([closed.status, closed.error.code]).toEqual([404, 'SQL_RUN_NOT_FOUND'])
  })

  /** Waits until the server runs the endless statement, or no longer does. */
  async function runningOnServer(expected: boolean): Promise<void> {
    const sql =
      engine.dialect === 'postgres'
        ? "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%cancelled_here%' AND pid <> pg_backend_pid()"
        : "SELECT count(*) FROM information_schema.processlist WHERE info LIKE '%cancelled_here%' AND id <> connection_id()"
    await expect
      .poll(async () => Number((await opened.database.read({ sql, params: [] }))[0]?.[0]) > 0, { timeout: 10_000 })
      .toBe(expected)
  }
})
