import { request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http'
import type { WireError } from '@common/errors'

export const testPassword = 'correct horse battery'

export interface RequestOptions {
  readonly method?: string
  readonly token?: string | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged, instead of `body`. */
  readonly text?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The parsed body; undefined when it is empty or not JSON. */
  readonly json: unknown
  /** The body as an error. */
  readonly error: WireError
}

/** Returns the cookie that a response sets, as a browser would send it back. */
export function cookieOf(answer: Answer): string {
  return (answer.headers['set-cookie']?.[0] ?? '').split(';', 1)[0] ?? ''
}

/**
 * Sends a request with Node's own client instead of fetch. Tests can use any Host and Origin, and send headers unchanged.
 *
 * @param agent  shares connections. Default: a connection for this request alone
 */
export function sendRequest(
  origin: string,
  path: string,
  init: RequestOptions = {},
  agent: Agent | false = false,
): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const payload = init.text ?? (init.body === undefined ? undefined : JSON.stringify(init.body))
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        hostname,
        port,
        path,
        method: init.method ?? 'GET',
        agent,
        headers: {
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...(init.token === undefined ? {} : { 'xc-auth': init.token }),
          ...init.headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const json = parsed(text)
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json,
            error: json as WireError,
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
