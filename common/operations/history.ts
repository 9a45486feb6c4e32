import { undoRowsMax } from '@common/constants'
import { z } from 'zod'
import { defineOperations } from './define'

const table = z.string().min(1).max(255)

/** Records that one restore writes at most. */
export const restoreRecordsMax = undoRowsMax
/** Records that one response lists, and that one restore chooses, at most. */
const listedMax = 20_000

/** A moment: a time, the end of an entry of the log, or a snapshot. */
const moment = z.union([
  z.strictObject({ at: z.iso.datetime({ offset: true }) }),
  /** Id of a line of the audit. */
  z.strictObject({ entry: z.string().regex(/^[0-9a-f]{20,40}(\..{1,255})?$/) }),
  z.strictObject({ snapshot: z.string().regex(/^[0-9a-f]{32}$/) }),
])
export type HistoryMoment = z.input<typeof moment>

export const recordStates = ['added', 'changed', 'deleted'] as const
export const historyGaps = ['lost', 'imported', 'sql', 'columns', 'created', 'thinned', 'outside'] as const

/** Values of a record by titles of fields. */
const values = z.record(z.string(), z.unknown())

/** A record that differs between then and now. */
const difference = z.object({
  /** Key as in the path of the data API: its present one, or its earlier one if it is deleted. */
  rowId: z.string(),
  /** Its change since then. */
  state: z.enum(recordStates),
  was: values.nullable(),
  now: values.nullable(),
  /** Titles of the fields with other values, for a changed record. */
  columns: z.array(z.string()),
  /** Titles of fields whose earlier value isn't known: a restore doesn't change them. */
  unknown: z.array(z.string()),
  /** False if it was deleted and a value is missing. */
  restorable: z.boolean(),
})
export type RecordDifference = z.output<typeof difference>

const comparison = z.object({
  table: z.string(),
  title: z.string(),
  /** ISO 8601: the moment. */
  at: z.string(),
  /** Source of the earlier records: the log with the present ones, or a snapshot. */
  source: z.enum(['log', 'snapshot']),
  /** Title of that snapshot. */
  snapshot: z.string().nullable(),
  /** Number of records. */
  was: z.number(),
  now: z.number(),
  added: z.number(),
  changed: z.number(),
  deleted: z.number(),
  /** Records that differ but can't be restored. */
  left: z.number(),
  list: z.array(difference),
  /** True if more records differ than are listed. */
  more: z.boolean(),
  /** Reasons why the earlier records may differ from these. */
  gaps: z.array(z.enum(historyGaps)),
  /** Identifies these differences, for `historyRestore`. */
  seen: z.string(),
})
export type TableComparison = z.output<typeof comparison>

const errors = [
  'TABLE_NOT_FOUND',
  'TABLE_WITHOUT_KEY',
  'VIEW_READ_ONLY',
  'SNAPSHOT_NOT_FOUND',
  'HISTORY_NOT_REACHED',
  'HISTORY_TABLE_MISSING',
  'HISTORY_TOO_LONG',
  'DATABASE_UNAVAILABLE',
  'NOT_SUPPORTED',
  'REQUEST_CANCELLED',
] as const

/** A table at an earlier moment, compared with now (docs/history.md). */
export const historyOperations = defineOperations({
  /** Compares a table with an earlier moment. Rebuilds it from the log, or from a snapshot and the log. */
  historyCompare: {
    reads: ['history', 'rows', 'snapshots'],
    scope: 'project',
    permission: 'row.history',
    input: z.strictObject({
      table,
      moment,
      /** Listed differences. */
      limit: z.int().min(1).max(listedMax).default(1_000),
    }),
    output: comparison,
    errors,
  },
  /**
   * Restores a table, or chosen records, to an earlier moment as one change: brings deleted records back, resets changed
   * ones, and moves added ones to the trash. Writes up to 20,000 records in one transaction, and more in several.
   */
  historyRestore: {
    changes: ['rows', 'trash'],
    scope: 'project',
    permission: 'row.update',
    input: z.strictObject({
      table,
      moment,
      /** `seen` of the comparison. If other records differ meanwhile, nothing is written. */
      seen: z.string().min(1).max(64),
      /** Keys of the records; all without them. */
      records: z.array(z.string().min(1).max(4_000)).min(1).max(listedMax).optional(),
    }),
    output: z.object({
      /** Id of the change, which `changeUndo` takes; null if there was nothing to write. */
      change: z.string().nullable(),
      restored: z.number(),
      reset: z.number(),
      deleted: z.number(),
    }),
    errors: [
      ...errors,
      'HISTORY_CHANGED',
      'HISTORY_RECORDS_UNKNOWN',
      'HISTORY_RESTORE_TOO_LARGE',
      'VALUE_CHANGED',
      'CHANGE_PARTLY_TAKEN_BACK',
      'CHANGE_NOT_TAKEN_BACK',
      'VALUE_NOT_UNIQUE',
      'VALUE_REFERENCE_MISSING',
      'ROW_REFERENCED',
      'ROW_INVALID',
      'NOT_ALLOWED',
    ],
  },
  /**
   * Restores the records of existing tables from a snapshot, of all tables or chosen ones, as one change. Links between
   * them stay intact: the snapshot holds all of them at one moment. Many records take several transactions.
   */
  snapshotRestoreRecords: {
    changes: ['rows', 'trash'],
    scope: 'project',
    permission: 'project.configure',
    wholeSchema: true,
    input: z.strictObject({
      id: z.string().regex(/^[0-9a-f]{32}$/),
      /** Names of the tables; all that the snapshot and the project have without it. */
      tables: z.array(table).min(1).max(1_000).optional(),
    }),
    output: z.object({
      /** Id of the change, which `changeUndo` takes; null if there was nothing to write. */
      change: z.string().nullable(),
      restored: z.number(),
      reset: z.number(),
      deleted: z.number(),
      /** Names of tables without a key: the restore doesn't change them. */
      skipped: z.array(z.string()),
    }),
    errors: [
      'SNAPSHOT_NOT_FOUND',
      'HISTORY_TABLE_MISSING',
      'HISTORY_RESTORE_TOO_LARGE',
      'TABLE_WITHOUT_KEY',
      'VALUE_CHANGED',
      'CHANGE_PARTLY_TAKEN_BACK',
      'CHANGE_NOT_TAKEN_BACK',
      'VALUE_NOT_UNIQUE',
      'VALUE_REFERENCE_MISSING',
      'ROW_REFERENCED',
      'ROW_INVALID',
      'DATABASE_UNAVAILABLE',
      'REQUEST_CANCELLED',
      'NOT_SUPPORTED',
    ],
  },
})
