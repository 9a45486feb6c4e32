import { requestMethods, type RequestMethod } from '../api-client/request'
import { isJsonObject, listOf, objectsOf, textOf, type JsonObject } from '../util/json-values'
import { choicesOf, resolved, typeText } from './schemas'

/** A parameter of an operation, as forms need it. */
export interface ApiParameter {
  readonly name: string
  readonly place: 'path' | 'query' | 'header'
  readonly isRequired: boolean
  readonly description: string
  /** `integer | null` */
  readonly type: string
  /** Values that it allows; empty if it allows any. */
  readonly choices: readonly string[]
  /** The default, or an example; empty without one. */
  readonly example: string
}

export interface ApiAnswer {
  /** `200`, or `default`. */
  readonly status: string
  readonly description: string
  readonly schema: unknown
}

/** An operation of an OpenAPI document. */
export interface ApiOperation {
  /** `GET /nc/shop/api/v1/Albums` */
  readonly key: string
  readonly method: RequestMethod
  /** With the names of its parameters: `/Albums/{AlbumsId}`. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly ApiParameter[]
  /** Schema of the body in JSON; undefined without one. */
  readonly body: unknown
  readonly answers: readonly ApiAnswer[]
  /** True if it needs no sign-in. */
  readonly isPublic: boolean
}

/** Operations with the same tag. */
export interface ApiGroup {
  readonly tag: string
  readonly description: string
  readonly operations: readonly ApiOperation[]
}

export interface ApiDocument {
  readonly title: string
  /** Version of the format: `3.1.0`. */
  readonly version: string
  readonly description: string
  readonly groups: readonly ApiGroup[]
  /** Schemas by name. */
  readonly schemas: Readonly<Record<string, JsonObject>>
  /** The document itself, for references. */
  readonly source: JsonObject
}

/** Returns the operations of an OpenAPI 3 document in groups; undefined for other values. */
export function parseApiDocument(source: unknown): ApiDocument | undefined {
  if (!isJsonObject(source) || !isJsonObject(source['paths']) || textOf(source['openapi']) === '') return undefined
  const info = isJsonObject(source['info']) ? source['info'] : {}
  const components = isJsonObject(source['components']) ? source['components'] : {}
  const schemas = isJsonObject(components['schemas']) ? components['schemas'] : {}
  return {
    title: textOf(info['title']),
    version: textOf(source['openapi']),
    description: textOf(info['description']),
    groups: groupsOf(source, source['paths']),
    schemas: Object.fromEntries(
      Object.entries(schemas).flatMap(([name, schema]) => (isJsonObject(schema) ? [[name, schema]] : [])),
    ),
    source,
  }
}

/** Groups in the order of the document's tags; others follow. */
function groupsOf(source: JsonObject, paths: JsonObject): ApiGroup[] {
  const groups = new Map<string, { description: string; operations: ApiOperation[] }>(
    objectsOf(source['tags']).map((tag) => [
      textOf(tag['name']),
      { description: textOf(tag['description']), operations: [] },
    ]),
  )
  for (const [path, item] of Object.entries(paths)) {
    if (!isJsonObject(item)) continue
    for (const method of requestMethods) {
      const given = item[method.toLowerCase()]
      if (!isJsonObject(given)) continue
      const tag = textOf(listOf(given['tags'])[0])
      const group = groups.get(tag) ?? { description: '', operations: [] }
      groups.set(tag, group)
      group.operations.push(operationOf(source, method, path, item, given))
    }
  }
  return [...groups].flatMap(([tag, group]) => (group.operations.length === 0 ? [] : [{ tag, ...group }]))
}

function operationOf(
  source: JsonObject,
  method: RequestMethod,
  path: string,
  item: JsonObject,
  given: JsonObject,
): ApiOperation {
  const body = isJsonObject(given['requestBody']) ? resolved(source, given['requestBody']) : {}
  const answers = isJsonObject(given['responses']) ? given['responses'] : {}
  return {
    key: `${method} ${path}`,
    method,
    path,
    summary: textOf(given['summary']),
    description: textOf(given['description']),
    parameters: [...objectsOf(item['parameters']), ...objectsOf(given['parameters'])].flatMap((each) =>
      parameterOf(resolved(source, each)),
    ),
    body: jsonSchemaOf(body),
    answers: Object.entries(answers).map(([status, answer]) => {
      const found = isJsonObject(answer) ? resolved(source, answer) : {}
      return { status, description: textOf(found['description']), schema: jsonSchemaOf(found) }
    }),
    isPublic: Array.isArray(given['security']) && given['security'].length === 0,
  }
}

/** Returns the schema of the content in JSON. */
function jsonSchemaOf({ content }: JsonObject): unknown {
  if (!isJsonObject(content)) return undefined
  const type = Object.keys(content).find((name) => name.includes('json'))
  const media = type === undefined ? undefined : content[type]
  return isJsonObject(media) ? media['schema'] : undefined
}

const isPlace = (value: unknown): value is ApiParameter['place'] =>
  value === 'path' || value === 'query' || value === 'header'

function parameterOf(given: JsonObject): ApiParameter[] {
  const place = given['in']
  if (!isPlace(place)) return []
  const schema = isJsonObject(given['schema']) ? given['schema'] : {}
  return [
    {
      name: textOf(given['name']),
      place,
      isRequired: place === 'path' || given['required'] === true,
      description: textOf(given['description']),
      type: typeText(schema),
      choices: choicesOf(schema),
      example: textOf(given['example'] ?? schema['example'] ?? schema['default']),
    },
  ]
}
