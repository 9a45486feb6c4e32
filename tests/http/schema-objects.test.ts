import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@main/db/database'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

await describeEngines('Indexes, views, triggers and routines', (engine) => {
  let opened: OpenedEngine
  let database: Database
  let server: TestServer
  let owner: TestUser
  let projectId: string
  let as: { token: string; projectId: string }
  beforeAll(async () => {
    opened = await engine.open()
    database = opened.database
    server = await startServer()
    owner = await server.signUp()
    const idSql = {
      sqlite: 'integer PRIMARY KEY',
      postgres: 'serial PRIMARY KEY',
      mysql: 'int AUTO_INCREMENT PRIMARY KEY',
      mssql: 'int IDENTITY PRIMARY KEY',
    }
    const named = ['mysql', 'mssql'].includes(engine.dialect) ? 'varchar(100)' : 'text'
    await run(
      `CREATE TABLE things (id ${idSql[engine.dialect]}, name ${named}, price decimal(10, 2), story text, code ${named} UNIQUE)`,
      `INSERT INTO things (name, price, story, code) VALUES ('Lamp', 12.50, 'long', 'a'), ('Sun', 20, 'longer', 'b')`,
    )
    projectId = await createEngineProject(server, owner, engine, opened)
    as = { token: owner.token, projectId }
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const run = async (...statements: string[]): Promise<void> => {
    for (const sql of statements) await database.changeSchema([{ sql, params: [] }])
  }
  const operation = (api: string, args: object): Promise<Answer> => {
    const body = { api, project_id: projectId, env: '_noco', dbAlias: 'db', args }
    return server.request(`/dashboard/?q=sqlOp_${api}`, { method: 'POST', token: owner.token, body })
  }
  const refusal = async (api: string, args: object): Promise<unknown[]> => {
    const { status, error } = await operation(api, args)
    return [status, error.code]
  }
  const indexes = async (): Promise<string[]> =>
    (await server.call('indexList', { tn: 'things' }, as)).data.list.map(
      ({ key_name, cn, non_unique }) => `${key_name} ${cn} ${non_unique}`,
    )
  const rows = async (table: string): Promise<unknown> =>
    (await server.request(`/nc/${projectId}/api/v1/${table}`, { token: owner.token })).json

  describe('an index', () => {
    it('is made over one column or several, and deleted again', async () => {
      const before = await indexes()
      const made = await server.call(
        'indexCreate',
        { tn: 'things', columns: ['name', 'price'], indexName: 'by_name', non_unique: 1 },
        as,
      )
      expect(made.data.object.upStatement[0]?.sql).toMatch(/^CREATE INDEX .by_name. ON .things. \(.name., .price.\)$/)
      expect(made.data.object.downStatement[0]?.sql).toMatch(/^DROP INDEX .by_name./)
      expect(await indexes()).toEqual(expect.arrayContaining(['by_name name 1', 'by_name price 1']) as string[])
      const gone = await server.call('indexDelete', { tn: 'things', indexName: 'by_name' }, as)
      expect(gone.data.object.downStatement[0]?.sql).toMatch(/CREATE INDEX .?by_name/)
      expect(await indexes()).toEqual(before)
    })

    it('can be over long texts, and unique', async () => {
      await server.call(
        'indexCreate',
        { tn: 'things', columns: ['story'], indexName: 'by_story', non_unique: false },
        as,
      )
      expect(await indexes()).toContain('by_story story 0')
      const twice = await server.request(`/nc/${projectId}/api/v1/things`, {
        method: 'POST',
        token: owner.token,
        body: { name: 'Moon', story: 'long' },
      })
      expect([twice.status, twice.error.code]).toEqual([400, 'VALUE_NOT_UNIQUE'])
      await server.call('indexDelete', { tn: 'things', indexName: 'by_story' }, as)
    })

    it('that cannot be leaves everything as it was, and says why', async () => {
      await run(`INSERT INTO things (name, code) VALUES ('Lamp', 'c')`)
      const before = await indexes()
      const make = (more: object): Promise<unknown[]> =>
        refusal('indexCreate', { tn: 'things', columns: ['name'], indexName: 'another', non_unique: 1, ...more })
      expect(await make({ non_unique: 0 })).toEqual([400, 'VALUE_NOT_UNIQUE'])
      expect(await make({ columns: ['colour'] })).toEqual([400, 'COLUMN_NOT_FOUND'])
      expect(await make({ columns: ['name', 'NAME'] })).toEqual([400, 'COLUMN_EXISTS'])
      expect(await make({ columns: [] })).toEqual([400, 'INPUT_INVALID'])
      expect(await make({ tn: 'nothing' })).toEqual([404, 'TABLE_NOT_FOUND'])
      expect(await make({ indexName: '  ' })).toEqual([400, 'INDEX_NAME_INVALID'])
      expect(await make({ indexName: 'x'.repeat(200) })).toEqual([400, 'INDEX_NAME_INVALID'])
      await server.call('indexCreate', { tn: 'things', columns: ['name'], indexName: 'taken', non_unique: 1 }, as)
      expect(await make({ indexName: 'taken' })).toEqual([400, 'INDEX_EXISTS'])
      await server.call('indexDelete', { tn: 'things', indexName: 'taken' }, as)
      expect(await refusal('indexDelete', { tn: 'things', indexName: 'nothing' })).toEqual([404, 'INDEX_NOT_FOUND'])
      expect(await indexes()).toEqual(before)
      await run(`DELETE FROM things WHERE code = 'c'`)
    })

    it('of a key stays', async () => {
      // SQLite's integer key is the row number itself, and its unique column has the index of a constraint.
      const column = engine.dialect === 'sqlite' ? 'code' : 'id'
      const key = (await indexes()).find((line) => line.endsWith(` ${column} 0`))?.split(' ')[0]
      expect(key).toBeDefined()
      expect(await refusal('indexDelete', { tn: 'things', indexName: key ?? '' })).toEqual([400, 'INDEX_FIXED'])
    })

    it('with a name full of quotes is one name', async () => {
      const indexName = `a"b\`c'd]e -- x`
      await server.call('indexCreate', { tn: 'things', columns: ['name'], indexName, non_unique: 1 }, as)
      expect(await indexes()).toContain(`${indexName} name 1`)
      await server.call('indexDelete', { tn: 'things', indexName }, as)
      expect(await indexes()).not.toContain(`${indexName} name 1`)
    })
  })

  describe('a rule', () => {
    const rules = async (): Promise<unknown[]> =>
      (await server.call('checkList', { tn: 'things' }, as)).data.list.map(({ check_name }) => check_name)
    const make = (check_condition: string, check_name = 'dear_enough'): Promise<Answer> =>
      operation('checkCreate', { tn: 'things', check_name, check_condition })

    it('is kept by every row, and deleted again', async () => {
      expect(await rules()).toEqual([])
      const made = await server.call(
        'checkCreate',
        { tn: 'things', check_name: 'dear_enough', check_condition: `"price" >= 1 OR name = 'a;(b'` },
        as,
      )
      expect(made.data.object.upStatement.length).toBeGreaterThan(0)
      const { list } = (await server.call('checkList', { tn: 'things' }, as)).data
      expect(list).toEqual([{ check_name: 'dear_enough', check_condition: expect.stringMatching(/price.*>=.*1/i) }])
      const path = `/nc/${projectId}/api/v1/things`
      const cheap = await server.request(path, {
        method: 'POST',
        token: owner.token,
        body: { name: 'Pin', price: 0.5 },
      })
      expect([cheap.status, cheap.error.code]).toEqual([400, 'VALUE_CHECK_FAILED'])
      // Nothing else of the table was dropped.
      expect(await indexes()).toContainEqual(expect.stringMatching(/ code 0$/))
      const gone = await server.call('checkDelete', { tn: 'things', check_name: 'DEAR_enough' }, as)
      expect(await rules()).toEqual([])
      await database.changeSchema(gone.data.object.downStatement.map(({ sql }) => ({ sql, params: [] })))
      expect(await rules()).toEqual(['dear_enough'])
      await server.call('checkDelete', { tn: 'things', check_name: 'dear_enough' }, as)
      expect(await rows('things')).toHaveLength(2)
    })

    it('that rows break, that is taken or that is not there is refused', async () => {
      const answer = await make('price > 15')
      expect([answer.status, answer.error.code, answer.error.msg]).toEqual([
        400,
        'CHECK_BROKEN',
        'Records in the table fail this check: 1. Change them first.',
      ])
      expect((await make('price > 0', 'taken')).status).toBe(200)
      expect((await make('price > 1', 'TAKEN')).error.code).toBe('CHECK_EXISTS')
      expect((await make('price > 1', ' ')).error.code).toBe('CHECK_NAME_INVALID')
      await server.call('checkDelete', { tn: 'things', check_name: 'taken' }, as)
      expect(await refusal('checkDelete', { tn: 'things', check_name: 'taken' })).toEqual([404, 'CHECK_NOT_FOUND'])
    })

    it.each([
      'colour > 1',
      'price >',
      'price > 1) OR (1 = 1',
      'price > 1), DROP COLUMN name, ADD CHECK (1 = 1',
      '1 = 1; DROP TABLE things',
      'price > 1 -- and so on',
      'price > /* hidden */ 1',
      `name <> '\\'`,
      'price > (SELECT 1)',
      'EXISTS (TABLE things)',
      'price > $1',
      'price > ?',
      '`price` > 1',
      '[price] > 1',
      'no_such_function(price) > 1',
      '   ',
    ])('that is none is refused: %s', async (condition) => {
      const { status, error } = await make(condition)
      expect([status, error.code]).toEqual([400, 'CHECK_INVALID'])
      expect(error.msg).not.toMatch(/sqlite|syntax|near "|errno|SQLSTATE/i)
      expect(await rules()).toEqual([])
      expect(await rows('things')).toHaveLength(2)
    })
  })

  describe('a SQL view', () => {
    // A failed test must not affect the next one.
    afterEach(async () => {
      const left = (await database.dialect.introspect.listTables(database)).filter(({ type }) => type === 'view')
      await run(...left.map(({ name }) => `DROP VIEW ${database.dialect.quote(name)}`))
    })

    it('is made, read like a table, changed and deleted', async () => {
      const definition = 'CREATE VIEW dear AS SELECT id, name FROM things WHERE price > 15'
      await server.call('viewCreate', { view_name: 'dear', view_definition: definition }, as)
      expect(await rows('dear')).toEqual([{ id: 2, name: 'Sun' }])
      const read = await server.call('viewRead', { view_name: 'dear' }, as)
      expect(read.data.list[0]?.view_definition).toMatch(/^CREATE VIEW .?dear.?/)
      const changed = `CREATE OR REPLACE VIEW dear (number, label, cost) AS
        SELECT id, name, price FROM things -- all of them`
      await server.call(
        'viewUpdate',
        { view_name: 'dear', view_definition: changed, oldViewDefination: definition },
        as,
      )
      expect(await rows('dear')).toMatchObject([
        { number: 1, label: 'Lamp' },
        { number: 2, label: 'Sun' },
      ])
      const views = await server.call('viewList', {}, as)
      expect(views.data.list.map(({ view_name }) => view_name)).toEqual(['dear'])
      const gone = await server.call('viewDelete', { view_name: 'dear' }, as)
      expect((await server.call('viewList', {}, as)).data.list).toEqual([])
      // The undo recreates the original view.
      await database.changeSchema(gone.data.object.downStatement.map(({ sql }) => ({ sql, params: [] })))
      expect(await rows('dear')).toMatchObject([{ label: 'Lamp' }, { label: 'Sun' }])
      await server.call('viewDelete', { view_name: 'dear' }, as)
    })

    it('can begin with a semicolon at its end, comments, WITH and quotes', async () => {
      const view_definition = `  create view "any" as with dear as (select * from things where price > 15) /* of them */ select name from dear ; ;\n`
      await server.call('viewCreate', { view_name: 'With blanks', view_definition }, as)
      expect(await rows('With%20blanks')).toEqual([{ name: 'Sun' }])
      await server.call('viewDelete', { view_name: 'With blanks' }, as)
    })

    it.each([
      ['DROP TABLE things'],
      ['CREATE TABLE more (id integer)'],
      ['SELECT 1'],
      ['CREATE VIEW v AS DELETE FROM things'],
      ['CREATE VIEW v AS SELECT 1; DROP TABLE things'],
      ["CREATE VIEW v AS SELECT ';' AS x"],
      ['CREATE VIEW v AS'],
      ['CREATE VIEW v AS SELECT * FROM nothing_here'],
      ['CREATE VIEW v AS SELECT colour FROM things'],
      ['CREATE VIEW v AS SELEC id FROM things'],
      ['CREATE VIEW v AS SELECT id FROM things) AS x; --'],
      ['CREATE VIEW v AS SELECT (SELECT 1'],
      ['CREATE VIEW v AS SELECT * FROM nc_projects'],
      ['CREATE VIEW v AS SELECT * FROM "XC_users"'],
      ['CREATE VIEW v (a, b) AS SELECT id FROM things'],
      [`CREATE VIEW v AS SELECT ${'x'.repeat(70_000)}`],
    ])('that is not one is refused: %s', async (view_definition) => {
      const answer = await operation('viewCreate', { view_name: 'v', view_definition })
      expect([answer.status, answer.error.code]).toEqual([400, 'VIEW_DEFINITION_INVALID'])
      expect(answer.error.msg).not.toMatch(/sqlite|syntax error|near|relation|errno|SQLSTATE/i)
      expect((await server.call('viewList', {}, as)).data.list).toEqual([])
      expect(await rows('things')).toHaveLength(2)
    })

    it('takes no name that is taken, reserved or no name', async () => {
      const make = (view_name: string): Promise<unknown[]> =>
        refusal('viewCreate', { view_name, view_definition: 'CREATE VIEW v AS SELECT id FROM things' })
      expect(await make('things')).toEqual([400, 'TABLE_EXISTS'])
      expect(await make('nc_store')).toEqual([400, 'TABLE_NAME_RESERVED'])
      expect(await make('  ')).toEqual([400, 'TABLE_NAME_INVALID'])
      expect(await refusal('viewRead', { view_name: 'things' })).toEqual([404, 'TABLE_NOT_FOUND'])
      expect(await refusal('viewDelete', { view_name: 'things' })).toEqual([404, 'TABLE_NOT_FOUND'])
      expect(await refusal('viewUpdate', { view_name: 'gone', view_definition: 'CREATE VIEW v AS SELECT 1' })).toEqual([
        404,
        'TABLE_NOT_FOUND',
      ])
    })

    it('that is changed for the worse stays as it was', async () => {
      const view_definition = 'CREATE VIEW steady AS SELECT name FROM things'
      await server.call('viewCreate', { view_name: 'steady', view_definition }, as)
      const worse = 'CREATE VIEW steady AS SELECT colour FROM things'
      expect(await refusal('viewUpdate', { view_name: 'steady', view_definition: worse })).toEqual([
        400,
        'VIEW_DEFINITION_INVALID',
      ])
      expect(await rows('steady')).toEqual([{ name: 'Lamp' }, { name: 'Sun' }])
      await server.call('viewDelete', { view_name: 'steady' }, as)
    })

    it('is told in the audit, with what made it and what undoes it', async () => {
      await server.call('viewCreate', { view_name: 'told', view_definition: 'CREATE VIEW told AS SELECT 1 AS one' }, as)
      await server.call('viewDelete', { view_name: 'told' }, as)
      const { list } = await server.call('xcAuditList', { limit: 2 }, as)
      expect(list.map(({ op_type, op_sub_type, model_name }) => [op_type, op_sub_type, model_name])).toEqual([
        ['VIEW', 'DELETED', 'told'],
        ['VIEW', 'CREATED', 'told'],
      ])
    })
  })

  it('columns stand in the order that somebody wants, in the list, the rows and after every change', async () => {
    const order = async (): Promise<string[]> =>
      (await server.call('columnList', { tn: 'things' }, as)).data.list.map(({ cn }) => cn)
    const before = await order()
    expect(before).toEqual(['id', 'name', 'price', 'story', 'code'])
    const primary = async (): Promise<unknown> =>
      (await server.call('columnList', { tn: 'things' }, as)).data.list.find(({ pv }) => pv === true)?.cn
    expect(await primary()).toBe('name')
    await server.call('columnOrderSet', { tn: 'things', columns: ['code', 'ID', 'story'] }, as)
    const after = ['code', 'id', 'story', 'name', 'price']
    expect(await order()).toEqual(after)
    expect(await primary()).toBe('name')
    const [row] = (await rows('things')) as object[]
    expect(Object.keys(row ?? {})).toEqual(after)
    // Titles still follow the names of the database.
    await run(`ALTER TABLE things ADD later ${engine.dialect === 'mysql' ? 'int' : 'integer'}`)
    const columns = [
      { cn: 'added', uidt: 'Number', altered: 1 },
      { cn: 'tale', _cn: 'Tale', cno: 'story', altered: 8 },
      { cn: 'code', cno: 'code', _cn: 'Code', uidt: 'SingleLineText', altered: 2 },
    ]
    expect((await operation('tableUpdate', { tn: 'things', columns })).status).toBe(200)
    expect(await order()).toEqual(['code', 'id', 'tale', 'name', 'price', 'later', 'added'])
    expect(await refusal('columnOrderSet', { tn: 'things', columns: ['nothing'] })).toEqual([400, 'COLUMN_NOT_FOUND'])
    expect(await refusal('columnOrderSet', { tn: 'things', columns: ['id', 'ID'] })).toEqual([400, 'COLUMN_EXISTS'])
    expect(await refusal('columnOrderSet', { tn: 'nothing', columns: ['id'] })).toEqual([404, 'TABLE_NOT_FOUND'])
    const back = [
      { cn: 'added', cno: 'added', altered: 4 },
      { cn: 'later', cno: 'later', altered: 4 },
      { cn: 'story', _cn: 'story', cno: 'tale', altered: 8 },
    ]
    expect((await operation('tableUpdate', { tn: 'things', columns: back })).status).toBe(200)
    await server.call('columnOrderSet', { tn: 'things', columns: before }, as)
    expect(await order()).toEqual(before)
  })

  it('what is said of a column is kept by the database, where it keeps such things', async () => {
    const change = async (...columns: object[]): Promise<Answer> => operation('tableUpdate', { tn: 'things', columns })
    const said = async (): Promise<unknown> =>
      Object.fromEntries(
        (await server.call('columnList', { tn: 'things' }, as)).data.list.flatMap(({ cn, meta }) =>
          meta?.['description'] === undefined ? [] : [[cn, meta['description']]],
        ),
      )
    const describing = (cn: string, description?: string) => ({
      cn,
      cno: cn,
      altered: 2,
      meta: description === undefined ? {} : { description },
    })
    const added = { cn: 'more', uidt: 'Number', altered: 1, meta: { description: "What's more\\" } }
    expect((await change(describing('name', `It's "the" name`), describing('price', 'In €'), added)).status).toBe(200)
    expect(await said()).toEqual({ name: `It's "the" name`, price: 'In €', more: "What's more\\" })
    const { columns = [] } = (await database.dialect.introspect.describeTable(database, 'things')) ?? {}
    const stored = engine.dialect !== 'sqlite'
    expect(columns.find(({ name }) => name === 'name')?.comment).toBe(stored ? `It's "the" name` : undefined)
    expect(columns.find(({ name }) => name === 'more')?.comment).toBe(stored ? "What's more\\" : undefined)
    // Together with another change of the column, under another name, and removed again.
    await change({ ...describing('price', 'In dollars'), cn: 'cost', uidt: 'Decimal' })
    expect(await said()).toMatchObject({ cost: 'In dollars' })
    await change({ cn: 'price', _cn: 'price', cno: 'cost', altered: 8 }, describing('name'))
    expect(await said()).toEqual({ price: 'In dollars', more: "What's more\\" })
    await change(describing('price'), { cn: 'more', cno: 'more', altered: 4 })
    expect(await said()).toEqual({})
    // A comment by another program is detected too.
    if (engine.dialect === 'postgres') await run(`COMMENT ON COLUMN things.name IS 'theirs'`)
    if (engine.dialect === 'mysql') await run(`ALTER TABLE things MODIFY name varchar(100) COMMENT 'theirs'`)
    if (['postgres', 'mysql'].includes(engine.dialect)) {
      await server.call('schemaReload', {}, as)
      expect(await said()).toEqual({ name: 'theirs' })
      await change(describing('name'))
    }
    expect(await said()).toEqual({})
  })

  it('triggers of a table are told', async () => {
    await run(
      ...{
        sqlite: ['CREATE TRIGGER keep AFTER UPDATE OF name ON things BEGIN SELECT 1; END'],
        postgres: [
          `CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`,
          'CREATE TRIGGER keep AFTER UPDATE ON things FOR EACH ROW EXECUTE FUNCTION keep()',
        ],
        mysql: ['CREATE TRIGGER keep AFTER UPDATE ON things FOR EACH ROW SET @kept = 1'],
        mssql: ['CREATE TRIGGER keep ON things AFTER UPDATE AS SET NOCOUNT ON'],
      }[engine.dialect],
    )
    const { list } = (await server.call('triggerList', { tn: 'things' }, as)).data
    expect(list).toMatchObject([{ trigger: 'keep', timing: 'AFTER', event: 'UPDATE' }])
    expect(list[0]?.statement.length).toBeGreaterThan(8)
  })

  it('functions, procedures and sequences are told where the database has them', async () => {
    await run(
      ...{
        sqlite: [],
        postgres: [
          'CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql AS $$ SELECT n * 2 $$',
          'CREATE FUNCTION twice(n text) RETURNS text LANGUAGE sql AS $$ SELECT n || n $$',
          'CREATE PROCEDURE sweep() LANGUAGE sql AS $$ DELETE FROM things WHERE price < 0 $$',
          'CREATE SEQUENCE tickets',
        ],
        mysql: [
          'CREATE FUNCTION twice(n int) RETURNS int DETERMINISTIC RETURN n * 2',
          'CREATE PROCEDURE sweep() DELETE FROM things WHERE price < 0',
          'CREATE SEQUENCE tickets',
        ],
        mssql: [
          'CREATE FUNCTION twice(@n int) RETURNS int AS BEGIN RETURN @n * 2 END',
          'CREATE PROCEDURE sweep AS DELETE FROM things WHERE price < 0',
          'CREATE SEQUENCE tickets AS int',
        ],
      }[engine.dialect],
    )
    const lists = {
      functions: (await server.call('functionList', {}, as)).data.list.map(({ function_name }) => function_name),
      procedures: (await server.call('procedureList', {}, as)).data.list.map(({ procedure_name }) => procedure_name),
      sequences: (await server.call('sequenceList', {}, as)).data.list.map(({ sequence_name }) => sequence_name),
    }
    expect(lists).toEqual(
      {
        sqlite: { functions: [], procedures: [], sequences: [] },
        postgres: { functions: ['keep', 'twice'], procedures: ['sweep'], sequences: ['things_id_seq', 'tickets'] },
        mysql: { functions: ['twice'], procedures: ['sweep'], sequences: ['tickets'] },
        mssql: { functions: ['twice'], procedures: ['sweep'], sequences: ['tickets'] },
      }[engine.dialect],
    )
  })
})
