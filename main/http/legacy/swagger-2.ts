import { apiTokenHeader } from '@common/principal'
import type { DocumentFormat, OpenApiDocument, Schema } from '@main/dataapi/swagger'

/** Swagger 2.0, for older tools (wire §12). */
export const swagger2Format: DocumentFormat = {
  version: '2.0',
  convert: (document, origin) => swagger2(document, new URL(origin).host),
}

/**
 * Converts the document to Swagger 2.0 (wire §12), for older tools.
 * @param host  `127.0.0.1:8080`
 */
function swagger2(document: OpenApiDocument, host: string): Record<string, unknown> {
  const { schemas } = document.components
  return {
    swagger: '2.0',
    info: { ...(document['info'] as Schema), contact: { name: 'Basalt' } },
    externalDocs: { description: 'The tables in Basalt', url: `http://${host}/dashboard/` },
    host,
    basePath: '/',
    schemes: ['http', 'https'],
    tags: document['tags'],
    consumes: ['application/json'],
    produces: ['application/json'],
    paths: mapValues(document.paths, (methods) => mapValues(methods, operation)),
    definitions: mapValues(schemas, older),
    security: [{ xcAuth: [] }, { xcToken: [] }],
    securityDefinitions: {
      xcAuth: { type: 'apiKey', in: 'header', name: 'xc-auth' },
      xcToken: { type: 'apiKey', in: 'header', name: apiTokenHeader },
    },
  }
}

function operation(of: Schema): Schema {
  const { requestBody, responses, parameters, ...rest } = of as {
    requestBody?: { required?: boolean; content: Content }
    responses: Record<string, { $ref?: string; description: string; content?: Content }>
    parameters?: readonly Schema[]
  }
  const all = [
    ...(parameters ?? []).map(parameter),
    ...(requestBody === undefined
      ? []
      : [
          {
            name: 'body',
            in: 'body',
            required: requestBody.required === true,
            schema: older(schemaOf(requestBody.content)),
          },
        ]),
  ]
  return {
    ...rest,
    ...(all.length > 0 && { parameters: all }),
    responses: mapValues(responses, ({ $ref, description, content }) =>
      $ref === undefined
        ? { description, ...(content && { schema: older(schemaOf(content)) }) }
        : { description: 'The request failed. The body gives the reason.', schema: { $ref: '#/definitions/Error' } },
    ),
  }
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>
const schemaOf = (content: Content): Schema => content['application/json']?.schema ?? {}

/** In Swagger 2.0, path and query parameters have their type inline. */
function parameter({ schema, ...rest }: Schema): Schema {
  const { $ref: _, properties: __, ...plain } = older((schema ?? {}) as Schema)
  return { ...rest, type: 'string', ...plain }
}

/** Reduces a schema to the subset of Swagger 2.0: a single type, no null. */
function older(schema: Schema): Schema {
  const {
    type,
    $ref,
    properties,
    items,
    allOf,
    anyOf,
    oneOf,
    const: only,
    contentEncoding,
    additionalProperties,
    ...rest
  } = schema as Record<string, unknown>
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components/schemas/', '#/definitions/') }
  const types = [type].flat().filter((each) => typeof each === 'string')
  const known = types.find((each) => each !== 'null')
  const choices = anyOf ?? oneOf
  const first = Array.isArray(choices) ? (choices as Schema[]).find((choice) => choice['type'] !== 'null') : undefined
  const values = rest['enum'] ?? (only === undefined ? undefined : [only])
  const { enum: _, propertyNames: __, exclusiveMinimum: ___, exclusiveMaximum: ____, ...plain } = rest
  return {
    ...plain,
    ...(first === undefined ? {} : older(first)),
    ...(known === undefined ? {} : { type: known }),
    ...(types.includes('null') && { 'x-nullable': true }),
    ...(contentEncoding === 'base64' && { format: 'byte' }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
    ...(properties !== undefined && { properties: mapValues(properties as Record<string, Schema>, older) }),
    ...(items !== undefined && { items: older(items as Schema) }),
    ...(known === 'array' && items === undefined && { items: {} }),
    ...(Array.isArray(allOf) && { allOf: (allOf as Schema[]).map(older) }),
    ...(typeof additionalProperties === 'boolean' && { additionalProperties }),
  }
}

function mapValues<V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
