import type { Connection } from 'mysql2'
import { failsBy, isDone, isYes, type Ask, type Probe } from '@main/db/server-probes'
import { errorNumber } from './errors'
import { command } from './pool'

const name = 'basalt_probe'

/** Features that servers with the protocol of MySQL may lack. None of them has transactional schema changes. */
export const mysqlProbes: readonly Probe[] = [
  {
    feature: 'GET_LOCK',
    // Some servers accept the call and lock nothing, or only on one of their nodes.
    works: async (ask, other) => {
      const taken = await ask(`SELECT GET_LOCK('${name}', 0)`)
      const takenAgain = await other(`SELECT GET_LOCK('${name}', 0)`)
      for (const each of [ask, other]) await each(`SELECT RELEASE_LOCK('${name}')`)
      // Another test may hold the lock.
      return isDone(taken) && isDone(takenAgain) && !(isYes(taken) && isYes(takenAgain))
    },
  },
  {
    feature: 'CREATE TRIGGER',
    // The table is missing, so a server that knows triggers says that, or that the user may not make one.
    works: async (ask) =>
      failsBy(await ask(`CREATE TRIGGER ${name} BEFORE INSERT ON ${name}_missing FOR EACH ROW SET @probe = 1`), [
        '1044',
        '1046',
        '1142',
        '1146',
        '1227',
        '1290',
        '1419',
      ]),
  },
  { feature: 'FOREIGN KEY', works: async (ask) => isYes(await ask('SELECT @@global.foreign_key_checks')) },
]

export const askMysql =
  (connection: Connection): Ask =>
  async (sql) => {
    try {
      const result = (await command(connection, sql)) as readonly Readonly<Record<string, unknown>>[]
      return { value: Array.isArray(result) ? Object.values((result[0] ?? {}) as object)[0] : undefined }
    } catch (error) {
      return { code: String(errorNumber(error)) }
    }
  }
