import type { Client } from 'pg'
import { errorCode } from '@main/db/connection-failures'
import { failsBy, isDone, isYes, type Ask, type Probe, type ProbeAnswer } from '@main/db/server-probes'

/** An arbitrary number, and a name that no other program has. */
const lock = 7_020_109_140_302
const table = 'basalt_probe'

/** A standby, or a user without the right: the server can't be asked. */
const unknown = ['25006', '42501']

/** In one message, so that the connection doesn't keep listening. */
export const listenSql = `LISTEN ${table}; UNLISTEN ${table}`

/** True unless the server doesn't know the statement. */
export const knowsListen = (answer: ProbeAnswer): boolean => !failsBy(answer, ['0A000', '42601'])

/** Features that servers with the protocol of PostgreSQL may lack. */
export const postgresProbes: readonly Probe[] = [
  {
    feature: 'LISTEN',
    works: async (ask) => knowsListen(await ask(listenSql)),
  },
  {
    feature: 'pg_advisory_lock',
    // Some servers accept the call and lock nothing.
    works: async (ask, other) => {
      const taken = await ask(`SELECT pg_try_advisory_lock(${lock})`)
      const takenAgain = await other(`SELECT pg_try_advisory_lock(${lock})`)
      for (const each of [ask, other]) await each('SELECT pg_advisory_unlock_all()')
      // Another test may hold the lock.
      return isDone(taken) && isDone(takenAgain) && !(isYes(taken) && isYes(takenAgain))
    },
  },
  {
    feature: 'CREATE TRIGGER',
    // The table is missing, so a server that knows triggers says that. The schema exists nowhere.
    works: async (ask) =>
      failsBy(
        await ask(
          `CREATE TRIGGER ${table} BEFORE INSERT ON ${table}_missing.${table} FOR EACH ROW EXECUTE FUNCTION ${table}()`,
        ),
        ['42P01', '3F000', '42883', ...unknown],
      ),
  },
  {
    feature: 'FOREIGN KEY',
    works: async (ask) => {
      await ask('BEGIN')
      await ask(`CREATE TEMPORARY TABLE ${table} (id integer PRIMARY KEY, up integer REFERENCES ${table} (id))`)
      const answer = await ask(`INSERT INTO ${table} VALUES (1, 2)`)
      await ask('ROLLBACK')
      await ask(`DROP TABLE IF EXISTS pg_temp.${table}`)
      // A server without temporary tables can't be asked.
      return !isDone(answer)
    },
  },
  {
    feature: 'CREATE TABLE … ROLLBACK',
    works: async (ask) => {
      await ask('BEGIN')
      const made = await ask(`CREATE TEMPORARY TABLE ${table} (id integer)`)
      await ask('ROLLBACK')
      const left = await ask(`SELECT 1 FROM ${table}`)
      await ask(`DROP TABLE IF EXISTS pg_temp.${table}`)
      return failsBy(made, unknown) || (isDone(made) && failsBy(left, ['42P01']))
    },
  },
]

export const askPostgres =
  (client: Client): Ask =>
  async (sql) => {
    try {
      const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
      return { value: rows[0]?.[0] }
    } catch (error) {
      return { code: errorCode(error) }
    }
  }
