import { z } from 'zod'

export type RowValues = Readonly<Record<string, unknown>>

/** Values of a record by column title. Unlike `z.record`, the schema keeps the key `__proto__`. */
export const rowValues = z.unknown().check((context) => {
  const { value } = context
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  context.issues.push({ code: 'invalid_type', expected: 'record', input: value })
}) as unknown as z.ZodType<RowValues, RowValues>
