/**
 * Returns the origin of a web page as browsers send it: scheme, name and port, in lower case. Undefined for anything
 * else, also for `null`, paths and wildcards.
 */
export function webOrigin(text: string): string | undefined {
  const origin = text.trim().toLowerCase().replace(/\/$/, '')
  if (!/^https?:\/\/[^/*@?#\\\s]+$/.test(origin) || !URL.canParse(origin)) return undefined
  // Browsers leave out the port of the scheme.
  return new URL(origin).origin
}
