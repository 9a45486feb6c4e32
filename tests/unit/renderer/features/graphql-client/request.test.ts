import { describe, expect, it } from 'vitest'
import {
  firstQuery,
  formatted,
  headersOf,
  operationsOf,
  prettyJson,
  variablesOf,
} from '@renderer/features/graphql-client/request'

describe('a GraphQL request', () => {
  it('names its operations, and none while it is not GraphQL', () => {
    expect(operationsOf('query A { a } mutation B { b } fragment F on T { c }')).toEqual([
      { name: 'A', kind: 'query' },
      { name: 'B', kind: 'mutation' },
    ])
    expect(operationsOf('{ a }')).toEqual([{ name: '', kind: 'query' }])
    expect(operationsOf('subscription { ArtistsChanged { id } }')[0]?.kind).toBe('subscription')
    expect(operationsOf('query {')).toEqual([])
  })

  it('is formatted, and left alone while it is not GraphQL', () => {
    expect(formatted('{a{b}}')).toBe('{\n  a {\n    b\n  }\n}')
    expect(formatted('{a')).toBe('{a')
  })

  it.each([
    ['', {}],
    ['{"a":1}', { a: 1 }],
    ['[1]', undefined],
    ['{"a":', undefined],
    ['null', undefined],
  ])('reads the variables %j', (text, variables) => expect(variablesOf(text)).toEqual(variables))

  it.each([
    ['', {}],
    ['X-One: a b\n\n x-two:c', { 'x-one': 'a b', 'x-two': 'c' }],
    ['xc-auth:', {}],
    ['no header', undefined],
    ['bad name: 1', undefined],
  ])('reads the headers %j', (text, headers) => expect(headersOf(text)).toEqual(headers))

  it('begins with rows of a table that the schema knows', () => {
    expect(operationsOf(firstQuery({ field: 'ArtistsList', column: 'Name' }))).toHaveLength(1)
    expect(operationsOf(firstQuery(undefined))).toHaveLength(1)
  })

  it('shows other responses unchanged', () => {
    expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
    expect(prettyJson('<html>')).toBe('<html>')
  })
})
