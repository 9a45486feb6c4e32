const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Returns a link of the server as others can open it. Without a configured address, the server only knows the one of its
 * own computer; then the address of this page is better.
 */
export function linkHere(link: string, page: Pick<Location, 'hostname' | 'origin'>): string {
  const url = new URL(link)
  return loopback.test(url.hostname) && !loopback.test(page.hostname)
    ? page.origin + link.slice(url.origin.length)
    : link
}
