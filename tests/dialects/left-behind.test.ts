import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEngineProject, describeEngines, type Engine, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer } from '@tests/helpers/server'

type PerEngine<T> = Readonly<Record<Engine['dialect'], T>>

/** Routines of a user, which change settings of the session that runs them, and leave locks. */
const routines: PerEngine<readonly string[]> = {
  sqlite: [],
  mssql: [],
  postgres: [
    `CREATE FUNCTION unsettles() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
       PERFORM set_config('search_path', 'pg_catalog', false), set_config('TimeZone', 'Asia/Tokyo', false);
       PERFORM pg_advisory_lock(4711);
       EXECUTE 'PREPARE leftover AS SELECT 1';
       RETURN 1; END $$`,
    `CREATE PROCEDURE unsettle() LANGUAGE plpgsql AS $$ BEGIN
       SET statement_timeout = 1; SET default_transaction_read_only = on; COMMIT; END $$`,
  ],
  mysql: [
    `CREATE FUNCTION unsettles() RETURNS int BEGIN
       SET SESSION sql_mode = ''; SET SESSION time_zone = '+05:00'; SET SESSION foreign_key_checks = 0; SET @left = 7;
       RETURN GET_LOCK('left behind', 0); END`,
    `CREATE PROCEDURE unsettle() BEGIN
       SET SESSION tx_read_only = 1; SET SESSION sql_select_limit = 1; SET SESSION max_statement_time = 0.001; END`,
  ],
}

/** Queries that only read, and leave something in their session. */
const queries: PerEngine<readonly string[]> = {
  sqlite: ['SELECT 1', 'SELECT * FROM pragma_foreign_keys', 'SELECT random()'],
  mssql: [],
  postgres: ['SELECT unsettles()', 'SELECT pg_advisory_lock(42)', 'SELECT pg_try_advisory_lock_shared(42)'],
  mysql: [
    'SELECT unsettles()',
    'SELECT @left := 5',
    'SELECT 6 INTO @left',
    'SELECT LAST_INSERT_ID(99)',
    "SELECT GET_LOCK('left behind', 0)",
  ],
}

/** State that the next caller of the same connection could notice. */
const state: PerEngine<string> = {
  sqlite: `SELECT (SELECT foreign_keys FROM pragma_foreign_keys), (SELECT synchronous FROM pragma_synchronous),
    (SELECT count(*) FROM pragma_database_list)`,
  mssql: '',
  postgres: `SELECT current_setting('search_path'), current_setting('TimeZone'), current_setting('statement_timeout'),
    current_setting('default_transaction_read_only'),
    (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())),
    (SELECT count(*) FROM pg_prepared_statements WHERE name = 'leftover')`,
  mysql: `SELECT @@sql_mode, @@time_zone, @@foreign_key_checks, @@tx_read_only, @@sql_select_limit,
    @@max_statement_time, @left, LAST_INSERT_ID() = 99, IS_USED_LOCK('left behind')`,
}

/** SQL of users runs on connections that others use next. */
await describeEngines('the next statement on a connection', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let as: { readonly token: string; readonly projectId: string }
  let before: unknown

  const query = async (sql: string): Promise<unknown[][]> => (await server.operate('sqlQuery', { sql }, as)).rows
  const rest = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await server.request(`/nc/${as.projectId}/api/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      token: as.token,
      body,
    })
    expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, ''])
    return answer.json
  }
  /** Uses the connection for reading and for writing. */
  const expectUnchanged = async (after: string): Promise<void> => {
    expect([after, await query(state[engine.dialect])]).toEqual([after, before])
    await rest('thing', { name: after.slice(0, 40) })
    const rows = (await rest('thing?sort=-id&limit=2')) as { readonly name: string }[]
    expect(rows[0]?.name).toBe(after.slice(0, 40))
  }

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    const owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    await server.call('tableCreate', { tn: 'thing', columns: [{ cn: 'name', uidt: 'SingleLineText', pv: true }] }, as)
    await opened.database.changeSchema(routines[engine.dialect].map((sql) => ({ sql, params: [] })))
    await rest('thing', { name: 'first' })
    before = await query(state[engine.dialect])
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it('behaves as always after a query', async () => {
    for (const sql of queries[engine.dialect]) {
      await query(sql)
      await expectUnchanged(sql)
    }
  })

  it('behaves as always after a query that fails, or whose rows are cut', async () => {
    const many = 'SELECT a.id FROM thing a, thing b, thing c, thing d, thing e, thing f, thing g'
    for (const sql of [many, 'SELECT nothing FROM thing']) {
      const { status } = await server.request(`/api/v1/operations/sqlQuery?project=${as.projectId}`, {
        method: 'POST',
        token: as.token,
        body: { sql },
      })
      expect(status).toBe(sql === many ? 200 : 400)
      await expectUnchanged(sql)
    }
  })

  it.skipIf(routines[engine.dialect].length === 0)('behaves as always after the query of a table', async () => {
    await server.operate('queryTableCreate', { title: 'Unsettled', sql: 'SELECT unsettles() AS x' }, as)
    await rest('Unsettled')
    await expectUnchanged('query table')
  })

  it.skipIf(routines[engine.dialect].length === 0)('behaves as always after a routine', async () => {
    await rest('_function/unsettles', [])
    await expectUnchanged('function')
    await rest('_procedure/unsettle', [])
    await expectUnchanged('procedure')
  })
})
