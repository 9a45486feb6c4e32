import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

const routines = {
  sqlite: [],
  mssql: [
    `CREATE FUNCTION add_up(@a int, @b int) RETURNS int AS BEGIN RETURN @a + @b END`,
    `CREATE FUNCTION word_list(@n int) RETURNS TABLE AS RETURN (SELECT 1 AS line, 'w1' AS word UNION ALL SELECT 2, 'w2' WHERE @n > 1)`,
    `CREATE PROCEDURE keep @said nvarchar(50) AS INSERT INTO kept VALUES (@said)`,
    `CREATE FUNCTION objects() RETURNS int AS BEGIN RETURN CAST('words of the author' AS int) END`,
  ],
  postgres: [
    `CREATE FUNCTION add_up(a integer, b integer) RETURNS integer LANGUAGE sql AS 'SELECT a + b'`,
    `CREATE FUNCTION word_list(n integer) RETURNS TABLE (line integer, word text) LANGUAGE sql
       AS $$ SELECT i, 'w' || i FROM generate_series(1, n) AS i $$`,
    `CREATE PROCEDURE keep(said text) LANGUAGE sql AS 'INSERT INTO kept VALUES (said)'`,
    `CREATE FUNCTION objects() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'words of the author'; END $$`,
  ],
  mysql: [
    `CREATE FUNCTION add_up(a int, b int) RETURNS int DETERMINISTIC RETURN a + b`,
    `CREATE PROCEDURE word_list(n int) SELECT 1 AS line, 'w1' AS word UNION SELECT n, CONCAT('w', n)`,
    `CREATE PROCEDURE keep(said text) INSERT INTO kept VALUES (said)`,
    `CREATE FUNCTION objects() RETURNS int DETERMINISTIC BEGIN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'words of the author'; RETURN 1; END`,
  ],
}

/** Functions and procedures over REST (wire §9.1), on the engines that have them. */
await describeEngines('routines', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let call: (path: string, body?: unknown, method?: string) => Promise<Answer>
  let project: string
  let token: string
  const has = routines[engine.dialect].length > 0

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    const owner = await server.signUp()
    ;({ token } = owner)
    const { database } = opened
    for (const sql of ['CREATE TABLE kept (said varchar(50))', ...routines[engine.dialect]])
      await database.changeSchema([{ sql, params: [] }])
    project = await createEngineProject(server, owner, engine, opened)
    call = (path, body, method = 'POST') =>
      server.request(`/nc/${project}/api/v1/${path}`, {
        method,
        token: owner.token,
        ...(body !== undefined && { body }),
      })
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  it('stand in the OpenAPI document where the database has any', async () => {
    const document = await server.request(`/nc/${project}/db/swagger.json`, { token })
    const { paths } = document.json as { paths: Record<string, { post?: { operationId: string } }> }
    const found = Object.entries(paths).filter(([path]) => /_(?:function|procedure)/.test(path))
    expect(found.map(([path, { post }]) => [path.replace(`/nc/${project}/api/v1/`, ''), post?.operationId])).toEqual(
      has
        ? [
            ['_function/{name}', 'runFunction'],
            ['_procedure/{name}', 'runProcedure'],
          ]
        : [],
    )
  })

  it.skipIf(!has)('answer rows with their names', async () => {
    expect((await call('_function/add_up', [2, 40])).json).toEqual([{ add_up: 42 }])
    const lines = await call(`${engine.dialect === 'mysql' ? '_procedure' : '_function'}/word_list`, [2])
    expect(lines.json).toEqual([
      { line: 1, word: 'w1' },
      { line: 2, word: 'w2' },
    ])
  })

  it.skipIf(!has)('may write', async () => {
    const answer = await call('_procedure/keep', [`it's "so"; --`])
    expect([answer.status, answer.json]).toEqual([200, []])
    const rows = await opened.database.read({ sql: 'SELECT said FROM kept', params: [] })
    expect(rows).toEqual([[`it's "so"; --`]])
  })

  it.skipIf(!has)('do not exist for a role for which they are disabled', async () => {
    const creator = await server.signUp('creator@example.com')
    giveRoles(server.profileFolder, project, { 'creator@example.com': 'creator' })
    const disable = async (disabled: boolean) => {
      const list = [{ kind: 'function' as const, name: 'add_up', disabled: { creator: disabled } }]
      await server.operate('disabledModelsSave', { list }, { token, projectId: project })
    }
    const seen = async (): Promise<unknown[]> => {
      const run = { method: 'POST', token: creator.token, body: [2, 40] }
      const names = await server.operate('functionList', {}, { token: creator.token, projectId: project })
      const answer = await server.request(`/nc/${project}/api/v1/_function/add_up`, run)
      return [names.includes('add_up'), answer.status]
    }
    expect(await seen()).toEqual([true, 200])
    await disable(true)
    expect(await seen()).toEqual([false, 404])
    expect((await call('_function/add_up', [2, 40])).status).toBe(200)
    await disable(false)
    expect(await seen()).toEqual([true, 200])
  })

  it.each<[string, string, unknown, number]>([
    ['POST', '_function/nope', [], 404],
    ['POST', '_function/%zz', [], 404],
    ['POST', '_procedure/add_up', [1, 2], 404],
    ['POST', '_function/add_up', { a: 1 }, 400],
    ['GET', '_function/add_up', undefined, 405],
    ['POST', '_function/pg_sleep', [10], 404],
  ])('%s %s %j is refused in words', async (method, path, body, status) => {
    const answer = await call(path, body, method)
    expect(answer.status).toBe(status)
    expect(answer.error.msg).toMatch(/^[A-Z].*\.$/)
  })

  it.skipIf(!has).each<[string, unknown]>([
    ['_function/add_up', [1]],
    ['_function/add_up', ['x', 'y', 'z']],
    ['_function/objects', []],
  ])('%s %j: what the engine says against it is not passed on', async (path, body) => {
    const answer = await call(path, body)
    expect(answer.status).toBe(400)
    // Messages that the routine's author raises may be shown; the engine's own words may not.
    expect(answer.text).not.toMatch(/errno|SQL|syntax|PROCEDURE|PL\/pgSQL|invalid input/)
  })
})
