import { z } from 'zod'
import { bulkRowsMax } from '../constants'
import { defineOperations } from './define'
import { rowValues } from './row-values'

const table = z.string().min(1).max(255)
/** Key as in the path of the data API. */
const rowId = z.string().min(1).max(4_000)

/** One record to write. `expected` is the guard: if the record holds other values, the whole list is rolled back. */
const rowChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('create'), table, values: rowValues }),
  z.strictObject({ kind: z.literal('update'), table, rowId, values: rowValues, expected: rowValues.default({}) }),
  z.strictObject({ kind: z.literal('delete'), table, rowId, expected: rowValues.default({}) }),
])
export type RowChangeInput = z.input<typeof rowChange>

/** Idempotency key: the caller generates a new one for every write. */
const idempotencyKey = z.string().regex(/^[\w-]{8,64}$/)
/** Overwrites newer values, and skips deleted records. */
const anyway = z.boolean().default(false)
const changes = z.array(rowChange).min(1).max(bulkRowsMax)

const errors = [
  'TABLE_NOT_FOUND',
  'TABLE_WITHOUT_KEY',
  'VIEW_READ_ONLY',
  'ROW_KEY_INVALID',
  'ROW_INVALID',
  'VALUE_CHANGED',
] as const

export const rowOperations = defineOperations({
  /**
   * Writes records of any tables in one transaction, all or nothing. Each change needs the permission of its kind. A
   * retry with the same `id` and changes writes nothing and returns the first response.
   */
  rowsApply: {
    changes: ['rows', 'comments', 'trash'],
    scope: 'project',
    permission: 'row.update',
    input: z.strictObject({
      id: idempotencyKey,
      changes,
      anyway,
    }),
    output: z.object({
      /** The created records, by the position of their change in the list. */
      made: z.array(z.object({ at: z.number(), rowId: z.string().nullable(), row: rowValues })),
      /** With `anyway`: positions of updates that were not written, since their record is deleted. */
      skipped: z.array(z.number()),
    }),
    errors: [...errors, 'WRITE_UNCERTAIN', 'IDEMPOTENCY_KEY_REUSED'],
  },
  /**
   * Returns the statements that `rowsApply` would run, without running them. The rights, the checks and the errors are
   * the same.
   */
  rowsPreview: {
    reads: ['schema', 'rows'],
    scope: 'project',
    permission: 'row.update',
    input: z.strictObject({ id: idempotencyKey.optional(), changes, anyway }),
    output: z.object({
      /** Writing statements in the order in which they run, within one transaction. */
      statements: z.array(
        z.object({
          /** SQL of the database with values as literals. */
          sql: z.string(),
          /** Positions of the changes that it writes. */
          changes: z.array(z.number()),
        }),
      ),
    }),
    errors,
  },
})
