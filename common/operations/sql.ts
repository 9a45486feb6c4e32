import { sqlResultRowsMax } from '@common/constants'
import { z } from 'zod'
import { defineOperations } from './define'

/** A value of the database: large integers and exact decimals are text, binary data is hexadecimal text. */
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** SQL that users write. */
export const sqlOperations = defineOperations({
  /**
   * Runs one statement that only reads, in a read-only transaction of the database. Returns at most
   * `sqlResultRowsMax` rows. Row rules can't apply to SQL, so principals from whom something is hidden can't call it.
   */
  sqlQuery: {
    reads: ['schema', 'rows'],
    scope: 'project',
    permission: 'schema.change',
    wholeSchema: true,
    input: z.strictObject({ sql: z.string().trim().min(1).max(100_000) }),
    output: z.object({
      columns: z.array(z.string()),
      rows: z.array(z.array(value)).max(sqlResultRowsMax),
      /** True if there are more rows. */
      isCut: z.boolean(),
    }),
    errors: ['DATABASE_UNAVAILABLE', 'SQL_NOT_READING', 'SQL_FAILED', 'NOT_SUPPORTED', 'QUERY_TIMEOUT'],
  },
})
