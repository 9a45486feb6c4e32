import {
  apiRequest,
  emptyEntry,
  headerValue,
  requestMethods,
  type ApiRequest,
  type RequestEntry,
} from '@common/api-client/request'
import { strictlyEncoded } from '@common/util/code-texts'
import { wordsOf } from './curl-words'
import { fileName } from './names'
import type { ImportedRequest } from './types'

/** Options of curl that take a value, without those that are read below. */
const withValue: ReadonlySet<string> = new Set(
  `--output --max-time --connect-timeout --proxy --write-out --retry --cert --key --cacert --cookie-jar --resolve --range
  --upload-file --dump-header --config --proxy-user --time-cond --continue-at --limit-rate --interface --max-redirs
  --retry-delay --retry-max-time --ciphers --noproxy --speed-time --speed-limit
  -o -m -x -w -E -c -r -T -D -K -U -z -C -y -Y`.split(/\s+/),
)
const aliases: Readonly<Record<string, string>> = {
  '-X': '--request',
  '-H': '--header',
  '-d': '--data',
  '--data-ascii': '--data',
  '--data-binary': '--data-raw',
  '-u': '--user',
  '-b': '--cookie',
  '-A': '--user-agent',
  '-e': '--referer',
  '-F': '--form',
  '-G': '--get',
  '-I': '--head',
}
const readOptions = new Set([
  '--request',
  '--header',
  '--data',
  '--data-raw',
  '--data-urlencode',
  '--json',
  '--user',
  '--oauth2-bearer',
  '--cookie',
  '--user-agent',
  '--referer',
  '--form',
  '--url',
])

interface Curl {
  url: string
  method: string | undefined
  readonly headers: RequestEntry[]
  readonly data: string[]
  user: string | undefined
  isForm: boolean
  isGet: boolean
  isJson: boolean
}

/** Returns the request of a curl command, as terminals and browsers copy it; undefined for another command. */
export function curlRequest(text: string): ImportedRequest | undefined {
  const words = wordsOf(text)
  const start = words.indexOf('curl')
  if (start < 0) return undefined
  const curl = readWords(words.slice(start + 1))
  return curl.url === '' ? undefined : requestOf(curl)
}

function readWords(words: readonly string[]): Curl {
  const curl: Curl = {
    url: '',
    method: undefined,
    headers: [],
    data: [],
    user: undefined,
    isForm: false,
    isGet: false,
    isJson: false,
  }
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!word.startsWith('-')) {
      curl.url ||= word
      continue
    }
    for (const [option, joined] of splitOptions(word)) {
      if (option === '--get') curl.isGet = true
      else if (option === '--head') curl.method = 'HEAD'
      else if (needsValue(option)) {
        const value = joined ?? words[at + 1] ?? ''
        if (joined === undefined) at += 1
        readOption(curl, option, value)
      }
    }
  }
  return curl
}

const needsValue = (option: string): boolean => withValue.has(option) || readOptions.has(option)

/** Splits `--header=a`, `-XPOST` and `-sSXPOST` into options, and the value of the last one if it is joined. */
function splitOptions(word: string): (readonly [option: string, joined: string | undefined])[] {
  if (word.startsWith('--')) {
    const [, name = word, value] = /^(--[\w-]+)(?:=(.*))?$/s.exec(word) ?? []
    return [[aliases[name] ?? name, value]]
  }
  const found: (readonly [string, string | undefined])[] = []
  for (let at = 1; at < word.length; at += 1) {
    const short = `-${word[at] ?? ''}`
    const option = aliases[short] ?? short
    const rest = word.slice(at + 1)
    if (needsValue(option)) return [...found, [option, rest === '' ? undefined : rest]]
    found.push([option, undefined])
  }
  return found
}

function readOption(curl: Curl, option: string, value: string): void {
  const addHeader = (name: string, text: string): void => void curl.headers.push({ ...emptyEntry(), name, value: text })
  if (option === '--request') curl.method = value.toUpperCase()
  else if (option === '--url') curl.url = value
  else if (option === '--header') {
    const at = value.indexOf(':')
    if (at > 0) addHeader(value.slice(0, at).trim(), value.slice(at + 1).trim())
  } else if (option === '--user') curl.user = value
  else if (option === '--oauth2-bearer') addHeader('Authorization', `Bearer ${value}`)
  else if (option === '--cookie') addHeader('Cookie', value)
  else if (option === '--user-agent') addHeader('User-Agent', value)
  else if (option === '--referer') addHeader('Referer', value)
  else if (readOptions.has(option)) {
    if (option === '--form') curl.isForm = true
    if (option === '--json') curl.isJson = true
    curl.data.push(option === '--data-urlencode' ? encodedData(value) : value)
  }
}

/** Encodes `name=value`, `=value` or `value` as curl does. */
function encodedData(text: string): string {
  const at = text.indexOf('=')
  return `${at > 0 ? text.slice(0, at + 1) : ''}${strictlyEncoded(text.slice(at + 1))}`
}

function requestOf(curl: Curl): ImportedRequest | undefined {
  const { url, params } = splitAddress(
    curl.url.includes('://') || curl.url.startsWith('/') ? curl.url : `https://${curl.url}`,
  )
  const text = curl.data.join(curl.isJson ? '' : '&')
  const hasBody = curl.data.length > 0 && !curl.isGet
  const type = headerValue(curl.headers, 'content-type') ?? (curl.isJson ? 'application/json' : '')
  const method = requestMethods.find((each) => each === (curl.method ?? (hasBody ? 'POST' : 'GET')))
  const bearer = /^Bearer (.*)$/i.exec(headerValue(curl.headers, 'authorization') ?? '')?.[1]
  const [user = '', ...password] = curl.user?.split(':') ?? []
  const parsed = apiRequest.safeParse({
    method,
    url,
    params: curl.isGet ? [...params, ...formFields(text)] : params,
    headers: curl.headers.filter(({ name }) => bearer === undefined || name.toLowerCase() !== 'authorization'),
    auth:
      bearer !== undefined
        ? { kind: 'bearer', token: bearer }
        : curl.user === undefined
          ? { kind: 'none' }
          : { kind: 'basic', user, password: password.join(':') },
    body: hasBody ? bodyOf(text, type, curl.isForm) : { kind: 'none' },
  })
  return parsed.success ? { path: nameOf(parsed.data), request: parsed.data } : undefined
}

function bodyOf(text: string, type: string, isForm: boolean): unknown {
  if (isJson(text) || /json/i.test(type)) return { kind: 'json', text }
  if (isForm || type === '' || /x-www-form-urlencoded/i.test(type)) return { kind: 'form', fields: formFields(text) }
  return { kind: 'text', text }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const formFields = (text: string): RequestEntry[] =>
  [...new URLSearchParams(text)].map(([name, value]) => ({ ...emptyEntry(), name, value }))

/** Splits the query from an address. */
export function splitAddress(address: string): { readonly url: string; readonly params: RequestEntry[] } {
  const [url = '', query] = address.split(/\?(.*)/s)
  return { url, params: query === undefined ? [] : formFields(query.split('#')[0] ?? '') }
}

/** Returns a name for a request: its last part of the address. */
export function nameOf({ method, url }: Pick<ApiRequest, 'method' | 'url'>): string {
  const path = url.replace(/^(?:\w+:\/\/[^/]*|\{\{[^}]*\}\})/, '')
  return fileName(`${method} ${path.split('/').filter(Boolean).slice(-2).join(' ')}`, method)
}
