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

  it.each([
    'DELETE FROM step',
    'SELECT 1; DELETE FROM step',
    'SELECT 1; COMMIT; DELETE FROM step',
    '/* SELECT */ UPDATE step SET size = 0',
    'WITH gone AS (DELETE FROM step RETURNING *) SELECT * FROM gone',
    'WITH one AS (SELECT 1) DELETE FROM step',
    'SELECT * INTO copied FROM step',
    "SELECT name FROM step INTO OUTFILE '/tmp/basalt-outfile'",
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
