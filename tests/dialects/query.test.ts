import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqlResultRowsMax } from '@common/constants'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/** SQL of users reads, on every kind of database, and the database itself rejects the rest. */
await describeEngines('a statement that a user wrote', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let as: { token: string; projectId: string }

  const query = (sql: string): Promise<Answer> =>
    server.request(`/api/v1/operations/sqlQuery?project=${as.projectId}`, {
      method: 'POST',
      token: as.token,
      body: { sql },
    })

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
    const path = `/nc/${as.projectId}/api/v1/step/bulk`
    const rows = Array.from({ length: 40 }, (_, at) => ({ name: `Step ${at + 1}`, size: at }))
    await server.request(path, { method: 'POST', token: as.token, body: rows })
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it('returns columns and rows', async () => {
    const answer = await query(
      'SELECT name, size AS amount, NULL AS nothing_here FROM step WHERE size < 2 ORDER BY size',
    )
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        columns: ['name', 'amount', 'nothing_here'],
        rows: [
          ['Step 1', 0, null],
          ['Step 2', 1, null],
        ],
        isCut: false,
      },
    ])
  })

  it('returns a limited number of rows', async () => {
    const answer = await query('SELECT a.name FROM step a, step b')
    expect(answer.json).toMatchObject({ isCut: true })
    expect((answer.json as { rows: unknown[] }).rows).toHaveLength(sqlResultRowsMax)
  })

  it('returns a limited number of rows of a statement with a limit of its own, and reads on afterwards', async () => {
    const answer = await query('SELECT a.name FROM step a, step b LIMIT 1500')
    expect(answer.json).toMatchObject({ isCut: true })
    expect((answer.json as { rows: unknown[] }).rows).toHaveLength(sqlResultRowsMax)
    expect((await query('SELECT count(*) AS rows_left FROM step')).status).toBe(200)
  })

  it.skipIf(engine.dialect === 'sqlite')('can not write through a function', async () => {
    const body = {
      sqlite: '',
      postgres: `LANGUAGE plpgsql AS 'BEGIN DELETE FROM step; RETURN 1; END'`,
      mysql: 'MODIFIES SQL DATA BEGIN DELETE FROM step; RETURN 1; END',
      mssql: '',
    }[engine.dialect]
    await opened.database.changeSchema([{ sql: `CREATE FUNCTION emptied() RETURNS int ${body}`, params: [] }])
    const answer = await query('SELECT emptied()')
    expect([answer.status, answer.error.code, answer.text]).toEqual([
      400,
      'SQL_FAILED',
      expect.stringMatching(/read.only transaction/i),
    ])
    const after = await query('SELECT count(*) AS rows_left FROM step')
    expect((after.json as { rows: unknown[][] }).rows.flat().map(Number)).toEqual([40])
  })

  it.skipIf(engine.dialect === 'sqlite')('leaves no lock behind', async () => {
    const [lock, left] =
      engine.dialect === 'postgres'
        ? ['SELECT pg_advisory_lock(42)', "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 42"]
        : ["SELECT GET_LOCK('left', 0)", "SELECT IS_USED_LOCK('left') IS NOT NULL"]
    expect((await query(lock)).status).toBe(200)
    expect(((await query(left)).json as { rows: unknown[][] }).rows.flat().map(Number)).toEqual([0])
  })

  it.skipIf(engine.dialect !== 'mysql')('can not write a file of the server', async () => {
    const answer = await query("SELECT name FROM step LIMIT 1 /*!50000INTO*//*!50000DUMPFILE*/ '/tmp/basalt-dumpfile'")
    expect([answer.status, answer.error.code]).toEqual([400, 'SQL_NOT_READING'])
  })

  it.each([
    'DELETE FROM step',
    'SELECT 1; DELETE FROM step',
    'SELECT 1; COMMIT; DELETE FROM step',
    '/* SELECT */ UPDATE step SET size = 0',
    'WITH gone AS (DELETE FROM step RETURNING *) SELECT * FROM gone',
    'WITH one AS (SELECT 1) DELETE FROM step',
    'SELECT * INTO copied FROM step',
    "SELECT name FROM step INTO OUTFILE '/tmp/basalt-outfile'",
    "SELECT name FROM step INTO/**/OUTFILE '/tmp/basalt-outfile'",
    "COPY step TO PROGRAM 'cat'",
    "SELECT set_config('transaction_read_only', 'off', true)",
    'SELECT * FROM nothing_of_this_name',
    'CREATE TABLE made (id int)',
    'COMMIT',
    'SET TRANSACTION READ WRITE',
    'SELEC 1',
  ])('that changes something or is wrong is rejected: %s', async (sql) => {
    const answer = await query(sql)
    expect([answer.status, answer.error.code]).toEqual([400, expect.stringMatching(/^SQL_(?:NOT_READING|FAILED)$/)])
    const after = await query('SELECT count(*) AS rows_left, sum(size) AS sizes FROM step')
    expect((after.json as { rows: unknown[][] }).rows.map((row) => row.map(Number))).toEqual([[40, 780]])
  })
})
