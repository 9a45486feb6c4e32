import { z } from 'zod'

/** Types of the parameters of a query table. Dates and moments are ISO text. */
export const queryParameterTypes = ['text', 'number', 'boolean', 'date', 'dateTime'] as const
export type QueryParameterType = (typeof queryParameterTypes)[number]

/** Most parameters of one query table. */
export const queryParametersMax = 50
/** Characters of one value. */
export const queryValueMax = 10_000

export const queryValue = z.union([z.string().max(queryValueMax), z.number(), z.boolean(), z.null()])
export type QueryValue = z.infer<typeof queryValue>

/** A parameter `:name` of a query table. Without a default, every caller must give a value. */
export const queryParameter = z.strictObject({
  name: z.string().regex(/^[A-Za-z_]\w{0,62}$/),
  type: z.enum(queryParameterTypes),
  default: queryValue.optional(),
})
export type QueryParameter = z.infer<typeof queryParameter>

/** The query of a table that a saved query makes. */
export interface TableQuery {
  readonly sql: string
  readonly parameters: readonly QueryParameter[]
  /** Values of the parameters, once a caller has given them. */
  readonly values?: Readonly<Record<string, QueryValue>>
}
