import type { IncomingHttpHeaders } from 'node:http'

/** Host names and origins that this server accepts. */
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
 * Any name can point to this machine (DNS rebinding), so the Host header decides if a request is meant for us. Other
 * ports are other programs, whose pages are foreign.
 *
 * @param configured  further names, `name` or `name:port`, for a server behind a proxy or on the network
 * @param origins  returns the exact origins of other pages that may call the API now
 */
export function createAllowedHosts(
  configured: readonly string[],
  origins: () => ReadonlySet<string> = () => new Set(),
): AllowedHosts {
  const exact = new Set<string>()
  const anyPort = new Set<string>()
  for (const entry of configured.map((text) => text.trim().toLowerCase()).filter(Boolean))
    (/:\d+$/.test(entry) ? exact : anyPort).add(entry)

  const allowed = (host: string): boolean => exact.has(host) || anyPort.has(host.replace(/:\d+$/, ''))
  return {
    listeningOn: (port) => {
      for (const name of loopbackNames) {
        exact.add(`${name}:${port}`)
        if (port === httpPort) exact.add(name)
      }
    },
    host: (header) => header !== undefined && allowed(header.toLowerCase()),
    crossOrigin: (header) => header !== undefined && origins().has(header.toLowerCase()),
    origin: (header) => {
      if (header === undefined) return true
      const [, host] = /^https?:\/\/([^/]+)$/.exec(header.toLowerCase()) ?? []
      return host !== undefined && allowed(host)
    },
  }
}

/** Detects the source of a request even without an Origin header. */
export function fromOurPage(headers: IncomingHttpHeaders, hosts: AllowedHosts): boolean {
  return hosts.origin(headers.origin) && isOwnSite(headers)
}

/** True for requests of our page, of the user (typed addresses), and of programs that aren't browsers. */
export function isOwnSite({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return site === undefined || site === 'same-origin' || site === 'none'
}
