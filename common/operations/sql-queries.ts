import { z } from 'zod'
import { sqlScriptMax } from '@common/sql/shapes'
import { defineOperations } from './define'

const id = z.string().min(1).max(100)
const title = z.string().trim().min(1).max(200)
const sql = z.string().min(1).max(sqlScriptMax)
/** Folder names from the outside in, joined by `/`; empty for none. */
const folder = z.string().trim().max(500)
const description = z.string().max(10_000)
/** `query` opens in a tab. `snippet` is inserted at the cursor. */
const kind = z.enum(['query', 'snippet'])

const savedQuery = z.object({
  id: z.string(),
  kind,
  title: z.string(),
  sql: z.string(),
  folder: z.string(),
  description: z.string(),
  /** Visible to all members of the project who may run SQL. Otherwise to its author only. */
  shared: z.boolean(),
  /** True if the caller may change and delete it. */
  own: z.boolean(),
  /** E-mail address of the author; null if the account is deleted. */
  author: z.string().nullable(),
  updatedAt: z.string(),
})
export type SqlSavedQuery = z.infer<typeof savedQuery>

/** Saved queries, snippets and the history of the SQL editor. */
export const sqlQueryOperations = defineOperations({
  /** Returns the user's own saved queries and snippets, and the shared ones of the project. */
  sqlSavedList: {
    reads: ['metadata'],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({}),
    output: z.array(savedQuery),
    errors: [],
  },
  sqlSavedCreate: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({
      kind: kind.default('query'),
      title,
      sql,
      folder: folder.default(''),
      description: description.default(''),
      shared: z.boolean().default(false),
    }),
    output: savedQuery,
    errors: ['SQL_HAS_NUL', 'SQL_SAVED_TOO_MANY'],
  },
  /** Changes the given facts. Only the author and owners of the project may. */
  sqlSavedUpdate: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({
      id,
      title: title.optional(),
      sql: sql.optional(),
      folder: folder.optional(),
      description: description.optional(),
      shared: z.boolean().optional(),
    }),
    output: savedQuery,
    errors: ['SQL_HAS_NUL', 'SQL_SAVED_NOT_FOUND', 'NOT_ALLOWED'],
  },
  sqlSavedDelete: {
    changes: ['metadata'],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({ id }),
    output: z.object({}),
    errors: ['SQL_SAVED_NOT_FOUND', 'NOT_ALLOWED'],
  },
  /** Returns the user's own runs in the project, newest first. `search` finds text of the script. */
  sqlHistoryList: {
    reads: ['history'],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({
      search: z.string().max(1_000).default(''),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({
      total: z.number(),
      entries: z.array(
        z.object({
          id: z.string(),
          sql: z.string(),
          mode: z.enum(['read', 'write']),
          state: z.enum(['done', 'failed', 'cancelled']),
          startedAt: z.string(),
          elapsedMs: z.number(),
          /** Returned rows of all results. */
          rows: z.number(),
          /** Changed rows; null if no statement changes any. */
          affected: z.number().nullable(),
          /** The first error. */
          error: z.string().nullable(),
        }),
      ),
    }),
    errors: [],
  },
  /** Deletes entries of the user's own history in the project; all of them without `ids`. */
  sqlHistoryDelete: {
    changes: [],
    scope: 'project',
    permission: 'sql.read',
    wholeSchema: true,
    input: z.strictObject({ ids: z.array(id).max(1_000).optional() }),
    output: z.object({}),
    errors: [],
  },
})
