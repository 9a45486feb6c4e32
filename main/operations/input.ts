import { AppError } from '@common/errors'
import type { z } from 'zod'
import { inputProblems, unknownKeys } from './input-problems'

/** Parses input in which every key must be known. @throws AppError INPUT_INVALID with a sentence for each field */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (!result.success) throw new AppError('INPUT_INVALID', inputProblems(result.error.issues, input))
  return result.data
}

/** Limit of passes: a schema reports unknown keys level by level, and no input we read is deeper. */
const levelsAtMost = 16

/**
 * Parses input of an existing script: drops keys that the schema doesn't know, as the original did (wire §1).
 *
 * @param ignored  receives the path of each dropped key, as in `connection.timezone`
 * @throws AppError INPUT_INVALID for any other problem
 */
export function parseLegacyInput<T>(schema: z.ZodType<T>, input: unknown, ignored: string[]): T {
  let rest = input
  for (let level = 0; level < levelsAtMost; level += 1) {
    const result = schema.safeParse(rest)
    if (result.success) return result.data
    const unknown = unknownKeys(result.error.issues)
    if (unknown.length === 0) break
    for (const path of unknown) {
      ignored.push(path.map(String).join('.'))
      rest = withoutKey(rest, path)
    }
  }
  return parseInput(schema, rest)
}

/** Copies only the objects along the path. */
function withoutKey(value: unknown, [key, ...deeper]: readonly PropertyKey[]): unknown {
  if (typeof value !== 'object' || value === null || key === undefined) return value
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? withoutKey(item, deeper) : (item as unknown)))
  // `fromEntries` treats `__proto__` as an ordinary key.
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== key) return [[name, inner]]
      return deeper.length > 0 ? [[name, withoutKey(inner, deeper)]] : []
    }),
  )
}
