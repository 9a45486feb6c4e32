import { apiRequest, type ApiResponse } from '@common/api-client/request'
import { operationSent, requestSent, useApiClient, useApiClientSwagger, type ApiHistoryEntry } from '@renderer/stores'
import { beforeEach, describe, expect, it } from 'vitest'

const request = apiRequest.parse({ method: 'GET', url: '/a', auth: { kind: 'bearer', token: 'secret' } })
const response: ApiResponse = {
  status: 200,
  statusText: 'OK',
  headers: [],
  body: 'x'.repeat(5_000),
  isBase64: false,
  size: 5_000,
  isCut: false,
  url: '/a',
  timeMs: 4,
  sentAt: '2026-01-01T00:00:00.000Z',
}
const sent = (url: string): void => void requestSent('p', { ...request, url }, response)

beforeEach(() => useApiClient.setState({ list: [], drafts: {} }))

describe('the history of requests', () => {
  it('holds the last 500, newest first', () => {
    sent('/1')
    const { list: one } = useApiClient.getState()
    const older = Array.from({ length: 498 }, (_, at) => ({ ...one[0], url: `/older/${at}` }) as ApiHistoryEntry)
    useApiClient.setState({ list: [...one, ...older] })
    for (const url of ['/2', '/3']) sent(url)
    const { list } = useApiClient.getState()
    expect([list.length, list[0]?.url, list[499]?.url]).toEqual([500, '/3', '/older/496'])
  })

  it('stores the beginning of a response, and no secret', () => {
    sent('/a')
    const [entry] = useApiClient.getState().list
    expect(entry?.auth).toEqual({ kind: 'bearer', token: '' })
    expect(entry?.response).toMatchObject({ status: 200, isCut: true, size: 5_000 })
    expect(entry?.response?.data.length).toBe(2_000)
    expect(JSON.stringify(useApiClient.getState())).not.toContain('secret')
  })

  it('forgets chosen entries only', () => {
    sent('/a')
    sent('/b')
    const [newest] = useApiClient.getState().list
    useApiClient.getState().forgotten(new Set([newest?.id ?? '']))
    expect(useApiClient.getState().list.map(({ url }) => url)).toEqual(['/a'])
  })
})

it('the Swagger client has a history of its own, with the operation', () => {
  operationSent('p', { operation: 'GET /a', request, inPath: {} }, response)
  expect(useApiClient.getState().list).toEqual([])
  expect(useApiClientSwagger.getState().list).toMatchObject([{ operation: 'GET /a', url: '/a', auth: { token: '' } }])
  useApiClientSwagger.getState().drafted('p', { operation: 'GET /a', request, inPath: {} })
  expect(JSON.stringify(useApiClientSwagger.getState())).not.toContain('secret')
})
