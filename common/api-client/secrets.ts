import { variablePlaces } from '@common/variables'
import type { ApiRequest, RequestAuth, RequestEntry } from './request'

/** Headers that prove who the sender is. */
export const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-api-key',
  'xc-auth',
  'xc-master-key',
  'xc-token',
])

/** Returns a request for storage: without typed secrets. Texts that are one variable stay. */
export function withoutSecrets(request: ApiRequest): ApiRequest {
  return { ...request, auth: authWithoutSecrets(request.auth), headers: entriesWithoutSecrets(request.headers) }
}

/** Returns headers or metadata for storage, without the values that prove who the sender is. */
export const entriesWithoutSecrets = (entries: readonly RequestEntry[]): RequestEntry[] =>
  entries.map(headerWithoutSecret)

const headerWithoutSecret = (entry: RequestEntry): RequestEntry =>
  secretHeaders.has(entry.name.trim().toLowerCase()) ? { ...entry, value: safe(entry.value) } : entry

function authWithoutSecrets(given: RequestAuth): RequestAuth {
  if (given.kind === 'bearer') return { ...given, token: safe(given.token) }
  if (given.kind === 'basic') return { ...given, password: safe(given.password) }
  return given.kind === 'header' ? { ...given, value: safe(given.value) } : given
}

/** Returns a secret for storage: an empty text unless it is a variable, also after a word such as `Bearer`. */
export function safe(text: string): string {
  const [place, ...more] = variablePlaces(text)
  if (place === undefined || more.length > 0 || place.to !== text.length) return ''
  return /^(?:[A-Za-z]+ )?$/.test(text.slice(0, place.from)) ? text : ''
}
