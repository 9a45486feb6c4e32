/*
 * The two functions of Node's module `url` that the package for code of requests uses. The build replaces the module
 * with this file (`scripts/build/node-url.ts`), because browsers have none.
 */

/** Splits an absolute address. */
export function parse(address: string) {
  const { protocol, host, hostname, port, pathname, search, searchParams, hash, href } = new URL(address)
  return {
    protocol,
    host,
    hostname,
    port: port === '' ? null : port,
    pathname,
    search,
    query: Object.fromEntries(
      Array.from(new Set(searchParams.keys()), (name) => {
        const [first = '', ...more] = searchParams.getAll(name)
        return [name, more.length === 0 ? first : [first, ...more]]
      }),
    ),
    hash: hash === '' ? null : hash,
    path: pathname + search,
    href,
  }
}

export interface UrlParts {
  readonly protocol: string
  readonly host: string
  readonly pathname: string
  readonly search?: string | null
  readonly hash?: string | null
}

/** Joins the parts of an address. */
export function format({ protocol, host, pathname, search, hash }: UrlParts): string {
  const query = search ? (search.startsWith('?') ? search : `?${search}`) : ''
  return `${protocol}//${host}${pathname}${query}${hash ?? ''}`
}
