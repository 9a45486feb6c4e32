import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { Outbound } from '@main/features/outbound'
import type { RunScript } from '@main/features/script-runs'
import type { Trail, TrailHeaders } from '@main/lib/automation-trail'
import type { ProjectContext } from '@main/operations/context'
import { z } from 'zod'
import type { ActionOutcome } from './types'

/** Calls the REST API of the project with the rights of a context. Returns its JSON. */
export type CallRest = (
  context: ProjectContext,
  request: {
    readonly method: string
    readonly segments: readonly string[]
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
  },
) => Promise<unknown>

export interface ScriptPorts {
  readonly outbound: Outbound
  readonly trailHeaders: Pick<TrailHeaders, 'mark'>
  readonly runScript: RunScript
  readonly rest: CallRest
}

export interface GivenScript {
  readonly code: string
  /** The event that started the run. */
  readonly input: unknown
  /** True to change no record. */
  readonly isTest: boolean
  /** The automations that lead to its requests; undefined for jobs. */
  readonly trail: Trail | undefined
}

const answerBytesMax = 1_000_000
const table = z.string().min(1).max(255)
const id = z.string().min(1).max(4_000)
const values = z.record(z.string(), z.unknown())
const listQuery = z.strictObject({
  where: z.string().max(10_000).optional(),
  sort: z.string().max(1_000).optional(),
  fields: z.string().max(2_000).optional(),
  limit: z.int().min(1).max(1_000).default(100),
  offset: z.int().min(0).default(0),
})
const fetchOptions = z.object({
  method: z.string().max(20).default('GET'),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().max(1_000_000).optional(),
})

/** Runs a script with the rights of a context: it reads and changes records, and sends requests by the guarded client. */
export async function runScriptAction(
  { outbound, trailHeaders, runScript, rest }: ScriptPorts,
  { code, input, isTest, trail }: GivenScript,
  context: ProjectContext,
): Promise<ActionOutcome> {
  const { signal } = context
  const unsaved: string[] = []

  const change = (method: string, segments: readonly string[], body?: unknown): unknown => {
    if (!isTest) return rest(context, { method, segments, ...(body !== undefined && { body }) })
    unsaved.push(`${method} ${segments.map(decodeURIComponent).join('/')} ${JSON.stringify(body ?? null)}`)
    return body ?? true
  }
  const call = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    const [one, two, three] = args
    const named = (): string => encodeURIComponent(given(table, one))
    switch (name) {
      case 'fetch':
        return request(given(z.string().max(4_000), one), given(fetchOptions, two))
      case 'list': {
        const { limit, offset, ...query } = given(listQuery, two ?? {})
        const filled = Object.entries({ ...query, limit: String(limit), offset: String(offset) })
        const texts = filled.filter((entry): entry is [string, string] => entry[1] !== undefined)
        return rest(context, { method: 'GET', segments: [named()], query: Object.fromEntries(texts) })
      }
      case 'get': {
        const found = await rest(context, { method: 'GET', segments: [named(), encodeURIComponent(given(id, two))] })
        return Object.keys(found as object).length === 0 ? null : found
      }
      case 'create':
        return change('POST', [named()], given(values, two))
      case 'update':
        return change('PUT', [named(), encodeURIComponent(given(id, two))], given(values, three))
      case 'remove':
        return change('DELETE', [named(), encodeURIComponent(given(id, two))])
      default:
        throw new AppError('SCRIPT_CALL_INVALID')
    }
  }
  const request = async (url: string, { method, headers, body }: z.output<typeof fetchOptions>): Promise<unknown> => {
    const answer = await outbound.send({
      method: method.toUpperCase(),
      url,
      headers: trailHeaders.mark(Object.entries(headers), trail),
      ...(body !== undefined && { body }),
      signal,
      bodyMax: answerBytesMax,
    })
    return { ...answer, body: answer.body.toString('utf8') }
  }

  const { output, ms } = await runScript({ code, input, signal, call })
  const changes = unsaved.map((line) => line.slice(0, 1_000))
  return { summary: message('jobOutcomes.scripted', { ms }), output: [output, ...changes].join('\n').trim() }
}

function given<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new AppError('SCRIPT_CALL_INVALID')
  return parsed.data
}
