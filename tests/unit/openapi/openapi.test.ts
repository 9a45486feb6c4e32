import { parseApiDocument, propertiesOf, sampleOf, typePieces, typeText } from '@common/openapi'
import { describe, expect, it } from 'vitest'

const source = {
  openapi: '3.1.0',
  info: { title: 'Shop', description: 'Rows over HTTP' },
  tags: [{ name: 'Books', description: 'Our books' }, { name: 'Empty' }],
  paths: {
    '/b/{id}': {
      parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' } }],
      get: {
        tags: ['Books'],
        summary: 'A book',
        parameters: [
          { $ref: '#/components/parameters/limit' },
          { name: 'kind', in: 'query', required: true, schema: { type: ['string', 'null'], enum: ['a', 'b', null] } },
        ],
        responses: {
          200: {
            description: 'Done',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } },
          },
        },
      },
      post: {
        tags: ['Books'],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } } },
        security: [],
      },
    },
    '/other': { get: { summary: 'Something else' } },
  },
  components: {
    parameters: {
      limit: { name: 'limit', in: 'query', description: 'Rows', schema: { type: 'integer', default: 25 } },
    },
    schemas: {
      Book: {
        type: 'object',
        required: ['Title'],
        properties: {
          Id: { type: 'integer', readOnly: true },
          Title: { type: 'string', description: 'Its name' },
          Day: { type: ['string', 'null'], format: 'date' },
          Author: { type: ['integer', 'null'] },
          Next: { $ref: '#/components/schemas/Book' },
          Tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
        },
      },
      Tag: { type: 'string', enum: ['new', 'old'] },
      Loop: { $ref: '#/components/schemas/Loop' },
    },
  },
}
const parsed = parseApiDocument(source)

describe('a document', () => {
  it('has its operations by tag, in the order of the tags, and none of empty tags', () => {
    expect(
      parsed?.groups.map(({ tag, description, operations }) => [tag, description, operations.map(({ key }) => key)]),
    ).toEqual([
      ['Books', 'Our books', ['GET /b/{id}', 'POST /b/{id}']],
      ['', '', ['GET /other']],
    ])
  })

  it('has parameters of path and operation, with choices and examples', () => {
    const [read, write] = parsed?.groups[0]?.operations ?? []
    expect(read?.parameters).toEqual([
      { name: 'id', place: 'path', isRequired: true, description: '', type: 'integer', choices: [], example: '' },
      {
        name: 'limit',
        place: 'query',
        isRequired: false,
        description: 'Rows',
        type: 'integer',
        choices: [],
        example: '25',
      },
      {
        name: 'kind',
        place: 'query',
        isRequired: true,
        description: '',
        type: 'string | null',
        choices: ['a', 'b'],
        example: '',
      },
    ])
    expect([read?.isPublic, write?.isPublic, read?.body]).toEqual([false, true, undefined])
    expect(read?.answers.map(({ status, schema }) => [status, typeText(schema)])).toEqual([['200', 'Book']])
  })

  it.each([undefined, null, [], {}, { paths: {} }, { openapi: '3.1.0' }, { openapi: '3.1.0', paths: 1 }])(
    'is not %j',
    (value) => {
      expect(parseApiDocument(value)).toBeUndefined()
    },
  )
})

describe('a schema', () => {
  it('has a sample without what is read only, and ends where it refers to itself', () => {
    const sample = sampleOf(source, { $ref: '#/components/schemas/Book' }) as Record<string, unknown>
    expect(sample).toMatchObject({ Title: '', Day: '2026-01-31', Author: null, Tags: ['new'] })
    expect(sample).not.toHaveProperty('Id')
    expect(JSON.stringify(sample).length).toBeLessThan(2_000)
    expect(sampleOf(source, { $ref: '#/components/schemas/Loop' })).toBeNull()
  })

  it('names the schemas that its type leads to', () => {
    expect(typePieces({ type: 'array', items: { $ref: '#/components/schemas/Tag' } })).toEqual([
      { text: 'Tag', from: 0, schema: 'Tag' },
      { text: '[]', from: 3 },
    ])
    expect(typeText({ anyOf: [{ $ref: '#/components/schemas/Tag' }, { type: 'null' }] })).toBe('Tag | null')
    expect(typeText({})).toBe('any')
  })

  it('has the properties of the objects in a list', () => {
    const list = { type: 'array', items: { $ref: '#/components/schemas/Book' } }
    expect(
      propertiesOf(source, list).map(({ name, isRequired, isReadOnly }) => [name, isRequired, isReadOnly]),
    ).toContainEqual(['Title', true, false])
  })
})
