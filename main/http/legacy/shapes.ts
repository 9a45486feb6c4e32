import type { SchemaChange } from '@common/operations/table-shapes'
import { z } from 'zod'

/** Response of SQL operations (wire §4.3). */
export const wireAnswer = <T extends z.ZodType>(data: T) => z.object({ code: z.literal(0), message: z.string(), data })

export const answered = <T>(data: T) => ({ code: 0 as const, message: '', data })

/** Response of SQL operations that list something. */
export const wireList = <T extends z.ZodType>(item: T) => wireAnswer(z.object({ list: z.array(item) }))

export const listed = <T>(list: readonly T[]) => answered({ list: [...list] })

const statements = z.array(z.object({ sql: z.string() }))

/** Response of schema changes: the statements that ran and those that undo them. */
export const wireSchemaChange = wireAnswer(
  z.object({ object: z.object({ upStatement: statements, downStatement: statements }) }),
)

export function changed({ statements: up, undo }: SchemaChange): z.infer<typeof wireSchemaChange> {
  const lines = (texts: readonly string[]) => texts.map((sql) => ({ sql }))
  return answered({ object: { upStatement: lines(up), downStatement: lines(undo) } })
}

export const flag = z.union([z.boolean(), z.literal(0), z.literal(1)])
export const isSet = (value: z.infer<typeof flag> | null | undefined): boolean => value === true || value === 1
export const name = z.string().min(1).max(255)
/** Key of a row as in the path of the data API. */
export const rowId = z.union([z.string().min(1).max(4_000), z.number()])
export const tableName = z.string().min(1)
export const nothing = z.undefined()
export const one = z.literal(1)
