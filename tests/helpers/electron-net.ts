/** Replaces Electron's network client for the stub: requests of Node, with the events and errors of Chromium. */
import { EventEmitter } from 'node:events'
import { request as httpRequest, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'

export interface NetRequestOptions {
  readonly method?: string
  readonly protocol?: string
  readonly hostname?: string
  readonly port?: string | number
  readonly path?: string
  readonly headers?: OutgoingHttpHeaders
  /** Default `follow`. */
  readonly redirect?: 'follow' | 'manual' | 'error'
}

/** Codes of Node, and what Chromium says instead. */
const chromiumErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
}

class NetRequest extends EventEmitter {
  private readonly sent: ClientRequest
  private isAborted = false

  constructor(private readonly options: NetRequestOptions) {
    super()
    const { method = 'GET', hostname, port, path, headers } = options
    this.sent = httpRequest({ method, hostname, port, path, headers: { ...headers } })
    this.sent.on('error', (error: NodeJS.ErrnoException) => {
      if (!this.isAborted) this.emit('error', new Error(chromiumErrors[error.code ?? ''] ?? error.message))
    })
    this.sent.on('response', (response) => this.receive(response))
  }

  end = (): void => void this.sent.end()

  abort = (): void => {
    this.isAborted = true
    this.sent.destroy()
    this.emit('abort')
  }

  private receive(response: IncomingMessage): void {
    const { statusCode = 0, headers } = response
    const { location } = headers
    if (statusCode >= 300 && statusCode < 400 && location !== undefined) return this.redirect(response, location)
    // Chromium reports a transfer that ends early as an error of the response.
    response.on('error', () => undefined)
    const passed = Object.assign(response, { statusMessage: response.statusMessage ?? '' })
    this.emit('response', passed)
  }

  private redirect(response: IncomingMessage, location: string): void {
    const { protocol = 'http:', hostname, port, path = '/', redirect = 'follow' } = this.options
    const url = new URL(location, `${protocol}//${hostname ?? ''}:${port ?? ''}${path}`)
    response.resume()
    this.emit('redirect', response.statusCode, 'GET', url.href, response.headers)
    if (redirect === 'follow' && !this.isAborted)
      throw new Error('electron-updater aborts and follows redirects itself')
  }
}

export const net = { request: (options: NetRequestOptions): EventEmitter => new NetRequest(options) }
