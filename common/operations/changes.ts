import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { historyKinds } from '../model/history'
import { valueChange } from './audit'
import { defineOperations, type Subject } from './define'

const subject = z.custom<Subject>((value) => typeof value === 'string')

/** Id of a change, from the response header `basalt-change`. */
const change = z.string().min(1).max(64)

const input = z.strictObject({
  change,
  /** Overwrites newer values, and skips deleted records. */
  anyway: z.boolean().default(false),
})

const output = z.object({
  /** Id of the new change, which `changeRedo` takes; null if there was nothing to write. */
  change: z.string().nullable(),
  /** Records that were written and exist now, of each table. */
  written: z.array(
    z.object({
      table: z.string(),
      /** As in the path of the data API: the first thousand. */
      rowIds: z.array(z.string()),
      /** Titles of the columns that were set; empty for whole records. */
      columns: z.array(z.string()),
    }),
  ),
  /** Records, columns and tables that left the trash. */
  restored: z.number(),
  /** Records that couldn't be restored. */
  refused: z.array(z.object({ rowId: z.string(), msg: z.string(), message: wireMessage })),
  /** Missing parts of a restored record, column or table: in English, and as messages. */
  notes: z.array(z.string()),
  noteMessages: z.array(wireMessage).optional(),
  /** Subjects that the reversed commands changed, such as `schema` or `views`; empty for a change of records. */
  changed: z.array(subject),
  /** Tables that no longer exist under this name. */
  gone: z.array(z.string()),
})
export type UndoneChange = z.infer<typeof output>

const errors = [
  'CHANGE_NOT_FOUND',
  'CHANGE_NOT_UNDOABLE',
  'TABLE_NOT_FOUND',
  'TABLE_EXISTS',
  'COLUMN_EXISTS',
  'COLUMN_NOT_FOUND',
  'TABLE_VIEW_EXISTS',
  'TABLE_VIEW_LOCKED',
  'TABLE_VIEW_NOT_FOUND',
  'TRASH_ENTRY_NOT_FOUND',
  'TRASH_NOT_RESTORABLE',
  'ROW_NOT_FOUND',
  'ROW_INVALID',
  'VALUE_CHANGED',
  'CHANGE_PARTLY_TAKEN_BACK',
  'CHANGE_NOT_TAKEN_BACK',
  'NOT_ALLOWED',
] as const

/** The calls that reverse commands are announced as such, so that an undo of rows doesn't make schemas stale. */
const changes = ['rows', 'comments', 'trash'] as const

/** An entry of the change log: one record, records inserted together, or a command. */
const logEntry = z.object({
  /** Sorts in the order of the log. */
  id: z.string(),
  /** Id of the change, which all entries of one request share; null in entries of older versions. */
  change: z.string().nullable(),
  kind: z.enum([...historyKinds, 'command']),
  /** ISO 8601, UTC. */
  when: z.string(),
  /** E-mail address. */
  user: z.string().nullable(),
  /** Source of the change, such as `rest` or `undo`; for commands, their name in the audit. */
  why: z.string(),
  /** Table in the database, under its present name. */
  table: z.string().nullable(),
  /** Number of records. */
  records: z.number(),
  /** The record under its present key, as in the path of the data API. */
  rowId: z.string().nullable(),
  /** Keys of records that were inserted together, as ranges. */
  keys: z.array(z.object({ first: z.number(), last: z.number() })).nullable(),
  values: z.array(valueChange),
})
export type LogEntry = z.infer<typeof logEntry>

export const changeOperations = defineOperations({
  /**
   * Undoes a change: deletes the records that it created, writes back the values that it overwrote, restores what it
   * deleted, and reverses commands about tables and views. Each part needs the permission of its kind. If records hold
   * newer values, writes nothing and fails with VALUE_CHANGED.
   */
  changeUndo: { changes, scope: 'project', permission: 'project.read', input, output, errors },
  /** Redoes a change. `change` is the id that its `changeUndo` returned. */
  changeRedo: { changes, scope: 'project', permission: 'project.read', input, output, errors },
  /**
   * Reads the change log after a cursor, oldest entry first. Contains records of the tables that the caller may read, and
   * commands for callers who may read the audit.
   */
  changesSince: {
    reads: ['history'],
    scope: 'project',
    permission: 'row.history',
    input: z.strictObject({
      /** `cursor` of the last response. Default: the beginning of the log. */
      cursor: z.string().max(64).optional(),
      /** ISO 8601. Without a cursor: skips earlier entries. */
      from: z.iso.datetime({ offset: true }).optional(),
      limit: z.number().int().min(1).max(1_000).default(100),
    }),
    output: z.object({
      list: z.array(logEntry),
      /** Pass it to the next call, also if the list is empty. */
      cursor: z.string(),
      /** True if the log has more entries now. */
      more: z.boolean(),
    }),
    errors: [],
  },
})
