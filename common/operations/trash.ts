import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { defineOperations } from './define'
import { rowValues } from './row-values'

const name = z.string().min(1).max(255)
const id = z.string().min(1).max(64)
/** Key as in the path of the data API. */
const rowId = z.string().min(1).max(4_000)

export const trashKinds = ['rows', 'column', 'table'] as const
export type TrashKind = (typeof trashKinds)[number]

/** A deleted object that can be restored until a date. */
export const trashEntry = z.object({
  id: z.string(),
  kind: z.enum(trashKinds),
  /** The table that was deleted or contained the object: its former name, and its current or last title. */
  table: z.string(),
  tableTitle: z.string(),
  /** Title of the object: the column, the table, or the first rows. */
  titles: z.array(z.string()),
  /** Number of contained rows; null if unknown. */
  count: z.number().nullable(),
  user: z.string().nullable(),
  when: z.string(),
  /** Time of the final deletion. */
  until: z.string(),
})
export type ListedTrashEntry = z.infer<typeof trashEntry>

export const trashOperations = defineOperations({
  /** Lists deleted objects of a project, newest first. Columns and tables need the right to change the schema. */
  trashList: {
    reads: ['trash'],
    scope: 'project',
    permission: 'trash.use',
    input: z.strictObject({
      kind: z.enum(trashKinds).optional(),
      /** Only entries of this table. */
      table: name.optional(),
      limit: z.number().int().min(0).max(1_000).default(100),
      offset: z.number().int().min(0).default(0),
    }),
    output: z.object({ list: z.array(trashEntry), count: z.number() }),
    errors: [],
  },
  /**
   * Restores an entry: rows with keys, values and links, a column with its values, or a table with its rows. Or
   * restores rows by their keys from the newest entries that contain them. Reports what can't be restored, with
   * reasons.
   */
  trashRestore: {
    changes: ['schema', 'rows', 'views', 'comments', 'trash'],
    scope: 'project',
    permission: 'trash.use',
    input: z.union([
      z.strictObject({ id }),
      z.strictObject({ table: name, rowIds: z.array(rowId).min(1).max(10_000) }),
    ]),
    output: z.object({
      /** Number of restored rows; 1 for a column or a table. */
      restored: z.number(),
      refused: z.array(z.object({ rowId: z.string(), msg: z.string(), message: wireMessage })),
      /** Missing parts of a restored column or table: in English, and as messages. */
      notes: z.array(z.string()),
      noteMessages: z.array(wireMessage).optional(),
    }),
    errors: [
      'TRASH_ENTRY_NOT_FOUND',
      'TRASH_NOT_RESTORABLE',
      'TABLE_NOT_FOUND',
      'TABLE_EXISTS',
      'COLUMN_EXISTS',
      'ROW_KEY_INVALID',
      'NOT_ALLOWED',
    ],
  },
  /**
   * Reverts or reapplies changes of rows, atomically: new values by title, guarded by the expected current values. If a
   * row has other values or was deleted, nothing is written, unless `anyway` is set.
   */
  rowsWriteBack: {
    changes: ['rows', 'comments', 'trash'],
    scope: 'project',
    permission: 'row.update',
    input: z.strictObject({
      table: name,
      rows: z
        .array(
          z.strictObject({
            rowId,
            values: rowValues,
            expected: rowValues,
          }),
        )
        .min(1)
        .max(10_000),
      anyway: z.boolean().default(false),
    }),
    output: z.object({ written: z.number() }),
    errors: [
      'TABLE_NOT_FOUND',
      'TABLE_WITHOUT_KEY',
      'ROW_KEY_INVALID',
      'ROW_NOT_FOUND',
      'ROW_INVALID',
      'VALUE_CHANGED',
    ],
  },
  /** Purges entries. */
  trashDelete: {
    changes: ['trash'],
    scope: 'project',
    permission: 'trash.use',
    input: z.strictObject({ ids: z.array(id).min(1).max(1_000) }),
    output: z.object({ deleted: z.number() }),
    errors: ['TRASH_ENTRY_NOT_FOUND', 'NOT_ALLOWED'],
  },
  /** Purges all entries, or all of a kind. */
  trashEmpty: {
    changes: ['trash'],
    scope: 'project',
    permission: 'trash.empty',
    input: z.strictObject({ kind: z.enum(trashKinds).optional() }),
    output: z.object({ deleted: z.number() }),
    errors: [],
  },
})
