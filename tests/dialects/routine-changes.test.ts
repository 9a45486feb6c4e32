import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationName, OperationInput, operations } from '@common/operations'
import type { z } from 'zod'
import { createEngineProject, describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

type Kind = OperationInput<'routineRead'>['kind']

/** A statement that creates a routine, and one with the same name and another body. */
const samples = {
  postgres: {
    function: [
      `CREATE FUNCTION "Add up"(a integer, b integer DEFAULT 2) RETURNS integer LANGUAGE sql AS $$ SELECT a + b; $$`,
      `-- better\nCREATE OR REPLACE FUNCTION "Add up"(a integer, b integer DEFAULT 2) RETURNS integer LANGUAGE sql AS $$ SELECT a * b $$;`,
    ],
    procedure: [
      `CREATE PROCEDURE Sweep(lowest numeric) LANGUAGE sql AS 'DELETE FROM things WHERE price < lowest'`,
      `CREATE PROCEDURE sweep(lowest numeric) LANGUAGE sql AS 'DELETE FROM things WHERE price <= lowest'`,
    ],
    sequence: ['CREATE SEQUENCE tickets START WITH 10 INCREMENT BY 5', 'CREATE SEQUENCE tickets INCREMENT BY 7'],
  },
  mysql: {
    function: [
      'CREATE FUNCTION `Add up`(a int, b int) RETURNS int DETERMINISTIC RETURN a + b',
      '-- better\nCREATE FUNCTION `Add up`(a int, b int) RETURNS int DETERMINISTIC BEGIN SET a = a * b; RETURN a; END;',
    ],
    procedure: [
      `CREATE PROCEDURE Sweep(lowest decimal(10,2)) DELETE FROM things WHERE price < lowest`,
      `CREATE PROCEDURE sweep(lowest decimal(10,2)) DELETE FROM things WHERE price <= lowest`,
    ],
    sequence: ['CREATE SEQUENCE tickets START WITH 10 INCREMENT BY 5', 'CREATE SEQUENCE tickets INCREMENT BY 7'],
  },
  mssql: {
    function: [
      'CREATE FUNCTION [Add up](@a int, @b int) RETURNS int AS BEGIN RETURN @a + @b END',
      '-- better\nCREATE FUNCTION [Add up](@a int, @b int) RETURNS int AS BEGIN RETURN @a * @b END;',
    ],
    procedure: [
      'CREATE PROCEDURE Sweep @lowest decimal(10,2) AS DELETE FROM things WHERE price < @lowest',
      'CREATE PROCEDURE sweep @lowest decimal(10,2) AS DELETE FROM things WHERE price <= @lowest',
    ],
    sequence: ['CREATE SEQUENCE tickets AS int START WITH 10 INCREMENT BY 5', 'CREATE SEQUENCE tickets INCREMENT BY 7'],
  },
} as const

const names = {
  function: 'Add up',
  procedure: { postgres: 'sweep', mysql: 'Sweep', mssql: 'Sweep' },
  sequence: 'tickets',
}

/** A trigger, and what it leaves in the table `kept`. */
const triggers = {
  sqlite: `CREATE TRIGGER keep AFTER UPDATE ON things BEGIN INSERT INTO kept VALUES (OLD.name); END;`,
  postgres: `CREATE TRIGGER Keep AFTER UPDATE ON things FOR EACH ROW EXECUTE FUNCTION keep_name();`,
  mysql: `CREATE TRIGGER keep AFTER UPDATE ON things FOR EACH ROW BEGIN INSERT INTO kept VALUES (OLD.name); END;`,
  mssql: `CREATE TRIGGER keep ON things AFTER UPDATE AS INSERT INTO kept SELECT name FROM deleted`,
}

await describeEngines('routines and triggers of users', (engine) => {
  let opened: OpenedEngine
  let server: TestServer
  let owner: TestUser
  let projectId: string
  const dialect = engine.dialect

  beforeAll(async () => {
    opened = await engine.open()
    server = await startServer()
    owner = await server.signUp()
    for (const sql of [
      'CREATE TABLE things (id int PRIMARY KEY, name varchar(50), price decimal(10, 2))',
      'CREATE TABLE kept (name varchar(50))',
      `INSERT INTO things VALUES (1, 'Lamp', 12.5)`,
    ])
      await opened.database.changeSchema([{ sql, params: [] }])
    projectId = await createEngineProject(server, owner, engine, opened)
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  const operate = <N extends OperationName>(name: N, input: z.input<(typeof operations)[N]['input']>) =>
    server.operate(name, input, { token: owner.token, projectId })
  const refusal = async (name: OperationName, input: unknown): Promise<unknown[]> => {
    const { status, error } = await server.request(`/api/v1/operations/${name}?project=${projectId}`, {
      method: 'POST',
      token: owner.token,
      body: input,
    })
    expect(error.msg).toMatch(/^[A-Z].*\.$/s)
    return [status, error.code]
  }

  it.runIf(dialect === 'sqlite')('says that SQLite has no routines', async () => {
    expect(await refusal('routineCreate', { kind: 'function', definition: 'CREATE FUNCTION f()' })).toEqual([
      400,
      'NOT_SUPPORTED',
    ])
    expect(await refusal('routineRead', { kind: 'sequence', name: 'f' })).toEqual([400, 'NOT_SUPPORTED'])
  })
  describe.each<Kind>(dialect === 'sqlite' ? [] : ['function', 'procedure', 'sequence'])('a %s', (kind) => {
    const written = dialect === 'sqlite' ? 'postgres' : dialect
    const [first, second] = samples[written][kind]
    const name = kind === 'procedure' ? names.procedure[written] : names[kind]
    const listed = (): Promise<readonly string[]> => operate(`${kind}List`, {})

    it('is created, read, changed and deleted, and each change can be reverted by its statements', async () => {
      const before = await listed()
      const made = await operate('routineCreate', { kind, definition: first })
      expect(made.name).toBe(name)
      expect(await listed()).toContain(name)
      const [read] = await operate('routineRead', { kind, name })
      expect(read?.definition).toMatch(new RegExp(`^CREATE ${kind} .?${name}`, 'i'))
      const parameters = { function: ['a', 'b'], procedure: ['lowest'], sequence: [] }[kind]
      expect(read?.parameters.map((each) => each.name.replace('@', ''))).toEqual(parameters)

      const changed = await operate('routineUpdate', { kind, name, signature: read?.signature, definition: second })
      const [after, ...more] = await operate('routineRead', { kind, name })
      expect(more).toEqual([])
      expect(after?.definition).not.toBe(read?.definition)
      await opened.database.changeSchema(changed.undo.map((sql) => ({ sql, params: [] })))
      expect((await operate('routineRead', { kind, name }))[0]?.definition).toBe(read?.definition)

      const plan = await operate('objectPlan', { change: 'deleteRoutine', kind, name, signature: read?.signature })
      const gone = await operate('routineDelete', { kind, name, signature: read?.signature })
      expect(gone).toEqual(plan)
      expect(await listed()).toEqual(before)
      await opened.database.changeSchema(gone.undo.map((sql) => ({ sql, params: [] })))
      expect((await operate('routineRead', { kind, name }))[0]?.definition).toBe(read?.definition)
      // The statements of the creation revert it too.
      await opened.database.changeSchema(made.undo.map((sql) => ({ sql, params: [] })))
      expect(await listed()).toEqual(before)
    })

    it('is created from one statement of its kind only', async () => {
      const before = await listed()
      for (const definition of [
        'DROP TABLE things',
        'CREATE TABLE x (a int)',
        `CREATE ${kind}`,
        first.replace('CREATE', 'CREATE TABLE x (a int); CREATE'),
        `${first} nonsense behind it`,
        first.replace(/^.*?CREATE (\w+) ("[^"]+"|`[^`]+`|\[[^\]]+\]|\w+)/s, 'CREATE $1 nc_projects_users'),
      ])
        expect(await refusal('routineCreate', { kind, definition })).toEqual([
          400,
          expect.stringMatching(/^(STATEMENT_INVALID|SQL_FAILED)$/),
        ])
      expect(await listed()).toEqual(before)
    })

    it('that is not there is said so', async () => {
      expect(await refusal('routineRead', { kind, name: 'nothing' })).toEqual([404, 'ROUTINE_NOT_FOUND'])
      expect(await refusal('routineDelete', { kind, name: 'nothing' })).toEqual([404, 'ROUTINE_NOT_FOUND'])
      expect(await refusal('routineUpdate', { kind, name: 'nothing', definition: first })).toEqual([
        400,
        'STATEMENT_INVALID',
      ])
    })
  })

  it.runIf(dialect === 'postgres')('rejects a second statement behind the first, in any disguise', async () => {
    const body = `CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql`
    for (const [tail, isSeveral] of [
      [` AS $$ SELECT n; $$; DROP TABLE kept`, true],
      [` AS 'SELECT n;'; /* ; */ DROP TABLE kept`, true],
      [` BEGIN ATOMIC SELECT CASE WHEN n > 1 THEN 2 END; SELECT n; END; DROP TABLE kept`, true],
      [` BEGIN ATOMIC SELECT CASE WHEN n > 1 THEN 2 END; SELECT n; END; -- the end`, false],
    ] as const) {
      const input = { kind: 'function', definition: body + tail } as const
      if (isSeveral) expect(await refusal('routineCreate', input)).toEqual([400, 'STATEMENT_INVALID'])
      else expect((await operate('routineCreate', input)).name).toBe('twice')
    }
    expect(await opened.database.read({ sql: 'SELECT count(*) FROM kept', params: [] })).toHaveLength(1)
  })

  it.runIf(dialect === 'postgres')('tells functions of one name apart', async () => {
    for (const type of ['integer', 'text'])
      await operate('routineCreate', {
        kind: 'function',
        definition: `CREATE FUNCTION same(a ${type}) RETURNS ${type} LANGUAGE sql AS 'SELECT a'`,
      })
    const both = await operate('routineRead', { kind: 'function', name: 'same' })
    expect(both.map(({ signature }) => signature)).toEqual(['a integer', 'a text'])
    await operate('routineDelete', { kind: 'function', name: 'same', signature: 'a text' })
    expect(await operate('routineRead', { kind: 'function', name: 'same' })).toHaveLength(1)
  })

  it('creates a trigger that works, shows it and deletes it', async () => {
    if (dialect === 'postgres')
      await operate('routineCreate', {
        kind: 'function',
        definition: `CREATE FUNCTION keep_name() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO kept VALUES (OLD.name); RETURN NEW; END $$`,
      })
    await operate('triggerCreate', { table: 'things', definition: triggers[dialect] })
    expect(await operate('triggerList', { table: 'things' })).toMatchObject([
      { name: 'keep', timing: 'AFTER', event: 'UPDATE' },
    ])
    await server.request(`/nc/${projectId}/api/v1/things/1`, {
      method: 'PUT',
      token: owner.token,
      body: { name: 'Sun' },
    })
    expect(await opened.database.read({ sql: 'SELECT name FROM kept', params: [] })).toEqual([['Lamp']])
    const plan = await operate('objectPlan', { change: 'deleteTrigger', table: 'things', name: 'keep' })
    const gone = await operate('triggerDelete', { table: 'things', name: 'keep' })
    expect(gone).toEqual(plan)
    expect(await operate('triggerList', { table: 'things' })).toEqual([])
    await opened.database.changeSchema(gone.undo.map((sql) => ({ sql, params: [] })))
    expect(await operate('triggerList', { table: 'things' })).toHaveLength(1)
  })

  it('rejects what is no trigger of the table', async () => {
    const trigger = (definition: string) => refusal('triggerCreate', { table: 'things', definition })
    expect(await trigger('DROP TABLE things')).toEqual([400, 'STATEMENT_INVALID'])
    expect(await trigger(triggers[dialect].replace(/things/, 'kept'))).toEqual([400, 'STATEMENT_INVALID'])
    expect(await trigger(`${triggers[dialect]} DROP TABLE kept`)).toEqual([
      400,
      expect.stringMatching(/^(STATEMENT_INVALID|SQL_FAILED)$/),
    ])
    expect(await trigger('CREATE TRIGGER broken AFTER NONSENSE ON things')).toEqual([400, 'SQL_FAILED'])
    expect(await refusal('triggerDelete', { table: 'things', name: 'nothing' })).toEqual([404, 'TRIGGER_NOT_FOUND'])
    expect(await refusal('triggerDelete', { table: 'nothing', name: 'keep' })).toEqual([404, 'TABLE_NOT_FOUND'])
  })

  it('shows the statements of a change before it is made, and changes nothing', async () => {
    const index = { table: 'things', name: 'by_name', columns: ['name'], unique: false }
    const plan = await operate('objectPlan', { change: 'createIndex', ...index })
    expect(plan.statements).toEqual([expect.stringMatching(/^CREATE INDEX .by_name. ON .things. \(.name.\)$/)])
    expect(await operate('indexCreate', index)).toEqual(plan)
    expect(await refusal('objectPlan', { change: 'createIndex', ...index })).toEqual([400, 'INDEX_EXISTS'])
    const drop = await operate('objectPlan', { change: 'deleteIndex', table: 'things', name: 'by_name' })
    expect(await operate('indexDelete', { table: 'things', name: 'by_name' })).toEqual(drop)
    const check = { table: 'things', name: 'dear', condition: 'price > 1' }
    const rule = await operate('objectPlan', { change: 'createCheck', ...check })
    expect(await operate('checkList', { table: 'things' })).toEqual([])
    expect(await operate('checkCreate', check)).toEqual(rule)
    const without = await operate('objectPlan', { change: 'deleteCheck', table: 'things', name: 'dear' })
    expect(await operate('checkDelete', { table: 'things', name: 'dear' })).toEqual(without)
    expect(await refusal('objectPlan', { change: 'createCheck', ...check, condition: 'price > 1000' })).toEqual([
      400,
      'CHECK_BROKEN',
    ])
  })

  it('answers statements over a table', async () => {
    const statements = await operate('tableStatements', { table: 'things' })
    expect(Object.keys(statements).toSorted()).toEqual(['create', 'delete', 'insert', 'select', 'update'])
    expect(statements.delete).toMatch(/^DELETE FROM .things. WHERE .id. = /)
  })
})
