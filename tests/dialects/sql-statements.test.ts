import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '@common/errors'
import type { SqlRunView } from '@common/sql/shapes'
import { SqlFailure, type ResultSink, type SqlSession } from '@main/db/sql-session'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer } from '@tests/helpers/server'
import { severalInOne, statementsOf } from './sql-statements'

/** Functions that read and write, which the statements call. */
const routines = {
  sqlite: [],
  postgres: [
    'CREATE FUNCTION counts() RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM step $$',
    "CREATE FUNCTION writes() RETURNS int LANGUAGE plpgsql AS 'BEGIN DELETE FROM step; RETURN 1; END'",
    "CREATE FUNCTION defines() RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN CREATE TABLE made (id int); RETURN 1; END'",
    "CREATE FUNCTION resets() RETURNS int LANGUAGE plpgsql AS 'BEGIN RESET ROLE; DELETE FROM step; RETURN 1; END'",
    "CREATE FUNCTION reopens() RETURNS int LANGUAGE plpgsql AS 'BEGIN EXECUTE ''SET TRANSACTION READ WRITE''; DELETE FROM step; RETURN 1; END'",
    "CREATE PROCEDURE changes() LANGUAGE plpgsql AS 'BEGIN COMMIT; DELETE FROM step; END'",
  ],
  mysql: [
    'CREATE FUNCTION counts() RETURNS bigint READS SQL DATA RETURN (SELECT count(*) FROM step)',
    'CREATE FUNCTION writes() RETURNS int MODIFIES SQL DATA BEGIN DELETE FROM step; RETURN 1; END',
    'CREATE SEQUENCE counter',
    'CREATE TABLE elsewhere (x int) ENGINE=MyISAM',
    'CREATE FUNCTION writes_elsewhere() RETURNS int MODIFIES SQL DATA BEGIN INSERT INTO elsewhere VALUES (1); RETURN 1; END',
    'CREATE PROCEDURE changes() BEGIN COMMIT; DELETE FROM step; END',
  ],
  mssql: [],
} as const

/** Reads what is neither a row of the tables nor an object. */
const otherState = {
  sqlite: ['SELECT * FROM pragma_user_version, pragma_application_id, pragma_schema_version, pragma_max_page_count'],
  postgres: ['SELECT last_value, is_called FROM step_id_seq', 'SELECT oid FROM pg_largeobject_metadata'],
  mysql: ['SELECT next_not_cached_value, @@global.max_connections FROM counter', 'SELECT * FROM elsewhere'],
  mssql: [],
} as const

/** Statements that users write, in reading mode: the database decides, not the text. */
await describeEngines('200 statements in reading mode', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let session: SqlSession
  let as: { token: string; projectId: string }
  let before: unknown

  const operate = async (name: 'sqlRun' | 'sqlRunRead', body: unknown): Promise<unknown> => {
    const path = `/api/v1/operations/${name}?project=${as.projectId}`
    const answer = await server.request(path, { method: 'POST', token: as.token, body })
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.json
  }
  const sink: ResultSink = { columns: () => Promise.resolve(), rows: () => Promise.resolve(true) }
  /** Everything that a statement could have changed. */
  const content = async (): Promise<unknown> => {
    const read = (sql: string) => opened.database.read({ sql, params: [] })
    const others = await Promise.all(otherState[engine.dialect].map(read))
    const tables = ['step', 'note', 'pair', 'loose', 'seen']
    const rows = await Promise.all(tables.map((table) => read(`SELECT * FROM ${table} ORDER BY 1`)))
    const objects = engine.dialect === 'sqlite' ? 'sqlite_schema' : 'information_schema.tables'
    const schema = engine.dialect === 'sqlite' ? "'main'" : 'table_schema'
    const name = engine.dialect === 'sqlite' ? 'name' : 'table_name'
    // Other tests make databases on the same server.
    const own = engine.dialect === 'mysql' ? 'WHERE table_schema = DATABASE() ' : ''
    const list = await read(`SELECT ${schema}, ${name} FROM ${objects} ${own}ORDER BY 1, 2`)
    const files = readdirSync('/tmp').filter((file) =>
      /^basalt-(?:copy|lo|outfile|dumpfile|vacuum|attached)/.test(file),
    )
    return { rows, others, list, files }
  }
  const outcomeOf = async (sql: string): Promise<string> => {
    try {
      await session.run({ sql, values: [] }, sink)
      return 'ran'
    } catch (error) {
      if (error instanceof SqlFailure) return 'rejected'
      const refused = error instanceof AppError && /^SQL_(?:NOT_READING|STATEMENT_FORBIDDEN)$/.test(error.code)
      return refused ? 'rejected' : String(error)
    }
  }

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    const owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
    const steps = [
      { cn: 'name', uidt: 'SingleLineText', pv: true },
      { cn: 'size', uidt: 'Number' },
    ] as const
    await server.call('tableCreate', { tn: 'step', columns: [...steps] }, as)
    const script = [
      "INSERT INTO step (name, size) VALUES ('One', 1), ('Two', 2), ('Three', 30)",
      'CREATE TABLE note (id int PRIMARY KEY, step_id int, body varchar(50))',
      "INSERT INTO note VALUES (1, 1, 'First'), (2, 2, NULL)",
      'CREATE TABLE pair (a int, b int, c varchar(20), PRIMARY KEY (a, b))',
      "INSERT INTO pair VALUES (1, 1, 'x'), (1, 2, 'y')",
      'CREATE TABLE loose (x int)',
      'INSERT INTO loose VALUES (5)',
      'CREATE VIEW seen AS SELECT id, name FROM step',
      ...routines[engine.dialect],
    ]
    await opened.database.changeSchema(script.map((sql) => ({ sql, params: [] })))
    if (opened.database.openSqlSession === undefined) return
    session = await opened.database.openSqlSession({ readOnly: true })
    before = await content()
  })
  afterAll(async () => {
    await session?.close()
    await server.close()
    await opened.drop()
  })

  const all = statementsOf(engine.dialect)

  it.skipIf(engine.dialect === 'mssql')('are at least 200', () => {
    expect(all.length + severalInOne.length).toBeGreaterThanOrEqual(200)
  })

  it('that only read return a result, editable if it is of one table with its key', async () => {
    const reading = all.filter(([, outcome]) => outcome !== 'rejected')
    const sql = reading.map(([text]) => text).join('\n;\n')
    const { run } = (await operate('sqlRun', { sql, onError: 'continue' })) as { readonly run: string }
    let view = (await operate('sqlRunRead', { run })) as SqlRunView
    while (view.state === 'running') view = (await operate('sqlRunRead', { run, after: view.version })) as SqlRunView
    const found = view.statements.map(({ state, hasResult, editable, problem }, at) => {
      const outcome = state !== 'done' ? `${state}: ${problem?.msg}` : editable !== null ? 'editable' : 'read'
      return [
        reading[at]?.[0],
        hasResult || /INTO @/.test(String(reading[at]?.[0])) ? outcome : `no result, ${outcome}`,
      ]
    })
    expect(found).toEqual(reading.map(([text, outcome]) => [text, outcome]))
    expect(await content()).toEqual(before)
  })

  it('that write, leave the database or are wrong are rejected, and change nothing', async () => {
    const rejected = all.filter(([, outcome]) => outcome === 'rejected')
    const found: (readonly [string, string])[] = []
    for (const [sql] of rejected) found.push([sql, await outcomeOf(sql)])
    expect(found).toEqual(rejected)
    expect(await content()).toEqual(before)
  })

  it('do not write as a single query on a connection of the pool either', async () => {
    if (opened.database.query === undefined) return
    const found: (readonly [string, string])[] = []
    const writing = [...all.filter(([, outcome]) => outcome === 'rejected').map(([sql]) => sql), ...severalInOne]
    for (const sql of writing)
      found.push([
        sql,
        await opened.database.query(sql, { rowsMax: 10 }).then(
          () => 'ran',
          () => 'rejected',
        ),
      ])
    expect(found.filter(([, outcome]) => outcome === 'ran')).toEqual([])
    expect(await content()).toEqual(before)
  })

  it('do not run as several in one', async () => {
    for (const sql of severalInOne) expect([sql, await outcomeOf(sql)]).toEqual([sql, 'rejected'])
    expect(await content()).toEqual(before)
  })
})

describe('the tables of statements', () => {
  it.each(['sqlite', 'postgres', 'mysql'] as const)('hold no statement twice: %s', (dialect) => {
    const texts = statementsOf(dialect).map(([sql]) => sql)
    expect(texts.filter((sql, at) => texts.indexOf(sql) !== at)).toEqual([])
  })
})
