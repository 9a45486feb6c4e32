import type { OperationName } from '@common/operations'
import { systemClock, type Clock } from '@main/lib/clock'
import { createSoftwarePasskey, type SoftwarePasskey } from '@tests/helpers/passkey'
import { startServer, testPassword, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const periodMs = 30_000
let server: TestServer
/** Minutes that the clock of the server is ahead. */
let aheadMs = 0
const clock: Clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) }

beforeAll(async () => {
  server = await startServer({ clock, signInAttempts: 5 })
})
afterAll(() => server.close())

const post = (path: string, body: unknown, token?: string, headers: Record<string, string> = {}): Promise<Answer> =>
  server.request(path, { method: 'POST', body, token, headers })
const operation = (name: OperationName, input: unknown, token: string): Promise<Answer> =>
  post(`/api/v1/operations/${name}`, input, token)
const signIn = ({ email }: TestUser): Promise<Answer> => post('/auth/signin', { email, password: testPassword })
const ticketOf = (answer: Answer): string => String(answer.error.details?.['ticket'])

/** Returns the code that an app shows, `later` periods from now. */
const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() + later * periodMs })

async function withAuthenticator(): Promise<{ user: TestUser; secret: string; codes: string[] }> {
  const user = await server.signUp()
  const started = await operation('authenticatorStart', { password: testPassword }, user.token)
  const { secret } = started.json as { secret: string }
  const confirmed = await operation('authenticatorConfirm', { code: codeOf(secret) }, user.token)
  return { user, secret, codes: (confirmed.json as { recoveryCodes: string[] }).recoveryCodes }
}

describe('an authenticator app', () => {
  it('changes nothing until its first code is right', async () => {
    const user = await server.signUp()
    const started = await operation('authenticatorStart', { password: testPassword }, user.token)
    const { secret, address } = started.json as { secret: string; address: string }
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(address)).toContain(user.email)
    expect((await signIn(user)).status).toBe(200)
    const wrong = await operation('authenticatorConfirm', { code: '000000x' }, user.token)
    expect([wrong.status, wrong.error.code]).toEqual([400, 'SECOND_FACTOR_WRONG'])
    expect((await signIn(user)).status).toBe(200)
  })

  it('is set up with the password only', async () => {
    const user = await server.signUp()
    for (const body of [{}, { password: '' }, { password: 'not the password' }]) {
      const answer = await operation('authenticatorStart', body, user.token)
      expect([answer.status, answer.error.code]).toEqual([400, 'CURRENT_PASSWORD_WRONG'])
    }
  })

  it('makes sign-in ask for a code, which works once', async () => {
    const { user, secret } = await withAuthenticator()
    const asked = await signIn(user)
    expect([asked.status, asked.error.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    expect(asked.error.details).toMatchObject({ methods: ['authenticator', 'recoveryCode'] })
    expect(asked.headers['set-cookie']).toBeUndefined()
    const ticket = ticketOf(asked)
    // The code of the set-up was used there.
    const used = await post('/auth/second-factor', { ticket, code: codeOf(secret) })
    expect(used.error.code).toBe('SECOND_FACTOR_WRONG')
    const code = codeOf(secret, 1)
    const [one, other] = await Promise.all([
      post('/auth/second-factor', { ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` }),
      post('/auth/second-factor', { ticket, code }),
    ])
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 400]))
    const entered = one.status === 200 ? one : other
    expect(entered.headers['set-cookie']?.[0]).toMatch(/^refresh_token=/)
    const { token } = entered.json as { token: string }
    expect((await server.request('/user/me', { token })).json).toMatchObject({ email: user.email })
    const again = await post('/auth/second-factor', { ticket, code: codeOf(secret, 2) })
    expect(again.error.code).toBe('SIGN_IN_EXPIRED')
  })

  it('asks at a sign-up with the right password, too', async () => {
    const { user } = await withAuthenticator()
    const answer = await post('/auth/signup', { email: user.email, password: testPassword })
    expect(answer.error.code).toBe('SECOND_FACTOR_REQUIRED')
  })

  it('leaves a wrong password without any hint', async () => {
    const { user } = await withAuthenticator()
    const answer = await post('/auth/signin', { email: user.email, password: 'another password' })
    expect([answer.error.code, answer.error.details?.['ticket']]).toEqual(['CREDENTIALS_INVALID', undefined])
  })

  it('limits guesses, for each account', async () => {
    const [guessed, other] = [await withAuthenticator(), await withAuthenticator()]
    const ticket = ticketOf(await signIn(guessed.user))
    const codes: unknown[] = []
    for (let tries = 0; tries < 6; tries += 1)
      codes.push((await post('/auth/second-factor', { ticket, code: `00000${tries}` })).error.code)
    expect(codes.at(-1)).toBe('TOO_MANY_ATTEMPTS')
    const fine = { ticket: ticketOf(await signIn(other.user)), code: codeOf(other.secret, 1) }
    expect((await post('/auth/second-factor', fine)).status).toBe(200)
  })

  it('needs a ticket that is fresh and genuine', async () => {
    const { user, secret } = await withAuthenticator()
    const ticket = ticketOf(await signIn(user))
    for (const wrong of ['x', ticket.slice(1), `${ticket}0`, '0'.repeat(64)]) {
      const answer = await post('/auth/second-factor', { ticket: wrong, code: codeOf(secret, 1) })
      expect([answer.status, answer.error.code]).toEqual([400, 'SIGN_IN_EXPIRED'])
    }
    aheadMs += 11 * 60_000
    const late = await post('/auth/second-factor', { ticket, code: codeOf(secret) })
    expect(late.error.code).toBe('SIGN_IN_EXPIRED')
  })

  it('is removed with the password, and the recovery codes with it', async () => {
    const { user } = await withAuthenticator()
    expect((await operation('authenticatorRemove', { password: testPassword }, user.token)).status).toBe(200)
    expect((await signIn(user)).status).toBe(200)
    const read = await operation('secondFactorRead', {}, user.token)
    expect(read.json).toEqual({ authenticator: false, recoveryCodes: 0, passkeys: [], hasPassword: true })
  })
})

describe('a recovery code', () => {
  it('completes a sign-in once, however it is typed', async () => {
    const { user, codes } = await withAuthenticator()
    expect(new Set(codes).size).toBe(10)
    const [first = ''] = codes
    expect(first).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    const typed = first.toLowerCase().replaceAll('-', ' ')
    const entered = await post('/auth/second-factor', { ticket: ticketOf(await signIn(user)), code: typed })
    expect(entered.status).toBe(200)
    const again = await post('/auth/second-factor', { ticket: ticketOf(await signIn(user)), code: first })
    expect(again.error.code).toBe('SECOND_FACTOR_WRONG')
  })

  it('of another account is wrong', async () => {
    const [one, other] = [await withAuthenticator(), await withAuthenticator()]
    const code = other.codes[0]
    const answer = await post('/auth/second-factor', { ticket: ticketOf(await signIn(one.user)), code })
    expect(answer.error.code).toBe('SECOND_FACTOR_WRONG')
  })

  it('is replaced by new ones', async () => {
    const { user, codes } = await withAuthenticator()
    const renewed = await operation('recoveryCodesRenew', { password: testPassword }, user.token)
    const fresh = (renewed.json as { recoveryCodes: string[] }).recoveryCodes
    expect(fresh.some((code) => codes.includes(code))).toBe(false)
    const old = await post('/auth/second-factor', { ticket: ticketOf(await signIn(user)), code: codes[0] })
    expect(old.error.code).toBe('SECOND_FACTOR_WRONG')
    const used = await post('/auth/second-factor', { ticket: ticketOf(await signIn(user)), code: fresh[0] })
    expect(used.status).toBe(200)
  })

  it('is not made for an account without a second factor', async () => {
    const user = await server.signUp()
    const answer = await operation('recoveryCodesRenew', { password: testPassword }, user.token)
    expect(answer.error.code).toBe('SECOND_FACTOR_MISSING')
  })
})

describe('a passkey', () => {
  const site = () => ({ origin: server.origin.replace('127.0.0.1', 'localhost'), domain: 'localhost' })
  const fromPage = () => ({ origin: site().origin, 'sec-fetch-site': 'same-origin' })

  async function withPasskey(): Promise<{ user: TestUser; passkey: SoftwarePasskey; codes: string[] | null }> {
    const user = await server.signUp()
    const started = await post('/user/passkeys/options', { password: testPassword }, user.token, fromPage())
    const { ticket, options } = started.json as { ticket: string; options: Record<string, unknown> }
    const passkey = createSoftwarePasskey()
    const body = { ticket, title: 'My phone', response: passkey.created(options, site()) }
    const added = await post('/user/passkeys', body, user.token, fromPage())
    expect([added.status, added.text]).toEqual([200, expect.stringContaining('My phone')])
    return { user, passkey, codes: (added.json as { recoveryCodes: string[] | null }).recoveryCodes }
  }
  async function start(ticket?: string): Promise<{ challenge: string; options: Record<string, unknown> }> {
    const answer = await post('/auth/passkey/options', ticket === undefined ? {} : { ticket }, undefined, fromPage())
    return answer.json as { challenge: string; options: Record<string, unknown> }
  }

  it('signs in without a password', async () => {
    const { user, passkey, codes } = await withPasskey()
    expect(codes).toHaveLength(10)
    const { challenge, options } = await start()
    expect(options['allowCredentials']).toEqual([])
    const body = { challenge, response: passkey.used(options, site()) }
    const entered = await post('/auth/passkey', body, undefined, fromPage())
    const { token } = entered.json as { token: string }
    expect((await server.request('/user/me', { token })).json).toMatchObject({ email: user.email })
    const again = await post('/auth/passkey', body, undefined, fromPage())
    expect([again.status, again.error.code]).toEqual([400, 'SIGN_IN_EXPIRED'])
  })

  it('completes a sign-in with a password', async () => {
    const { user, passkey } = await withPasskey()
    const asked = await signIn(user)
    expect(asked.error.details).toMatchObject({ methods: ['passkey', 'recoveryCode'] })
    const { challenge, options } = await start(ticketOf(asked))
    expect(options['allowCredentials']).toMatchObject([{ id: passkey.id }])
    const body = { challenge, response: passkey.used(options, site()) }
    expect((await post('/auth/passkey', body, undefined, fromPage())).status).toBe(200)
  })

  it('of another account does not complete it', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()]
    const { challenge, options } = await start(ticketOf(await signIn(one.user)))
    const body = { challenge, response: other.passkey.used(options, site()) }
    expect((await post('/auth/passkey', body, undefined, fromPage())).error.code).toBe('PASSKEY_INVALID')
  })

  it.each([
    ['another challenge', (passkey: SoftwarePasskey) => passkey.used({ challenge: 'AAAA' }, site())],
    [
      'another site',
      (passkey: SoftwarePasskey, options: Record<string, unknown>) =>
        passkey.used(options, { origin: 'https://evil.example', domain: 'evil.example' }),
    ],
    [
      'another key',
      (passkey: SoftwarePasskey, options: Record<string, unknown>) => ({
        ...createSoftwarePasskey().used(options, site()),
        id: passkey.id,
        rawId: passkey.id,
      }),
    ],
    ['no response', () => ({})],
    ['a malformed response', (passkey: SoftwarePasskey) => ({ id: passkey.id, response: { clientDataJSON: 7 } })],
  ])('with %s is rejected', async (_name, respond) => {
    const { passkey } = await withPasskey()
    const { challenge, options } = await start()
    const body = { challenge, response: respond(passkey, options) }
    const answer = await post('/auth/passkey', body, undefined, fromPage())
    expect([answer.status, answer.error.code]).toEqual([400, 'PASSKEY_INVALID'])
  })

  it('needs a page with a name: no address of numbers, no foreign page', async () => {
    const user = await server.signUp()
    for (const headers of [undefined, { origin: server.origin }]) {
      const answer = await post('/user/passkeys/options', { password: testPassword }, user.token, headers)
      expect([answer.status, answer.error.code]).toEqual([400, 'PASSKEY_ADDRESS_INVALID'])
    }
  })

  it('is renamed and removed by its owner only', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()]
    const read = await operation('secondFactorRead', {}, one.user.token)
    const [{ id } = { id: '' }] = (read.json as { passkeys: { id: string }[] }).passkeys
    const foreign = await operation('passkeyRename', { id, title: 'Mine' }, other.user.token)
    expect([foreign.status, foreign.error.code]).toEqual([404, 'PASSKEY_NOT_FOUND'])
    expect((await operation('passkeyRename', { id, title: 'Laptop' }, one.user.token)).status).toBe(200)
    expect((await operation('passkeyRemove', { id, password: 'wrong' }, one.user.token)).status).toBe(400)
    expect((await operation('passkeyRemove', { id, password: testPassword }, one.user.token)).status).toBe(200)
    expect((await signIn(one.user)).status).toBe(200)
  })
})

describe('an administrator', () => {
  it('resets the second factors of a user, and nobody else does', async () => {
    const other = await startServer()
    const admin = await other.signUp()
    const user = await other.signUp()
    const id = ((await other.request('/user/me', { token: user.token })).json as { id: number }).id
    await other.operate('authenticatorStart', { password: testPassword }, { token: user.token }).then(({ secret }) => {
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      return other.operate('authenticatorConfirm', { code }, { token: user.token })
    })
    const reset = (userId: number, token: string): Promise<Answer> =>
      other.request('/api/v1/operations/secondFactorReset', { method: 'POST', body: { userId }, token })
    expect((await reset(id, user.token)).status).toBe(403)
    expect((await reset(987_654, admin.token)).error.code).toBe('USER_NOT_FOUND')
    expect((await reset(id, admin.token)).status).toBe(200)
    const body = { email: user.email, password: testPassword }
    expect((await other.request('/auth/signin', { method: 'POST', body })).status).toBe(200)
    await other.close()
  })
})
