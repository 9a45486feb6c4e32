import { apiRequest } from '@common/api-client/request'
import { codeOf, codeTargets } from '@renderer/features/api-client/code'
import { foldersOf } from '@renderer/features/api-client/collection-tree'
import { loadYaml, parseImport } from '@renderer/features/api-client/imports'
import { renameTaken } from '@renderer/features/api-client/imports/variables'
import { withoutSecrets } from '@common/api-client/secrets'
import { describe, expect, it } from 'vitest'

const only = (text: string) => parseImport(text)?.requests[0]?.request

describe('an import', () => {
  it('reads a curl command as browsers copy it', () => {
    const request = only(`curl 'https://example.com/a?x=1&y=b%20c' \\
  -X POST -H 'Accept: */*' --header "Authorization: Bearer abc" \\
  --compressed --data-raw '{"a":"it'\\''s"}' -o /dev/null`)
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://example.com/a',
      params: [
        { name: 'x', value: '1' },
        { name: 'y', value: 'b c' },
      ],
      headers: [{ name: 'Accept', value: '*/*' }],
      auth: { kind: 'bearer', token: 'abc' },
      body: { kind: 'json', text: `{"a":"it's"}` },
    })
  })

  it.each([
    ['curl example.com', { method: 'GET', url: 'https://example.com', auth: { kind: 'none' } }],
    [
      'curl -u ada:b:c -d a=1 -d b=2 http://h/',
      { method: 'POST', auth: { kind: 'basic', user: 'ada', password: 'b:c' } },
    ],
    ['curl -G -d a=1 http://h/x', { method: 'GET', params: [{ name: 'a', value: '1' }], body: { kind: 'none' } }],
    ['curl -XDELETE http://h/x', { method: 'DELETE' }],
    ['curl -I http://h/x', { method: 'HEAD' }],
    ['curl -sSX POST http://h/x', { method: 'POST', url: 'http://h/x' }],
    ['curl -fsSLkd a=1 http://h/x', { method: 'POST', url: 'http://h/x', body: { fields: [{ name: 'a' }] } }],
    ['curl -sGd a=1 http://h/x', { method: 'GET', params: [{ name: 'a', value: '1' }] }],
    ['curl -m10 -so/dev/null http://h/x', { method: 'GET', url: 'http://h/x' }],
    ['curl -so /dev/null --max-time 5 http://h/x', { method: 'GET', url: 'http://h/x' }],
    ['curl --oauth2-bearer abc http://h/x', { auth: { kind: 'bearer', token: 'abc' } }],
    ["curl -H 'authorization: bearer abc' http://h/x", { auth: { kind: 'bearer', token: 'abc' }, headers: [] }],
    [
      "curl --data-urlencode 'q=a&b=c d' --data-urlencode =x http://h/x",
      {
        body: {
          fields: [
            { name: 'q', value: 'a&b=c d' },
            { name: 'x', value: '' },
          ],
        },
      },
    ],
  ])('reads %s', (text, expected) => expect(only(text)).toMatchObject(expected))

  it('reads the quotes of a browser around apostrophes, signs and lines', () => {
    const copied = String.raw`curl 'https://h/x' -H 'content-type: text/plain; a=$b' --data-raw $'{"a":"it\'s\u0021","b":"\n\\d","c":"\x41\t\U0001F600"}'`
    expect(only(copied)).toMatchObject({
      url: 'https://h/x',
      headers: [{ name: 'content-type', value: 'text/plain; a=$b' }],
      body: { kind: 'text', text: '{"a":"it\'s!","b":"\n\\d","c":"A\t😀"}' },
    })
  })

  it('reads a command of a Windows terminal, as browsers copy it', () => {
    const copied = [
      'curl ^"https://h/x?a=1^&b=2^" ^',
      '  -H ^"accept: */*^" ^',
      '  --data-raw ^"^{^\\^"name^\\^":^\\^"100^%^\\^"^}^"',
    ].join('\r\n')
    expect(only(copied)).toMatchObject({
      method: 'POST',
      url: 'https://h/x',
      params: [
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ],
      headers: [{ name: 'accept', value: '*/*' }],
      body: { kind: 'json', text: '{"name":"100%"}' },
    })
  })

  it('reads a Postman collection with folders, variables and inherited sign-in', () => {
    const collection = {
      info: { name: 'Shop: v1', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{t}}' }] },
      item: [
        {
          name: 'Albums',
          item: [
            {
              name: 'Read / one',
              request: {
                method: 'PUT',
                header: [{ key: 'A', value: 'b', disabled: true }],
                url: { raw: '{{host}}/albums/:id?x=1', query: [{ key: 'x', value: '1', description: 'n' }] },
                body: { mode: 'raw', raw: '{}', options: { raw: { language: 'json' } } },
              },
            },
          ],
        },
      ],
    }
    expect(parseImport(JSON.stringify(collection))).toMatchObject({
      kind: 'postman',
      requests: [
        {
          path: 'Shop v1/Albums/Read one',
          request: {
            method: 'PUT',
            url: '{{host}}/albums/{{id}}',
            params: [{ name: 'x', value: '1', note: 'n' }],
            headers: [{ name: 'A', value: 'b', enabled: false }],
            auth: { kind: 'bearer', token: '{{t}}' },
            body: { kind: 'json', text: '{}' },
          },
        },
      ],
    })
  })

  /** A collection as Postman exports it, in both versions of its format. */
  const shop = (version: '2.0' | '2.1') => {
    const auth = (type: string, values: Readonly<Record<string, string>>) => ({
      type,
      [type]:
        version === '2.0' ? values : Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })),
    })
    const request = (name: string, more: object = {}) => ({
      name,
      request: { method: 'GET', header: [], url: { raw: '{{baseUrl}}/orders' }, ...more },
      response: [],
    })
    return parseImport(
      JSON.stringify({
        info: {
          _postman_id: '3f1c',
          name: 'Shop',
          schema: `https://schema.getpostman.com/json/collection/v${version}.0/collection.json`,
        },
        auth: auth('bearer', { token: 'ey.abc' }),
        variable: [
          { key: 'baseUrl', value: 'https://shop.example.com/v1', type: 'string' },
          { key: 'adminPassword', value: 'geheim' },
          { key: 'page', value: 2 },
          { key: 'old', value: 'x', disabled: true },
        ],
        item: [
          request('Inherited'),
          request('Open', { auth: { type: 'noauth' } }),
          {
            name: 'Admin',
            auth: auth('basic', { username: 'ada', password: '{{adminPassword}}' }),
            item: [
              request('From the folder', { auth: null }),
              request('Own', { auth: auth('basic', { username: 'eve', password: 'pa55' }) }),
              { name: 'Deeper', item: [request('From above')], variable: [{ key: 'page', value: 9 }] },
            ],
          },
          request('Header', { auth: auth('apikey', { key: 'X-Shop-Key', value: 'k-1', in: 'header' }) }),
          request('Query', { auth: auth('apikey', { key: 'api_key', value: 'k-1', in: 'query' }) }),
          request('By hand', { header: [{ key: 'Authorization', value: 'Bearer ey.abc' }] }),
        ],
      }),
    )
  }

  it.each([
    ['{"id":1}', { query: '{ a }', variables: { id: 1 } }],
    ['', { query: '{ a }' }],
  ])('sends the variables %s of a GraphQL request of Postman as servers want them', (variables, body) => {
    const graphql = { query: '{ a }', variables }
    const request = { method: 'POST', url: 'https://h/graphql', body: { mode: 'graphql', graphql } }
    const collection = { info: { _postman_id: '1', name: 'Shop' }, item: [{ name: 'Ask', request }] }
    const sent = only(JSON.stringify(collection))?.body
    expect(sent?.kind === 'json' && JSON.parse(sent.text)).toEqual(body)
  })

  it.each(['2.0', '2.1'] as const)('keeps every sign-in and variable of a Postman collection %s', (version) => {
    const found = shop(version)
    const signIns = Object.fromEntries(
      (found?.requests ?? []).map(({ path, request }) => [path.replace('Shop/', ''), withoutSecrets(request).auth]),
    )
    const header = { kind: 'header', name: 'X-Shop-Key', value: '{{apiKey}}' }
    const folder = { kind: 'basic', user: 'ada', password: '{{adminPassword}}' }
    expect(signIns).toEqual({
      Inherited: { kind: 'bearer', token: '{{token}}' },
      Open: { kind: 'none' },
      'Admin/From the folder': folder,
      'Admin/Own': { kind: 'basic', user: 'eve', password: '{{password}}' },
      'Admin/Deeper/From above': folder,
      Header: header,
      Query: { kind: 'none' },
      'By hand': { kind: 'bearer', token: '{{token}}' },
    })
    const query = found?.requests.find(({ path }) => path === 'Shop/Query')?.request
    expect(query?.params).toMatchObject([{ name: 'api_key', value: '{{apiKey}}' }])
    const byHand = found?.requests.find(({ path }) => path === 'Shop/By hand')?.request
    expect(byHand && withoutSecrets(byHand).headers).toMatchObject([{ value: 'Bearer {{token}}' }])
    expect(found?.variables).toEqual([
      { name: 'baseUrl', value: 'https://shop.example.com/v1', isSecret: false },
      { name: 'adminPassword', value: 'geheim', isSecret: true },
      { name: 'page', value: '2', isSecret: false },
      { name: 'token', value: 'ey.abc', isSecret: true },
      { name: 'password', value: 'pa55', isSecret: true },
      { name: 'apiKey', value: 'k-1', isSecret: true },
    ])
  })

  it('renames variables whose names the project has, in the requests too', () => {
    const { requests = [], variables = [] } = shop('2.1') ?? {}
    const renamed = renameTaken(requests, variables, new Set(['baseUrl', 'token', 'token2']))
    expect(renamed.variables.map(({ name }) => name)).toEqual([
      'baseUrl2',
      'adminPassword',
      'page',
      'token3',
      'password',
      'apiKey',
    ])
    expect(renamed.requests[0]?.request).toMatchObject({
      url: '{{baseUrl2}}/orders',
      auth: { kind: 'bearer', token: '{{token3}}' },
    })
  })

  it('reads an OpenAPI document in YAML', async () => {
    const document = [
      '# Shop',
      'openapi: 3.1.0',
      'info: { title: Shop, version: 2026-01-01 }',
      'servers: [{ url: https://h/v1 }]',
      'paths:',
      '  /orders/{id}:',
      '    get:',
      '      summary: Read an order',
      '      parameters:',
      '        - { name: day, in: query, required: true, example: 2026-01-01 }',
    ].join('\n')
    expect(parseImport(document)).toBeUndefined()
    const parse = await loadYaml()
    expect(parseImport(document, parse)).toMatchObject({
      kind: 'openApi',
      requests: [
        {
          path: 'Shop/Read an order',
          request: { url: 'https://h/v1/orders/{{id}}', params: [{ name: 'day', value: '2026-01-01' }] },
        },
      ],
    })
    const laughs = Array.from({ length: 12 }, (_, at) => `  l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(10)}]`)
    const huge = `${document}\nx:\n  l0: &l0 [ha]\n${laughs.join('\n')}`
    for (const text of ['a: [', 'just words', '- 1', `${document}\nx: &a [*a]`, huge])
      expect(parseImport(text, parse)).toBeUndefined()
  })

  it('reads an OpenAPI document with references and samples', () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Shop' },
      servers: [{ url: 'https://{host}/v1/' }],
      components: {
        schemas: {
          Album: { properties: { title: { type: 'string' }, tags: { type: 'array', items: { enum: ['a'] } } } },
        },
      },
      paths: {
        '/albums/{album-id}': {
          parameters: [{ in: 'query', name: 'limit', schema: { default: 25 } }],
          post: {
            tags: ['Albums'],
            summary: 'Change',
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Album' } } } },
          },
        },
      },
    }
    const [imported] = parseImport(JSON.stringify(document))?.requests ?? []
    expect(imported).toMatchObject({
      path: 'Shop/Albums/Change',
      request: {
        method: 'POST',
        url: 'https://{{host}}/v1/albums/{{album-id}}',
        params: [{ name: 'limit', value: '25', enabled: false }],
      },
    })
    const { body } = imported?.request ?? {}
    expect(body?.kind === 'json' && JSON.parse(body.text)).toEqual({ title: '', tags: ['a'] })
  })

  it.each(['', 'wget http://h', '{}', '[]', '{"info":{},"item":[]}', 'curl'])('%j is none', (text) =>
    expect(parseImport(text)).toBeUndefined(),
  )
})

describe('code of a request', () => {
  const request = apiRequest.parse({
    method: 'POST',
    url: '{{baseUrl}}/api/v1/Tracks',
    params: [{ name: 'where', value: '(Genre,eq,a&b)' }],
    auth: { kind: 'session' },
    body: { kind: 'json', text: '{"Key":"{{secretKey}}"}' },
  })
  const values = new Map([['baseUrl', '/nc/shop']])

  it.each(codeTargets.map(({ id }) => id))('in %s has address, token and placeholder', (target) => {
    const code = codeOf(request, { target, values, root: 'http://localhost:8080/' })
    expect(code).toContain('http://localhost:8080/nc/shop/api/v1/Tracks?where=%28Genre%2Ceq%2Ca%26b%29')
    expect(code).toMatch(/xc-token/i)
    expect(code).toContain('API_TOKEN')
    expect(code).toContain('SECRET_KEY')
  })

  it('holds no typed secret', () => {
    const code = codeOf(
      { ...request, auth: { kind: 'bearer', token: 'abc123' } },
      { target: 'curl', values, root: 'http://h/' },
    )
    expect(code).toContain('Bearer TOKEN')
    expect(code).not.toContain('abc123')
  })
})

describe('the tree of stored requests', () => {
  it('has folders and requests in the order of their paths', () => {
    const list = ['A/B/c', 'A/d', 'e'].map((path) => ({ path, request: null }))
    const tree = foldersOf(list)
    expect(tree.requests.map(({ name }) => name)).toEqual(['e'])
    expect(tree.folders[0]).toMatchObject({
      name: 'A',
      folders: [{ path: 'A/B', requests: [{ name: 'c' }] }],
      requests: [{ name: 'd' }],
    })
  })
})
