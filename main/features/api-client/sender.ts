import { composeRequest, type ComposedRequest } from '@common/api-client/compose'
import { headerValue, type ApiRequest, type ApiResponse } from '@common/api-client/request'
import { builtInVariables } from '@common/api-client/variables'
import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { VariableValues } from '@common/variables'
import { authorize } from '@main/features/auth'
import type { Outbound, OutboundAnswer } from '@main/features/outbound'
import type { Clock } from '@main/lib/clock'
import { validateHeaderName, validateHeaderValue } from '@main/lib/node-http'
import { inProject, userIn, type CallContext } from '@main/operations/context'
import { createFiller } from './fill'
import { apiClientAgent, sendToOwnServer, type OwnRequest } from './own-server'

export interface SenderOptions {
  readonly outbound: Outbound
  readonly clock: Clock
  /** Returns the address at which this computer reaches the server. */
  readonly ownAddress: () => string
  /** Returns the address of this server in links. */
  readonly linkAddress: () => Promise<string>
  /** Returns the variables of the project, secrets included. */
  readonly variables: (context: CallContext, projectId: string) => Promise<VariableValues>
}

export interface Sender {
  /** @throws AppError those of `apiRequestSend` */
  readonly send: (context: CallContext, request: ApiRequest) => Promise<ApiResponse>
  /**
   * Returns a request to this server, with its variables filled and the caller's session; undefined for other hosts.
   *
   * @throws AppError API_CALL_NESTED, OUTBOUND_ADDRESS_INVALID, OUTBOUND_HEADER_INVALID, VARIABLES_UNKNOWN
   */
  readonly own: (
    context: CallContext,
    request: ApiRequest,
  ) => Promise<Pick<OwnRequest, 'method' | 'path' | 'headers' | 'body' | 'ip'> | undefined>
}

const responseMaxBytes = 5 * 1024 * 1024
const timeoutMs = 30_000
/** Requests of one user that run at the same time. */
const requestsAtOnce = 10

/** Sends requests of users, to this server or through the guarded client. */
export function createSender(options: SenderOptions): Sender {
  const { outbound, clock, ownAddress, linkAddress, variables } = options
  const running = new Map<number, number>()

  const ownPath = async (url: string): Promise<string | undefined> => {
    if (/^\/(?![/\\])/.test(url)) return pathOf(new URL(url, 'http://own.invalid'))
    if (!URL.canParse(url)) return undefined
    const parsed = new URL(url)
    const own = [ownAddress(), ownAddress().replace('127.0.0.1', 'localhost'), await linkAddress()]
    return own.some((address) => URL.canParse(address) && new URL(address).origin === parsed.origin)
      ? pathOf(parsed)
      : undefined
  }

  const compose = async (context: CallContext, request: ApiRequest): Promise<ComposedRequest> => {
    const { projectId } = inProject(context)
    const filler = createFiller(new Map([...builtInVariables(projectId), ...(await variables(context, projectId))]))
    const composed = composeRequest(
      request,
      (text) => filler.fill(text),
      (text) => Buffer.from(text).toString('base64'),
    )
    filler.check()
    return composed
  }

  /** Returns a request to this server, with the caller's session if it asks for that. */
  const toOwn = (
    context: CallContext,
    path: string,
    { method, headers, body, withSession }: Omit<ComposedRequest, 'url'>,
  ) => {
    const pairs = headers.map(({ name, value }) => [name, value] as const)
    checkHeaders(pairs)
    const given = new Set(pairs.map(([name]) => name.toLowerCase()))
    const credentials = withSession ? Object.entries(context.credentials ?? {}) : []
    const all = [...pairs, ...credentials.filter(([name]) => !given.has(name))]
    return { method, path, headers: all, body, ip: context.actor.ip }
  }

  const sendComposed = async (
    context: CallContext,
    { method, url, headers, body, withSession }: ComposedRequest,
  ): Promise<Omit<OutboundAnswer, 'ms'>> => {
    const path = await ownPath(url)
    if (path === undefined) {
      authorize(context, 'api.callOut')
      return outbound.send({
        method,
        url,
        headers: headers.map(({ name, value }) => [name, value] as const),
        ...(body !== undefined && { body }),
        signal: context.signal,
        timeoutMs,
        bodyMax: responseMaxBytes,
      })
    }
    return sendToOwnServer(ownAddress(), {
      ...toOwn(context, path, { method, headers, body, withSession }),
      signal: context.signal,
      timeoutMs,
      bodyMax: responseMaxBytes,
    })
  }

  return {
    own: async (context, request) => {
      if (context.agent === apiClientAgent) throw new AppError('API_CALL_NESTED')
      const composed = await compose(context, request)
      const path = await ownPath(composed.url)
      return path === undefined ? undefined : toOwn(context, path, composed)
    },
    send: async (context, request) => {
      // A request that sends itself again would never end.
      if (context.agent === apiClientAgent) throw new AppError('API_CALL_NESTED')
      const { userId } = userIn(context)
      const count = running.get(userId) ?? 0
      if (count >= requestsAtOnce) throw new AppError('TOO_MANY_REQUESTS', { seconds: 1 })
      running.set(userId, count + 1)
      try {
        const composed = await compose(context, request)
        const sentAt = clock.now().toISOString()
        const startedMs = clock.monotonicMs()
        const answer = await sendComposed(context, composed)
        return responseOf(answer, { timeMs: clock.monotonicMs() - startedMs, sentAt })
      } finally {
        const left = (running.get(userId) ?? 1) - 1
        if (left === 0) running.delete(userId)
        else running.set(userId, left)
      }
    },
  }
}

const pathOf = ({ pathname, search }: URL): string => {
  const path = `${pathname}${search}`
  if (path.length > limits.urlBytes) throw new AppError('OUTBOUND_ADDRESS_INVALID')
  return path
}

function checkHeaders(headers: readonly (readonly [string, string])[]): void {
  for (const [name, value] of headers) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw new AppError('OUTBOUND_HEADER_INVALID', { name })
    }
  }
}

function responseOf(
  { body, headers, ...answer }: Omit<OutboundAnswer, 'ms'>,
  { timeMs, sentAt }: { readonly timeMs: number; readonly sentAt: string },
): ApiResponse {
  const list = headers.map(([name, value]) => ({ name, value }))
  const type = headerValue(list, 'content-type')
  const text = textOf(body, type, answer.isCut)
  return {
    status: answer.status,
    statusText: answer.statusText,
    headers: list,
    body: text ?? body.toString('base64'),
    isBase64: text === undefined,
    size: body.length,
    isCut: answer.isCut,
    url: answer.url,
    timeMs: Math.round(timeMs * 10) / 10,
    sentAt,
  }
}

/** Returns the text of a body; undefined if it is none. */
function textOf(body: Buffer, type: string | undefined, isCut: boolean): string | undefined {
  if (
    type !== undefined &&
    /^(?:image\/(?!svg)|audio|video|font|application\/(?:octet-stream|pdf|zip|gzip))/i.test(type)
  )
    return undefined
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(type ?? '') ?? []
  try {
    // A cut body may end inside a character.
    return new TextDecoder(charset, { fatal: !isCut }).decode(body)
  } catch {
    return undefined
  }
}
