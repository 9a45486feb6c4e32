import type { Client, ClientConfig, Connection } from 'pg'
import { driver } from './driver'

/** Timeout of a cancel request, after which the connection is closed. */
const cancelTimeoutMs = 2_000

/** The internals of a driver connection that a cancel request needs; its types omit them. */
interface RawConnection extends Pick<Connection, 'stream' | 'on'> {
  readonly connect: (portOrPath: number | string, host?: string) => void
  readonly requestSsl: () => void
  readonly cancel: (processId: number, secretKey: number) => void
}

/** Backend facts that the server sends at sign-in. */
interface SignedIn {
  readonly processID: number | null
  readonly secretKey: number | null
}

/**
 * Asks the server to cancel a client's query, by the protocol's cancel request. It needs no sign-in and doesn't count
 * towards connection limits. https://www.postgresql.org/docs/current/protocol-flow.html
 *
 * @returns true if the server accepted the request; it never reports whether it cancelled a query
 */
export function cancelOnServer(client: Client, options: ClientConfig): Promise<boolean> {
  const { processID, secretKey } = client as unknown as SignedIn
  if (processID === null || secretKey === null) return Promise.resolve(false)
  return new Promise((resolve) => {
    const stream = typeof options.stream === 'function' ? options.stream() : options.stream
    const connection = new (driver().Connection)({
      ...(stream === undefined ? {} : { stream }),
      ssl: client.ssl,
    } as ConstructorParameters<typeof Connection>[0]) as unknown as RawConnection
    let isSent = false
    const end = (isHeard: boolean): void => {
      clearTimeout(timer)
      connection.stream.destroy()
      resolve(isHeard)
    }
    const timer = setTimeout(() => end(false), cancelTimeoutMs)
    const send = (): void => {
      connection.cancel(processID, secretKey)
      isSent = true
    }
    connection.on('connect', () => (client.ssl ? connection.requestSsl() : send()))
    connection.on('sslconnect', send)
    // The server closes the connection after reading the request.
    connection.on('error', () => end(isSent))
    connection.on('end', () => end(isSent))
    if (client.host.startsWith('/')) connection.connect(`${client.host}/.s.PGSQL.${client.port}`)
    else connection.connect(client.port, client.host)
  })
}
