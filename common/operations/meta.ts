import { tableDrift } from '@common/model/drift'
import { z } from 'zod'
import { defineOperations } from './define'

const tableName = z.string().min(1).max(255)

export const metaOperations = defineOperations({
  /**
   * Lists tables and views with changes by other programs since the last synchronization: all of them, the one named
   * `table`, or with `different` only those with changes.
   */
  schemaDrift: {
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: tableName.optional(), different: z.boolean().optional() }),
    output: z.array(tableDrift),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  /**
   * Applies such changes in all or some tables, atomically. Titles, computed columns and history follow renames; facts
   * about deleted objects are removed. `choices` answers the questions of `schemaDrift` by id.
   */
  schemaSync: {
    changes: ['metadata', 'views'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      tables: z.array(tableName).max(100_000).optional(),
      choices: z.record(z.string().max(2_000), z.boolean()).optional(),
    }),
    output: z.object({
      /** Number of changed tables. */
      tables: z.number(),
    }),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  /** Reads the schema of the database again, ignoring caches. */
  schemaReload: {
    changes: ['metadata', 'views'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({}),
    output: z.object({ tables: z.number(), views: z.number() }),
    errors: ['DATABASE_UNAVAILABLE'],
  },
})
