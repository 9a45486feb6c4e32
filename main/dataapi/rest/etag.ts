import { hash } from 'node:crypto'

/** Bytes that are answered again are the same object: their mark is worked out once. */
const known = new WeakMap<Uint8Array, string>()

/** A mark of an answer's content: the same text has the same, and only it. Weak, for its bytes may be packed on the way. */
export function etagOf(body: Uint8Array | string): string {
  const before = typeof body === 'string' ? undefined : known.get(body)
  if (before !== undefined) return before
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  if (typeof body !== 'string') known.set(body, etag)
  return etag
}

/** Whether the caller has this answer (RFC 9110 §13.1.2). */
export function hasAnswer(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const bare = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((given) => {
    const text = given.trim()
    return text === '*' || text.replace(/^W\//, '') === bare
  })
}
