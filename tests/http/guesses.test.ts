import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiTokenHeader, masterKeyHeader } from '@common/principal'
import type { ServerOptions } from '@main/server'
import { startServer, testPassword, type Answer, type TestServer } from '@tests/helpers/server'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/* Guessing of every kind of secret, across a restart of the server. */

const attempts = 3
/** Links of one use and API tokens get this many times the attempts of an account. */
const addressFactor = 10
const masterKey = 'correct-horse-battery-staple'
const email = 'ada@example.com'

/** A secret, and how to try it. */
interface Target {
  /** Guesses from one address that the server allows. */
  readonly allowed: number
  readonly options?: Partial<ServerOptions>
  /** Prepares the account, and returns how to try a secret and the right one. */
  readonly prepare: (server: TestServer, token: string) => Promise<Trial>
}
interface Trial {
  readonly guess: (server: TestServer, secret: string) => Promise<Answer>
  readonly right: () => string
}

const post = (server: TestServer, path: string, body: unknown, headers = {}): Promise<Answer> =>
  server.request(path, { method: 'POST', body, headers })
const operation = (server: TestServer, name: string, input: unknown, token?: string): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}`, { method: 'POST', body: input, token })

const targets: Readonly<Record<string, Target>> = {
  'the password of an account': {
    allowed: attempts,
    prepare: async () => ({
      guess: (server, password) => post(server, '/auth/signin', { email, password }),
      right: () => testPassword,
    }),
  },
  'the password at a sign-up': {
    // The sign-up of the account counts.
    allowed: attempts - 1,
    options: { signUpAttempts: 0 },
    prepare: async () => ({
      guess: (server, password) => post(server, '/auth/signup', { email, password }),
      right: () => testPassword,
    }),
  },
  'a code of an authenticator app': {
    allowed: attempts,
    prepare: async (server, token) => {
      const started = await operation(server, 'authenticatorStart', { password: testPassword }, token)
      const totp = new TOTP({ secret: Secret.fromBase32((started.json as { readonly secret: string }).secret) })
      await operation(server, 'authenticatorConfirm', { code: totp.generate() }, token)
      const { error } = await post(server, '/auth/signin', { email, password: testPassword })
      return {
        guess: (to, code) => post(to, '/auth/second-factor', { ticket: error.details?.['ticket'], code }),
        right: () => totp.generate({ timestamp: Date.now() + 30_000 }),
      }
    },
  },
  'a link to set a new password': {
    allowed: attempts * addressFactor,
    prepare: async (server, token) => {
      const made = await operation(server, 'passwordResetLinkCreate', { userId: 1 }, token)
      const [, right = ''] = (made.json as { readonly link: string }).link.split('token=')
      return { guess: (to, secret) => to.request(`/auth/token/validate/${secret}`), right: () => right }
    },
  },
  'a link that confirms an address': {
    allowed: attempts * addressFactor,
    // Such links go by mail only, so the right one is that of another kind.
    prepare: async () => ({
      guess: (to, secret) => post(to, `/auth/email/validate/${secret}`, {}),
      right: () => 'f'.repeat(64),
    }),
  },
  'an invitation': {
    allowed: attempts * addressFactor,
    prepare: async (server, token) => {
      const made = await operation(server, 'invitationCreate', { emails: ['grace@example.com'] }, token)
      const [person] = (made.json as { readonly people: readonly { readonly link: string }[] }).people
      const right = person?.link.split('/').at(-1) ?? ''
      return { guess: (to, secret) => operation(to, 'invitationRead', { token: secret }), right: () => right }
    },
  },
  'the password of a link for visitors': {
    allowed: attempts,
    prepare: async (server, token) => {
      const { id } = await server.operate('projectCreate', { title: 'Library' }, { token })
      const as = { token, projectId: id }
      const { link } = await server.operate('shareBaseCreate', { role: 'viewer', password: testPassword }, as)
      return { guess: (to, password) => operation(to, 'shareOpen', { link, password }), right: () => testPassword }
    },
  },
  'an API token': {
    allowed: attempts * addressFactor,
    prepare: async (server, token) => {
      const { id } = await server.operate('projectCreate', { title: 'Library' }, { token })
      const made = await server.operate('apiTokenCreate', { title: 'Script' }, { token, projectId: id })
      return {
        guess: (to, secret) => to.request(`/nc/${id}/projectApiInfo`, { headers: { [apiTokenHeader]: secret } }),
        right: () => made.token,
      }
    },
  },
  'the master key': {
    allowed: attempts,
    options: { authType: 'masterKey', masterKey },
    prepare: async () => ({
      guess: (to, secret) => to.request('/user/me', { headers: { [masterKeyHeader]: secret } }),
      right: () => masterKey,
    }),
  },
  'the master key on its page': {
    allowed: attempts,
    options: { authType: 'masterKey', masterKey },
    prepare: async () => ({
      guess: (to, secret) => post(to, '/auth/admin/verify', { secret }),
      right: () => masterKey,
    }),
  },
}

let profileFolder: string
let server: TestServer
beforeEach(async () => {
  profileFolder = await mkdtemp(join(tmpdir(), 'basalt-test-'))
})
afterEach(async () => {
  await server.close()
  await rm(profileFolder, { recursive: true, force: true })
})

describe('guesses', () => {
  it.each(Object.entries(targets))('of %s are limited, also across a restart', async (_what, target) => {
    const start = (): Promise<TestServer> => startServer({ profileFolder, signInAttempts: attempts, ...target.options })
    server = await start()
    const token = target.options?.authType === undefined ? (await server.signUp(email)).token : ''
    const { guess, right } = await target.prepare(server, token)
    const half = Math.ceil(target.allowed / 2)
    const wrong = (at: number): string => `${at}`.padStart(64, 'w')
    for (let at = 0; at < half; at += 1) expect((await guess(server, wrong(at))).status).not.toBe(429)
    await server.close()

    server = await start()
    for (let at = half; at < target.allowed; at += 1) expect((await guess(server, wrong(at))).status).not.toBe(429)
    // Also the right secret, which would tell a guesser the answer.
    const answer = await guess(server, right())
    expect([answer.status, answer.error.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    await server.close()

    server = await start()
    expect((await guess(server, right())).status).toBe(429)
  })
})
