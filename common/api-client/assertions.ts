import { z } from 'zod'

/** Checks of a response: `status equals 200`, `json list[0].Title contains Blue`. */

export const assertionSubjects = ['status', 'time', 'size', 'header', 'body', 'json'] as const
export type AssertionSubject = (typeof assertionSubjects)[number]
export const assertionOperators = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'matches',
  'below',
  'above',
  'exists',
  'notExists',
] as const
export type AssertionOperator = (typeof assertionOperators)[number]

export const assertion = z.strictObject({
  subject: z.enum(assertionSubjects),
  /** Name of a header, or place in the JSON: `list[0].Title`, `length`. */
  place: z.string().max(1_000).default(''),
  operator: z.enum(assertionOperators),
  value: z.string().max(10_000).default(''),
  enabled: z.boolean().default(true),
})
export type Assertion = z.output<typeof assertion>

/** Parts of a response that assertions read. */
export interface AssertedResponse {
  readonly status: number
  readonly timeMs: number
  readonly size: number
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body: string
}

export interface AssertionResult {
  readonly assertion: Assertion
  readonly isPassed: boolean
  /** The value in the response; undefined if it has none. */
  readonly found: string | undefined
}

/** True for subjects that need a place. */
export const needsPlace = (subject: AssertionSubject): boolean => subject === 'header' || subject === 'json'
/** True for operators that compare with a value. */
export const needsValue = (operator: AssertionOperator): boolean => operator !== 'exists' && operator !== 'notExists'

/** Checks the enabled assertions, in their order. */
export function checkAssertions(assertions: readonly Assertion[], response: AssertedResponse): AssertionResult[] {
  let json: unknown
  try {
    json = JSON.parse(response.body) as unknown
  } catch {
    json = undefined
  }
  return assertions
    .filter(({ enabled }) => enabled)
    .map((each) => {
      const found = foundValue(each, response, json)
      return { assertion: each, found, isPassed: isPassed(each, found) }
    })
}

function foundValue({ subject, place }: Assertion, response: AssertedResponse, json: unknown): string | undefined {
  if (subject === 'status') return String(response.status)
  if (subject === 'time') return String(response.timeMs)
  if (subject === 'size') return String(response.size)
  if (subject === 'body') return response.body
  if (subject === 'header') {
    const wanted = place.trim().toLowerCase()
    const values = response.headers.filter(({ name }) => name.toLowerCase() === wanted).map(({ value }) => value)
    return values.length === 0 ? undefined : values.join(', ')
  }
  const value = valueAt(json, place)
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the value at a place such as `list[0].Title` or `$.list.length`; undefined without one. */
export function valueAt(json: unknown, place: string): unknown {
  const steps = place
    .trim()
    .replace(/^\$\.?/, '')
    .split(/\.|\[(?=\d)|\](?=\.|\[|$)\.?/)
    .filter((step) => step !== '')
  let value = json
  for (const step of steps) {
    if (Array.isArray(value)) value = step === 'length' ? value.length : (value[Number(step)] as unknown)
    else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step))
      value = (value as Readonly<Record<string, unknown>>)[step]
    else return undefined
  }
  return value
}

function isPassed({ operator, value }: Assertion, found: string | undefined): boolean {
  if (operator === 'notExists') return found === undefined
  if (found === undefined) return false
  switch (operator) {
    case 'exists':
      return true
    case 'equals':
      return isSame(found, value)
    case 'notEquals':
      return !isSame(found, value)
    case 'contains':
      return found.includes(value)
    case 'notContains':
      return !found.includes(value)
    case 'matches':
      return patternOf(value)?.test(found) === true
    case 'below':
      return isNumber(value) && isNumber(found) && Number(found) < Number(value)
    case 'above':
      return isNumber(value) && isNumber(found) && Number(found) > Number(value)
  }
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

const isSame = (found: string, value: string): boolean =>
  found === value || (isNumber(found) && isNumber(value) && Number(found) === Number(value))

function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text)
  } catch {
    return undefined
  }
}
