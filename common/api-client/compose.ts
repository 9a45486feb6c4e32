import { decoded } from '@common/util/decoded'
import type { RequestMethod, ApiRequest, RequestEntry } from './request'

/** Fills the variables of a text. */
export type Fill = (text: string) => string

/** A request as it goes out. */
export interface ComposedRequest {
  readonly method: RequestMethod
  /** Absolute, or a path of this server. */
  readonly url: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body: string | undefined
  /** True if the caller's own credentials belong to it. */
  readonly withSession: boolean
}

const isSent = ({ enabled, name }: RequestEntry): boolean => enabled && name.trim() !== ''

/**
 * Fills the variables, and joins parameters, sign-in and body to one request.
 *
 * @param base64  encodes a text as UTF-8 in base64
 */
export function composeRequest(request: ApiRequest, fill: Fill, base64: (text: string) => string): ComposedRequest {
  const headers = request.headers
    .filter(isSent)
    .map(({ name, value }) => ({ name: fill(name).trim(), value: fill(value).trim() }))
  const add = (name: string, value: string): void => {
    if (!headers.some((header) => header.name.toLowerCase() === name.toLowerCase())) headers.push({ name, value })
  }
  const { auth, body } = request
  if (auth.kind === 'bearer') add('Authorization', `Bearer ${fill(auth.token)}`)
  if (auth.kind === 'basic') add('Authorization', `Basic ${base64(`${fill(auth.user)}:${fill(auth.password)}`)}`)
  if (auth.kind === 'header' && auth.name.trim() !== '') add(fill(auth.name).trim(), fill(auth.value).trim())

  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && body.kind !== 'none'
  if (hasBody) add('Content-Type', contentTypes[body.kind])
  return {
    method: request.method,
    url: addressOf(request, fill),
    headers,
    body: hasBody ? bodyText(body, fill) : undefined,
    withSession: auth.kind === 'session',
  }
}

const contentTypes = {
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
} as const

/** Returns the address with its parameters. One that the address itself has replaces those of its name. */
export function addressOf({ url, params }: Pick<ApiRequest, 'url' | 'params'>, fill: Fill): string {
  const [, base = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(fill(url).trim()) ?? []
  const own = namesInQuery(base)
  const query = params
    .filter(isSent)
    .map(({ name, value }) => ({ name: fill(name).trim(), value: fill(value) }))
    .filter(({ name }) => !own.has(name))
    .map(({ name, value }) => `${queryPart(name)}=${queryPart(value)}`)
    .join('&')
  if (query === '') return base + hash
  return `${base}${base.includes('?') ? (/[?&]$/.test(base) ? '' : '&') : '?'}${query}${hash}`
}

function namesInQuery(address: string): ReadonlySet<string> {
  const [, query = ''] = /\?(.*)$/.exec(address) ?? []
  return new Set(query.split('&').map((part) => decoded((part.split('=', 1)[0] ?? '').replaceAll('+', ' '))))
}

/** Leaves what a query may hold readable: `(Genre,eq,Jazz)`. */
const queryPart = (text: string): string =>
  encodeURIComponent(text).replaceAll(/%(?:2C|3A|40|2F|24|7E)/g, (code) => decodeURIComponent(code))

function bodyText(body: Exclude<ApiRequest['body'], { readonly kind: 'none' }>, fill: Fill): string {
  if (body.kind !== 'form') return fill(body.text)
  return body.fields
    .filter(isSent)
    .map(({ name, value }) => `${formPart(fill(name))}=${formPart(fill(value))}`)
    .join('&')
}

/** Encodes as HTML forms do. */
const formPart = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll(/[!'()~]/g, (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`)
    .replaceAll('%20', '+')
