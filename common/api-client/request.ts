import { z } from 'zod'
import { assertion } from './assertions'

/** Requests of the API client, as the page edits them, the server sends them and collections store them. */

export const requestMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
export type RequestMethod = (typeof requestMethods)[number]

/** Folder of a project's requests in its workspace (S1 §3). */
export const apisFolder = 'apis'

export const requestLimits = {
  urlCharacters: 8_000,
  entries: 200,
  nameCharacters: 1_000,
  valueCharacters: 100_000,
  bodyCharacters: 2_000_000,
  /** Requests that a project stores. */
  savedRequests: 2_000,
  assertions: 50,
} as const

const text = z.string().max(requestLimits.valueCharacters)
const entry = z.strictObject({
  name: z.string().max(requestLimits.nameCharacters),
  value: text,
  /** False: stored, but not sent. */
  enabled: z.boolean().default(true),
  note: z.string().max(requestLimits.nameCharacters).default(''),
})
/** A parameter, a header, or a field of a form. */
export type RequestEntry = z.output<typeof entry>

const auth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** The caller's own session or token. It goes to this server only. */
  z.strictObject({ kind: z.literal('session') }),
  z.strictObject({ kind: z.literal('bearer'), token: text }),
  z.strictObject({ kind: z.literal('basic'), user: text, password: text }),
  /** A header with a key, such as `xc-token`. */
  z.strictObject({ kind: z.literal('header'), name: z.string().max(requestLimits.nameCharacters), value: text }),
])
export type RequestAuth = z.output<typeof auth>
export const authKinds = [
  'session',
  'none',
  'bearer',
  'basic',
  'header',
] as const satisfies readonly RequestAuth['kind'][]

const bodyText = z.string().max(requestLimits.bodyCharacters)
export const requestEntries = z.array(entry).max(requestLimits.entries)
const body = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('json'), text: bodyText }),
  z.strictObject({ kind: z.literal('text'), text: bodyText }),
  z.strictObject({ kind: z.literal('form'), fields: requestEntries }),
])
export type RequestBody = z.output<typeof body>
export const bodyKinds = ['none', 'json', 'text', 'form'] as const satisfies readonly RequestBody['kind'][]

export const apiRequest = z.strictObject({
  method: z.enum(requestMethods),
  /** A full address, or a path of this server. May hold `{{variables}}`, as all texts of a request may. */
  url: z.string().trim().min(1).max(requestLimits.urlCharacters),
  params: requestEntries.default([]),
  headers: requestEntries.default([]),
  auth: auth.default({ kind: 'session' }),
  body: body.default({ kind: 'none' }),
  /** Checks of the response. Basalt doesn't send them. */
  assertions: z.array(assertion).max(requestLimits.assertions).default([]),
})
export type ApiRequest = z.output<typeof apiRequest>
export type ApiRequestInput = z.input<typeof apiRequest>

const header = z.object({ name: z.string(), value: z.string() })

export const apiResponse = z.object({
  status: z.number(),
  statusText: z.string(),
  headers: z.array(header),
  /** Text, or base64 for pictures and other bytes. */
  body: z.string(),
  isBase64: z.boolean(),
  /** Bytes of the body. */
  size: z.number(),
  /** True if the body was longer than Basalt reads. */
  isCut: z.boolean(),
  /** Address that answered, after redirects. A path for this server. */
  url: z.string(),
  timeMs: z.number(),
  sentAt: z.string(),
})
export type ApiResponse = z.output<typeof apiResponse>

/** Returns an empty line of a table. */
export const emptyEntry = (): RequestEntry => ({ name: '', value: '', enabled: true, note: '' })

/** Returns a request with each text that may hold variables changed. */
export function mapTexts(request: ApiRequest, change: (text: string) => string): ApiRequest {
  const entries = (list: readonly RequestEntry[]): RequestEntry[] =>
    list.map((each) => ({ ...each, name: change(each.name), value: change(each.value) }))
  const { auth: given, body: content } = request
  return {
    ...request,
    url: change(request.url),
    params: entries(request.params),
    headers: entries(request.headers),
    auth: authTexts(given, change),
    body:
      content.kind === 'none'
        ? content
        : content.kind === 'form'
          ? { ...content, fields: entries(content.fields) }
          : { ...content, text: change(content.text) },
  }
}

function authTexts(given: RequestAuth, change: (text: string) => string): RequestAuth {
  if (given.kind === 'bearer') return { ...given, token: change(given.token) }
  if (given.kind === 'basic') return { ...given, user: change(given.user), password: change(given.password) }
  return given.kind === 'header' ? { ...given, name: change(given.name), value: change(given.value) } : given
}

/** Returns the value of the first header with this name; undefined without one. */
export function headerValue(
  headers: readonly { readonly name: string; readonly value: string }[],
  name: string,
): string | undefined {
  return headers.find((each) => each.name.toLowerCase() === name)?.value
}
