import type { IncomingHttpHeaders } from 'node:http'

/** Names and origins under which this server may be spoken to. */
export interface AllowedHosts {
  /** Called once the port is known. */
  readonly listeningOn: (port: number) => void
  readonly host: (header: string | undefined) => boolean
  /** True for an absent Origin too: programs that are not web pages send none. */
  readonly origin: (header: string | undefined) => boolean
  /** True for an origin of another page that the administrator allowed. */
  readonly crossOrigin: (header: string | undefined) => boolean
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']
const httpPort = 80

/**
 * A web page can be given any name that points to this machine (DNS rebinding), so the name in Host decides whether
 * a request means us. Other ports of this machine are other programs: their pages are foreign.
 *
 * @param configured  further names, `name` or `name:port`, for a server behind a proxy or on the network
 * @param origins  exact origins of other pages that may call the API
 */
export function createAllowedHosts(configured: readonly string[], origins: readonly string[] = []): AllowedHosts {
  const exact = new Set<string>()
  const anyPort = new Set<string>()
  for (const entry of configured.map((text) => text.trim().toLowerCase()).filter(Boolean))
    (/:\d+$/.test(entry) ? exact : anyPort).add(entry)

  const others = new Set(origins.map((origin) => origin.toLowerCase()))

  const allowed = (host: string): boolean => exact.has(host) || anyPort.has(host.replace(/:\d+$/, ''))
  return {
    listeningOn: (port) => {
      for (const name of loopbackNames) {
        exact.add(`${name}:${port}`)
        if (port === httpPort) exact.add(name)
      }
    },
    host: (header) => header !== undefined && allowed(header.toLowerCase()),
    crossOrigin: (header) => header !== undefined && others.has(header.toLowerCase()),
    origin: (header) => {
      if (header === undefined) return true
      const [, host] = /^https?:\/\/([^/]+)$/.exec(header.toLowerCase()) ?? []
      return host !== undefined && allowed(host)
    },
  }
}

/** Browsers say where a request comes from even where they send no Origin. */
export function fromOurPage(headers: IncomingHttpHeaders, hosts: AllowedHosts): boolean {
  const site = headers['sec-fetch-site']
  return hosts.origin(headers.origin) && (site === undefined || site === 'same-origin' || site === 'none')
}
