import { queryParameter, queryParametersMax } from '@common/model/query-table'
import { sqlScriptMax } from '@common/sql/shapes'
import { z } from 'zod'
import { defineOperations } from './define'
import { tableName } from './table-shapes'

const sql = z.string().min(1).max(sqlScriptMax)
const parameters = z.array(queryParameter).max(queryParametersMax)
const made = z.object({ name: z.string(), title: z.string() })

const problems = [
  'DATABASE_UNAVAILABLE',
  'NOT_SUPPORTED',
  'QUERY_TABLE_INVALID',
  'QUERY_PARAMETER_NAME_TAKEN',
  'SQL_FAILED',
  'SQL_NOT_READING',
  'SQL_STATEMENT_FORBIDDEN',
  'SQL_TIME_LIMIT',
] as const

/**
 * Query tables: queries that users add to the tree as read-only tables, with an address in REST and GraphQL. Parameters
 * `:name` become parameters of both. The query reads everything that the connection may read, so only users from whom
 * nothing is hidden may make one, and a role from which rules hide something sees it only with rules for this table.
 */
export const queryTableOperations = defineOperations({
  /** Adds a query to the tree. The server runs it once to learn its columns. */
  queryTableCreate: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    wholeSchema: true,
    input: z.strictObject({ title: tableName, sql, parameters: parameters.default([]) }),
    output: made,
    errors: [...problems, 'QUERY_TABLES_TOO_MANY', 'TABLE_EXISTS', 'TABLE_NAME_INVALID', 'TABLE_NAME_RESERVED'],
  },
  /** Returns the query of a query table. */
  queryTableRead: {
    reads: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    wholeSchema: true,
    input: z.strictObject({ table: tableName }),
    output: z.object({ sql: z.string(), parameters: z.array(queryParameter) }),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Changes the query or the parameters, and learns the columns again. Without changes it only does that. */
  queryTableUpdate: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'schema.change',
    wholeSchema: true,
    input: z.strictObject({ table: tableName, sql: sql.optional(), parameters: parameters.optional() }),
    output: made,
    errors: [...problems, 'TABLE_NOT_FOUND'],
  },
  /** Removes a query table with its views, but not the tables that it reads. */
  queryTableDelete: {
    changes: ['metadata', 'views'],
    scope: 'project',
    permission: 'schema.change',
    wholeSchema: true,
    input: z.strictObject({ table: tableName }),
    output: z.object({}),
    errors: ['TABLE_NOT_FOUND'],
  },
})
