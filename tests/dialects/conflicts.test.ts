import { openPostgres } from '@main/db/dialects/postgres/connection'
import { engines, reasonToSkip, type OpenedEngine } from '@tests/helpers/engines'
import { waitsForLock } from '@tests/helpers/mariadb'
import { until } from '@tests/helpers/until'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '@main/db/statement'

/* Transactions that the server rolls back because of others run again, a limited number of times. */

/** Another client of the same database. */
interface Other {
  readonly run: (sql: string) => Promise<unknown>
  /** True if a session of the database waits for a lock. */
  readonly seesWait: () => Promise<boolean>
  readonly end: () => Promise<void>
}

interface Place {
  readonly dialect: string
  readonly connect: (address: string) => Promise<Other>
  /** Makes each insertion into `refused` fail with a conflict, and counts them. */
  readonly refusal: readonly string[]
  readonly tries: string
}

const places: readonly Place[] = [
  {
    dialect: 'postgres',
    connect: async (address) => {
      const client = new Client({ connectionString: address })
      await client.connect()
      // Leaves the deadlock to the other session.
      await client.query("SET deadlock_timeout = '1h'")
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      return {
        run: (sql) => client.query(sql),
        seesWait: async () => (await client.query(waiting)).rows.length > 0,
        end: () => client.end(),
      }
    },
    refusal: [
      'CREATE SEQUENCE tries',
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$",
      'CREATE TRIGGER refuse BEFORE INSERT ON refused FOR EACH ROW EXECUTE FUNCTION refuse()',
    ],
    tries: 'SELECT last_value FROM tries',
  },
  {
    dialect: 'mysql',
    connect: async (address) => {
      const connection = await createConnection({ uri: address })
      return {
        run: (sql) => connection.query(sql),
        seesWait: () => waitsForLock(connection),
        end: async () => connection.destroy(),
      }
    },
    refusal: [
      'CREATE SEQUENCE tries',
      "CREATE TRIGGER refuse BEFORE INSERT ON refused FOR EACH ROW BEGIN SET @tries = nextval(tries); SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213; END",
    ],
    tries: 'SELECT nextval(tries) - 1',
  },
]

const there: (Place & { readonly open: () => Promise<OpenedEngine>; readonly name: string })[] = []
for (const place of places) {
  const engine = engines.find(({ dialect }) => dialect === place.dialect)
  if (engine !== undefined && (await reasonToSkip(engine)) === undefined)
    there.push({ ...place, open: engine.open, name: engine.name })
}

const step = (sql: string): Step => ({ sql, params: [] })
const increment = (id: number): Step => step(`UPDATE counters SET value = value + 1 WHERE id = ${id}`)

describe.each(there)('conflicting transactions on $name', ({ open, connect, refusal, tries }) => {
  let opened: OpenedEngine
  let other: Other
  beforeAll(async () => {
    opened = await open()
    const { database, address } = opened
    await database.changeSchema([
      step('CREATE TABLE counters (id integer PRIMARY KEY, value integer NOT NULL)'),
      step('CREATE TABLE refused (id integer PRIMARY KEY)'),
      step('CREATE TABLE heavy (id integer PRIMARY KEY)'),
    ])
    await database.transact([step('INSERT INTO counters VALUES (1, 0), (2, 0)')])
    other = await connect(address)
  })
  afterAll(async () => {
    await other.end()
    await opened.drop()
  })
  const values = async (): Promise<number[]> =>
    (await opened.database.read(step('SELECT value FROM counters ORDER BY id'))).map(([value]) => Number(value))

  it('run again after a deadlock, and count once', async () => {
    const { database } = opened
    await other.run('BEGIN')
    // More work than the other transaction has, so that the server ends that one.
    for (let id = 0; id < 20; id += 1) await other.run(`INSERT INTO heavy VALUES (${id})`)
    await other.run('UPDATE counters SET value = value + 10 WHERE id = 2')
    const written = database.transact([increment(1), increment(2)])
    await until(other.seesWait)
    await other.run('UPDATE counters SET value = value + 10 WHERE id = 1')
    await other.run('COMMIT')
    await written
    expect(await values()).toEqual([11, 11])
  })

  it('give up after four runs, with nothing written', async () => {
    const { database } = opened
    for (const sql of refusal) await other.run(sql)
    const write = database.transact([increment(1), step('INSERT INTO refused VALUES (1)')])
    await expect(write).rejects.toMatchObject({ code: 'DATABASE_BUSY' })
    expect(Number((await database.read(step(tries)))[0]?.[0])).toBe(4)
    expect(await values()).toEqual([11, 11])
  })
})

describe.each(there.filter(({ dialect }) => dialect === 'postgres'))('serializable transactions on $name', (place) => {
  it('run again when the server finds them out of order, and count once', async () => {
    const opened = await place.open()
    const { database, address } = opened
    const other = await place.connect(address)
    await database.changeSchema([step('CREATE TABLE counters (id integer PRIMARY KEY, value integer NOT NULL)')])
    await database.transact([step('INSERT INTO counters VALUES (1, 0)')])
    const name = new URL(address).pathname.slice(1)
    await other.run(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`)
    const strict = await openPostgres({ url: address })
    await other.run('BEGIN')
    await other.run('UPDATE counters SET value = value + 10')
    const written = strict.transact([increment(1), increment(1)])
    await until(other.seesWait)
    await other.run('COMMIT')
    await written
    expect(await strict.read(step('SELECT value FROM counters'))).toEqual([[12]])
    await strict.close()
    await other.end()
    await opened.drop()
  })
})
