import { message, type Message, type MessageParams } from '@common/messages'
import type { z } from 'zod'

/** Maximum number of reported fields. */
const problemsAtMost = 10

/** Problems of an input: a message for each field, and the fields' names for forms. */
export interface InputProblems {
  readonly [key: string]: unknown
  readonly problems: readonly Message[]
  readonly fields: readonly string[]
}

export function inputProblems(issues: readonly z.core.$ZodIssue[], input: unknown): InputProblems {
  const found = issues.flatMap((issue) => problemsOf(issue, input)).slice(0, problemsAtMost)
  return {
    problems: found.map(({ text }) => text),
    fields: Array.from(new Set(found.map(({ field }) => field))),
  }
}

/** Returns the paths of the keys that a schema doesn't know; of a union, those of the closest branch. */
export function unknownKeys(issues: readonly z.core.$ZodIssue[]): PropertyKey[][] {
  return issues.flatMap((issue): PropertyKey[][] => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key])
    if (issue.code !== 'invalid_union') return []
    return unknownKeys(closestBranch(issue.errors) ?? []).map((path) => [...issue.path, ...path])
  })
}

type InputProblemName = 'required' | 'wrongType' | 'unknown' | LengthProblem | 'notOneOf' | 'invalid'
type LengthProblem = 'tooShort' | 'tooLong' | 'tooSmall' | 'tooLarge'

interface Problem {
  readonly field: string
  readonly text: Message
}

function problemsOf(issue: z.core.$ZodIssue, input: unknown): Problem[] {
  const problem = (name: InputProblemName, more: MessageParams = {}, path = issue.path): Problem => {
    const field = path.map(String).join('.')
    return { field, text: message(`inputProblems.${name}`, { field: field || message('inputProblems.body'), ...more }) }
  }
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => problem('unknown', {}, [...issue.path, key]))
    case 'invalid_type':
      return [
        valueAt(input, issue.path) === undefined
          ? problem('required')
          : problem('wrongType', { expected: typeWord(issue.expected) }),
      ]
    case 'too_small':
      return [problem(isLength(issue.origin) ? 'tooShort' : 'tooSmall', { limit: String(issue.minimum) })]
    case 'too_big':
      return [problem(isLength(issue.origin) ? 'tooLong' : 'tooLarge', { limit: String(issue.maximum) })]
    case 'invalid_value':
      return [problem('notOneOf', { expected: issue.values.map(String) })]
    case 'invalid_union': {
      const closest = closestBranch(issue.errors)
      // Issues of a branch count their paths from the union.
      return closest === undefined
        ? [problem('invalid')]
        : closest.flatMap((inner) => problemsOf({ ...inner, path: [...issue.path, ...inner.path] }, input))
    }
    default:
      return [problem('invalid')]
  }
}

/** Returns the issues of the closest branch of a union; undefined if the input has none of their types. */
function closestBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const [closest] = branches.toSorted((left, right) => strangeness(left) - strangeness(right))
  return closest === undefined || strangeness(closest) === Infinity ? undefined : closest
}

/** How far an input is from one form that it may have: fields that this form does not know weigh most. */
function strangeness(issues: readonly z.core.$ZodIssue[]): number {
  const isOtherType = issues.some(({ code, path }) => path.length === 0 && code !== 'unrecognized_keys')
  if (isOtherType) return Infinity
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? 100 * issue.keys.length : 1), 0)
}

function isLength(origin: string): boolean {
  return origin === 'string' || origin === 'array' || origin === 'set' || origin === 'map'
}

/** Names of types in a schema. Others are rare, and shown as they are. */
const typeWords: Readonly<Record<string, Message>> = {
  array: message('inputTypes.array'),
  boolean: message('inputTypes.boolean'),
  int: message('inputTypes.int'),
  null: message('inputTypes.null'),
  number: message('inputTypes.number'),
  object: message('inputTypes.object'),
  record: message('inputTypes.record'),
  string: message('inputTypes.string'),
  tuple: message('inputTypes.tuple'),
}

const typeWord = (type: string): Message | string => typeWords[type] ?? type

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}
