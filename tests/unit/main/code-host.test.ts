import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '@common/errors'
import { storedTemplate, type StoredTemplate } from '@common/templates'
import { publishTemplate } from '@main/features/code-host/publish'
import type { CodeHost } from '@main/features/code-host/settings'
import { createOutbound } from '@main/features/outbound'
import { systemClock } from '@main/lib/clock'
import { errorSentence } from '@main/lib/messages'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/** A request as it arrived at the stand-in for a code host. */
interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Reply = (response: ServerResponse, request: Arrived) => void

const arrived: Arrived[] = []
let replies: Record<'GET' | 'PUT', Reply[]>
let host: CodeHost

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request
    const found = { method, path, headers, body }
    arrived.push(found)
    const list = replies[method as 'GET' | 'PUT']
    const reply = list.length > 1 ? list.shift() : list[0]
    reply?.(response, found)
  })
})

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const rawUrl = 'https://raw.example.com/acme/templates/main/shared/Record_store_1.json'
const absent = json(404, { message: 'Not Found' })
const stored = json(201, { content: { sha: 'new', download_url: `${rawUrl}?token=SECRET` } })

const template: StoredTemplate = storedTemplate.parse({
  title: 'Record store',
  category: 'Music',
  tables: [{ tn: 'Künstler', columns: [{ cn: 'name', uidt: 'SingleLineText' }] }],
})

const clock = { ...systemClock, now: () => new Date('2026-01-02T03:04:05.678Z') }
const outbound = createOutbound({ clock, allowedHosts: () => Promise.resolve(['127.0.0.1']) })
const publish = (url?: string, changed: Partial<CodeHost> = {}, signal = new AbortController().signal) =>
  publishTemplate({ ...host, ...changed }, template, url, { outbound, clock, timeoutMs: 500 }, signal)

/** Returns the error of a publication as a code and a sentence. */
async function failure(promise: Promise<unknown>): Promise<{ code: string; text: string }> {
  try {
    await promise
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { code: error.code, text: errorSentence(error.code, error.details) }
  }
  throw new Error('It did not fail')
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  host = {
    host: `http://127.0.0.1:${port}`,
    repo: 'acme/templates',
    branch: 'main',
    path: 'shared/für alle',
    token: 'ghp_secret',
  }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  arrived.length = 0
  replies = { GET: [absent], PUT: [stored] }
})

const name = 'Record_store_1767323045678.json'
const contentsPath = `/repos/acme/templates/contents/shared/f%C3%BCr%20alle/${name}`

describe('The code-host flow of S2 §7', () => {
  it('reads the sha, then puts message, base64 content and branch: every byte', async () => {
    expect(await publish()).toEqual({ url: rawUrl, path: `shared/für alle/${name}`, isNew: true })
    const body = JSON.stringify({
      message: 'Add template Record store',
      content: Buffer.from(`${JSON.stringify(template, undefined, 2)}\n`).toString('base64'),
      branch: 'main',
    })
    const common = {
      host: new URL(host.host).host,
      connection: 'close',
      'user-agent': 'Basalt',
      'accept-encoding': 'identity',
      authorization: 'token ghp_secret',
      accept: 'application/vnd.github+json',
    }
    expect(arrived).toEqual([
      { method: 'GET', path: `${contentsPath}?ref=main`, headers: common, body: '' },
      {
        method: 'PUT',
        path: contentsPath,
        headers: {
          ...common,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        },
        body,
      },
    ])
    const { content } = JSON.parse(arrived[1]?.body ?? '') as { content: string }
    expect(JSON.parse(Buffer.from(content, 'base64').toString('utf8'))).toEqual(template)
  })

  it('names the file {name}_{timestamp}.json', async () => {
    await publish()
    expect(arrived[1]?.path.split('/').at(-1)).toBe(`Record_store_${clock.now().getTime()}.json`)
  })

  it('replaces the file of an earlier url with its sha', async () => {
    replies.GET = [json(200, { sha: 'abc123' })]
    const published = await publish('https://raw.example.com/acme/templates/main/shared/My%20own.json?token=x')
    expect(published).toMatchObject({ path: 'shared/für alle/My own.json', isNew: false })
    expect(JSON.parse(arrived[1]?.body ?? '')).toMatchObject({
      message: 'Update template Record store',
      sha: 'abc123',
      branch: 'main',
    })
  })

  it.each(['https://raw.example.com/..%2F..%2Fpasswd.json', 'no address', 'https://raw.example.com/a.exe'])(
    'takes no file name from %s',
    async (url) => {
      expect((await publish(url)).path).toBe(`shared/für alle/${name}`)
    },
  )

  it('sets the raw url itself if the answer names none', async () => {
    replies.PUT = [json(200, { content: null })]
    expect((await publish()).url).toBe(`${host.host}/acme/templates/raw/main/shared/f%C3%BCr%20alle/${name}`)
  })

  it.each([{ repo: '' }, { token: undefined }, { path: '' }])('throws without %o', async (changed) => {
    expect(await failure(publish(undefined, changed))).toEqual({
      code: 'CODE_HOST_NOT_SET_UP',
      text: 'Missing token or template path',
    })
    expect(arrived).toEqual([])
  })

  it('reads the sha once more after a conflict', async () => {
    replies = {
      GET: [json(200, { sha: 'one' }), json(200, { sha: 'two' })],
      PUT: [json(409, { message: 'is at one but expected two' }), stored],
    }
    await publish()
    expect(arrived.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'PUT'])
    expect(JSON.parse(arrived[3]?.body ?? '')).toMatchObject({ sha: 'two' })
  })
})

describe('A failing code host', () => {
  const dropped: Reply = (response) => response.destroy()
  const never: Reply = () => undefined
  const broken: Reply = (response) => response.writeHead(200).end('<html>Sign in')
  const half: Reply = (response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"sha":')
    setTimeout(() => response.destroy(), 20)
  }
  const refused = 'rejected the token. Check that it is valid and may write to the repository.'

  it.each<[string, Reply, string, string]>([
    ['401', json(401, { message: 'Bad credentials' }), 'CODE_HOST_TOKEN_REFUSED', refused],
    ['403', json(403, { message: 'Forbidden' }), 'CODE_HOST_TOKEN_REFUSED', refused],
    [
      '403 rate limit',
      json(403, { message: 'API rate limit exceeded' }, { 'x-ratelimit-remaining': '0' }),
      'CODE_HOST_LIMITED',
      'limits requests now. Try again in 60 seconds.',
    ],
    ['429', json(429, {}, { 'retry-after': '7' }), 'CODE_HOST_LIMITED', 'Try again in 7 seconds.'],
    ['409', json(409, { message: 'conflict' }), 'CODE_HOST_CONFLICT', 'received another change at the same time.'],
    [
      '422',
      json(422, { message: 'Invalid request.\n"sha" wasn\'t supplied.' }),
      'CODE_HOST_REJECTED',
      'rejected the template with status 422. It says: Invalid request. "sha" wasn\'t supplied.',
    ],
    ['422 without words', json(422, []), 'CODE_HOST_REJECTED', 'rejected the template with status 422.'],
    ['301', json(301, {}, { location: 'https://example.com/' }), 'CODE_HOST_NOT_FOUND', '"acme/templates"'],
    ['500', json(500, { message: 'oops' }), 'CODE_HOST_FAILED', 'failed with status 500. Try again later.'],
    ['503', json(503, {}), 'CODE_HOST_FAILED', 'failed with status 503. Try again later.'],
    ['time-out', never, 'OUTBOUND_TIMEOUT', "didn't answer in time."],
    ['broken JSON', broken, 'CODE_HOST_ANSWER_INVALID', "can't be read."],
    ['a folder', json(200, [{ sha: 'x' }]), 'CODE_HOST_ANSWER_INVALID', "can't be read."],
    ['dropped connection', dropped, 'OUTBOUND_FAILED', "didn't answer"],
    ['half an answer', half, 'OUTBOUND_FAILED', "didn't answer"],
  ])('%s is said in words, for the reading and for the writing', async (_name, reply, code, text) => {
    for (const method of ['GET', 'PUT'] as const) {
      replies = { GET: [absent], PUT: [stored], [method]: [reply] }
      const found = await failure(publish())
      expect(found.code).toBe(code)
      expect(found.text).toContain(text)
      expect(found.text).not.toContain('ghp_secret')
    }
  })

  it('404 of the writing names repository and branch', async () => {
    replies.PUT = [absent]
    const found = await failure(publish())
    expect(found.code).toBe('CODE_HOST_NOT_FOUND')
    expect(found.text).toContain('has no branch "main" of "acme/templates", or the token can\'t see it.')
  })

  it('that nobody allowed is not reached', async () => {
    const strict = createOutbound({ clock, allowedHosts: () => Promise.resolve([]) })
    const signal = new AbortController().signal
    const found = await failure(publishTemplate(host, template, undefined, { outbound: strict, clock }, signal))
    expect(found.code).toBe('OUTBOUND_FORBIDDEN')
    expect(arrived).toEqual([])
  })

  it('can be given up', async () => {
    replies.GET = [never]
    const given = new AbortController()
    const promise = publish(undefined, {}, given.signal)
    setTimeout(() => given.abort(), 50)
    expect((await failure(promise)).code).toBe('REQUEST_CANCELLED')
  })
})
