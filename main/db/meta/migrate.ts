import { AppError, type ErrorCode } from '@common/errors'
import type { StoredValue } from '@common/columns/column-type'
import type { Database } from '@main/db/database'
import { migrations as allMigrations, type Migration } from './migrations'
import { metaTables } from './tables'
import type { Step } from '../statement'

/** State of a meta store before its migrations run. */
export type MetaState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'versioned'; readonly version: number }
  /** Some of our tables without the record of migrations. */
  | { readonly kind: 'damaged' }

export const newestVersion = (migrations: readonly Migration[] = allMigrations): number =>
  migrations.reduce((newest, { version }) => Math.max(newest, version), 0)

/** Returns the state without changing anything. */
export async function readMetaState(database: Database): Promise<MetaState> {
  const state = await readRecord(database)
  if (state !== undefined) return state
  for (const { name } of metaTables)
    if ((await tryRead(database, `SELECT 1 FROM ${name} WHERE 1 = 0`)) !== undefined)
      // Another server that starts now may have created both since the first read, the record before the tables.
      return (await readRecord(database)) ?? { kind: 'damaged' }
  return { kind: 'empty' }
}

/** Returns the state by the record of migrations; undefined without one. */
async function readRecord(database: Database): Promise<MetaState | undefined> {
  const record = await tryRead(database, 'SELECT MAX(version) FROM xc_migrations')
  if (record === undefined) return undefined
  const version = record[0]?.[0]
  return version === null || version === undefined ? { kind: 'empty' } : { kind: 'versioned', version: Number(version) }
}

/** Returns rows; undefined if the table doesn't exist. Other failures throw. */
async function tryRead(database: Database, sql: string): Promise<StoredValue[][] | undefined> {
  try {
    return await database.read({ sql, params: [] })
  } catch (error) {
    if (error instanceof AppError && unreadable.includes(error.code)) throw error
    return undefined
  }
}
const unreadable: readonly ErrorCode[] = [
  'DATABASE_UNAVAILABLE',
  'DATABASE_DAMAGED',
  'DATABASE_BUSY',
  'DATABASE_FILE_INVALID',
  'QUERY_TIMEOUT',
  'QUERY_CANCELLED',
]

/**
 * Migrates the schema to the newest version: each migration with its record in one transaction.
 *
 * @throws AppError META_STORE_NEWER if a newer Basalt has written here; META_STORE_DAMAGED if tables are missing.
 * Neither changes anything.
 */
export async function migrate(
  database: Database,
  options: { readonly now: () => Date; readonly migrations?: readonly Migration[] },
): Promise<void> {
  const migrations = options.migrations ?? allMigrations
  const newest = newestVersion(migrations)
  const state = await readMetaState(database)
  if (state.kind === 'damaged') throw new AppError('META_STORE_DAMAGED')
  const current = state.kind === 'empty' ? 0 : state.version
  if (current > newest) throw new AppError('META_STORE_NEWER', { version: current, known: newest })
  if (state.kind === 'empty') await createRecord(database)
  for (const migration of migrations.filter(({ version }) => version > current))
    await apply(database, migration, options.now().toISOString())
  await checkTables(database)
}

async function createRecord(database: Database): Promise<void> {
  const sql =
    'CREATE TABLE IF NOT EXISTS xc_migrations (version integer NOT NULL PRIMARY KEY, name varchar(255) NOT NULL, applied_at varchar(30) NOT NULL)'
  try {
    await database.changeSchema([schemaStep(database, sql)])
  } catch (error) {
    // Another server may be creating the same table at this moment; then the second try finds it.
    await database.changeSchema([schemaStep(database, sql)]).catch(() => {
      throw error
    })
  }
}

async function apply(database: Database, migration: Migration, appliedAt: string): Promise<void> {
  const compiler = await database.dialect.loadQueryCompiler?.()
  if (compiler === undefined) throw new Error(`No meta store on ${database.dialect.name}`)
  const { version, name } = migration
  const { sql, bindings } = compiler
    .from('xc_migrations')
    .insert({ version, name, applied_at: appliedAt })
    .toSQL()
    .toNative()
  const record = { sql, params: bindings as StoredValue[] }
  const steps = migration.statements.flatMap((change): Step[] =>
    typeof change === 'string'
      ? [schemaStep(database, change)]
      : change(compiler.schema())
          .toSQL()
          .map((each) => ({ sql: each.sql, params: [] })),
  )
  try {
    if (database.dialect.capabilities.transactionalSchema)
      // The record comes first: a second server that starts at the same time waits here, then finds the migration done.
      await database.changeSchema([record, ...steps])
    else {
      for (const step of steps) await makeOnce(database, step)
      await database.transact([record])
    }
  } catch (error) {
    const state = await readMetaState(database)
    if (state.kind === 'versioned' && state.version >= migration.version) return
    throw error
  }
}

/**
 * Without transactional migrations, each statement may have run before: on an interrupted server, or on another one
 * right now. The record comes last.
 */
async function makeOnce(database: Database, step: Step): Promise<void> {
  try {
    await database.changeSchema([step])
  } catch (error) {
    if (!(error instanceof AppError) || !isThere.includes(error.code)) throw error
  }
}
const isThere: readonly ErrorCode[] = ['TABLE_EXISTS', 'COLUMN_EXISTS', 'VALUE_NOT_UNIQUE']

function schemaStep({ dialect }: Database, sql: string): Step {
  return { sql: dialect.sharedSql?.(sql) ?? sql, params: [] }
}

async function checkTables(database: Database): Promise<void> {
  try {
    for (const { name, columns } of metaTables)
      await database.read({ sql: `SELECT ${Object.keys(columns).join(', ')} FROM ${name} WHERE 1 = 0`, params: [] })
  } catch (error) {
    if (error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE') throw error
    throw new AppError('META_STORE_DAMAGED', {}, { cause: error })
  }
}
