/**
 * Parses the address of this Basalt in links: http or https, without a query.
 *
 * @returns the address without a slash at its end; undefined for anything else
 */
export function baseAddress(text: string): string | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined
  if ([url.username, url.password, url.search, url.hash].some((part) => part !== '' && part !== '#/')) return undefined
  // People copy the path of the page along.
  return `${url.origin}${url.pathname.replace(/\/(?:dashboard\/?)?$/, '')}`
}
