import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowIdSegment } from '@common/query/row-id'
import { createEngineProject, describeEngines, type Engine, type OpenedEngine } from '@tests/helpers/engines'
import { importInto, type Importing } from '@tests/helpers/imports'
import { startServer, type TestServer } from '@tests/helpers/server'

/** Schemas for each engine; more of them with BASALT_TEST_ROUND_TRIPS, others with BASALT_TEST_ROUND_TRIPS_SEED. */
const runs = Number(process.env['BASALT_TEST_ROUND_TRIPS'] ?? 8)
const seed = Number(process.env['BASALT_TEST_ROUND_TRIPS_SEED'] ?? 11)

/** A type as other programs write it, and literals of its values. */
interface Type {
  readonly ddl: string
  readonly values: readonly string[]
  /** A response shows less than the stored value: an undo, which uses the response, can't restore all of it. */
  readonly hidden?: true
  /** A CSV file holds it exactly. */
  readonly csv?: true
}

const types: Readonly<Record<Engine['dialect'], readonly Type[]>> = {
  sqlite: [
    { ddl: 'integer', values: ['0', '-5', '9007199254740993', '9223372036854775807'], csv: true },
    { ddl: 'real', values: ['0.1', '-1e300', '9e999', '-9e999', '2.0'] },
    { ddl: 'text', values: ["'it''s'", "'é😀'", "'a\nb'"], csv: true },
    { ddl: 'blob', values: ["x'00ff'", "x''", "'text'", "'AP8='"] },
    { ddl: 'blob', values: ['1.0', '1', "'1'", '1e15', '9007199254740993'], hidden: true },
    { ddl: 'decimal(10,2)', values: ['1.5', '-3', "'1.0'", "'x'"] },
    { ddl: 'numeric', values: ['1.0', "'1'", '1e19', "x'31'", '9e999'] },
    { ddl: 'decimal blob', values: ['1.0', '1', "'12345678901234567890.12'"], hidden: true },
    { ddl: '', values: ['1', "'1'", "x'01'", "'x'", '9007199254740993', "'9007199254740993'"] },
    { ddl: '', values: ['1.0', '-0.0', '1e15', '9007199254740992.0', '1e300', '9e999'], hidden: true },
    { ddl: 'varchar(9)', values: ['1.0', "'007'", "x'31'"] },
    { ddl: 'date', values: ["'2020-02-29'"], csv: true },
    { ddl: 'datetime', values: ["'2020-01-02 03:04:05'"] },
    { ddl: 'boolean', values: ['0', '1'] },
  ],
  postgres: [
    { ddl: 'integer', values: ['0', '-2147483648'], csv: true },
    { ddl: 'bigint', values: ['9223372036854775807', '-9007199254740993'], csv: true },
    { ddl: 'numeric', values: ['1.10', "'NaN'", '12345678901234567890.12345678901234567890', '0'], hidden: true },
    { ddl: 'numeric(10,2)', values: ['1.50', '-3'], csv: true },
    { ddl: 'real', values: ['0.1', "'Infinity'", "'-Infinity'"] },
    { ddl: 'double precision', values: ['0.1', '1e300', "'NaN'"] },
    { ddl: 'double precision', values: ['0.1', '1e300'] },
    { ddl: 'text', values: ["'it''s'", "'é😀'", "'a\nb'"], csv: true },
    { ddl: 'varchar(20)', values: ["'x'", "' y '"] },
    { ddl: 'bytea', values: [String.raw`'\x00ff'`, "''"] },
    { ddl: 'date', values: ["'2020-02-29'"], csv: true },
    { ddl: 'timestamp', values: ["'2020-01-02 03:04:05.678901'", "'infinity'"] },
    { ddl: 'timestamptz', values: ["'2020-01-02 03:04:05+02'"] },
    { ddl: 'time', values: ["'12:30:00.5'"] },
    { ddl: 'uuid', values: ["'123e4567-e89b-12d3-a456-426614174000'"] },
    { ddl: 'json', values: [`'{ "b" : 1.10, "a": [1, 2] }'`] },
    { ddl: 'jsonb', values: [`'{"b": 12345678901234567890}'`] },
    { ddl: 'inet', values: ["'192.168.1.5'", "'::1/64'"] },
    { ddl: 'integer[]', values: ["'{1,NULL,3}'"] },
    { ddl: 'boolean', values: ['true', 'false'] },
    { ddl: 'interval', values: ["'1 year 2 days 03:04:05'"] },
    { ddl: 'point', values: ["'(1.5,2)'"] },
    { ddl: 'bit(8)', values: ["b'00001111'"] },
    { ddl: 'tsvector', values: [`'a:1 b:2'`] },
    { ddl: 'money', values: ["'1.50'"] },
  ],
  mysql: [
    { ddl: 'int', values: ['0', '-2147483648'], csv: true },
    { ddl: 'bigint', values: ['9223372036854775807', '9007199254740993'], csv: true },
    { ddl: 'bigint unsigned', values: ['18446744073709551615', '9007199254740993'] },
    { ddl: 'decimal(30,10)', values: ['12345678901234567890.1234567890', '1.5'] },
    { ddl: 'double', values: ['0.1', '1e300'] },
    { ddl: 'float', values: ['0.1', '3'] },
    { ddl: 'varchar(50)', values: ["'it''s'", "'é😀'"], csv: true },
    { ddl: 'text', values: ["'a\nb'"], csv: true },
    { ddl: 'blob', values: ["x'00ff'"] },
    { ddl: 'binary(4)', values: ["x'00ff0001'"] },
    { ddl: 'date', values: ["'2020-02-29'"], csv: true },
    { ddl: 'datetime(6)', values: ["'2020-01-02 03:04:05.678901'"] },
    { ddl: 'timestamp NULL', values: ["'2020-01-02 03:04:05'"] },
    { ddl: 'time(3)', values: ["'12:30:00.500'"] },
    { ddl: 'year', values: ['2020'] },
    { ddl: 'json', values: [`'{"b": 1, "a": [1, 2]}'`] },
    { ddl: "enum('a','b')", values: ["'a'"] },
    { ddl: "set('a','b')", values: ["'a,b'"] },
    { ddl: 'bit(64)', values: [`b'${'1'.repeat(64)}'`, "b'101'"] },
    { ddl: 'tinyint(1)', values: ['0', '1'] },
    { ddl: 'point', values: ["ST_GeomFromText('POINT(1.5 -2)', 4326)"] },
    { ddl: 'geometry', values: ["ST_GeomFromText('MULTIPOINT(1 2, 3 4)')"] },
  ],
  mssql: [],
}

const keys = ['number', 'counted', 'always', 'text', 'pair'] as const
const schemas = fc.record({
  key: fc.constantFrom(...keys),
  columns: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 5 }),
  rows: fc.array(fc.array(fc.option(fc.nat(1_000), { freq: 5 }), { minLength: 5, maxLength: 5 }), {
    minLength: 1,
    maxLength: 4,
  }),
  children: fc.nat(4),
  onDelete: fc.constantFrom('CASCADE', 'SET NULL', 'NO ACTION'),
  stamps: fc.boolean(),
})
type Spec = typeof schemas extends fc.Arbitrary<infer S> ? S : never

/** The database's own driver, bypassing our code. */
interface Raw {
  readonly run: (sql: string) => Promise<unknown[][]>
  readonly close: () => Promise<void>
}

async function rawOf({ dialect }: Engine, { address }: OpenedEngine): Promise<Raw> {
  if (dialect === 'sqlite') {
    const database = new Sqlite(address, { timeout: 10_000 })
    const run = (sql: string): unknown[][] => {
      if (!sql.startsWith('SELECT')) return [[database.exec(sql) !== database]]
      return database.prepare(sql).raw().all() as unknown[][]
    }
    return { run: (sql) => Promise.resolve(run(sql)), close: () => Promise.resolve(void database.close()) }
  }
  if (dialect === 'postgres') {
    const client = new Client(address)
    await client.connect()
    const run = async (sql: string): Promise<unknown[][]> => {
      const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
      return rows
    }
    return { run, close: () => client.end() }
  }
  const connection = await createConnection({ uri: address, multipleStatements: true, charset: 'utf8mb4' })
  await connection.query(`SET time_zone = '+00:00'`)
  return {
    run: async (sql) => {
      const [rows] = await connection.query({ sql, rowsAsArray: true })
      return Array.isArray(rows) ? (rows as unknown[][]) : []
    },
    close: () => connection.end(),
  }
}

/**
 * Any foreign schema: its rows stay unchanged when read, written back, deleted, restored, undone, exported and
 * imported.
 */
await describeEngines('round trips', { nightly: 'servers' }, (engine) => {
  const { dialect } = engine
  let server: TestServer
  let opened: OpenedEngine
  let raw: Raw
  let as: Importing
  let made = 0

  const request = (method: string, path: string, body?: unknown) =>
    server.request(`/nc/${as.projectId}/api/v1/${path}`, { method, token: as.token, body })
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await request(method, path, body)
    expect([method, path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([method, path, 200, ''])
    return answer.json
  }
  const rowsOf = async (table: string) => (await send('GET', `${table}?limit=1000`)) as Record<string, unknown>[]

  beforeAll(async () => {
    opened = await engine.open()
    raw = await rawOf(engine, opened)
    server = await startServer()
    const owner = await server.signUp()
    as = { token: owner.token, projectId: await createEngineProject(server, owner, engine, opened) }
  })
  afterAll(async () => {
    await raw.close()
    await server.close()
    await opened.drop()
  })

  const typesOf = ({ columns }: Spec): readonly Type[] => columns.map((n) => pick(types[dialect], n))
  const keyColumns = ({ key }: Spec): readonly string[] => (key === 'pair' ? ['k', 'l'] : ['k'])
  const keyDdl = ({ key }: Spec): string => {
    if (key === 'text') return 'k varchar(40) PRIMARY KEY'
    if (key === 'pair') return 'k integer, l varchar(20), PRIMARY KEY (k, l)'
    if (key === 'number') return 'k integer PRIMARY KEY'
    if (dialect === 'postgres')
      return key === 'always' ? 'k bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY' : 'k serial PRIMARY KEY'
    return dialect === 'mysql' ? 'k bigint AUTO_INCREMENT PRIMARY KEY' : 'k integer PRIMARY KEY AUTOINCREMENT'
  }
  const keyLiteral = ({ key }: Spec, at: number): string =>
    key === 'text' ? `'key ${at}'` : key === 'pair' ? `${at + 1}, 'l${at}'` : String(at + 1)

  const create = async (spec: Spec, name: string): Promise<void> => {
    const all = typesOf(spec)
    const columns = all.map(({ ddl }, at) => `c${at} ${ddl}`)
    const tableEnd = dialect === 'mysql' ? ' CHARACTER SET utf8mb4' : ''
    // The key comes first; a table constraint last.
    const [key = '', ...rule] = keyDdl(spec).split(', PRIMARY')
    const ruleText = rule.map((text) => `PRIMARY${text}`)
    await raw.run(`CREATE TABLE ${name} (${[key, ...columns, 'stamp varchar(20)', ...ruleText].join(', ')})${tableEnd}`)
    const overriding = spec.key === 'always' && dialect === 'postgres' ? ' OVERRIDING SYSTEM VALUE' : ''
    const names = [...keyColumns(spec), ...all.map((_, at) => `c${at}`), 'stamp'].join(', ')
    for (const [at, row] of spec.rows.entries()) {
      const values = all.map(({ values: literals }, n) => {
        const chosen = row[n] ?? null
        return chosen === null ? 'NULL' : pick(literals, chosen)
      })
      await raw.run(
        `INSERT INTO ${name} (${names})${overriding} VALUES (${[keyLiteral(spec, at), ...values, "'before'"].join(', ')})`,
      )
    }
    const referring = keyColumns(spec).map((column) =>
      column === 'l' || spec.key === 'text'
        ? `p_${column} varchar(40)`
        : `p_${column} ${dialect === 'sqlite' || spec.key === 'number' || spec.key === 'pair' || (dialect === 'postgres' && spec.key === 'counted') ? 'integer' : 'bigint'}`,
    )
    const foreign = keyColumns(spec)
      .map((column) => `p_${column}`)
      .join(', ')
    await raw.run(
      `CREATE TABLE ${name}_c (id integer PRIMARY KEY, ${referring.join(', ').replace('p_l varchar(40)', 'p_l varchar(20)')}, n varchar(20),
       FOREIGN KEY (${foreign}) REFERENCES ${name} (${keyColumns(spec).join(', ')}) ON DELETE ${spec.onDelete})${tableEnd}`,
    )
    for (let at = 0; at < spec.children; at += 1)
      await raw.run(
        `INSERT INTO ${name}_c (id, ${foreign}, n) VALUES (${at + 1}, ${keyLiteral(spec, at % spec.rows.length)}, 'child ${at}')`,
      )
    if (spec.stamps) await stamp(name)
  }

  const stamp = async (name: string): Promise<void> => {
    if (dialect === 'sqlite')
      await raw.run(
        `CREATE TRIGGER ${name}_t AFTER INSERT ON ${name} BEGIN UPDATE ${name} SET stamp = 'now' WHERE rowid = new.rowid; END`,
      )
    else if (dialect === 'mysql')
      await raw.run(`CREATE TRIGGER ${name}_t BEFORE INSERT ON ${name} FOR EACH ROW SET new.stamp = 'now'`)
    else {
      await raw.run(
        `CREATE FUNCTION ${name}_f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.stamp := 'now'; RETURN new; END $$`,
      )
      await raw.run(`CREATE TRIGGER ${name}_t BEFORE INSERT ON ${name} FOR EACH ROW EXECUTE FUNCTION ${name}_f()`)
    }
  }

  /** Returns every value in the database's own text form, so that nothing is lost in conversion. */
  const dump = async (spec: Spec, name: string): Promise<unknown> => {
    const all = typesOf(spec)
    const exact = (column: string, ddl: string): string => {
      if (dialect === 'sqlite') return `typeof(${column}) || quote(${column})`
      if (dialect === 'postgres') return `${column}::text`
      if (/geometry|point|blob|binary|bit/.test(ddl)) return `HEX(${column})`
      return `CAST(${ddl === 'float' ? `CAST(${column} AS double)` : column} AS char)`
    }
    const columns = all.map(({ ddl }, at) => exact(`c${at}`, ddl))
    const parents = await raw.run(
      `SELECT ${[...keyColumns(spec), ...columns, 'stamp'].join(', ')} FROM ${name} ORDER BY ${keyColumns(spec).join(', ')}`,
    )
    return [parents.map((row) => row.map(String)), await raw.run(`SELECT * FROM ${name}_c ORDER BY id`)]
  }

  const trip = async (spec: Spec): Promise<void> => {
    const name = `t${(made += 1)}`
    await create(spec, name)
    const before = await dump(spec, name)
    const unchanged = async (step: string): Promise<void> =>
      expect([step, await dump(spec, name)]).toEqual([step, before])
    const idOf = (row: Record<string, unknown>): string =>
      rowIdSegment(keyColumns(spec).map((column) => String(row[column])))

    const rows = await rowsOf(name)
    for (const row of rows) await send('PUT', `${name}/${idOf(row)}`, row)
    await unchanged('written back')

    for (const row of rows) expect([200, 400]).toContain((await request('DELETE', `${name}/${idOf(row)}`)).status)
    if (spec.onDelete !== 'NO ACTION' || spec.children === 0) expect(await rowsOf(name)).toEqual([])
    await restoreAll()
    await unchanged('deleted and restored')
    const keysOnly = rows.map((row) => Object.fromEntries(keyColumns(spec).map((column) => [column, row[column]])))
    await request('DELETE', `${name}/bulk`, keysOnly)
    await restoreAll()
    await unchanged('deleted together and restored')

    const all = typesOf(spec)
    const undoable = all.flatMap(({ hidden }, at) => (hidden === true ? [] : [`c${at}`]))
    for (const row of rows) {
      const empty = Object.fromEntries(undoable.map((column) => [column, null]))
      if (undoable.length === 0) continue
      await send('PUT', `${name}/${idOf(row)}`, empty)
      const values = Object.fromEntries(undoable.map((column) => [column, row[column]]))
      const back = { rowId: idOf(row), values, expected: empty }
      await server.call('rowsWriteBack', { table: name, rows: [back], anyway: false }, as)
    }
    await unchanged('emptied and undone')
    for (const row of rows) {
      if (undoable.length === 0) continue
      const emptied = await request(
        'PUT',
        `${name}/${idOf(row)}`,
        Object.fromEntries(undoable.map((one) => [one, null])),
      )
      // A row without values is not written.
      if (emptied.headers['basalt-change'] === undefined) continue
      const undone = await server.call('changeUndo', { change: String(emptied.headers['basalt-change']) }, as)
      const redone = await server.call('changeRedo', { change: String(undone.change) }, as)
      await server.call('changeUndo', { change: String(redone.change) }, as)
    }
    await unchanged('emptied and undone by the id of the change')

    const csv = [...keyColumns(spec), ...all.flatMap((type, at) => (type.csv === true ? [`c${at}`] : []))]
    const file = await request('GET', `${name}?format=csv&guard=false&columns=${encodeURIComponent(csv.join(','))}`)
    const into = { table: name, columns: csv, key: [...keyColumns(spec)], onMatch: 'update' as const }
    const done = await importInto(server, { name: 'rows.csv', content: file.text }, as, into)
    expect(done).toMatchObject({ state: 'done' })
    await unchanged('exported as CSV and imported')

    if (spec.stamps) return
    const scripts = [await request('GET', `${name}?format=sql`), await request('GET', `${name}_c?format=sql`)]
    await raw.run(`DELETE FROM ${name}_c`)
    await raw.run(`DELETE FROM ${name}`)
    for (const { text } of scripts) if (/INSERT/.test(text)) await raw.run(text)
    await unchanged('exported as SQL and run')

    if (dialect !== 'sqlite') return
    const whole = [
      await request('GET', `${name}?format=sql&create=true`),
      await request('GET', `${name}_c?format=sql&create=true`),
    ]
    await raw.run(`DROP TABLE ${name}_c`)
    await raw.run(`DROP TABLE ${name}`)
    for (const { text } of whole) await raw.run(text)
    await unchanged('exported as SQL with its table and run')
  }

  const restoreAll = async (): Promise<void> => {
    const { list } = await server.call('trashList', { kind: 'rows', limit: 100 }, as)
    for (const { id, table } of list)
      expect([table, await server.call('trashRestore', { id }, as)]).toMatchObject([table, { refused: [], notes: [] }])
  }

  it.skipIf(dialect === 'mssql')(
    'leave every value as it was',
    async () => {
      const property = fc.asyncProperty(schemas, trip)
      await expect(fc.assert(property, { numRuns: runs, seed, endOnFailure: runs <= 8 })).resolves.toBeUndefined()
    },
    Math.max(240_000, runs * 20_000),
  )
})

const pick = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('An empty list')
  return found
}
