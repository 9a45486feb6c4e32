import { schemaDifference, scriptStatement } from '@common/schema-script'
import { z } from 'zod'
import { defineOperations } from './define'

const name = z.string().min(1).max(200)
const environment = z.string().min(1).max(100)

/**
 * `pending`: not applied. `changed`: the file differs from what was applied. `missing`: applied, but there is no file.
 * `partial`: only the first statements are in the database.
 */
export const migrationStatuses = ['applied', 'pending', 'rolledBack', 'changed', 'missing', 'partial'] as const

const migration = z.object({
  /** Name of the files, without the ending. */
  name: z.string(),
  status: z.enum(migrationStatuses),
  /** When it was applied or rolled back; null for a pending one. */
  changedAt: z.string().nullable(),
  /** True if it can be rolled back. */
  hasWayBack: z.boolean(),
  /** Number of statements in the database, for a partial one. */
  done: z.number(),
})
export type ListedMigration = z.output<typeof migration>

const errors = ['NOT_SUPPORTED', 'DATABASE_UNAVAILABLE', 'MIGRATION_FILES_TOO_LARGE'] as const
const runErrors = [
  ...errors,
  'MIGRATIONS_OFF',
  'MIGRATION_NOT_FOUND',
  'MIGRATION_CHANGED',
  'MIGRATION_FAILED',
  'MIGRATION_FAILED_PARTLY',
  'MIGRATION_STATEMENT_FORBIDDEN',
] as const

const done = z.object({
  /** Names of the migrations that the call ran, in this order. */
  migrations: z.array(z.string()),
})

/**
 * Migrations of a project (docs/migrations.md): numbered files with SQL in a folder, a pair for each change of the
 * schema. Their status belongs to the database of the working environment.
 */
export const migrationOperations = defineOperations({
  migrationList: {
    reads: ['schema', 'metadata', 'environments'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({}),
    output: z.object({
      /** False until migrations are turned on. */
      isOn: z.boolean(),
      /** Folder of the files, on the server. */
      folder: z.string(),
      environment: z.string(),
      /** By number. */
      list: z.array(migration),
      /** Differences of the database from the schema that the applied migrations give. */
      drift: z.array(schemaDifference),
    }),
    errors,
  },
  migrationRead: {
    reads: ['schema', 'metadata', 'environments'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ name }),
    output: z.object({
      name: z.string(),
      /** Text of the file; of the applied one if the file is missing. */
      up: z.string(),
      down: z.string().nullable(),
      /** Text that was applied; null if the file is the same. */
      applied: z.string().nullable(),
    }),
    errors: [...errors, 'MIGRATION_NOT_FOUND'],
  },
  /** From then on, each change of the schema is written as a migration. The present schema is the first one. */
  migrationStart: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({}),
    output: done,
    errors: [...errors, 'DISK_FULL'],
  },
  /** Applies the pending migrations in the order of their numbers: all, or those up to `to`. Stops at the first fault. */
  migrationApply: {
    changes: ['schema', 'metadata', 'rows'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ to: name.optional() }),
    output: done,
    errors: runErrors,
  },
  /** Rolls back the last applied migration, or all after `to`. */
  migrationRollBack: {
    changes: ['schema', 'metadata', 'rows'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ to: name.optional() }),
    output: done,
    errors: [...runErrors, 'MIGRATION_NO_WAY_BACK'],
  },
  /** Notes a migration as applied, with the present text of its file, without running it. */
  migrationMark: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ name }),
    output: z.object({ name: z.string() }),
    errors: [...errors, 'MIGRATIONS_OFF', 'MIGRATION_NOT_FOUND'],
  },
  /** Writes what other programs changed in the schema as a migration. */
  migrationRecord: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({}),
    output: done,
    errors: [...errors, 'MIGRATIONS_OFF', 'DISK_FULL'],
  },
  /** Compares the schemas of two environments, and returns the script that makes `target` like `source`. */
  schemaCompare: {
    reads: ['schema', 'environments'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ target: environment, source: environment }),
    output: z.object({
      differences: z.array(schemaDifference),
      script: z.array(scriptStatement),
      /** Identifies the script. */
      digest: z.string(),
      /** True if the target is in production. */
      production: z.boolean(),
    }),
    errors: ['NOT_SUPPORTED', 'DATABASE_UNAVAILABLE', 'ENVIRONMENT_NOT_FOUND', 'SCHEMAS_OF_ONE_DATABASE'],
  },
  /** Runs the script of `schemaCompare` that has this digest. */
  schemaScriptApply: {
    changes: ['schema', 'metadata', 'rows'],
    scope: 'project',
    permission: 'environment.manage',
    input: z.strictObject({ target: environment, source: environment, digest: z.string().max(100) }),
    output: z.object({ statements: z.number() }),
    errors: [
      'NOT_SUPPORTED',
      'DATABASE_UNAVAILABLE',
      'ENVIRONMENT_NOT_FOUND',
      'SCHEMAS_OF_ONE_DATABASE',
      'SCHEMA_SCRIPT_STALE',
      'MIGRATION_FAILED',
      'MIGRATION_FAILED_PARTLY',
    ],
  },
})
