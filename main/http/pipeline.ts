import { requestIdHeader } from '@main/lib/request-ids'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppError } from '@common/errors'
import type { CallFacts } from '@main/operations/invoke'
import type { Rule, Visit } from './rules'
import type { Headers, ShortAnswer } from './short-answer'

/** Runs a table of rules. Every path to a response uses the same pipeline. */
export interface Pipeline {
  /** Headers that are the same for every response, also for one to bytes that aren't a request. */
  readonly fixedHeaders: Headers
  /** Returns the headers that depend on the request; undefined for nearly all requests. */
  readonly ownHeaders: (request: IncomingMessage) => Headers | undefined
  /** Returns all headers of a response, before those of its content. */
  readonly headers: (request: IncomingMessage, id: string) => Headers
  /** Returns the error of a request that must not reach its target. */
  readonly rejection: (visit: Visit) => AppError | undefined
  /** Returns the response of a request that isn't passed to its target. */
  readonly answer: (request: IncomingMessage) => ShortAnswer | undefined
  /** Returns the error for a caller who may not use the data API now. */
  readonly rejectionOfCaller: (facts: CallFacts) => AppError | undefined
  /** Notes the body of a response of the data API. */
  readonly sends: (facts: CallFacts, response: ServerResponse, bytes: number) => void
}

/** Index of the request id in a flat list of names and values that begins with the fixed headers and the id. */
export const idIndex = ({ fixedHeaders }: Pipeline): number => Object.keys(fixedHeaders).length * 2 + 1

export function createPipeline(table: Readonly<Record<string, Rule>>): Pipeline {
  const rules = Object.values(table)
  const fixedHeaders: Headers = Object.assign(
    {},
    ...rules.map(({ headers }) => (typeof headers === 'object' ? headers : {})),
  )
  const headersOf = rules.flatMap(({ headers }) => (typeof headers === 'function' ? [headers] : []))
  const rejects = rules.flatMap((rule) => rule.rejects ?? [])
  const answers = rules.flatMap((rule) => rule.answers ?? [])
  const rejectsCaller = rules.flatMap((rule) => rule.rejectsCaller ?? [])
  const sends = rules.flatMap((rule) => rule.sends ?? [])

  const ownHeaders = (request: IncomingMessage): Headers | undefined => {
    let own: Headers | undefined
    for (const headers of headersOf) {
      const more = headers(request)
      if (more !== undefined) own = own === undefined ? more : { ...own, ...more }
    }
    return own
  }
  return {
    fixedHeaders,
    ownHeaders,
    headers: (request, id) => ({ ...fixedHeaders, [requestIdHeader]: id, ...ownHeaders(request) }),
    rejection: (visit) => firstOf(rejects, visit),
    answer: (request) => firstOf(answers, request),
    rejectionOfCaller: (facts) => firstOf(rejectsCaller, facts),
    sends: (facts, response, bytes) => {
      for (const send of sends) send(facts, response, bytes)
    },
  }
}

/** Returns the first result of the checks; undefined if they all pass. */
function firstOf<Input, Result>(
  checks: readonly ((input: Input) => Result | undefined)[],
  input: Input,
): Result | undefined {
  for (const check of checks) {
    const found = check(input)
    if (found !== undefined) return found
  }
  return undefined
}
