import { columnValidation } from '@common/wire/column-options'
import { z } from 'zod'

const terms = z.record(z.string(), z.unknown()).optional()

/** The parts of a `meta` (wire §6, §7) that scripts may change. */
export const modelMeta = z.object({
  columns: z
    .array(
      z.object({
        cn: z.string(),
        _cn: z.string().nullish(),
        pv: z.union([z.boolean(), z.literal(0), z.literal(1)]).nullish(),
        validate: columnValidation.nullish(),
      }),
    )
    .max(2000)
    .optional(),
  v: z
    .array(
      z.object({
        _cn: z.string(),
        column: z.object({ id: z.string() }).optional(),
        lk: terms,
        rl: terms,
        formula: z.object({ value: z.string() }).optional(),
      }),
    )
    .max(1000)
    .optional(),
})
export type ModelMeta = z.infer<typeof modelMeta>
