import { composeRequest } from '@common/api-client/compose'
import type { ApiRequest, RequestAuth } from '@common/api-client/request'
import { withoutSecrets } from '@common/api-client/secrets'
import { apiTokenHeader } from '@common/principal'
import { fillVariables, variablePlaces, type VariableValues } from '@common/variables'
import { HTTPSnippet, type HarRequest } from '@readme/httpsnippet'

/** Languages of generated code: their names, and how the package calls them. */
export const codeTargets = [
  { id: 'curl', name: 'Shell (curl)', target: 'shell', client: 'curl' },
  { id: 'javascript', name: 'JavaScript', target: 'javascript', client: 'fetch' },
  { id: 'python', name: 'Python', target: 'python', client: 'requests' },
  { id: 'go', name: 'Go', target: 'go', client: 'native' },
  { id: 'java', name: 'Java', target: 'java', client: 'nethttp' },
  { id: 'csharp', name: 'C#', target: 'csharp', client: 'httpclient' },
  { id: 'php', name: 'PHP', target: 'php', client: 'curl' },
  { id: 'ruby', name: 'Ruby', target: 'ruby', client: 'native' },
] as const
export type CodeTarget = (typeof codeTargets)[number]['id']

export interface CodeOptions {
  readonly target: CodeTarget
  /** Address of this server, for paths. Ends with a slash. */
  readonly root: string
  /** Variables with a readable value. */
  readonly values: VariableValues
}

/** Returns the request as code. Secrets and variables without a value are placeholders in capitals. */
export function codeOf(given: ApiRequest, { target, root, values }: CodeOptions): string {
  const stored = withoutSecrets(given)
  const request = { ...stored, auth: withPlaceholders(stored.auth) }
  const fill = (text: string): string => {
    const filled = fillVariables(text, values).text
    return variablePlaces(filled).reduceRight(
      (left, { name, from, to }) => left.slice(0, from) + placeholderOf(name) + left.slice(to),
      filled,
    )
  }
  const { method, url, headers, body, withSession } = composeRequest(request, fill, encodeBase64)
  const isOwn = url.startsWith('/') || url.startsWith(root)
  const address = new URL(url.startsWith('/') ? url.slice(1) : url, root)
  const all = withSession && isOwn ? [...headers, { name: apiTokenHeader, value: 'API_TOKEN' }] : headers
  const har = {
    method,
    url: address.origin + address.pathname,
    queryString: [...address.searchParams].map(([name, value]) => ({ name, value })),
    headers: all.map(({ name, value }) => ({ name, value })),
    ...(body !== undefined && {
      postData: {
        mimeType: all.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? 'text/plain',
        text: body,
      },
    }),
  }
  const { target: language, client } = codeTargets.find(({ id }) => id === target) ?? codeTargets[0]
  const code = new HTTPSnippet(har as HarRequest).convert(language, client)
  return Array.isArray(code) ? code.join('\n') : String(code)
}

const placeholderOf = (name: string): string =>
  name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[^\p{L}\p{N}]+/gu, '_').toUpperCase()

function withPlaceholders(auth: RequestAuth): RequestAuth {
  if (auth.kind === 'bearer') return { ...auth, token: auth.token || 'TOKEN' }
  if (auth.kind === 'basic') return { ...auth, password: auth.password || 'PASSWORD' }
  return auth.kind === 'header' ? { ...auth, value: auth.value || 'KEY' } : auth
}

/** Encodes a text as UTF-8 in base64. */
function encodeBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))
}
