import { sqlScriptMax, sqlValue, type SqlValue } from '@common/sql/shapes'
import type { CallContext } from '@main/operations/context'
import { scripted } from '@main/operations/legacy-call'
import { z } from 'zod'

type Rows = readonly Readonly<Record<string, SqlValue>>[]

export interface SqlCallServices {
  readonly sql: {
    /** Runs a script to its end, and returns the rows of its last result. */
    readonly runToEnd: (context: CallContext, script: string) => Promise<Rows>
  }
}

/** Calls that run SQL (wire §4.4). */
export const sqlCalls = ({ sql }: SqlCallServices) => ({
  /** Its body is the SQL. A principal without `sql.write` reads only. */
  executeRawQuery: scripted(
    {
      changes: [],
      scope: 'project',
      permission: 'sql.read',
      wholeSchema: true,
      input: z.string().trim().min(1).max(sqlScriptMax),
      output: z.array(z.record(z.string(), sqlValue)),
      errors: [
        'DATABASE_UNAVAILABLE',
        'SQL_EMPTY',
        'SQL_FAILED',
        'SQL_HAS_NUL',
        'SQL_NOT_READING',
        'SQL_TIME_LIMIT',
        'NOT_SUPPORTED',
      ],
    },
    {
      handle: async (context, script) => (await sql.runToEnd(context, script)).map((row) => ({ ...row })),
      audit: (script) => ({ operation: 'SQL/RUN', details: { sql: script.slice(0, 20_000) } }),
    },
  ),
})
