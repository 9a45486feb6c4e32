import { parseRequestFile, requestFileText } from '@common/api-client/request-file'
import { apiRequest, type ApiRequest, type ApiRequestInput } from '@common/api-client/request'
import { withoutSecrets } from '@common/api-client/secrets'
import { describe, expect, it } from 'vitest'

const request = (given: Partial<ApiRequestInput>): ApiRequest =>
  apiRequest.parse({ method: 'GET', url: '/a', ...given })

describe('the file of a request', () => {
  it('is readable, and the same for the same request', () => {
    const text = requestFileText(
      request({
        url: '{{baseUrl}}/api/v1/Tracks',
        params: [
          { name: 'where', value: '(Genre,eq,Jazz)', note: 'Rows to keep' },
          { name: 'offset', value: '0', enabled: false },
        ],
        headers: [{ name: 'Accept', value: 'application/json' }],
        auth: { kind: 'bearer', token: '{{token}}' },
        assertions: [{ subject: 'json', place: 'length', operator: 'above', value: '0' }],
      }),
    )
    expect(text).toBe(`# @auth bearer "{{token}}"
# @assert json "length" above "0"
GET {{baseUrl}}/api/v1/Tracks
  # note: Rows to keep
  ?where=(Genre,eq,Jazz)
  # off: &offset=0
Accept: application/json
`)
  })

  const odd = 'a=b&c #d %20 ? + "e" \\ ü {{ x }} 漢'
  it.each<[string, Partial<ApiRequestInput>]>([
    ['nothing but an address', {}],
    ['odd parameters', { params: [{ name: odd, value: odd, note: 'off: a', enabled: false }] }],
    ['an empty value', { params: [{ name: 'a', value: '' }] }],
    ['line breaks in a value', { params: [{ name: 'a', value: ' x\r\n\r\ny\t' }] }],
    [
      'odd headers',
      {
        headers: [
          { name: 'X-A', value: '# @auth none: "b"' },
          { name: 'off', value: '', enabled: false },
        ],
      },
    ],
    ['basic sign-in', { auth: { kind: 'basic', user: 'a "b" c', password: '{{p}}' } }],
    ['a key', { auth: { kind: 'header', name: 'x-key', value: '' } }],
    ['no sign-in', { auth: { kind: 'none' } }],
    ['an empty body', { method: 'POST', body: { kind: 'json', text: '' } }],
    ['a body with empty lines', { method: 'PUT', body: { kind: 'text', text: '\n\n# @auth none\n\nGET /x\n\n' } }],
    ['JSON', { method: 'PATCH', body: { kind: 'json', text: '{\n\n  "a": 1\n}' } }],
    [
      'a form',
      {
        method: 'POST',
        body: {
          kind: 'form',
          fields: [
            { name: odd, value: odd, note: 'n' },
            { name: '#', value: '', enabled: false },
          ],
        },
      },
    ],
    ['an empty form', { method: 'POST', body: { kind: 'form', fields: [] } }],
    ['checks', { assertions: [{ subject: 'body', operator: 'matches', value: '"\\d+"\n', enabled: false }] }],
  ])('holds %s', (_, given) => {
    const made = request(given)
    const text = requestFileText(made)
    expect(parseRequestFile(text)).toEqual(made)
    expect(requestFileText(parseRequestFile(text) ?? made)).toBe(text)
    expect(parseRequestFile(text.replaceAll('\n', '\r\n'))?.url).toBe('/a')
  })

  it.each(['', 'hello', 'BREW /a', '# @auth none\n'])('%j is none', (text) =>
    expect(parseRequestFile(text)).toBeUndefined(),
  )

  it('of other tools is read too', () => {
    const text = '### List\n// a comment\nPOST https://example.com/a?b=1\nContent-Type: application/json\n\n{"a":1}\n'
    expect(parseRequestFile(text)).toMatchObject({
      method: 'POST',
      url: 'https://example.com/a?b=1',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      body: { kind: 'json', text: '{"a":1}' },
    })
  })
})

describe('a stored request', () => {
  it.each([
    ['{{token}}', '{{token}}'],
    ['{{token}}x', ''],
    ['{{a}}{{b}}', ''],
    ['plain', ''],
  ])('keeps %s as a password: %j', (password, kept) => {
    const made = withoutSecrets(request({ auth: { kind: 'basic', user: 'ada', password } }))
    expect(made.auth).toEqual({ kind: 'basic', user: 'ada', password: kept })
  })

  it('loses tokens in headers', () => {
    const headers = [
      { name: 'Authorization', value: 'Bearer {{token}}' },
      { name: 'xc-token', value: 'abc' },
      { name: 'X-Other', value: 'abc' },
    ]
    expect(withoutSecrets(request({ headers })).headers.map(({ value }) => value)).toEqual([
      'Bearer {{token}}',
      '',
      'abc',
    ])
  })
})
