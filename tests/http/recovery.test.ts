import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ParsedMail } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clock } from '@main/lib/clock'
import { linkIn, startMailServer, type MailServer } from '@tests/helpers/mail-server'
import { startServer, testPassword, type Answer, type TestServer } from '@tests/helpers/server'

const newPassword = 'an entirely new password'
const shortTimes = { retryDelaysMs: [10, 200, 400], timeouts: { connectMs: 300, idleMs: 300, totalMs: 600 } }

/** A clock that a test moves on. */
function movableClock(): Clock & { offsetMs: number } {
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs), monotonicMs: () => performance.now() }
  return clock
}

const tokenIn = (mail: ParsedMail): string => new URLSearchParams(linkIn(mail).split('?')[1]).get('token') ?? ''

describe('a forgotten password', () => {
  const clock = movableClock()
  let mail: MailServer
  let server: TestServer
  beforeAll(async () => {
    mail = await startMailServer()
    server = await startServer({
      mail: mail.settings,
      mailTimes: shortTimes,
      baseUrl: 'https://basalt.example.com',
      clock,
      signInAttempts: 0,
    })
    await server.signUp('owner@example.com')
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
  })

  const post = (path: string, body: unknown = {}, headers = {}): Promise<Answer> =>
    server.request(path, { method: 'POST', body, headers })
  const forgot = (email: string, headers = {}): Promise<Answer> => post('/auth/password/forgot', { email }, headers)
  const resetMails = (address: string): ParsedMail[] =>
    mail.mails.filter(({ to, subject }) => [to].flat()[0]?.text === address && subject?.startsWith('Set a new'))
  const validate = (token: string, method = 'GET'): Promise<Answer> =>
    server.request(`/auth/token/validate/${token}`, { method })
  const reset = (token: string, password: string = newPassword): Promise<Answer> =>
    post(`/auth/password/reset/${token}`, { password })
  const signIn = (email: string, password: string): Promise<Answer> => post('/auth/signin', { email, password })

  /** Signs up, asks for a link and reads it from the mail. */
  async function asked(email: string): Promise<string> {
    await server.signUp(email)
    const before = mail.mails.length
    await forgot(email)
    for (;;) {
      const found = mail.mails.slice(before).find((each) => each.subject?.startsWith('Set a new'))
      if (found !== undefined) return tokenIn(found)
      await mail.mailTo(email, mail.mails.filter(({ to }) => [to].flat()[0]?.text === email).length + 1)
    }
  }

  it('is replaced by the link of a mail, which works once and ends every session', async () => {
    const person = await server.signUp('ada@example.com')
    await mail.mailTo('ada@example.com')
    const answer = await forgot(' ADA@example.com ')
    expect([answer.status, (answer.json as { msg: string }).msg]).toEqual([
      200,
      'If this address has an account, a mail with a link is on its way. The link works for an hour.',
    ])
    const sent = await mail.mailTo('ada@example.com', 2)
    expect(sent.subject).toBe('Set a new password for Basalt')
    expect(linkIn(sent)).toMatch(
      /^https:\/\/basalt\.example\.com\/dashboard\/#\/user\/password\/reset\?token=[0-9a-f]{64}$/,
    )
    expect(sent.html).toContain(linkIn(sent))

    const token = tokenIn(sent)
    for (const method of ['GET', 'POST']) expect([(await validate(token, method)).json, method]).toEqual([true, method])
    expect((await reset(token, 'short')).error.code).toBe('PASSWORD_TOO_SHORT')
    const done = await reset(token)
    expect([done.status, done.json]).toEqual([
      200,
      expect.objectContaining({ msg: 'Password reset successful', email: 'ada@example.com' }),
    ])
    expect((await reset(token)).error.code).toBe('RESET_TOKEN_INVALID')
    expect((await server.request('/user/me', { token: person.token })).json).toEqual({ roles: { guest: true } })
    expect((await post('/auth/refresh-token', {}, { cookie: person.cookie })).status).toBe(401)
    expect((await signIn('ada@example.com', testPassword)).error.code).toBe('CREDENTIALS_INVALID')
    expect((await signIn('ada@example.com', newPassword)).status).toBe(200)
    expect((await mail.mailTo('ada@example.com', 3)).subject).toBe('Your password was changed')
  })

  it('confirms the address, because the mail reached it', async () => {
    const email = 'proven@example.com'
    await reset(await asked(email))
    const { token } = (await signIn(email, newPassword)).json as { token: string }
    expect((await server.request('/user/me', { token })).json).toMatchObject({ email_verified: true })
  })

  it('answers the same for an unknown address, and mails nothing', async () => {
    await server.signUp('known@example.com')
    const [known, unknown] = [await forgot('known@example.com'), await forgot('unknown@example.com')]
    expect([unknown.status, unknown.json]).toEqual([known.status, known.json])
    // The queue works in order, so a later mail shows that the earlier ones are done.
    await asked('later@example.com')
    expect(resetMails('known@example.com')).toHaveLength(1)
    expect(resetMails('unknown@example.com')).toHaveLength(0)
  })

  it('gives the same answer for wrong, used, replaced, expired and foreign tokens', async () => {
    const used = await asked('used@example.com')
    await reset(used)
    const replaced = await asked('replaced@example.com')
    const current = await asked('replaced@example.com')
    const expired = await asked('expired@example.com')
    clock.offsetMs += 61 * 60_000
    const answers = await Promise.all(
      [used, replaced, current, expired, 'f'.repeat(64), 'x', '%00', 'a'.repeat(900)].map((token) => reset(token)),
    )
    for (const { status, error } of answers)
      expect([status, error.code, error.msg]).toEqual([
        400,
        'RESET_TOKEN_INVALID',
        "This link doesn't work any more. It was used or is older than an hour. Ask for a new one.",
      ])
    const validated = await Promise.all([used, expired, 'x'].map((token) => validate(token)))
    for (const { status, error } of validated) expect([status, error.code]).toEqual([400, 'RESET_TOKEN_INVALID'])
    expect((await signIn('expired@example.com', testPassword)).status).toBe(200)
  })

  it('changes once when two requests use the link at the same time', async () => {
    const token = await asked('twice@example.com')
    const answers = await Promise.all([reset(token), reset(token, 'another new password')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('belongs to the right one of several accounts of an address', async () => {
    const email = 'shared@example.com'
    await server.signUp(email)
    await server.signUp(email, 'the password of another account')
    await forgot(email)
    await asked('after-shared@example.com')
    const mails = resetMails(email)
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toContain('several accounts')
    for (const [at, each] of mails.entries())
      expect((await reset(tokenIn(each), `${newPassword} ${at}`)).status).toBe(200)
    const ids = await Promise.all(
      mails.map(async (_, at) => {
        const { token } = (await signIn(email, `${newPassword} ${at}`)).json as { token: string }
        return ((await server.request('/user/me', { token })).json as { id: number }).id
      }),
    )
    expect(new Set(ids).size).toBe(2)
  })

  it('builds links from the configured address, never from headers of the request', async () => {
    await server.signUp('headers@example.com')
    await forgot('headers@example.com', {
      'x-forwarded-host': 'evil.example.com',
      referer: 'https://evil.example.com/',
    })
    await asked('after-headers@example.com')
    expect(linkIn(resetMails('headers@example.com')[0] as ParsedMail)).toContain('https://basalt.example.com/')
  })

  it.each([
    [{}, 'EMAIL_REQUIRED'],
    [{ email: 'nobody' }, 'EMAIL_INVALID'],
    [{ email: { $ne: '' } }, 'INPUT_INVALID'],
  ])('rejects %j', async (body, code) => {
    expect((await post('/auth/password/forgot', body)).error.code).toBe(code)
  })

  it('answers at once while the mail server is slow or rejects, and writes the failure into the audit', async () => {
    const owner = await signIn('owner@example.com', testPassword)
    const { token } = owner.json as { token: string }
    await server.signUp('slow@example.com')
    await mail.mailTo('slow@example.com')
    mail.behaviour = 'silence'
    const begun = performance.now()
    expect((await forgot('slow@example.com')).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(300)
    const failed = async (): Promise<string[]> => {
      const { list } = await server.call('auditInstallationList', { limit: 50 }, { token })
      return list.map(({ description }) => description ?? '')
    }
    await expect
      .poll(failed, { timeout: 10_000 })
      .toContain("A mail to slow@example.com was not delivered: 127.0.0.1 didn't answer in time.")
    mail.behaviour = 'accept'
    const read = await server.call('mailSettingsRead', {}, { token })
    expect(read.lastFailure).toMatchObject({ to: 'slow@example.com' })
  })

  it('arrives later if the mail server is busy at first', async () => {
    await server.signUp('greylisted@example.com')
    await mail.mailTo('greylisted@example.com')
    mail.behaviour = 'delay'
    const before = mail.attempts
    await forgot('greylisted@example.com')
    await expect.poll(() => mail.attempts).toBeGreaterThan(before)
    mail.behaviour = 'accept'
    expect((await mail.mailTo('greylisted@example.com', 2)).subject).toBe('Set a new password for Basalt')
  })

  it('leaves no token in the meta store', async () => {
    const token = await asked('stored@example.com')
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
    const rows = file.prepare('SELECT * FROM nc_account_tokens').all()
    file.close()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('requests for links', () => {
  it('are throttled per account and address, also over a restart', async () => {
    const first = await startServer({ signInAttempts: 3 })
    const profileFolder = first.profileFolder
    const ask = async (server: TestServer, email = 'ada@example.com'): Promise<number> =>
      (await server.request('/auth/password/forgot', { method: 'POST', body: { email } })).status
    await first.signUp('owner@example.com')
    expect([await ask(first), await ask(first), await ask(first), await ask(first)]).toEqual([200, 200, 200, 429])
    await first.server.close()
    const second = await startServer({ signInAttempts: 3, profileFolder })
    expect(await ask(second)).toBe(429)
    expect(await ask(second, 'other@example.com')).toBe(200)
    await second.close()
  })

  it('send a few mails to one account only, however many ask', async () => {
    const mail = await startMailServer()
    const server = await startServer({ mail: mail.settings, signInAttempts: 20 })
    await server.signUp('owner@example.com')
    const ask = (email: string): Promise<Answer> =>
      server.request('/auth/password/forgot', { method: 'POST', body: { email } })
    for (let n = 0; n < 12; n += 1) expect((await ask('owner@example.com')).status).toBe(200)
    await server.signUp('last@example.com')
    await mail.mailTo('last@example.com')
    // Five in a quarter of an hour; the first one confirms the address.
    expect(mail.mails.filter(({ to }) => [to].flat()[0]?.text === 'owner@example.com')).toHaveLength(5)
    await server.close()
    await mail.close()
  })
})

describe('without a mail server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ signInAttempts: 0 })
  })
  afterAll(() => server.close())

  it('an administrator gets the link to pass on', async () => {
    const owner = await server.signUp('owner@example.com')
    const person = await server.signUp('ada@example.com')
    const { id } = (await server.request('/user/me', { token: person.token })).json as { id: number }
    const asked = await server.request('/auth/password/forgot', { method: 'POST', body: { email: person.email } })
    expect((asked.json as { msg: string }).msg).toContain('Ask an administrator')
    const { link, email } = await server.call('passwordResetLinkCreate', { userId: id }, { token: owner.token })
    expect([email, link.startsWith(`${server.origin}/dashboard/#/user/password/reset?token=`)]).toEqual([
      'ada@example.com',
      true,
    ])
    const token = link.split('token=')[1] ?? ''
    const body = { password: newPassword }
    expect((await server.request(`/auth/password/reset/${token}`, { method: 'POST', body })).status).toBe(200)
    const again = await server.request('/auth/signin', { method: 'POST', body: { email, password: newPassword } })
    const { token: session } = again.json as { token: string }
    // The administrator knew the link, so it proves nothing about the address.
    expect((await server.request('/user/me', { token: session })).json).toMatchObject({ email_verified: false })
    const missing = await server.request('/api/v1/operations/passwordResetLinkCreate', {
      method: 'POST',
      token: owner.token,
      body: { userId: 999 },
    })
    expect([missing.status, missing.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
  })

  it('nobody is asked to confirm an address', async () => {
    const { token } = await server.signUp('quiet@example.com')
    expect(await server.call('emailValidationSend', {}, { token })).toEqual({ sent: false })
  })
})

describe('an e-mail address', () => {
  it('is confirmed by the mail after sign-up, once', async () => {
    const mail = await startMailServer()
    const server = await startServer({ mail: mail.settings, signInAttempts: 0 })
    const { token } = await server.signUp('ada@example.com')
    const sent = await mail.mailTo('ada@example.com')
    expect(sent.subject).toBe('Confirm your e-mail address')
    const me = async (): Promise<unknown> => (await server.request('/user/me', { token })).json
    expect(await me()).toMatchObject({ email_verified: false })
    const confirm = (secret: string): Promise<Answer> =>
      server.request(`/auth/email/validate/${secret}`, { method: 'POST' })
    expect((await confirm('0'.repeat(64))).error.code).toBe('EMAIL_TOKEN_INVALID')
    // A link of one kind is no link of the other kind.
    const body = { password: newPassword }
    const crossed = await server.request(`/auth/password/reset/${tokenIn(sent)}`, { method: 'POST', body })
    expect(crossed.error.code).toBe('RESET_TOKEN_INVALID')
    const answer = await confirm(tokenIn(sent))
    expect([answer.status, answer.json]).toEqual([200, expect.objectContaining({ email: 'ada@example.com' })])
    expect(await me()).toMatchObject({ email_verified: true })
    expect((await confirm(tokenIn(sent))).error.code).toBe('EMAIL_TOKEN_INVALID')
    expect(await server.call('emailValidationSend', {}, { token })).toEqual({ sent: false })
    await server.close()
    await mail.close()
  })
})
