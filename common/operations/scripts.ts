import { pageRowsDefault, pageRowsMax } from '@common/constants'
import { z } from 'zod'
import { defineOperations } from './define'

const wireList = <T extends z.ZodType>(item: T) =>
  z.object({ code: z.literal(0), message: z.string(), data: z.object({ list: z.array(item) }) })
const tableName = z.string().min(1).max(255)
const text = z.object({ code: z.literal(0), message: z.string(), data: z.string() })

/** A statement as a starting point for somebody who writes SQL. */
const statement = {
  door: 'legacy',
  reads: ['schema', 'metadata'],
  scope: 'project',
  permission: 'schema.read',
  input: z.strictObject({ tn: tableName }),
  output: text,
  errors: ['TABLE_NOT_FOUND'],
} as const

/** Calls that nothing of ours makes, for scripts that were written against the original (wire §4.4, §5). */
export const scriptOperations = defineOperations({
  tableCreateStatement: statement,
  tableSelectStatement: statement,
  tableInsertStatement: statement,
  tableUpdateStatement: statement,
  tableDeleteStatement: statement,
  /** Rows as the database has them, under the names of its columns, and how many there are. Pages count from 1. */
  list: {
    door: 'legacy',
    reads: ['rows', 'views', 'schema', 'metadata'],
    scope: 'project',
    permission: 'row.read',
    input: z.strictObject({
      tn: tableName,
      /** Names or titles, as a list or with commas; every column when absent, empty or `*`. */
      fields: z.union([z.string().max(10_000), z.array(z.string()).max(2_000)]).nullish(),
      size: z.coerce.number().int().min(1).max(pageRowsMax).default(pageRowsDefault),
      page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
    }),
    output: z.object({
      code: z.literal(0),
      message: z.string(),
      data: z.object({ count: z.number(), list: z.array(z.record(z.string(), z.unknown())) }),
    }),
    errors: ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'QUERY_TIMEOUT'],
  },
  /**
   * Exports a view of a table as CSV (wire §8.1): its columns, filters and order, as everyone sees them. Without
   * `view_name`, or with the table's own name and no settings, every column and row. The header `nc-export-offset`
   * holds where the next page begins, -1 after the last one.
   */
  xcExportAsCsv: {
    door: 'legacy',
    reads: ['rows', 'views', 'schema', 'metadata'],
    scope: 'project',
    permission: 'row.read',
    asText: true,
    input: z.strictObject({
      model_name: tableName,
      view_name: z.string().max(255).nullish(),
      query: z.object({ offset: z.coerce.number().int().min(0).default(0) }).nullish(),
      localQuery: z
        .object({
          where: z.string().max(60_000).nullish(),
          sort: z.union([z.string().max(10_000), z.array(z.string()).max(20)]).nullish(),
          /** By titles; those that are not named are left out. */
          showFields: z.record(z.string(), z.boolean()).nullish(),
        })
        .nullish(),
    }),
    output: z.string(),
    errors: [
      'TABLE_NOT_FOUND',
      'TABLE_VIEW_NOT_FOUND',
      'COLUMN_NOT_FOUND',
      'FILTER_INVALID',
      'SORT_INVALID',
      'QUERY_TIMEOUT',
    ],
  },
  /** Names of the types that columns of a new table get in this kind of database. */
  getKnexDataTypes: {
    door: 'legacy',
    reads: [],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({}),
    output: wireList(z.string()),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  /** What the original kept of a project in a file, without secrets. */
  PROJECT_READ_BY_WEB: {
    door: 'legacy',
    reads: ['projects', 'schema', 'metadata', 'views'],
    scope: 'project',
    permission: 'project.read',
    input: z.strictObject({}),
    output: wireList(
      z.object({ id: z.literal(1), folder: z.string(), projectJson: z.record(z.string(), z.unknown()) }),
    ),
    errors: [],
  },
  /** The version that runs here. Nobody outside is asked, so `docker` is absent, as when the look-up fails. */
  xcRelease: {
    door: 'legacy',
    reads: [],
    scope: 'installation',
    permission: 'installation.read',
    input: z.strictObject({}),
    output: z.object({ current: z.string(), isDocker: z.literal(false) }),
    errors: [],
  },
})
