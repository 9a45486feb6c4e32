import { z } from 'zod'
import { wireMessage } from '@common/messages'

/** Largest script, in characters. */
export const sqlScriptMax = 1_000_000
/** Maximum number of statements in one run. */
export const sqlStatementsMax = 1_000
/** Maximum rows of one result, and the default limit. More are dropped, and the result is marked as cut. */
export const sqlRunRowsMax = 5_000_000
/** Rows in one window of a result. */
export const sqlWindowRowsMax = 1_000
/** Default time limit of one statement, and the longest. */
export const sqlTimeLimitMs = 60_000
export const sqlTimeLimitMaxMs = 3_600_000
/** Longest wait of one `sqlRunRead` for news. */
export const sqlReadWaitMs = 10_000
/** Results are deleted after this time without a request. */
export const sqlRunIdleMs = 3_600_000
/** Maximum number of staged edits in one `sqlApplyEdits`. */
export const sqlEditsMax = 10_000

/**
 * A value as responses hold it: large integers and exact decimals are text, binary data is hexadecimal text, floating
 * point beyond JSON is text such as `NaN`.
 */
export const sqlValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type SqlValue = z.infer<typeof sqlValue>

/** Values of the parameters `:name`, without the colon. The database receives them apart from the statement. */
export const sqlParameters = z.record(z.string().regex(/^[A-Za-z_]\w{0,62}$/), sqlValue)
export type SqlParameters = z.infer<typeof sqlParameters>

/** How values of a result column sort, filter, align and chart. */
export const sqlColumnKinds = ['number', 'text', 'boolean', 'date', 'json', 'binary'] as const
export type SqlColumnKind = (typeof sqlColumnKinds)[number]

/** A column of a result. */
export const sqlColumn = z.object({
  name: z.string(),
  /** Type in the words of the database; empty if the database doesn't tell it. */
  type: z.string(),
  kind: z.enum(sqlColumnKinds),
  /** Where the value comes from unchanged, by the names in the database; null for computed values. */
  origin: z.object({ table: z.string(), column: z.string() }).nullable(),
})
export type SqlColumn = z.infer<typeof sqlColumn>

/** An error of a statement. Offsets count UTF-16 units from the start of the script; lines and columns from 1. */
export const sqlProblem = z.object({
  code: z.string(),
  /** Sentence in English, and as a message. */
  msg: z.string(),
  message: wireMessage,
  /** Words of the database; empty if Basalt itself rejected the statement. */
  reason: z.string(),
  offset: z.number().nullable(),
  line: z.number().nullable(),
  column: z.number().nullable(),
})
export type SqlProblem = z.infer<typeof sqlProblem>

export const sqlStatementStates = ['waiting', 'running', 'done', 'failed', 'cancelled', 'skipped'] as const
export const sqlRunStates = ['running', 'done', 'failed', 'cancelled'] as const

/** One statement of a run. */
export const sqlStatementView = z.object({
  /** Place in the script: UTF-16 offsets. */
  from: z.number(),
  to: z.number(),
  state: z.enum(sqlStatementStates),
  elapsedMs: z.number(),
  /** True if it has a result, even one without rows. */
  hasResult: z.boolean(),
  columns: z.array(sqlColumn),
  /** Rows of the result so far. */
  rows: z.number(),
  /** True if the result has more rows than the limit. */
  isCut: z.boolean(),
  /** Changed rows; null if the statement changes none by its kind. */
  affected: z.number().nullable(),
  /** Notices of the database. */
  messages: z.array(z.string()),
  problem: sqlProblem.nullable(),
  /** Present if the result is of one table and includes its key: `key` holds places in `columns`. */
  editable: z.object({ table: z.string(), key: z.array(z.number()) }).nullable(),
})
export type SqlStatementView = z.infer<typeof sqlStatementView>

export const sqlRunView = z.object({
  run: z.string(),
  /** Increases with every change, for `after`. */
  version: z.number(),
  mode: z.enum(['read', 'write']),
  state: z.enum(sqlRunStates),
  startedAt: z.string(),
  elapsedMs: z.number(),
  /** Notes about the run, such as a transaction that was left open, in English and as messages. */
  notes: z.array(z.string()),
  noteMessages: z.array(wireMessage).optional(),
  statements: z.array(sqlStatementView),
})
export type SqlRunView = z.infer<typeof sqlRunView>

/** Sorting of a result, by place of the column. */
export const sqlResultSort = z.array(z.strictObject({ column: z.int().min(0), descending: z.boolean() })).max(10)
export const sqlResultOperators = [
  'contains',
  'notContains',
  'equal',
  'notEqual',
  'greater',
  'greaterOrEqual',
  'less',
  'lessOrEqual',
  'empty',
  'notEmpty',
] as const
export const sqlResultFilters = z
  .array(
    z.strictObject({
      /** Place of the column; null searches all columns. */
      column: z.int().min(0).nullable(),
      operator: z.enum(sqlResultOperators),
      value: z.string().max(10_000).default(''),
    }),
  )
  .max(50)
export type SqlResultSort = z.infer<typeof sqlResultSort>
export type SqlResultFilters = z.infer<typeof sqlResultFilters>

/** A staged change of a result. `row` is its position in the result, as `sqlResultRows` returns it. */
export const sqlEdit = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('update'),
    row: z.int().min(0),
    /** By place of the column. */
    values: z.record(z.string().regex(/^\d{1,4}$/), sqlValue),
  }),
  z.strictObject({ kind: z.literal('insert'), values: z.record(z.string().regex(/^\d{1,4}$/), sqlValue) }),
  z.strictObject({ kind: z.literal('delete'), row: z.int().min(0) }),
])
export type SqlEdit = z.infer<typeof sqlEdit>

/** One step of a query plan, the same for every database. Costs and rows are estimates of the database. */
export interface SqlPlanStep {
  /** Such as `Seq Scan`, `SEARCH`, `ALL`. */
  operation: string
  /** Table, index or alias; empty without one. */
  object: string
  /** Conditions and other facts. */
  detail: string
  rows: number | null
  cost: number | null
  /** Measured, only with `analyze`. */
  actualRows: number | null
  actualMs: number | null
  steps: SqlPlanStep[]
}
const number = z.number().nullable()
export const sqlPlanStep: z.ZodType<SqlPlanStep> = z.object({
  operation: z.string(),
  object: z.string(),
  detail: z.string(),
  rows: number,
  cost: number,
  actualRows: number,
  actualMs: number,
  get steps() {
    return z.array(sqlPlanStep)
  },
})
