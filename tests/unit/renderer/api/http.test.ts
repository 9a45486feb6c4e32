import { messageOf } from '@renderer/api/api-error'
import { createHttp } from '@renderer/api/http'
import { noSession, type Session } from '@renderer/api/session'
import { fakeServer } from '@tests/helpers/fake-server'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const expired = { status: 401, body: { msg: 'Sign in again.', code: 'TOKEN_INVALID' } }

let token: string | null
let session: Session
const ended = vi.fn()
const signedOut = vi.fn()

beforeEach(() => {
  token = 'old'
  ended.mockClear()
  signedOut.mockClear()
  session = {
    ...noSession,
    token: () => token,
    renewed: (given) => {
      token = given
    },
    ended,
    signedOut,
  }
})

describe('a call while the user signs out', () => {
  it.each([
    ['is not sent once the session has ended', null, []],
    ['is sent if the session stays', 'old', ['/user/me']],
  ] as const)('%s', async (_, after, sent) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    session = { ...session, ending: () => promise }
    const { send, asked } = fakeServer(() => ({ body: 1 }))
    const http = createHttp({ session, root: () => '', fetch: send })
    const answer = http.json({ method: 'GET', path: '/user/me' })
    const signOut = await http.json({ method: 'POST', path: '/auth/signout', withoutRefresh: true })
    expect([signOut, asked.map(({ path }) => path)]).toEqual([1, ['/auth/signout']])
    token = after
    resolve()
    if (after === null) await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' })
    else expect(await answer).toBe(1)
    expect(asked.map(({ path }) => path).slice(1)).toEqual(sent)
  })
})

describe('a call whose token has expired', () => {
  it('is repeated once with the token of the refresh', async () => {
    const { send, asked } = fakeServer(({ path, token: sent }) => {
      if (path === '/auth/refresh-token') return { body: { token: 'new' } }
      return sent === 'new' ? { body: { rows: 1 } } : expired
    })
    const http = createHttp({ session, root: () => '', fetch: send })
    expect(await http.json({ method: 'GET', path: '/user/me' })).toEqual({ rows: 1 })
    expect(asked.map(({ path, token: sent }) => [path, sent])).toEqual([
      ['/user/me', 'old'],
      ['/auth/refresh-token', 'old'],
      ['/user/me', 'new'],
    ])
    expect(token).toBe('new')
  })

  it('shares one refresh with all calls that wait for it', async () => {
    const { send, asked } = fakeServer(async ({ path, token: sent }) => {
      if (path === '/auth/refresh-token') {
        await Promise.resolve()
        return { body: { token: 'new' } }
      }
      return sent === 'new' ? { body: path } : expired
    })
    const http = createHttp({ session, root: () => '', fetch: send })
    const paths = ['/a', '/b', '/c', '/d']
    expect(await Promise.all(paths.map((path) => http.json({ method: 'GET', path })))).toEqual(paths)
    expect(asked.filter(({ path }) => path === '/auth/refresh-token')).toHaveLength(1)
  })

  it('takes the token that another window fetched instead of refreshing again', async () => {
    const { send, asked } = fakeServer(({ token: sent }) => (sent === 'from the other window' ? { body: 1 } : expired))
    session = {
      ...session,
      exclusively: (work) => {
        token = 'from the other window'
        return work()
      },
    }
    const http = createHttp({ session, root: () => '', fetch: send })
    expect(await http.json({ method: 'GET', path: '/x' })).toBe(1)
    expect(asked.map(({ path }) => path)).toEqual(['/x', '/x'])
  })

  it('is not repeated a second time', async () => {
    const { send, asked } = fakeServer(({ path }) =>
      path === '/auth/refresh-token' ? { body: { token: 'new' } } : expired,
    )
    const http = createHttp({ session, root: () => '', fetch: send })
    await expect(http.json({ method: 'GET', path: '/x' })).rejects.toMatchObject({ status: 401, code: 'TOKEN_INVALID' })
    expect(asked).toHaveLength(3)
    expect(ended).not.toHaveBeenCalled()
  })

  it('ends the session when the refresh is refused, and answers its own error', async () => {
    const { send } = fakeServer(({ path }) =>
      path === '/auth/refresh-token' ? { status: 401, body: { msg: 'Gone.', code: 'REFRESH_TOKEN_INVALID' } } : expired,
    )
    const http = createHttp({ session, root: () => '', fetch: send })
    await expect(http.json({ method: 'GET', path: '/x' })).rejects.toMatchObject({
      code: 'TOKEN_INVALID',
      msg: 'Sign in again.',
    })
    expect(ended).toHaveBeenCalledOnce()
  })

  it.each([429, 503, 504])(
    'keeps the session when the refresh answers %i: that is no verdict on it',
    async (status) => {
      const { send } = fakeServer(({ path }) => (path === '/auth/refresh-token' ? { status } : expired))
      const http = createHttp({ session, root: () => '', fetch: send })
      await expect(http.json({ method: 'GET', path: '/x' })).rejects.toMatchObject({ status })
      expect(ended).not.toHaveBeenCalled()
    },
  )

  it('signs out when it was the refresh itself', async () => {
    const { send, asked } = fakeServer(() => expired)
    const http = createHttp({ session, root: () => '', fetch: send })
    await expect(
      http.json({ method: 'POST', path: '/auth/refresh-token', body: {}, isRefresh: true }),
    ).rejects.toMatchObject({ status: 401 })
    expect(signedOut).toHaveBeenCalledOnce()
    expect(asked).toHaveLength(1)
  })

  it('is told as it is while signing in', async () => {
    const { send, asked } = fakeServer(() => expired)
    const http = createHttp({ session, root: () => '', fetch: send })
    await expect(
      http.json({ method: 'POST', path: '/auth/signin', body: {}, withoutRefresh: true }),
    ).rejects.toMatchObject({ status: 401 })
    expect(asked).toHaveLength(1)
  })
})

describe('headers', () => {
  it('carry the token and the previewed role, and say that a window asks', async () => {
    const { send, asked } = fakeServer(() => ({ body: 1 }))
    session = { ...session, previewAs: () => 'viewer' }
    const http = createHttp({ session, root: () => '', fetch: send })
    await http.json({ method: 'POST', path: '/x', body: { a: 1 } })
    await http.json({ method: 'GET', path: '/user/me', withoutPreview: true })
    expect(Object.fromEntries(asked[0]?.headers ?? [])).toMatchObject({
      'xc-gui': 'true',
      'xc-auth': 'old',
      'xc-preview': 'viewer',
      'content-type': 'application/json',
    })
    expect(asked[1]?.headers.has('xc-preview')).toBe(false)
    expect(asked[1]?.headers.has('content-type')).toBe(false)
  })

  it.each([
    ['base', { 'xc-shared-base-id': 'link-1', 'basalt-visitor': 'v' }],
    ['view', { 'basalt-share': 'link-1', 'basalt-visitor': 'v' }],
  ] as const)('of a visitor of a %s name the link, and neither user nor role', async (kind, expected) => {
    const { send, asked } = fakeServer(() => ({ body: 1 }))
    session = { ...session, previewAs: () => 'viewer', share: () => ({ kind, link: 'link-1', visitor: 'v' }) }
    await createHttp({ session, root: () => '', fetch: send }).json({ method: 'GET', path: '/x' })
    const headers = Object.fromEntries(asked[0]?.headers ?? [])
    expect(headers).toMatchObject(expected)
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['xc-auth']))
    expect(headers).not.toHaveProperty('xc-preview')
  })

  it('of a visitor are not renewed', async () => {
    const { send, asked } = fakeServer(() => expired)
    session = { ...session, share: () => ({ kind: 'view', link: 'link-1', visitor: undefined }) }
    await expect(
      createHttp({ session, root: () => '', fetch: send }).json({ method: 'GET', path: '/x' }),
    ).rejects.toMatchObject({ status: 401 })
    expect(asked).toHaveLength(1)
    expect(ended).not.toHaveBeenCalled()
  })
})

describe('answers', () => {
  it('are undefined when the body is empty', async () => {
    const { send } = fakeServer(() => ({}))
    expect(
      await createHttp({ session, root: () => '', fetch: send }).json({ method: 'GET', path: '/x' }),
    ).toBeUndefined()
  })

  it('that are errors become one shape, whoever wrote them', async () => {
    const ours = fakeServer(() => ({
      status: 404,
      body: { msg: 'No table Foo.', code: 'TABLE_NOT_FOUND', details: { table: 'Foo' }, id: 'f1' },
    }))
    await expect(
      createHttp({ session, root: () => '', fetch: ours.send }).json({ method: 'GET', path: '/x' }),
    ).rejects.toMatchObject({
      code: 'TABLE_NOT_FOUND',
      msg: 'No table Foo.',
      status: 404,
      details: { table: 'Foo' },
      id: 'f1',
    })
    const proxy = (async () => new Response('<h1>Bad gateway</h1>', { status: 502 })) as typeof fetch
    const refused = await createHttp({ session, root: () => '', fetch: proxy })
      .json({ method: 'GET', path: '/x' })
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'INTERNAL', status: 502 })
    expect(messageOf(refused)).toBe('Some internal error occurred')
  })

  it('that never come are told apart from calls that were given up', async () => {
    const reachable = vi.fn()
    const away = (async () => {
      throw new TypeError('Failed to fetch')
    }) as typeof fetch
    const http = createHttp({ session, root: () => '', fetch: away, onReachable: reachable })
    await expect(http.json({ method: 'GET', path: '/x' })).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      status: 0,
    })
    expect(reachable).toHaveBeenLastCalledWith(false)
    const controller = new AbortController()
    controller.abort()
    await expect(http.json({ method: 'GET', path: '/x', signal: controller.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    })
    expect(reachable).toHaveBeenCalledOnce()
  })
})
