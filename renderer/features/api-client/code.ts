import { composeRequest } from '@common/api-client/compose'
import type { ApiRequest, RequestAuth } from '@common/api-client/request'
import { withoutSecrets } from '@common/api-client/secrets'
import { apiTokenHeader } from '@common/principal'
import { doubleQuoted, shellText, singleQuoted, strictlyEncoded } from '@common/util/code-texts'
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
  const texts = new Texts()
  const sent = all
    .filter(({ name }) => headerName.test(name))
    .map(({ name, value }) => ({ name, value: texts.add(value) }))
  // The address holds them.
  const queryString: { name: string; value: string }[] = []
  const har = {
    method,
    url: `${address.protocol}//${texts.add(strictAddress(address))}.invalid/`,
    queryString,
    headers: sent,
    ...(body !== undefined && {
      postData: {
        mimeType: sent.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? 'text/plain',
        text: texts.add(body),
      },
    }),
  }
  const { target: language, client } = codeTargets.find(({ id }) => id === target) ?? codeTargets[0]
  const code = new HTTPSnippet(har as HarRequest).convert(language, client)
  const text = Array.isArray(code) ? code.join('\n') : String(code)
  return texts.placed(plainOptions(text), literals[target])
}

/** Returns an address in which parameters hold no character that a language rejects. */
function strictAddress({ origin, pathname, searchParams }: URL): string {
  const query = [...searchParams].map((pair) => pair.map(strictlyEncoded).join('=')).join('&')
  return `${origin}${pathname}${query === '' ? '' : `?${query}`}`
}

/** A name that HTTP allows, without signs that mean something in a text of a language. */
const headerName = /^[\w!%&*+.^|~-]+$/

/** Texts of the request. The package escapes them badly, so it gets marks instead, and literals replace them. */
class Texts {
  readonly #list: string[] = []

  /** @returns the mark of a text */
  add(text: string): string {
    this.#list.push(text)
    return `basalt-text-${this.#list.length - 1}-end`
  }

  /** Replaces each literal that holds a mark. */
  placed(code: string, literal: (text: string) => string): string {
    const mark = String.raw`(?:https?:\/\/)?basalt-text-(\d+)-end(?:\.invalid\/)?`
    const quoted = new RegExp(String.raw`(['"])([^'"\n]*?)${mark}\1|${mark}`, 'g')
    return code.replaceAll(quoted, (_all, _quote: unknown, before: string | undefined, first?: string, bare?: string) =>
      literal(`${before ?? ''}${this.#list[Number(first ?? bare)] ?? ''}`),
    )
  }
}

/** Replaces calls that read something else than the text: files in curl, strict media types in C#, Latin-1 in Python. */
const plainOptions = (code: string): string =>
  code
    .replace('--data ', '--data-raw ')
    .replace('new MediaTypeHeaderValue(', 'MediaTypeHeaderValue.Parse(')
    .replace('data=payload', 'data=payload.encode()')

/** Writes a text as a literal in which nothing is evaluated. */
const literals: Readonly<Record<CodeTarget, (text: string) => string>> = {
  curl: shellText,
  javascript: doubleQuoted,
  python: doubleQuoted,
  go: doubleQuoted,
  java: doubleQuoted,
  csharp: doubleQuoted,
  php: singleQuoted,
  ruby: singleQuoted,
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
