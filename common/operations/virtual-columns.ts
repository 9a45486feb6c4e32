import { formulaLimits, formulaProblems, formulaTypes } from '@common/formula'
import { uiTypes } from '@common/columns/ui-types'
import type { ColumnOptions } from '@common/model'
import { rollupFunctions } from '@common/model/relations'
import { columnOptions } from '@common/wire/column-options'
import { wireMessage } from '@common/messages'
import { z } from 'zod'
import { defineOperations } from './define'

const name = z.string().min(1).max(255)
const title = z.string().max(1_000)
/** Longer formulas get a specific error. */
const formula = z.string().max(4 * formulaLimits.characters)
/** Title or id of a link; name, title or id of a column of the linked table. */
const link = name
const column = name

/** Definition of a virtual column, by titles. */
export const virtualColumnDefinition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('formula'), formula }),
  z.strictObject({ kind: z.literal('lookup'), link, column }),
  z.strictObject({ kind: z.literal('rollup'), link, column, function: z.enum(rollupFunctions) }),
  z.strictObject({ kind: z.literal('count'), link }),
])
export type VirtualColumnDefinition = z.infer<typeof virtualColumnDefinition>

const made = z.object({ id: z.string(), title: z.string() })
const refused = [
  'TABLE_NOT_FOUND',
  'COLUMN_NOT_FOUND',
  'COLUMN_EXISTS',
  'COLUMN_NAME_INVALID',
  'COLUMN_NAME_RESERVED',
  'VIRTUAL_COLUMN_NOT_FOUND',
  'VIRTUAL_COLUMN_INVALID',
  'FORMULA_INVALID',
] as const

export const virtualColumnOperations = defineOperations({
  /** Creates a lookup, rollup, count or formula. */
  virtualColumnCreate: {
    changes: ['schema', 'views', 'trash'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: name, title, definition: virtualColumnDefinition }),
    output: made,
    errors: refused,
  },
  /** Changes the title or the definition of a virtual column. */
  virtualColumnUpdate: {
    changes: ['schema', 'views', 'trash'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      table: name,
      id: name,
      title: title.optional(),
      definition: virtualColumnDefinition.optional(),
    }),
    output: made,
    errors: refused,
  },
  /** Deletes a virtual column. Columns that depend on it become blank and report the problem. */
  virtualColumnDelete: {
    changes: ['schema', 'views', 'trash'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: name, id: name }),
    output: made,
    errors: ['TABLE_NOT_FOUND', 'VIRTUAL_COLUMN_NOT_FOUND'],
  },
  /** Checks a formula while the user types: returns its type, or the first problem with its position. */
  formulaCheck: {
    reads: ['schema', 'rows'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ table: name, formula, id: name.optional() }),
    output: z.object({
      type: z.enum(formulaTypes).optional(),
      uiType: z.enum(uiTypes).optional(),
      problem: z
        .object({
          code: z.enum(formulaProblems),
          /** In English, and as data. */
          message: z.string(),
          reason: wireMessage,
          from: z.number(),
          to: z.number(),
        })
        .optional(),
    }),
    errors: ['TABLE_NOT_FOUND'],
  },
  /** Computes an unsaved formula for the first rows. */
  formulaPreview: {
    reads: ['schema', 'rows'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({
      table: name,
      formula,
      id: name.optional(),
      limit: z.number().int().min(1).max(10).optional(),
    }),
    output: z.object({
      uiType: z.enum(uiTypes),
      options: z.custom<ColumnOptions>((value) => columnOptions.safeParse(value).success),
      rows: z.array(z.object({ record: z.string(), value: z.union([z.string(), z.number(), z.boolean(), z.null()]) })),
    }),
    errors: ['TABLE_NOT_FOUND', 'FORMULA_INVALID'],
  },
})
