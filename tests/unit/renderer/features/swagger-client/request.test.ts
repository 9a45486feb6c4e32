import type { ApiDocument, ApiOperation } from '@common/openapi'
import { parseApiDocument } from '@common/openapi'
import { completionsOf, draftOf, missingNames, requestOf } from '@renderer/features/swagger-client/request'
import { expect, it } from 'vitest'

const row = { type: 'object', properties: { Id: { type: 'integer' }, 'Full name': { type: 'string' } } }
const answers = { 200: { content: { 'application/json': { schema: { type: 'array', items: row } } } } }
const query = (name: string, schema = {}) => ({ name, in: 'query', schema })
const document = parseApiDocument({
  openapi: '3.1.0',
  tags: [{ name: 'People', description: 'People' }],
  paths: {
    '/nc/p1/api/v1/People': {
      get: {
        tags: ['People'],
        parameters: [query('sort'), query('fields'), query('where'), query('hm'), query('limit', { default: 25 })],
        responses: answers,
      },
    },
    '/nc/p1/api/v1/People/{PeopleId}': {
      put: {
        tags: ['People'],
        parameters: [{ name: 'PeopleId', in: 'path', required: true, schema: {} }],
        requestBody: { content: { 'application/json': { schema: row } } },
      },
    },
  },
}) as ApiDocument
const [group] = document.groups
const [list, change] = (group?.operations ?? []) as [ApiOperation, ApiOperation]
const session = { kind: 'session' } as const

it('begins with examples, which are not sent until they are ticked', () => {
  const draft = draftOf(document, list, undefined, session)
  expect(draft.request.params.map(({ name, value, enabled }) => [name, value, enabled])).toContainEqual([
    'limit',
    '25',
    false,
  ])
  expect(draftOf(document, change, undefined, session).request.body).toEqual({
    kind: 'json',
    text: JSON.stringify({ Id: 0, 'Full name': '' }, null, 2),
  })
})

it('keeps values for the parameters that the document still has', () => {
  const draft = draftOf(document, list, undefined, session)
  const given = {
    ...draft,
    request: {
      ...draft.request,
      params: [
        { name: 'limit', value: '3', enabled: true, note: '' },
        { name: 'gone', value: '1', enabled: true, note: '' },
      ],
    },
  }
  const { params } = draftOf(document, list, given, session).request
  expect(params.map(({ name }) => name)).toEqual(['sort', 'fields', 'where', 'hm', 'limit'])
  expect(params.at(-1)).toMatchObject({ value: '3', enabled: true })
})

it('asks for required values, and encodes them in the path, except for variables', () => {
  const draft = draftOf(document, change, undefined, session)
  expect(missingNames(change, draft)).toEqual(['PeopleId'])
  const filled = { ...draft, inPath: { PeopleId: 'a/b?{{id}}' } }
  expect(missingNames(change, filled)).toEqual([])
  expect(requestOf('p1', filled).url).toBe('{{baseUrl}}/api/v1/People/a%2Fb%3F{{id}}')
})

it('completes columns and tables', () => {
  const words = (name: string) =>
    completionsOf(document, group, list.parameters.find((each) => each.name === name) ?? list.parameters[0]!)
  expect(words('sort')).toEqual({ isList: true, words: ['Id', '-Id', 'Full name', '-Full name'] })
  expect(words('where').words).toEqual(['(Id,eq,', '(Full name,eq,'])
  expect(words('hm')).toEqual({ isList: true, words: ['People'] })
  expect(words('limit')).toEqual({})
})
