import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that arrived at another server. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Another real server, for requests that Basalt sends. */
export interface TargetServer {
  /** `127.0.0.1:<port>`. */
  readonly host: string
  readonly url: (path: string) => string
  readonly arrived: Arrived[]
  /** Answers the requests of a path. Default: 200 and `ok`. */
  readonly answer: (path: string, answer: (response: ServerResponse, request: Arrived) => void) => void
  readonly close: () => void
}

export async function startTargetServer(): Promise<TargetServer> {
  const arrived: Arrived[] = []
  const answers = new Map<string, (response: ServerResponse, request: Arrived) => void>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const found = { method, path, headers, body }
      arrived.push(found)
      const answer = answers.get(path)
      if (answer === undefined) response.end('ok')
      else answer(response, found)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: (path) => `http://${host}${path}`,
    arrived,
    answer: (path, answer) => void answers.set(path, answer),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
