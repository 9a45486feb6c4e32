import { operations, type OperationInput, type OperationName, type OperationOutput } from '@common/operations'
import { translated, type Translated } from '@main/operations/legacy-call'
import { z } from 'zod'

/** Old key of an input → key of the operation. */
type Renames = Readonly<Record<string, string>>

type Renamed<Input, R extends Renames> = Omit<Input, R[keyof R]> & {
  [Old in keyof R as R[Old] extends keyof Input ? Old : never]: R[Old] extends keyof Input ? Input[R[Old]] : never
}

type OldInput<N extends OperationName, R extends Renames> = z.ZodType<
  OperationInput<N>,
  Renamed<z.input<(typeof operations)[N]['input']>, R>
>

/**
 * Declares one of our own operations under its old keys, strict as it always was. The shapes follow from the
 * operation.
 *
 * @param keys  old key → key of the operation
 */
export function renamed<N extends OperationName, const R extends Renames>(
  operation: N,
  keys: R,
): Translated<OldInput<N, R>, z.ZodType<OperationOutput<N>>> {
  const output = operations[operation].output as unknown as z.ZodType<OperationOutput<N>>
  return renamedTo<N, R, z.ZodType<OperationOutput<N>>>(operation, keys, output, (given) => given)
}

/** Like `renamed`, for an operation whose response has another shape. */
export function renamedTo<N extends OperationName, const R extends Renames, O extends z.ZodType>(
  operation: N,
  keys: R,
  output: O,
  toBody: (output: OperationOutput<N>) => z.infer<O>,
): Translated<OldInput<N, R>, O> {
  const input = withOldKeys(operations[operation].input, keys) as unknown as OldInput<N, R>
  return translated(operation, { strict: true, input, output, toInput: (body) => body, toBody })
}

/** Returns a schema that reads old keys and names them in its problems. */
function withOldKeys(schema: z.ZodType, keys: Renames): z.ZodType {
  const olds = new Map(Object.entries(keys).map(([old, key]) => [key, old]))
  return z.unknown().transform((given, context) => {
    const result = schema.safeParse(withNewKeys(given, keys))
    if (result.success) return result.data
    for (const issue of result.error.issues) {
      const [first, ...rest] = issue.path
      const path = first === undefined ? [] : [olds.get(String(first)) ?? first, ...rest]
      context.issues.push({ ...issue, path, input: given } as never)
    }
    return z.NEVER
  })
}

/** A new key of the operation is unknown here: it is moved out of the way. */
function withNewKeys(given: unknown, keys: Renames): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const news = new Set(Object.values(keys))
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      Object.hasOwn(keys, key) ? (keys[key] ?? key) : news.has(key) ? `${key} ` : key,
      value as unknown,
    ]),
  )
}
