import { z } from 'zod'
import {
  sqlEdit,
  sqlEditsMax,
  sqlParameters,
  sqlPlanStep,
  sqlResultFilters,
  sqlResultSort,
  sqlRunRowsMax,
  sqlRunView,
  sqlScriptMax,
  sqlTimeLimitMaxMs,
  sqlTimeLimitMs,
  sqlValue,
  sqlWindowRowsMax,
} from '@common/sql/shapes'
import { resultForms } from '@common/sql/result-file'
import { defineOperations } from './define'

const sql = z.string().min(1).max(sqlScriptMax)
const run = z.string().min(1).max(100)
/** Place of the statement in the run. */
const statement = z.int().min(0)

/** The body of a request for a result as a file (`sqlExportPath`). */
export const sqlResultFile = z.strictObject({
  run,
  statement,
  form: z.enum(resultForms),
  sort: sqlResultSort.default([]),
  filters: sqlResultFilters.default([]),
  /** Name of the file, without its ending. */
  title: z.string().trim().min(1).max(200).default('result'),
  /** The table of INSERT statements. */
  table: z.string().min(1).max(255).default('result'),
})
export type SqlResultFile = z.output<typeof sqlResultFile>

/**
 * The SQL editor. A run belongs to the user who started it. Row rules can't apply to SQL, so principals from whom
 * something is hidden can't call these operations.
 */
export const sqlEditorOperations = defineOperations({
  /**
   * Starts the statements of a script, one after the other on one connection, and returns at once. `read` lets the
   * database reject every write; `write` needs the permission `sql.write`. `sqlRunRead` returns progress.
   */
  sqlRun: {
    changes: [],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({
      sql,
      mode: z.enum(['read', 'write']).default('read'),
      parameters: sqlParameters.default({}),
      /** `stop` skips the statements after the first error. */
      onError: z.enum(['stop', 'continue']).default('stop'),
      /** Time limit of each statement. */
      timeLimitMs: z.int().min(100).max(sqlTimeLimitMaxMs).default(sqlTimeLimitMs),
      rowsMax: z.int().min(1).max(sqlRunRowsMax).default(sqlRunRowsMax),
    }),
    output: z.object({ run: z.string() }),
    errors: [
      'DATABASE_UNAVAILABLE',
      'SQL_EMPTY',
      'SQL_HAS_NUL',
      'SQL_PARAMETER_MISSING',
      'SQL_TOO_MANY_RUNS',
      'SQL_TOO_MANY_STATEMENTS',
      'NOT_SUPPORTED',
    ],
  },
  /**
   * Returns the state of a run. With `after`, the version of an earlier response, it waits up to ten seconds for news.
   */
  sqlRunRead: {
    reads: [],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({ run, after: z.int().optional() }),
    output: sqlRunView,
    errors: ['SQL_RUN_NOT_FOUND'],
  },
  /** Stops the running statement on the server of the database. Later statements don't run. */
  sqlCancel: {
    changes: [],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({ run }),
    output: z.object({}),
    errors: ['SQL_RUN_NOT_FOUND'],
  },
  /** Cancels the run if it is running, and deletes its results. */
  sqlRunClose: {
    changes: [],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({ run }),
    output: z.object({}),
    errors: ['SQL_RUN_NOT_FOUND'],
  },
  /** Returns a window of a result. A result that is still growing returns its rows so far. */
  sqlResultRows: {
    reads: [],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({
      run,
      statement,
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(sqlWindowRowsMax).default(100),
      sort: sqlResultSort.default([]),
      filters: sqlResultFilters.default([]),
    }),
    output: z.object({
      rows: z.array(z.array(sqlValue)),
      /** Position of each row in the result, which `sqlApplyEdits` takes. */
      positions: z.array(z.number()),
      /** Rows that match the filters. */
      total: z.number(),
    }),
    errors: ['SQL_RUN_NOT_FOUND', 'SQL_RESULT_NOT_FOUND', 'QUERY_TIMEOUT'],
  },
  /**
   * Applies staged changes of an editable result in one transaction, or none. The same checks, audit and history apply
   * as for records. A record that no longer holds the shown values is a conflict. `preview` returns the statements
   * without running them.
   */
  sqlApplyEdits: {
    changes: ['rows', 'comments', 'trash'],
    scope: 'project',
    permission: 'sql.write',
    wholeSchema: true,
    input: z.strictObject({
      run,
      statement,
      edits: z.array(sqlEdit).min(1).max(sqlEditsMax),
      preview: z.boolean().default(false),
    }),
    output: z.object({
      /** In the order in which they run, with values as literals. */
      statements: z.array(z.string()),
      isApplied: z.boolean(),
    }),
    errors: [
      'SQL_RUN_NOT_FOUND',
      'SQL_RESULT_NOT_FOUND',
      'SQL_RESULT_NOT_EDITABLE',
      'SQL_ROW_NOT_FOUND',
      'TABLE_NOT_FOUND',
      'TABLE_WITHOUT_KEY',
      'VIEW_READ_ONLY',
      'ROW_INVALID',
      'VALUE_CHANGED',
    ],
  },
  /**
   * Returns the plan of one statement as a tree. `analyze` runs a reading statement to measure it; a writing one is never
   * run.
   */
  sqlExplain: {
    reads: ['schema'],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({ sql, parameters: sqlParameters.default({}), analyze: z.boolean().default(false) }),
    output: z.object({
      plan: z.array(sqlPlanStep),
      /** The plan in the words of the database: indented text or JSON. */
      text: z.string(),
    }),
    errors: [
      'DATABASE_UNAVAILABLE',
      'SQL_FAILED',
      'SQL_EMPTY',
      'SQL_HAS_NUL',
      'SQL_PARAMETER_MISSING',
      'NOT_SUPPORTED',
      'QUERY_TIMEOUT',
    ],
  },
})
