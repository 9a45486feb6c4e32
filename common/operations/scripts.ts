import { pageRowsDefault, pageRowsMax } from '@common/constants'
import { z } from 'zod'
import { defineOperations } from './define'

const wireList = <T extends z.ZodType>(item: T) =>
  z.object({ code: z.literal(0), message: z.string(), data: z.object({ list: z.array(item) }) })
const tableName = z.string().min(1).max(255)
const text = z.object({ code: z.literal(0), message: z.string(), data: z.string() })

/** Returns a statement as a starting point for writing SQL. */
const statement = {
  door: 'legacy',
  reads: ['schema', 'metadata'],
  scope: 'project',
  permission: 'schema.read',
  input: z.strictObject({ tn: tableName }),
  output: text,
  errors: ['TABLE_NOT_FOUND'],
} as const

/** Calls that only scripts of the original use (wire §4.4, §5). */
export const scriptOperations = defineOperations({
  tableCreateStatement: statement,
  tableSelectStatement: statement,
  tableInsertStatement: statement,
  tableUpdateStatement: statement,
  tableDeleteStatement: statement,
  /** Returns rows under their database column names, and the total count. Pages are one-based. */
  list: {
    door: 'legacy',
    reads: ['rows', 'views', 'schema', 'metadata'],
    scope: 'project',
    permission: 'row.read',
    input: z.strictObject({
      tn: tableName,
      /** Names or titles, as a list or separated by commas. Missing, empty or `*`: all columns. */
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
   * Exports a view as CSV (wire §8.1) with its shared columns, filters and order. Without `view_name`, or with the name
   * of the table and no settings, exports all columns and rows. The header `nc-export-offset` contains the offset of
   * the next page, -1 after the last one.
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
          /** By title. Columns that aren't listed are omitted. */
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
  /** Lists the native types for columns of new tables. */
  getKnexDataTypes: {
    door: 'legacy',
    reads: [],
    scope: 'project',
    permission: 'schema.read',
    input: z.strictObject({}),
    output: wireList(z.string()),
    errors: ['DATABASE_UNAVAILABLE'],
  },
  /** Returns the project file of the original, without secrets. */
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
  /**
   * Returns the running version. Basalt sends no request for updates here, so `docker` is absent, as after a failed
   * look-up.
   */
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
