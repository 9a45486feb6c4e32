import { addressOf, composeRequest } from '@common/api-client/compose'
import { apiRequest, type ApiRequestInput } from '@common/api-client/request'
import { describe, expect, it } from 'vitest'

const fill = (text: string): string => text.replaceAll('{{v}}', 'a&b')
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const composed = (request: ApiRequestInput) => composeRequest(apiRequest.parse(request), fill, base64)

describe('a composed request', () => {
  it.each([
    ['/a', '/a?x=1'],
    ['/a?b=2', '/a?b=2&x=1'],
    ['/a?', '/a?x=1'],
    ['/a?b=2&', '/a?b=2&x=1'],
    ['/a#part', '/a?x=1#part'],
    ['/a?x=2', '/a?x=2'],
    ['/a?x#part', '/a?x#part'],
    ['/x=2', '/x=2?x=1'],
    ['/a?%78=2', '/a?%78=2'],
    ['/a?100%', '/a?100%&x=1'],
  ])('%s with a parameter is %s', (url, expected) =>
    expect(addressOf(apiRequest.parse({ method: 'GET', url, params: [{ name: 'x', value: '1' }] }), fill)).toBe(
      expected,
    ),
  )

  it('encodes filled values, and leaves what a filter needs readable', () => {
    const params = [
      { name: 'where', value: '(Genre,eq,{{v}})' },
      { name: 'off', value: '1', enabled: false },
      { name: ' ', value: '2' },
    ]
    expect(composed({ method: 'GET', url: '/{{v}}', params }).url).toBe('/a&b?where=(Genre,eq,a%26b)')
  })

  it('gets the type of its body unless a header says another', () => {
    const json = { kind: 'json', text: '{"a":"{{v}}"}' } as const
    expect(composed({ method: 'POST', url: '/', body: json })).toMatchObject({
      body: '{"a":"a&b"}',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
    })
    const headers = [{ name: 'content-type', value: 'application/ld+json' }]
    expect(composed({ method: 'POST', url: '/', body: json, headers }).headers).toEqual(headers)
    expect(composed({ method: 'GET', url: '/', body: json })).toMatchObject({ body: undefined, headers: [] })
  })

  it('encodes forms as browsers do', () => {
    const fields = [
      { name: "it's", value: 'a b+c~(ü)*' },
      { name: 'n', value: '' },
    ]
    const expected = new URLSearchParams(fields.map(({ name, value }) => [name, value])).toString()
    expect(composed({ method: 'PUT', url: '/', body: { kind: 'form', fields } }).body).toBe(expected)
  })

  it('signs in as its choice says', () => {
    const headersOf = (auth: ApiRequestInput['auth']) => composed({ method: 'GET', url: '/', auth }).headers
    expect(headersOf({ kind: 'basic', user: 'ü', password: '{{v}}' })).toEqual([
      { name: 'Authorization', value: `Basic ${base64('ü:a&b')}` },
    ])
    expect(headersOf({ kind: 'bearer', token: '{{v}}' })).toEqual([{ name: 'Authorization', value: 'Bearer a&b' }])
    expect(headersOf({ kind: 'header', name: 'xc-token', value: 'k' })).toEqual([{ name: 'xc-token', value: 'k' }])
    expect(headersOf({ kind: 'header', name: '', value: 'k' })).toEqual([])
    expect(composed({ method: 'GET', url: '/' }).withSession).toBe(true)
    expect(composed({ method: 'GET', url: '/', auth: { kind: 'none' } }).withSession).toBe(false)
  })
})
