import { apiTokenHeader, masterKeyHeader } from '@common/principal'
import { sharedBaseHeader, shareHeader, visitorHeader } from '@common/wire/names'
import { startServer, testPassword, type Answer, type TestServer } from '@tests/helpers/server'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* A token works in its own place only. Anywhere else it gets the answer of an invented one, word for word. */

let server: TestServer
let projectId: string
let openLink: string
const tokens: Record<string, string> = {}

const operation = (name: string, input: unknown, token?: string): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}?project=${projectId}`, {
    method: 'POST',
    body: input,
    ...(token !== undefined && { token }),
  })
const post = (path: string, body: unknown = {}): Promise<Answer> => server.request(path, { method: 'POST', body })
const rows = (headers: Record<string, string>): Promise<Answer> =>
  server.request(`/nc/${projectId}/projectApiInfo`, { headers })

/** A place for a token, and the token that belongs there. */
const places: Readonly<Record<string, { readonly own: string; readonly send: (token: string) => Promise<Answer> }>> = {
  'xc-auth': { own: 'session', send: (token) => rows({ 'xc-auth': token }) },
  'xc-token': { own: 'API token', send: (token) => rows({ [apiTokenHeader]: token }) },
  'xc-master-key': { own: 'master key', send: (token) => rows({ [masterKeyHeader]: token }) },
  'refresh cookie': {
    own: 'refresh token',
    send: (token) =>
      server.request('/auth/refresh-token', { method: 'POST', headers: { cookie: `refresh_token=${token}` } }),
  },
  'link of a view': { own: 'link of a view', send: (token) => rows({ [shareHeader]: token }) },
  'link of a base': { own: 'link', send: (token) => rows({ [sharedBaseHeader]: token }) },
  'visit of a link': {
    own: 'visit',
    send: (token) => rows({ [sharedBaseHeader]: openLink, [visitorHeader]: token }),
  },
  'opened link': { own: 'link', send: (token) => operation('shareOpen', { link: token }) },
  'new password': {
    own: 'reset',
    send: (token) => post(`/auth/password/reset/${encodeURIComponent(token)}`, { password: testPassword }),
  },
  'check of a new password': {
    own: 'reset',
    send: (token) => server.request(`/auth/token/validate/${encodeURIComponent(token)}`),
  },
  'confirmed address': {
    own: 'confirmation',
    send: (token) => post(`/auth/email/validate/${encodeURIComponent(token)}`),
  },
  invitation: { own: 'invitation', send: (token) => operation('invitationRead', { token }) },
  'sign-up': {
    own: 'invitation',
    send: (token) => post('/auth/signup', { email: 'x@example.com', password: testPassword, token }),
  },
  'second factor': { own: 'ticket', send: (ticket) => post('/auth/second-factor', { ticket, code: '000000' }) },
}

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  const owner = await server.signUp('owner@example.com')
  projectId = (await server.operate('projectCreate', { title: 'Library' }, owner)).id
  const as = { token: owner.token, projectId }
  await server.operate('tableCreate', { table: 'Books', columns: [{ name: 'title', type: 'SingleLineText' }] }, as)
  tokens['session'] = owner.token
  tokens['refresh token'] = owner.cookie.split('=')[1] ?? ''
  tokens['API token'] = (await server.operate('apiTokenCreate', { title: 'Script' }, as)).token
  tokens['reset'] = (await server.operate('passwordResetLinkCreate', { userId: 1 }, as)).link.split('token=')[1] ?? ''
  const { people } = await server.operate('memberInvite', { emails: ['new@example.com'], role: 'viewer' }, as)
  tokens['invitation'] = people[0]?.link?.split('/').at(-1) ?? ''
  openLink = (await server.operate('shareBaseCreate', { role: 'viewer', password: testPassword }, as)).link
  tokens['link'] = openLink
  const opened = await server.operate('shareOpen', { link: openLink, password: testPassword })
  tokens['visit'] = opened.visitor.token
  const view = await server.operate('viewCreate', { table: 'Books', title: 'All', kind: 'grid' }, as)
  tokens['link of a view'] = (await server.operate('shareCreate', { table: 'Books', view: view.id }, as)).link

  const guarded = await server.signUp('guarded@example.com')
  const started = await server.operate('authenticatorStart', { password: testPassword }, guarded)
  const code = new TOTP({ secret: Secret.fromBase32(started.secret) }).generate()
  await server.operate('authenticatorConfirm', { code }, guarded)
  const { error } = await post('/auth/signin', { email: 'guarded@example.com', password: testPassword })
  tokens['ticket'] = String(error.details?.['ticket'])
})
afterAll(() => server.close())

describe.each(Object.entries(places))('the place for %s', (_place, { own, send }) => {
  it('answers every foreign token like an invented one', async () => {
    expect(Object.values(tokens).filter((token) => token.length < 20)).toEqual([])
    const told = ({ status, json }: Answer): unknown => [status, json]
    for (const [kind, token] of Object.entries(tokens)) {
      // A link of one kind differs from one of another kind by what it opens.
      const isLink = kind.startsWith('link') && own.startsWith('link')
      if (kind === own || isLink) continue
      // Texts beyond the limit of a place get another sentence, so the invented one is as long.
      const [foreign, invented] = [await send(token), await send('f'.repeat(token.length))]
      expect([kind, told(foreign)]).toEqual([kind, told(invented)])
      expect([kind, Math.floor(foreign.status / 100)]).toEqual([kind, 4])
    }
  })
})
