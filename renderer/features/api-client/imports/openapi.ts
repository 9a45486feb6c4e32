import { apiRequest, emptyEntry, requestMethods, type RequestEntry } from '@common/api-client/request'
import type { ImportedRequest } from '.'
import { nameOf } from './curl'
import { fileName, isRecord, listOf, recordsOf, textOf } from './names'

type Json = Readonly<Record<string, unknown>>

/** Returns the operations of an OpenAPI 3 or Swagger 2 document; undefined for other documents. */
export function openApiRequests(document: unknown): ImportedRequest[] | undefined {
  if (!isRecord(document) || !isRecord(document['paths'])) return undefined
  if (textOf(document['openapi']) === '' && textOf(document['swagger']) === '') return undefined
  const root = fileName(isRecord(document['info']) ? textOf(document['info']['title']) : '', 'OpenAPI')
  const base = serverOf(document)
  return Object.entries(document['paths']).flatMap(([path, item]) =>
    isRecord(item)
      ? requestMethods.flatMap((method) => {
          const operation = item[method.toLowerCase()]
          if (!isRecord(operation)) return []
          const parameters = [...recordsOf(item['parameters']), ...recordsOf(operation['parameters'])].map((each) =>
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
function serverOf(document: Json): string {
  const [server] = recordsOf(document['servers'])
  if (server !== undefined)
    return textOf(server['url'])
      .replace(/\/$/, '')
      .replaceAll(/\{([\w.-]+)\}/g, '{{$1}}')
  const host = textOf(document['host'])
  const scheme = textOf(listOf(document['schemes'])[0]) || 'https'
  return (host === '' ? '' : `${scheme}://${host}`) + textOf(document['basePath']).replace(/\/$/, '')
}

/** Follows a reference inside the document. */
function resolved(document: Json, given: Json): Json {
  let found = given
  for (let step = 0; step < 10; step += 1) {
    const reference = textOf(found['$ref'])
    if (!reference.startsWith('#/')) return found
    let value: unknown = document
    for (const part of reference.slice(2).split('/'))
      value = isRecord(value) ? value[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
    if (!isRecord(value)) return {}
    found = value
  }
  return {}
}

function entriesIn(place: 'header' | 'query', parameters: readonly Json[]): RequestEntry[] {
  return parameters
    .filter((each) => each['in'] === place)
    .map((each) => {
      const schema = isRecord(each['schema']) ? each['schema'] : each
      return {
        ...emptyEntry(),
        name: textOf(each['name']),
        value: textOf(each['example'] ?? schema['example'] ?? schema['default']),
        enabled: each['required'] === true,
        note: textOf(each['description']).replaceAll(/\s+/g, ' ').slice(0, 500),
      }
    })
}

function bodyOf(document: Json, operation: Json, parameters: readonly Json[]): unknown {
  const given = isRecord(operation['requestBody']) ? resolved(document, operation['requestBody']) : undefined
  const content = isRecord(given?.['content']) ? given['content'] : {}
  const type = Object.keys(content).find((name) => /json/.test(name)) ?? Object.keys(content)[0]
  const media = type === undefined ? undefined : content[type]
  const inBody = parameters.find((each) => each['in'] === 'body')
  const schema = isRecord(media) ? media['schema'] : inBody?.['schema']
  if (schema === undefined) return { kind: 'none' }
  const example = (isRecord(media) ? media['example'] : undefined) ?? sampleOf(document, schema, 0)
  if (type !== undefined && /x-www-form-urlencoded/.test(type))
    return {
      kind: 'form',
      fields: Object.entries(isRecord(example) ? example : {}).map(([name, value]) => ({
        ...emptyEntry(),
        name,
        value: textOf(value),
      })),
    }
  return { kind: 'json', text: JSON.stringify(example, null, 2) }
}

const depthMax = 6

/** Returns a value of a schema, to start from. */
function sampleOf(document: Json, given: unknown, depth: number): unknown {
  if (!isRecord(given) || depth > depthMax) return null
  const schema = resolved(document, given)
  const known = schema['example'] ?? schema['default'] ?? listOf(schema['examples'])[0] ?? listOf(schema['enum'])[0]
  if (known !== undefined) return known
  const parts = recordsOf(schema['allOf'])
  if (parts.length > 0) return Object.assign({}, ...parts.map((part) => sampleOf(document, part, depth + 1))) as unknown
  const [choice] = [...recordsOf(schema['oneOf']), ...recordsOf(schema['anyOf'])]
  if (choice !== undefined) return sampleOf(document, choice, depth + 1)
  const type = textOf(Array.isArray(schema['type']) ? schema['type'][0] : schema['type'])
  if (isRecord(schema['properties']))
    return Object.fromEntries(
      Object.entries(schema['properties'])
        .filter(([, property]) => !isRecord(property) || property['readOnly'] !== true)
        .map(([name, property]) => [name, sampleOf(document, property, depth + 1)]),
    )
  if (type === 'array') return [sampleOf(document, schema['items'], depth + 1)]
  return { string: '', number: 0, integer: 0, boolean: false, object: {} }[type] ?? null
}
