import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { defineOperations } from './define'
import { rowValues } from './row-values'

const name = z.string().min(1).max(255)
const id = z.string().min(1).max(64)
/** As in the path of the data API. */
const rowId = z.string().min(1).max(4_000)

export const trashKinds = ['rows', 'column', 'table'] as const
export type TrashKind = (typeof trashKinds)[number]

/** Something that was deleted and can be brought back until a day. */
export const wireTrashEntry = z.object({
  id: z.string(),
  kind: z.enum(trashKinds),
  /** The table it was, or was in: its name in the database then and the title of today, or of then. */
  tn: z.string(),
  _tn: z.string(),
  /** What people called it: the column, the table, or the first of the rows. */
  titles: z.array(z.string()),
  /** Rows that it holds: of a table, those it had. Null where nobody has counted. */
  count: z.number().nullable(),
  user: z.string().nullable(),
  when: z.string(),
  /** When it goes for good. */
  until: z.string(),
})
export type WireTrashEntry = z.infer<typeof wireTrashEntry>

export const trashOperations = defineOperations({
  /** What was deleted in a project, newest first. Columns and tables are there for those who may change the schema. */
  trashList: {
    reads: ['trash'],
    scope: 'project',
    permission: 'trash.use',
    input: z.strictObject({
      kind: z.enum(trashKinds).optional(),
      /** Only what was in this table, or was it. */
      tn: name.optional(),
      limit: z.number().int().min(0).max(1_000).default(100),
      offset: z.number().int().min(0).default(0),
    }),
    output: z.object({ list: z.array(wireTrashEntry), count: z.number() }),
    errors: [],
  },
  /**
   * Brings an entry back: rows with their keys, values and links, a column with its values, a table with its rows. Or
   * rows of a table by their keys, from whichever entries hold them last. What cannot come back says why.
   */
  trashRestore: {
    changes: ['schema', 'rows', 'views', 'comments', 'trash'],
    scope: 'project',
    permission: 'trash.use',
    input: z.union([z.strictObject({ id }), z.strictObject({ tn: name, rowIds: z.array(rowId).min(1).max(10_000) })]),
    output: z.object({
      /** Rows that are there again; of a column or a table 1. */
      restored: z.number(),
      refused: z.array(z.object({ rowId: z.string(), msg: z.string(), message: wireMessage })),
      /** What did not come back of a column or a table: in English, and as messages. */
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
   * Takes changes of rows back, or does them again: values by title, and those that the rows are believed to hold. All
   * or none. When a row holds something else, or is gone, nothing is written, unless `anyway` says so.
   */
  rowsWriteBack: {
    changes: ['rows', 'comments', 'trash'],
    scope: 'project',
    permission: 'row.update',
    input: z.strictObject({
      tn: name,
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
  /** Deletes entries for good. */
  trashDelete: {
    changes: ['trash'],
    scope: 'project',
    permission: 'trash.use',
    input: z.strictObject({ ids: z.array(id).min(1).max(1_000) }),
    output: z.object({ deleted: z.number() }),
    errors: ['TRASH_ENTRY_NOT_FOUND', 'NOT_ALLOWED'],
  },
  /** Deletes everything, or everything of a kind, for good. */
  trashEmpty: {
    changes: ['trash'],
    scope: 'project',
    permission: 'trash.empty',
    input: z.strictObject({ kind: z.enum(trashKinds).optional() }),
    output: z.object({ deleted: z.number() }),
    errors: [],
  },
})
