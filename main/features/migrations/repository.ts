import { createHash } from 'node:crypto'
import type { SchemaModel } from '@main/db/schema-model'
import { insertOrUpdate, metaTables, type MetaStep, type MetaStore, type SchemaMigrationRow } from '@main/db/meta'

const { schemaMigrations, migrationStates } = metaTables

/** The database that migrations were applied to. */
export interface DatabaseKey {
  readonly projectId: string
  /** Environment with a database of its own; empty for the default one. */
  readonly environmentId: string
}

export type MigrationState = 'applied' | 'partial' | 'rolledBack'

/** A migration that was applied, or rolled back. */
export interface AppliedMigration {
  readonly name: string
  readonly up: string
  readonly down: string | null
  readonly status: MigrationState
  /** Number of statements in the database. */
  readonly done: number
  readonly userId: number | null
  readonly changedAt: string
}

export interface MigrationRepository {
  /** Sorted by name. */
  readonly list: (key: DatabaseKey) => Promise<AppliedMigration[]>
  /** Schema that the applied migrations give; undefined before the start. */
  readonly expected: (key: DatabaseKey) => Promise<SchemaModel | undefined>
  /** True if one of the project's databases has migrations. */
  readonly isOn: (projectId: string) => Promise<boolean>
  /** Stores migrations and the schema that they give, atomically. */
  readonly save: (
    key: DatabaseKey,
    migrations: readonly AppliedMigration[],
    expected: SchemaModel | undefined,
    now: string,
  ) => Promise<void>
}

export function createMigrationRepository(store: MetaStore): MigrationRepository {
  const where = ({ projectId, environmentId }: DatabaseKey) => ({
    project_id: projectId,
    environment_id: environmentId,
  })
  return {
    list: async (key) => (await store.select(schemaMigrations, where(key), { orderBy: ['name'] })).map(appliedOf),
    expected: async (key) => {
      const row = await store.find(migrationStates, where(key))
      return row && (JSON.parse(row.schema_text) as SchemaModel)
    },
    isOn: async (projectId) => {
      // Without the schemas, which can be large.
      const sql = 'SELECT project_id FROM nc_migration_states WHERE project_id = ?'
      return (await store.read(sql, [projectId])).length > 0
    },
    save: async (key, migrations, expected, now) => {
      const steps: MetaStep[] = migrations.map(({ name, up, down, status, done, userId, changedAt }) =>
        insertOrUpdate(schemaMigrations, ['project_id', 'environment_id', 'name'], {
          ...where(key),
          name,
          up_text: up,
          down_text: down,
          checksum: createHash('sha256').update(up).digest('hex'),
          status,
          statements_done: done,
          user_id: userId,
          changed_at: changedAt,
        }),
      )
      if (expected !== undefined)
        steps.push(
          insertOrUpdate(migrationStates, ['project_id', 'environment_id'], {
            ...where(key),
            schema_text: JSON.stringify(expected),
            updated_at: now,
          }),
        )
      await store.transact(steps)
    },
  }
}

const appliedOf = (row: SchemaMigrationRow): AppliedMigration => ({
  name: row.name,
  up: row.up_text,
  down: row.down_text,
  status: row.status === 'partial' || row.status === 'rolledBack' ? row.status : 'applied',
  done: row.statements_done,
  userId: row.user_id,
  changedAt: row.changed_at,
})
