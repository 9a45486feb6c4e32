import { hash } from 'node:crypto'

/** Cached responses are the same object, so their hash is computed once. */
const known = new WeakMap<Uint8Array, string>()

/** Returns the entity tag of a response. Weak, because the transfer may compress its bytes. */
export function etagOf(body: Uint8Array | string): string {
  const before = typeof body === 'string' ? undefined : known.get(body)
  if (before !== undefined) return before
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  if (typeof body !== 'string') known.set(body, etag)
  return etag
}

/** True if the caller has this response (RFC 9110 §13.1.2). */
export function hasAnswer(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const bare = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((given) => {
    const text = given.trim()
    return text === '*' || text.replace(/^W\//, '') === bare
  })
}
