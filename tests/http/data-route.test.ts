import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '@common/errors'
import { anonymous } from '@common/principal'
import { createHttpServer, type HttpServer } from '@main/http/server'
import type { RestHandler, RestRequest } from '@main/dataapi/rest/contract'
import { randomIds } from '@main/lib/ids'
import { createLog } from '@main/lib/log'
import type { Invoker } from '@main/operations/invoke'
import { sendRequest } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'

/** Input of the data API: the route alone, with a data API that only records. */
let http: HttpServer
let origin: string
let heard: RestRequest[] = []
const answerOk: RestHandler = () =>
  Promise.resolve({ status: 200, body: new TextEncoder().encode('[1]'), headers: { 'xc-db-response': '3' } })
let answer: RestHandler = answerOk

const invoker: Invoker = {
  context: (facts) =>
    Promise.resolve({
      principal: anonymous,
      actor: { kind: 'anonymous', userId: null, email: null, ip: facts.ip, origin: 'script' },
      requestId: facts.requestId,
      get signal() {
        return facts.signal()
      },
      ...(facts.projectId === undefined ? {} : { projectId: facts.projectId }),
    }),
  operation: () => undefined,
  invoke: () => Promise.reject(new AppError('OPERATION_NOT_FOUND')),
}

/** Calls that these tests don't make. */
const notHere = (): never => {
  throw new AppError('ROUTE_NOT_FOUND')
}

beforeAll(async () => {
  http = await createHttpServer({
    providers: { start: notHere, returnAddress: notHere },
    invoker,
    dataApi: (request) => {
      heard.push(request)
      return answer(request)
    },
    apis: {
      documents: () => Promise.reject(new AppError('ROUTE_NOT_FOUND')),
      graphql: () => Promise.reject(new AppError('ROUTE_NOT_FOUND')),
    },
    files: {
      open: notHere,
      openLink: notHere,
    },
    auditFiles: { permit: notHere, open: notHere },
    metadataFiles: { open: notHere },
    sqlFiles: { openFile: notHere },
    imports: { failedRows: notHere },
    live: notHere,
    hooks: { path: '/hooks/', receive: notHere },
    rpcEvents: notHere,
    isRunning: () => true,
    log: createLog('silent'),
    ids: randomIds,
    rendererFolder: '/nothing',
    allowedHosts: [],
    openSchema: false,
    allowedOrigins: () => new Set(),
    connectTo: () => [],
    framesOf: async () => [],
    receivers: {} as never,
  })
  origin = `http://127.0.0.1:${await http.listen(0, '127.0.0.1')}`
})
afterAll(() => http.close())
beforeEach(() => {
  heard = []
  answer = answerOk
})

describe('the data route', () => {
  it.each<[string, string, string[], string]>([
    ['/nc/shop_ab12/api/v1/Track', 'shop_ab12', ['Track'], ''],
    ['/nc/shop_ab12/api/v1/Track/', 'shop_ab12', ['Track', ''], ''],
    ['/nc/shop_ab12//api/v1/Track/12', 'shop_ab12', ['Track', '12'], ''],
    ['/NC/SHOP_AB12/API/V1/Track/%63ount', 'shop_ab12', ['Track', '%63ount'], ''],
    ['/nc/shop_ab12/api/v1/a%2Fb/1___2', 'shop_ab12', ['a%2Fb', '1___2'], ''],
    ['/nc/shop_ab12/api/v1', 'shop_ab12', [], ''],
    ['/nc/shop_ab12/api/v1/T?where=(a,eq,%20b)&l=1', 'shop_ab12', ['T'], 'where=%28a%2Ceq%2C+b%29&l=1'],
    ['/nc/shop_ab12/api/v1/T?a=1?b=2', 'shop_ab12', ['T'], 'a=1%3Fb%3D2'],
  ])('%s is handed on as it was sent', async (path, projectId, segments, query) => {
    expect((await sendRequest(origin, path)).status).toBe(200)
    expect(heard.map((each) => [each.projectId, each.segments, each.query.toString()])).toEqual([
      [projectId, segments, query],
    ])
  })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('knows %s', async (method) => {
    const answered = await sendRequest(origin, '/nc/p/api/v1/T', { method })
    expect(answered.status).toBe(200)
    expect(answered.headers['xc-db-response']).toBe('3')
    expect(answered.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answered.headers['content-length']).toBe('3')
    expect(answered.text).toBe(method === 'HEAD' ? '' : '[1]')
    expect(heard[0]?.method).toBe(method)
  })

  it('hands on bodies of any method, with every digit of large numbers', async () => {
    const text = '{"id":9007199254740993,"name":"x"}'
    for (const method of ['POST', 'PUT', 'DELETE']) await sendRequest(origin, '/nc/p/api/v1/T', { method, text })
    expect(heard.map(({ body }) => body)).toEqual(
      Array<unknown>(3).fill({ id: expect.objectContaining({ rawJSON: '9007199254740993' }) as unknown, name: 'x' }),
    )
    await sendRequest(origin, '/nc/p/api/v1/T', { method: 'POST' })
    expect(heard[3]?.body).toBeUndefined()
  })

  it('takes the parameters of a GET from the body of a POST that stands for it', async () => {
    const headers = { 'x-http-method-override': 'GET' }
    const body = { where: 'x'.repeat(30_000), limit: 5, condition: { a: { eq: 1 } } }
    expect((await sendRequest(origin, '/nc/p/api/v1/T/count?l=1', { method: 'POST', headers, body })).status).toBe(200)
    const [asked] = heard
    expect(asked).toMatchObject({ method: 'GET', segments: ['T', 'count'], body: undefined })
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      l: '1',
      where: 'x'.repeat(30_000),
      limit: '5',
      condition: '{"a":{"eq":1}}',
    })
    for (const wrong of [[], 'text', 1])
      expect((await sendRequest(origin, '/nc/p/api/v1/T', { method: 'POST', headers, body: wrong })).status).toBe(400)
    const other = { 'x-http-method-override': 'DELETE' }
    expect((await sendRequest(origin, '/nc/p/api/v1/T', { method: 'POST', headers: other, body: {} })).status).toBe(405)
    expect(heard).toHaveLength(1)
  })

  it('sends an empty answer as one', async () => {
    answer = () => Promise.resolve({ status: 200, body: '', headers: {} })
    const answered = await sendRequest(origin, '/nc/p/api/v1/T/findOne')
    expect([answered.status, answered.text, answered.headers['content-length']]).toEqual([200, '', '0'])
  })

  it('turns failures into errors, and keeps what nobody foresaw to itself', async () => {
    answer = () => Promise.reject(new AppError('TABLE_NOT_FOUND', { table: 'T' }))
    expect((await sendRequest(origin, '/nc/p/api/v1/T')).json).toEqual({
      msg: "There is no table 'T' in this project.",
      code: 'TABLE_NOT_FOUND',
      message: { key: 'errors.TABLE_NOT_FOUND', params: { table: 'T' } },
      details: { table: 'T' },
    })
    answer = () => Promise.reject(new Error('SELECT secret FROM secrets'))
    const answered = await sendRequest(origin, '/nc/p/api/v1/T')
    expect(answered.status).toBe(500)
    expect(answered.json).toEqual({
      msg: 'Some internal error occurred',
      code: 'INTERNAL',
      message: { key: 'errors.INTERNAL', params: {} },
      id: answered.headers['x-request-id'],
    })
  })

  it('tells the data API when the caller has left', async () => {
    const left = new Promise<void>((settle) => {
      answer = ({ context }) =>
        new Promise((_resolve, reject) => {
          context.signal.addEventListener('abort', () => {
            settle()
            reject(new AppError('QUERY_CANCELLED'))
          })
        })
    })
    const outgoing = httpRequest(`${origin}/nc/p/api/v1/T`, { agent: false })
    outgoing.on('error', () => undefined)
    outgoing.end()
    await until(() => heard.length > 0)
    outgoing.destroy()
    await left
    answer = answerOk
    expect((await sendRequest(origin, '/nc/p/api/v1/T')).status).toBe(200)
  })

  it('says nothing to a caller who has got an answer', async () => {
    let signal: AbortSignal | undefined
    answer = (request) => {
      signal = request.context.signal
      return answerOk(request)
    }
    const outgoing = httpRequest(`${origin}/nc/p/api/v1/T`, { agent: false }).end()
    const [incoming] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream]
    incoming.resume()
    await once(incoming, 'close')
    expect(signal?.aborted).toBe(false)
  })
})
