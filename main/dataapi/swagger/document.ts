import { AppError, errorCatalogue } from '@common/errors'
import { operationByName, operationNames, type Operation } from '@common/operations'
import { can } from '@common/permissions'
import { apiTokenHeader } from '@common/principal'
import { z } from 'zod'
import { routineArgumentsMax } from '../rest/routines'
import { tableSchemas, type Schema } from './schemas'
import { json, refusals, tablePaths, withOwnIds } from './table-paths'
import type { DocumentedProject, OpenApiDocument } from './types'

/** Returns the OpenAPI 3.1 document of a project: routes that this caller may use, for current tables. */
export function openApiDocument(project: DocumentedProject): OpenApiDocument {
  const { tables, dialect } = project
  const names = new Map(tables.map(({ table, name }) => [table.name, name]))
  const schemas = tables.map((table) => tableSchemas(table, (name) => names.get(name), dialect))
  return {
    openapi: '3.1.0',
    info: {
      title: project.title,
      version: '1.0.0',
      description:
        'Reads and writes the rows of the project over HTTP. Rows use the titles of columns as keys. Send an API token in the header xc-token, or a session token in xc-auth.',
    },
    servers: [{ url: project.origin }],
    tags: [
      ...tables.map(({ name, table }) => ({ name, description: table.title })),
      ...(hasRoutines(project) ? [{ name: routineTag }] : []),
      ...commonTags,
    ],
    paths: withOwnIds(
      Object.assign(
        {},
        ...tables.map((table) => tablePaths(project, table)),
        routinePaths(project),
        graphqlPath(project),
        accountPaths(project.grants),
      ) as OpenApiDocument['paths'],
    ),
    components: {
      schemas: { ...Object.assign({}, ...schemas), Error: errorSchema } as Record<string, Schema>,
      responses: {
        Error: { description: 'The request failed. The body gives the reason.', content: json({ $ref: errorRef }) },
      },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'xc-auth' },
        apiToken: { type: 'apiKey', in: 'header', name: apiTokenHeader },
      },
    },
    security: [{ token: [] }, { apiToken: [] }],
  }
}

const commonTags = [{ name: 'GraphQL' }, { name: 'Accounts' }]
const errorRef = '#/components/schemas/Error'
const errorSchema: Schema = {
  type: 'object',
  properties: {
    msg: { type: 'string', description: 'Error message in English.' },
    code: {
      type: 'string',
      description: 'Error code, the same in every version. Use it in programs instead of the message.',
    },
    details: { type: 'object', additionalProperties: true },
    message: {
      type: 'object',
      description: 'The message as a key and parameters, to show it in another language.',
      properties: { key: { type: 'string' }, params: { type: 'object', additionalProperties: true } },
    },
  },
  required: ['msg', 'code'],
}

const routineTag = 'Functions and procedures'

/** Only for databases with routines and callers that may run them. */
const hasRoutines = ({ dialect, grants }: DocumentedProject): boolean =>
  dialect.routineCall !== undefined && grants('schema.change')

/** wire §9.1. Only the database knows its routines, which change without notice. */
function routinePaths(project: DocumentedProject): Record<string, Record<string, Schema>> {
  if (!hasRoutines(project)) return {}
  return Object.fromEntries(
    (['function', 'procedure'] as const).map((kind) => [
      `/nc/${encodeURIComponent(project.id)}/api/v1/_${kind}/{name}`,
      {
        post: {
          tags: [routineTag],
          operationId: kind === 'function' ? 'runFunction' : 'runProcedure',
          summary: `Run a ${kind} of the database and return its rows`,
          parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
          requestBody: {
            description: 'Arguments in order.',
            content: json({ type: 'array', maxItems: routineArgumentsMax, items: {} }),
          },
          responses: {
            200: {
              description: 'Rows with their column names as keys',
              content: json({ type: 'array', items: { type: 'object', additionalProperties: true } }),
            },
            ...refusals(400, 401, 403, 404),
          },
        },
      },
    ]),
  )
}

function graphqlPath({ id }: DocumentedProject): Record<string, Record<string, Schema>> {
  const request = {
    type: 'object',
    properties: { query: { type: 'string' }, variables: { type: 'object' }, operationName: { type: 'string' } },
    required: ['query'],
  }
  const answer = {
    type: 'object',
    properties: { data: { type: ['object', 'null'] }, errors: { type: 'array', items: { type: 'object' } } },
  }
  return {
    [`/nc/${encodeURIComponent(id)}/v1/graphql`]: {
      post: {
        tags: ['GraphQL'],
        operationId: 'graphql',
        summary: 'Query several tables in one request with GraphQL',
        requestBody: { required: true, content: json(request) },
        responses: {
          200: { description: 'The data, and errors of parts that failed', content: json(answer) },
          ...refusals(400, 401, 403, 404),
        },
      },
    },
  }
}

/** Returns the operations with their own address, from their declarations (wire §12: sign-in, me and so on). */
function accountPaths(grants: DocumentedProject['grants']): Record<string, Record<string, Schema>> {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const name of operationNames) {
    const operation = operationByName(name)
    if (operation?.http === undefined || !(grants(operation.permission) || can(['guest'], operation.permission)))
      continue
    const path = operation.http.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.http.method.toLowerCase()]: ownPathOperation(name, operation) }
  }
  return paths
}

function ownPathOperation(name: string, { http, input, output, permission, errors }: Operation): Schema {
  if (http === undefined) throw new AppError('INTERNAL')
  const isPublic = permission === 'account.public'
  const { properties = {}, required = [] } = jsonSchema(input, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  const inPath = [...http.path.matchAll(/:(\w+)/g)].map(([, part]) => part ?? '')
  const fields = Object.keys(properties).filter((field) => !inPath.includes(field))
  const parameters = [
    ...inPath.map((field) => ({ name: field, in: 'path', required: true, schema: { type: 'string' } })),
    ...(http.method === 'GET'
      ? fields.map((field) => ({
          name: field,
          in: 'query',
          required: required.includes(field),
          schema: properties[field],
        }))
      : []),
  ]
  const body = { type: 'object', properties: Object.fromEntries(fields.map((field) => [field, properties[field]])) }
  return {
    tags: ['Accounts'],
    operationId: name,
    summary: http.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(http.method !== 'GET' && fields.length > 0 && { requestBody: { content: json(body) } }),
    responses: {
      200: { description: 'Done', content: json(jsonSchema(output, 'output')) },
      ...refusals(400, ...(isPublic ? [] : [401, 403]), ...errors.map((code) => errorCatalogue[code].status)),
    },
    ...(isPublic && { security: [] }),
  }
}

function jsonSchema(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}
