import { apiTokenHeader, masterKeyHeader } from '@common/principal'
import { sharedBaseHeader, shareHeader, visitorHeader } from '@common/wire/names'
import { systemClock } from '@main/lib/clock'
import { uploadFile } from '@tests/helpers/form'
import { startServer, testPassword, type Answer, type TestServer } from '@tests/helpers/server'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/*
 * A token works in its own place only, and for its time. Otherwise it gets the answer of an invented one, word for word.
 */

let server: TestServer
let projectId: string
let openLink: string
/** Milliseconds that the clock of the server is ahead. */
let aheadMs = 0
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
  'address of a file': { own: 'file', send: (token) => server.request(`/dl/link/${encodeURIComponent(token)}/a.txt`) },
  'second factor': { own: 'ticket', send: (ticket) => post('/auth/second-factor', { ticket, code: '000000' }) },
}

beforeAll(async () => {
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) }
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0, clock })
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

  const { url } = (await uploadFile(server, { name: 'a.txt', content: 'text' }, as)).json as { readonly url: string }
  tokens['file'] = (await server.operate('attachmentLink', { url }, as)).url.split('/')[3] ?? ''

  const guarded = await server.signUp('guarded@example.com')
  const started = await server.operate('authenticatorStart', { password: testPassword }, guarded)
  const code = new TOTP({ secret: Secret.fromBase32(started.secret) }).generate()
  await server.operate('authenticatorConfirm', { code }, guarded)
  const { error } = await post('/auth/signin', { email: 'guarded@example.com', password: testPassword })
  tokens['ticket'] = String(error.details?.['ticket'])
})
afterAll(() => server.close())

const told = ({ status, json }: Answer): unknown => [status, json]

describe.each(Object.entries(places))('the place for %s', (_place, { own, send }) => {
  it('answers every foreign token like an invented one', async () => {
    expect(Object.values(tokens).filter((token) => token.length < 20)).toEqual([])
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

it('a token whose time is over, or that was revoked, is answered like an invented one', async () => {
  const as = { token: tokens['session'] ?? '', projectId }
  const { list: apiTokens } = await server.operate('apiTokenList', {}, as)
  for (const { id } of apiTokens) await server.operate('apiTokenDelete', { id }, as)
  const { list: shares } = await server.operate('shareList', {}, as)
  for (const { id, link } of shares) if (link !== openLink) await server.operate('shareRevoke', { id }, as)
  const monthMs = 30 * 24 * 60 * 60_000
  aheadMs = monthMs
  for (const [place, { own, send }] of Object.entries(places)) {
    const token = tokens[own]
    // The shared base is open, to show that the visit of it is over.
    if (token === undefined || token === openLink) continue
    const [ended, invented] = [await send(token), await send('f'.repeat(token.length))]
    expect([place, told(ended)]).toEqual([place, told(invented)])
    expect([place, Math.floor(ended.status / 100)]).toEqual([place, 4])
  }
})
