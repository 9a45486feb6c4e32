import { apiRequest, emptyEntry, requestMethods, type RequestAuth, type RequestEntry } from '@common/api-client/request'
import { isJsonObject, listOf, objectsOf, textOf } from '@common/util/json-values'
import { nameOf, splitAddress } from './curl'
import { fileName } from './names'
import { collectSecrets, headerPlace, type SecretCollector } from './variables'
import type { ImportedRequest, ImportedRequests, ImportedVariable } from './types'

/** Returns the requests and variables of a Postman collection (version 2); undefined for other documents. */
export function postmanRequests(document: unknown): Omit<ImportedRequests, 'kind'> | undefined {
  if (!isJsonObject(document) || !isJsonObject(document['info']) || !Array.isArray(document['item'])) return undefined
  if (!/schema\.(?:get)?postman\.com|_postman_id/.test(JSON.stringify(document['info']))) return undefined
  const root = fileName(textOf(document['info']['name']), 'Postman')
  const secrets = collectSecrets(variablesOf(document))
  const requests = itemsOf(document['item'], { folder: root, auth: document['auth'], secrets })
  return { requests, variables: secrets.variables() }
}

/** Returns the variables of the collection, then those of its folders. */
function variablesOf(group: Readonly<Record<string, unknown>>): ImportedVariable[] {
  const own = objectsOf(group['variable']).filter((each) => each['disabled'] !== true)
  return [
    ...own.map((each) => {
      const name = textOf(each['key']) || textOf(each['id'])
      const isSecret = each['type'] === 'secret' || /token|secret|passw|api.?key/i.test(name)
      return { name, value: valueText(each['value']), isSecret }
    }),
    ...objectsOf(group['item'])
      .filter((item) => Array.isArray(item['item']))
      .flatMap(variablesOf),
  ]
}

/** Collections also hold numbers, booleans and objects as values. */
const valueText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const depthMax = 5

interface Inherited {
  readonly folder: string
  readonly auth: unknown
  readonly secrets: SecretCollector
}

/** Folders inherit the sign-in of the folder above. */
function itemsOf(items: unknown, { folder, auth, secrets }: Inherited): ImportedRequest[] {
  return objectsOf(items).flatMap((item) => {
    const own = item['auth'] ?? auth
    if (Array.isArray(item['item'])) {
      const isDeep = folder.split('/').length >= depthMax
      const inner = isDeep ? folder : `${folder}/${fileName(textOf(item['name']), 'Folder')}`
      return itemsOf(item['item'], { folder: inner, auth: own, secrets })
    }
    const given = item['request']
    const request = typeof given === 'string' ? { method: 'GET', url: given } : given
    if (!isJsonObject(request)) return []
    const raw = isJsonObject(request['url']) ? textOf(request['url']['raw']) : textOf(request['url'])
    const { url, params } = splitAddress(raw)
    const listed = isJsonObject(request['url']) ? request['url']['query'] : undefined
    const { auth: signIn, params: keys } = authOf(request['auth'] ?? own, secrets)
    const parsed = apiRequest.safeParse({
      method: requestMethods.find((method) => method === textOf(request['method']).toUpperCase()) ?? 'GET',
      url: withVariables(url, request['url']),
      params: [...(Array.isArray(listed) ? entriesOf(listed) : params), ...keys],
      headers: entriesOf(request['header']).map((each) => ({
        ...each,
        value: headerPlace(secrets, each.name, each.value),
      })),
      auth: signIn,
      body: bodyOf(request['body']),
    })
    if (!parsed.success) return []
    return [{ path: `${folder}/${fileName(textOf(item['name']), nameOf(parsed.data))}`, request: parsed.data }]
  })
}

/** Fills parts such as `:id` with their values, or makes variables of them. */
function withVariables(url: string, given: unknown): string {
  const variables = isJsonObject(given) ? objectsOf(given['variable']) : []
  return url.replaceAll(/\/:([\w-]+)/g, (_, name: string) => {
    const value = textOf(variables.find((each) => textOf(each['key']) === name)?.['value'])
    return `/${value === '' ? `{{${name}}}` : value}`
  })
}

function entriesOf(list: unknown): RequestEntry[] {
  return objectsOf(list).map((each) => ({
    ...emptyEntry(),
    name: textOf(each['key']),
    value: textOf(each['value']),
    enabled: each['disabled'] !== true,
    note: textOf(each['description']).replaceAll(/\s+/g, ' ').slice(0, 500),
  }))
}

/** Returns the sign-in, and the parameters of an API key that belongs into the address. */
function authOf(
  auth: unknown,
  secrets: SecretCollector,
): { readonly auth: RequestAuth; readonly params: readonly RequestEntry[] } {
  const none = { auth: { kind: 'none' }, params: [] } as const
  if (!isJsonObject(auth)) return none
  const kind = textOf(auth['type'])
  const given = auth[kind]
  // Version 2.0 has an object, version 2.1 a list.
  const values = isJsonObject(given)
    ? given
    : Object.fromEntries(objectsOf(given).map((each) => [textOf(each['key']), each['value']]))
  const value = (name: string): string => valueText(values[name])
  if (kind === 'bearer') return { auth: { kind, token: secrets.place('token', value('token')) }, params: [] }
  if (kind === 'basic') {
    const password = secrets.place('password', value('password'))
    return { auth: { kind, user: value('username'), password }, params: [] }
  }
  if (kind !== 'apikey' || value('key') === '') return none
  const entry = { name: value('key'), value: secrets.place('apiKey', value('value')) }
  return value('in') === 'query'
    ? { ...none, params: [{ ...emptyEntry(), ...entry }] }
    : { auth: { kind: 'header', ...entry }, params: [] }
}

/** Postman stores the variables as text. Servers want an object. */
function graphqlOf(given: unknown): unknown {
  if (!isJsonObject(given) || typeof given['variables'] !== 'string') return given
  const { variables, ...rest } = given
  try {
    return { ...rest, variables: JSON.parse(variables) as unknown }
  } catch {
    return rest
  }
}

function bodyOf(body: unknown): unknown {
  if (!isJsonObject(body)) return { kind: 'none' }
  const mode = textOf(body['mode'])
  if (mode === 'urlencoded' || mode === 'formdata') return { kind: 'form', fields: entriesOf(listOf(body[mode])) }
  if (mode === 'graphql') return { kind: 'json', text: JSON.stringify(graphqlOf(body['graphql']), null, 2) }
  const text = textOf(body['raw'])
  if (mode !== 'raw' || text === '') return { kind: 'none' }
  const language = JSON.stringify(body['options'] ?? '')
  return { kind: /json/.test(language) || /^\s*[[{]/.test(text) ? 'json' : 'text', text }
}
