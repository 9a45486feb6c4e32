import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { defineOperations } from './define'

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
      tn: z.string(),
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
  /** What is missing from a restored record, column or table: in English, and as messages. */
  notes: z.array(z.string()),
  noteMessages: z.array(wireMessage).optional(),
})
export type UndoneChange = z.infer<typeof output>

const errors = [
  'CHANGE_NOT_FOUND',
  'CHANGE_NOT_UNDOABLE',
  'TABLE_NOT_FOUND',
  'TABLE_EXISTS',
  'COLUMN_EXISTS',
  'TRASH_ENTRY_NOT_FOUND',
  'TRASH_NOT_RESTORABLE',
  'ROW_NOT_FOUND',
  'ROW_INVALID',
  'VALUE_CHANGED',
  'NOT_ALLOWED',
] as const

/** A restored column or table is announced like `trashRestore`, so that an undo of rows doesn't make schemas stale. */
const changes = ['rows', 'comments', 'trash'] as const

export const changeOperations = defineOperations({
  /**
   * Undoes a change: deletes the records that it created, writes back the values that it overwrote and restores what it
   * deleted. Each part needs the permission of its kind. If records hold newer values, writes nothing and fails with
   * VALUE_CHANGED.
   */
  changeUndo: { changes, scope: 'project', permission: 'row.update', input, output, errors },
  /** Redoes a change. `change` is the id that its `changeUndo` returned. */
  changeRedo: { changes, scope: 'project', permission: 'row.update', input, output, errors },
})
