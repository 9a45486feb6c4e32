import { mysqlProbes } from '@main/db/dialects/mysql/probes'
import { postgresProbes } from '@main/db/dialects/postgres/probes'
import { lackingFeatures, type Ask, type Probe, type ProbeAnswer } from '@main/db/server-probes'
import { expect, it } from 'vitest'

/**
 * Answers by the beginning of a statement, from the documentation of each engine. Other statements succeed without a
 * value.
 */
type Answers = Readonly<Record<string, ProbeAnswer | readonly [first: ProbeAnswer, other: ProbeAnswer]>>

const yes: ProbeAnswer = { value: true }
const no: ProbeAnswer = { value: false }
const fails = (code: string): ProbeAnswer => ({ code })

const asking =
  (answers: Answers, connection: 0 | 1): Ask =>
  async (sql) => {
    const found = Object.entries(answers).find(([start]) => sql.startsWith(start))?.[1] ?? { value: undefined }
    return 'length' in found ? found[connection] : found
  }

const postgres: Answers = {
  'SELECT pg_try_advisory_lock': [yes, no],
  'CREATE TRIGGER': fails('3F000'),
  'INSERT INTO': fails('23503'),
  'SELECT 1 FROM': fails('42P01'),
}
const mariadb: Answers = {
  'SELECT GET_LOCK': [{ value: 1 }, { value: 0 }],
  'CREATE TRIGGER': fails('1146'),
  'SELECT @@global.foreign_key_checks': { value: 1 },
}

it.each<[string, readonly Probe[], Answers, readonly string[]]>([
  ['PostgreSQL', postgresProbes, postgres, []],
  [
    'a standby of PostgreSQL',
    postgresProbes,
    { ...postgres, LISTEN: fails('25006'), 'CREATE TRIGGER': fails('25006'), 'CREATE TEMPORARY': fails('25006') },
    [],
  ],
  [
    'a user of PostgreSQL without the right to temporary tables',
    postgresProbes,
    { ...postgres, 'CREATE TEMPORARY': fails('42501'), 'INSERT INTO': fails('25P02') },
    [],
  ],
  [
    // LISTEN is not implemented, and calls for advisory locks do nothing.
    'CockroachDB',
    postgresProbes,
    {
      ...postgres,
      LISTEN: fails('0A000'),
      'SELECT pg_try_advisory_lock': [yes, yes],
      'CREATE TRIGGER': fails('0A000'),
      'CREATE TEMPORARY': fails('0A000'),
      'INSERT INTO': fails('25P02'),
    },
    ['LISTEN', 'pg_advisory_lock', 'CREATE TRIGGER', 'CREATE TABLE … ROLLBACK'],
  ],
  [
    // By default: neither LISTEN nor advisory locks, and tables outlive the rollback.
    'YugabyteDB',
    postgresProbes,
    { ...postgres, LISTEN: fails('0A000'), 'SELECT pg_try_advisory_lock': fails('0A000'), 'SELECT 1 FROM': yes },
    ['LISTEN', 'pg_advisory_lock', 'CREATE TABLE … ROLLBACK'],
  ],
  [
    'a server that does not enforce foreign keys',
    postgresProbes,
    { ...postgres, 'INSERT INTO': { value: undefined } },
    ['FOREIGN KEY'],
  ],
  ['MariaDB', mysqlProbes, mariadb, []],
  ['a user of MySQL without the right to triggers', mysqlProbes, { ...mariadb, 'CREATE TRIGGER': fails('1142') }, []],
  ['TiDB', mysqlProbes, { ...mariadb, 'CREATE TRIGGER': fails('1064') }, ['CREATE TRIGGER']],
  [
    'an old TiDB',
    mysqlProbes,
    {
      'SELECT GET_LOCK': [{ value: 1 }, { value: 1 }],
      'CREATE TRIGGER': fails('1064'),
      'SELECT @@global.foreign_key_checks': { value: 0 },
    },
    ['GET_LOCK', 'CREATE TRIGGER', 'FOREIGN KEY'],
  ],
  ['Vitess', mysqlProbes, { ...mariadb, 'CREATE TRIGGER': fails('1105') }, ['CREATE TRIGGER']],
])('tells what %s lacks by its answers', async (_, probes, answers, lacking) => {
  expect(await lackingFeatures(probes, asking(answers, 0), asking(answers, 1))).toEqual(lacking)
})
