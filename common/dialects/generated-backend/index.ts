import { mssqlBackend } from './mssql'
import { mysqlBackend } from './mysql'
import { postgresBackend } from './postgres'
import { sqliteBackend } from './sqlite'
import type { BackendEngine } from './engine'
import { versionsOf } from './packages'

export type { BackendEngine, ShownConnection } from './engine'

const engines: Readonly<Record<string, BackendEngine>> = {
  sqlite: sqliteBackend,
  postgres: postgresBackend,
  mysql: mysqlBackend,
  mssql: mssqlBackend,
}

/** Returns the engine of a dialect by its name; undefined for an unknown one. */
export const backendEngine = (dialect: string): BackendEngine | undefined => engines[dialect]

/** Packages of every generated backend. */
export const backendDependencies = versionsOf('ajv', 'fastify', 'knex')
export const backendDevDependencies = versionsOf('@types/node', 'typescript')

/** The client of knex that the generated tests run on. */
export const testClient = 'better-sqlite3'
