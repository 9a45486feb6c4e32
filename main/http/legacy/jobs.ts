import { AppError } from '@common/errors'
import { actionMethods, type ActionHeader, type JobAction } from '@common/operations/actions'
import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { one } from './shapes'

const id = z.union([z.string().min(1).max(64), z.number()]).transform(String)
const defaultTimeZone = 'UTC'
const untitled = 'Job'

/** Calls about scheduled jobs (wire §14.2). `cron_handler` is code in the original; it is stored nowhere and never runs. */
export const jobCalls = {
  xcCronList: translated('jobList', {
    input: z.strictObject({}),
    output: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        pattern: z.string(),
        timezone: z.string(),
        webhook: z.string().nullable(),
        active: z.boolean(),
        cron_handler: z.null(),
        payload: z.string().nullable(),
        headers: z.string().nullable(),
        retries: z.number(),
        updated_at: z.string(),
      }),
    ),
    toInput: () => ({}),
    toBody: ({ list }) =>
      list.map(({ id: job, title, pattern, timeZone, active, action, retries, updatedAt }) => ({
        id: job,
        title,
        pattern,
        timezone: timeZone,
        active,
        cron_handler: null,
        ...requestOf(action),
        retries,
        updated_at: updatedAt,
      })),
  }),
  xcCronSave: translated('jobSave', {
    input: z.strictObject({
      id: id.nullish(),
      title: z.string().max(255).nullish(),
      pattern: z.string().min(1).max(200),
      timezone: z.string().max(100).nullish(),
      webhook: z.string().min(1).max(4_000),
      active: z.union([z.boolean(), z.number()]).nullish(),
      cron_handler: z.unknown().optional(),
      payload: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
      headers: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
      retries: z.number().nullish(),
    }),
    output: z.object({ id: z.string() }),
    toInput: (body) => ({
      ...(body.id !== null && body.id !== undefined && { id: body.id }),
      title: body.title?.trim().slice(0, 100) || untitled,
      pattern: body.pattern,
      timeZone: body.timezone || defaultTimeZone,
      active: body.active === undefined || body.active === null || Boolean(body.active),
      action: {
        kind: 'http' as const,
        method: actionMethods[1],
        url: body.webhook,
        headers: headersOf(body.headers),
        body: textOf(body.payload),
        signingKey: '',
      },
      retries: Math.min(5, Math.max(0, Math.trunc(body.retries ?? 0))),
      catchUp: 'skip' as const,
    }),
    toBody: (job) => ({ id: job.id }),
  }),
  cronDelete: translated('jobDelete', {
    input: z.strictObject({ id }),
    output: one,
    toInput: (body) => ({ id: body.id }),
    toBody: () => 1 as const,
  }),
}

function requestOf(action: JobAction) {
  if (action.kind !== 'http') return { webhook: null, payload: null, headers: null }
  const { url, body, headers } = action
  const named = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  return { webhook: url, payload: body, headers: JSON.stringify(named) }
}

/** Headers of scripts often hold tokens, so their values are secret. */
function headersOf(given: string | Readonly<Record<string, unknown>> | null | undefined): ActionHeader[] {
  const headers = typeof given === 'string' ? parsed(given) : (given ?? {})
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value: value === null ? null : String(value),
    secret: true,
  }))
}

function parsed(text: string): object {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw new AppError('JSON_INVALID')
}

const textOf = (payload: string | object | null | undefined): string =>
  typeof payload === 'string' ? payload : payload === null || payload === undefined ? '' : JSON.stringify(payload)
