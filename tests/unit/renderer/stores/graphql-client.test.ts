import { graphqlSent, useGraphqlClient } from '@renderer/stores'
import { withoutSecretHeaders } from '@renderer/stores/graphql-client'
import { beforeEach, expect, it } from 'vitest'

const request = { query: '{ a }', variables: '', headers: 'xc-token: secret\nx-plain: shown' }
const outcome = { type: 'query', response: 'x'.repeat(5_000), status: 200, timeTaken: 4 } as const

beforeEach(() => useGraphqlClient.setState({ list: [], drafts: {} }))

it('stores requests newest first, with the beginning of the response and without secrets', () => {
  const { drafted } = useGraphqlClient.getState()
  graphqlSent('p', request, outcome)
  graphqlSent('p', { ...request, query: '{ b }' }, { ...outcome, response: null, status: null })
  drafted('p', request)
  const { list, drafts } = useGraphqlClient.getState()
  expect(list.map(({ query, response }) => [query, response?.length])).toEqual([
    ['{ b }', undefined],
    ['{ a }', 2_000],
  ])
  expect(drafts['p']?.headers).toBe('xc-token:\nx-plain: shown')
  expect(JSON.stringify(useGraphqlClient.getState())).not.toContain('secret')
})

it('forgets chosen entries only', () => {
  const { forgotten } = useGraphqlClient.getState()
  graphqlSent('p', request, outcome)
  graphqlSent('q', request, outcome)
  forgotten(new Set([useGraphqlClient.getState().list[0]?.id ?? '']))
  expect(useGraphqlClient.getState().list.map(({ projectId }) => projectId)).toEqual(['p'])
})

it.each([
  ['Authorization: Bearer x', 'Authorization:'],
  ['X-Api-Key : 1', 'X-Api-Key :'],
  ['x-other: 1', 'x-other: 1'],
])('%j is stored as %j', (line, stored) => expect(withoutSecretHeaders(line)).toBe(stored))
