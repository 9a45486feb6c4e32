import type { Database } from '@main/db/database'
import type { Engine, OpenedEngine } from './engines'

/** Countries in alphabetical order; their ids count from 1. */
const countries = [
  'Afghanistan',
  'Algeria',
  'Bahrain',
  'Belarus',
  'Brazil',
  ...Array.from({ length: 60 }, (_, at) => `Country ${String(at + 6).padStart(3, '0')}`),
] as const

/**
 * Creates the two tables of a film rental database that the original's suites use: countries, and two cities in each.
 * Their times of change have defaults, as in the original's sample.
 */
export async function createRentalTables(database: Database, { dialect }: Pick<Engine, 'dialect'>): Promise<void> {
  const id = {
    sqlite: 'integer PRIMARY KEY AUTOINCREMENT',
    postgres: 'serial PRIMARY KEY',
    mysql: 'int AUTO_INCREMENT PRIMARY KEY',
    mssql: 'int IDENTITY PRIMARY KEY',
  }[dialect]
  const changed = `last_update ${dialect === 'mssql' ? 'datetime2' : 'timestamp'} NOT NULL DEFAULT CURRENT_TIMESTAMP`
  await database.changeSchema(
    [
      `CREATE TABLE country (country_id ${id}, country varchar(50) NOT NULL, ${changed})`,
      `CREATE TABLE city (city_id ${id}, city varchar(50) NOT NULL, country_id int NOT NULL, ${changed},
        FOREIGN KEY (country_id) REFERENCES country (country_id))`,
    ].map((sql) => ({ sql, params: [] })),
  )
  const names = countries.map((name) => `('${name}')`).join(', ')
  const cities = countries.flatMap((name, at) => [`('A in ${name}', ${at + 1})`, `('B in ${name}', ${at + 1})`])
  await database.transact(
    [
      `INSERT INTO country (country) VALUES ${names}`,
      `INSERT INTO city (city, country_id) VALUES ${cities.join(', ')}`,
    ].map((sql) => ({ sql, params: [] })),
  )
}

const clients = { sqlite: 'sqlite3', postgres: 'pg', mysql: 'mysql2', mssql: 'mssql' } as const

/** Returns the body with which the original's suites create a project of an existing database (wire §5). */
export function projectOfOriginal({ dialect }: Engine, { address }: OpenedEngine, projectType: 'rest' | 'graphql') {
  const client = clients[dialect]
  const prefix = projectType === 'graphql' ? { graphqlDepthLimit: 10 } : {}
  const meta = {
    tn: 'nc_evolutions',
    dbAlias: 'db',
    api: { type: projectType, prefix: '', ...prefix },
    inflection: { tn: 'none', cn: 'none' },
  }
  const json = {
    title: 'rental',
    version: '0.6',
    envs: { _noco: { db: [{ client, connection: connectionOf(dialect, address), meta }], apiClient: { data: [] } } },
    workingEnv: '_noco',
    meta: { version: '0.6', seedsFolder: 'seeds', projectType, type: 'mvc', language: 'ts' },
    seedsFolder: 'seeds',
    queriesFolder: 'queries',
    apisFolder: 'apis',
    projectType,
    type: 'docker',
    language: 'ts',
    apiClient: { data: [] },
    auth: { jwt: { secret: 'b8ed266d-4475-4028-8c3d-590f58bee867', dbAlias: 'db' } },
  }
  return {
    api: 'projectCreateByWeb',
    query: { skipProjectHasDb: 1 },
    args: { project: { title: 'rental', folder: 'config.xc.json', type: 'pg' }, projectJson: json },
  }
}

function connectionOf(dialect: Engine['dialect'], address: string): object {
  if (dialect === 'sqlite')
    return { client: 'sqlite3', connection: { filename: address }, database: address, useNullAsDefault: true }
  const { hostname: host, port, username: user, password, pathname } = new URL(address)
  const database = pathname.slice(1)
  return { host, port, user, password, database, ...(dialect === 'mysql' && { multipleStatements: true }) }
}
