import { tableDrift } from '@common/model/drift'
import { z } from 'zod'
import { defineOperations } from './define'

const tableName = z.string().min(1).max(255)

export const metaOperations = defineOperations({
  /**
   * Every table and view with what other programs have changed since the schema was last synchronised; with `tn`, the
   * one of this name alone; with `different`, those in which something is. Wire §4.4.
   */
  xcMetaDiff: {
    door: 'legacy',
    reads: ['schema', 'metadata'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ tn: tableName.optional(), different: z.boolean().optional() }),
    output: z.array(tableDrift),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  /**
   * Takes over what has changed, in all tables or in those named: titles, computed columns and history follow what was
   * renamed, what is gone is forgotten. `choices` answers those of `xcMetaDiff` by their id. Whole or absent.
   */
  xcMetaDiffSync: {
    door: 'legacy',
    changes: ['metadata', 'views'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      tables: z.array(tableName).max(100_000).optional(),
      choices: z.record(z.string().max(2_000), z.boolean()).optional(),
    }),
    output: z.object({
      msg: z.literal('success'),
      /** Tables in which something was different. */
      tables: z.number(),
    }),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  /** Reads the schema of the database anew, whatever is remembered of it. */
  schemaReload: {
    changes: ['metadata', 'views'],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({}),
    output: z.object({ tables: z.number(), views: z.number() }),
    errors: ['DATABASE_UNAVAILABLE'],
  },
})
