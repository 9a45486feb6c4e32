import { apiRequest, emptyEntry, requestMethods, type RequestEntry } from '@common/api-client/request'
import { resolved, sampleOf } from '@common/openapi'
import { isJsonObject, listOf, objectsOf, textOf, type JsonObject } from '@common/util/json-values'
import { nameOf } from './curl'
import { fileName } from './names'
import type { ImportedRequest } from './types'

/** Returns the operations of an OpenAPI 3 or Swagger 2 document; undefined for other documents. */
export function openApiRequests(document: unknown): ImportedRequest[] | undefined {
  if (!isJsonObject(document) || !isJsonObject(document['paths'])) return undefined
  if (textOf(document['openapi']) === '' && textOf(document['swagger']) === '') return undefined
  const root = fileName(isJsonObject(document['info']) ? textOf(document['info']['title']) : '', 'OpenAPI')
  const base = serverOf(document)
  return Object.entries(document['paths']).flatMap(([path, item]) =>
    isJsonObject(item)
      ? requestMethods.flatMap((method) => {
          const operation = item[method.toLowerCase()]
          if (!isJsonObject(operation)) return []
          const parameters = [...objectsOf(item['parameters']), ...objectsOf(operation['parameters'])].map((each) =>
            resolved(document, each),
          )
          const parsed = apiRequest.safeParse({
            method,
            url:
              base +
              path.replaceAll(
                /\{([^{}]+)\}/g,
                (_, name: string) => `{{${name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_')}}}`,
              ),
            params: entriesIn('query', parameters),
            headers: entriesIn('header', parameters),
            body: bodyOf(document, operation, parameters),
          })
          if (!parsed.success) return []
          const tag = fileName(textOf(listOf(operation['tags'])[0]), '')
          const name = fileName(textOf(operation['summary']) || textOf(operation['operationId']), nameOf(parsed.data))
          return [{ path: [root, tag, name].filter((part) => part !== '').join('/'), request: parsed.data }]
        })
      : [],
  )
}

/** Returns the address of the first server, without a slash at its end. */
function serverOf(document: JsonObject): string {
  const [server] = objectsOf(document['servers'])
  if (server !== undefined)
    return textOf(server['url'])
      .replace(/\/$/, '')
      .replaceAll(/\{([\w.-]+)\}/g, '{{$1}}')
  const host = textOf(document['host'])
  const scheme = textOf(listOf(document['schemes'])[0]) || 'https'
  return (host === '' ? '' : `${scheme}://${host}`) + textOf(document['basePath']).replace(/\/$/, '')
}

function entriesIn(place: 'header' | 'query', parameters: readonly JsonObject[]): RequestEntry[] {
  return parameters
    .filter((each) => each['in'] === place)
    .map((each) => {
      const schema = isJsonObject(each['schema']) ? each['schema'] : each
      return {
        ...emptyEntry(),
        name: textOf(each['name']),
        value: textOf(each['example'] ?? schema['example'] ?? schema['default']),
        enabled: each['required'] === true,
        note: textOf(each['description']).replaceAll(/\s+/g, ' ').slice(0, 500),
      }
    })
}

function bodyOf(document: JsonObject, operation: JsonObject, parameters: readonly JsonObject[]): unknown {
  const given = isJsonObject(operation['requestBody']) ? resolved(document, operation['requestBody']) : undefined
  const content = isJsonObject(given?.['content']) ? given['content'] : {}
  const type = Object.keys(content).find((name) => /json/.test(name)) ?? Object.keys(content)[0]
  const media = type === undefined ? undefined : content[type]
  const inBody = parameters.find((each) => each['in'] === 'body')
  const schema = isJsonObject(media) ? media['schema'] : inBody?.['schema']
  if (schema === undefined) return { kind: 'none' }
  const example = (isJsonObject(media) ? media['example'] : undefined) ?? sampleOf(document, schema)
  if (type !== undefined && /x-www-form-urlencoded/.test(type))
    return {
      kind: 'form',
      fields: Object.entries(isJsonObject(example) ? example : {}).map(([name, value]) => ({
        ...emptyEntry(),
        name,
        value: textOf(value),
      })),
    }
  return { kind: 'json', text: JSON.stringify(example, null, 2) }
}
