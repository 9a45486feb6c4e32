import { sqlResultRowsMax } from '@common/constants'
import { sqlValue } from '@common/sql/shapes'
import { z } from 'zod'
import { defineOperations } from './define'
import { sqlEditorOperations } from './sql-editor'
import { sqlQueryOperations } from './sql-queries'

/** SQL that users write. */
export const sqlOperations = defineOperations({
  ...sqlEditorOperations,
  ...sqlQueryOperations,
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
      rows: z.array(z.array(sqlValue)).max(sqlResultRowsMax),
      /** True if there are more rows. */
      isCut: z.boolean(),
    }),
    errors: ['DATABASE_UNAVAILABLE', 'SQL_HAS_NUL', 'SQL_NOT_READING', 'SQL_FAILED', 'NOT_SUPPORTED', 'QUERY_TIMEOUT'],
  },
})
