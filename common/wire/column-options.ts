import { z } from 'zod'
import { isTimeZone } from '@common/columns/values/time-zone'
import { dateFormats, durationFormats, optionColors, ratingIcons, timeFormats, type ColumnOptions } from '@common/model'

/** Schema of a column's `validate` (wire §6). */
export const columnValidation = z.object({
  func: z.array(z.string().max(100)).max(20).readonly().default([]),
  args: z.array(z.json()).max(20).readonly().default([]),
  msg: z.array(z.string().max(1_000)).max(20).readonly().default([]),
})

/** Schema of a column's `meta`: options of its type. Assigns missing colours and drops unknown keys. */
export const columnOptions = z.object({
  options: z
    .array(z.union([z.string(), z.object({ title: z.string(), color: z.enum(optionColors).optional() })]))
    .max(500)
    .readonly()
    .transform((options) =>
      options.map((option, at) => {
        const { title, color } = typeof option === 'string' ? { title: option, color: undefined } : option
        return { title: title.trim(), color: color ?? optionColors[at % optionColors.length] ?? 'grey' }
      }),
    )
    .optional(),
  precision: z.number().int().min(0).max(15).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  max: z.number().int().min(1).max(10).optional(),
  icon: z.enum(ratingIcons).optional(),
  bar: z.boolean().optional(),
  durationFormat: z.enum(durationFormats).optional(),
  dateFormat: z.enum(dateFormats).optional(),
  timeFormat: z.enum(timeFormats).optional(),
  timeZone: z.string().max(64).refine(isTimeZone).optional(),
  label: z.string().trim().max(100).optional(),
  address: z.string().trim().max(4_096).optional(),
  description: z.string().trim().max(2_000).optional(),
  validate: columnValidation.optional(),
})

/** Choices as operations take them: without the checks, and without unknown keys. Empty choices are dropped. */
export const columnChoices = z
  .strictObject(columnOptions.omit({ validate: true }).shape)
  .transform((choices): ColumnOptions => withoutEmpty(choices))

const withoutEmpty = (choices: Record<string, unknown>): ColumnOptions =>
  Object.fromEntries(Object.entries(choices).filter(([, choice]) => choice !== undefined && choice !== ''))

/**
 * Parses the options of a column.
 *
 * @returns undefined if they are invalid
 */
export function readColumnOptions(value: unknown): ColumnOptions | undefined {
  const parsed = columnOptions.safeParse(value)
  return parsed.success ? withoutEmpty(parsed.data) : undefined
}
