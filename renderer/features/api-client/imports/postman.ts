import { apiRequest, emptyEntry, requestMethods, type RequestEntry } from '@common/api-client/request'
import { isJsonObject, listOf, objectsOf, textOf } from '@common/util/json-values'
import type { ImportedRequest } from '.'
import { nameOf, splitAddress } from './curl'
import { fileName } from './names'

/** Returns the requests of a Postman collection (version 2); undefined for other documents. */
export function postmanRequests(document: unknown): ImportedRequest[] | undefined {
  if (!isJsonObject(document) || !isJsonObject(document['info']) || !Array.isArray(document['item'])) return undefined
  if (!/schema\.(?:get)?postman\.com|_postman_id/.test(JSON.stringify(document['info']))) return undefined
  const root = fileName(textOf(document['info']['name']), 'Postman')
  return itemsOf(document['item'], root, document['auth'])
}

const depthMax = 5

/** Folders inherit the sign-in of the folder above. */
function itemsOf(items: unknown, folder: string, auth: unknown): ImportedRequest[] {
  return objectsOf(items).flatMap((item) => {
    const own = item['auth'] ?? auth
    if (Array.isArray(item['item'])) {
      const isDeep = folder.split('/').length >= depthMax
      return itemsOf(item['item'], isDeep ? folder : `${folder}/${fileName(textOf(item['name']), 'Folder')}`, own)
    }
    const given = item['request']
    const request = typeof given === 'string' ? { method: 'GET', url: given } : given
    if (!isJsonObject(request)) return []
    const raw = isJsonObject(request['url']) ? textOf(request['url']['raw']) : textOf(request['url'])
    const { url, params } = splitAddress(raw)
    const listed = isJsonObject(request['url']) ? request['url']['query'] : undefined
    const parsed = apiRequest.safeParse({
      method: requestMethods.find((method) => method === textOf(request['method']).toUpperCase()) ?? 'GET',
      url: withVariables(url, request['url']),
      params: Array.isArray(listed) ? entriesOf(listed) : params,
      headers: entriesOf(request['header']),
      auth: authOf(request['auth'] ?? own),
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

function authOf(auth: unknown): unknown {
  if (!isJsonObject(auth)) return { kind: 'none' }
  const kind = textOf(auth['type'])
  const given = auth[kind]
  const values = isJsonObject(given)
    ? given
    : Object.fromEntries(objectsOf(given).map((each) => [textOf(each['key']), each['value']]))
  if (kind === 'bearer') return { kind, token: textOf(values['token']) }
  if (kind === 'basic') return { kind, user: textOf(values['username']), password: textOf(values['password']) }
  if (kind === 'apikey' && values['in'] !== 'query')
    return { kind: 'header', name: textOf(values['key']), value: textOf(values['value']) }
  return { kind: 'none' }
}

function bodyOf(body: unknown): unknown {
  if (!isJsonObject(body)) return { kind: 'none' }
  const mode = textOf(body['mode'])
  if (mode === 'urlencoded' || mode === 'formdata') return { kind: 'form', fields: entriesOf(listOf(body[mode])) }
  if (mode === 'graphql') return { kind: 'json', text: JSON.stringify(body['graphql'], null, 2) }
  const text = textOf(body['raw'])
  if (mode !== 'raw' || text === '') return { kind: 'none' }
  const language = JSON.stringify(body['options'] ?? '')
  return { kind: /json/.test(language) || /^\s*[[{]/.test(text) ? 'json' : 'text', text }
}
