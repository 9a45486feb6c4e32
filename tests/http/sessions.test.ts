import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { AccountSession } from '@common/operations/account'
import { systemClock, type Clock } from '@main/lib/clock'
import { cookieOf, startServer, testPassword, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

let server: TestServer
let aheadMs = 0
const clock: Clock = {
  now: () => new Date(systemClock.now().getTime() + aheadMs),
  monotonicMs: () => systemClock.monotonicMs() + aheadMs,
}

beforeAll(async () => {
  server = await startServer({ clock, signInAttempts: 5, signUpAttempts: 0 })
})
afterAll(() => server.close())

const post = (path: string, body: unknown, token?: string, headers: Record<string, string> = {}): Promise<Answer> =>
  server.request(path, { method: 'POST', body, token, headers })
const signIn = ({ email, password }: Pick<TestUser, 'email' | 'password'>, agent = firefox): Promise<Answer> =>
  post('/auth/signin', { email, password }, undefined, { 'user-agent': agent })
const tokenOf = (answer: Answer): string => (answer.json as { token: string }).token
/** Lists sessions from the device of the sign-in: each request can change the device of its session. */
const sessions = async (token: string, agent = firefox): Promise<AccountSession[]> => {
  const answer = await post('/api/v1/operations/sessionList', {}, token, { 'user-agent': agent })
  expect(answer.status).toBe(200)
  return answer.json as AccountSession[]
}
const change = (body: unknown, token?: string): Promise<Answer> => post('/user/password/change', body, token)
/** Returns the status of requests of several kinds with a token. */
const statuses = async (token: string): Promise<number[]> => {
  const answers = await Promise.all([
    server.request('/api/v1/operations/projectList', { method: 'POST', token, body: {} }),
    server.request('/dashboard/?q=sqlOp_secondFactorRead', {
      method: 'POST',
      token,
      body: { api: 'secondFactorRead' },
    }),
    server.request('/nc/nothing/api/v1/things', { token }),
  ])
  return answers.map(({ status }) => status)
}

describe('the list of sessions', () => {
  it('names device, address and times, the own session first', async () => {
    const user = await server.signUp()
    await signIn(user, safari)
    const token = tokenOf(await signIn(user))
    const [own, ...others] = await sessions(token)
    expect(own).toMatchObject({ current: true, program: 'Firefox', system: 'Linux', address: '127.0.0.1' })
    expect(others.map(({ current, program, system }) => [current, program, system])).toEqual([
      [false, 'Safari', 'iPhone'],
      [false, null, null],
    ])
    for (const { createdAt, seenAt } of await sessions(token))
      expect(Math.abs(Date.parse(createdAt) - Date.parse(seenAt))).toBeLessThan(60_000)
  })

  it('follows the use of a session by the minute, also from another device', async () => {
    const user = await server.signUp()
    const seenBy = async (agent: string): Promise<AccountSession | undefined> => {
      await server.request('/user/me', { token: user.token, headers: { 'user-agent': agent } })
      return (await sessions(user.token, agent))[0]
    }
    const first = await seenBy(firefox)
    await until(async () => (await seenBy(firefox))?.program === 'Firefox')
    expect((await seenBy(safari))?.program).toBe('Firefox')
    aheadMs += 61_000
    await until(async () => (await seenBy(safari))?.program === 'Safari')
    const later = await seenBy(safari)
    expect(Date.parse(later?.seenAt ?? '') - Date.parse(first?.seenAt ?? '')).toBeGreaterThanOrEqual(60_000)
    expect(later?.createdAt).toBe(first?.createdAt)
  })

  it('stores nothing that is longer than a name', async () => {
    const user = await server.signUp()
    const robot = `Robot/${'9'.repeat(4_000)}`
    const answer = await signIn(user, robot)
    expect((await sessions(tokenOf(answer), robot))[0]?.program).toBe('Robot')
  })

  it('has no session that has expired', async () => {
    const user = await server.signUp()
    aheadMs += 8 * 24 * 3_600_000
    const token = tokenOf(await signIn(user))
    expect(await sessions(token)).toHaveLength(1)
  })

  it('is for signed-in users only', async () => {
    for (const name of ['sessionList', 'sessionEndOthers'])
      expect((await post(`/api/v1/operations/${name}`, {})).status).toBe(401)
    expect((await post('/auth/signout/everywhere', {})).status).toBe(401)
  })
})

describe('ending sessions', () => {
  it('ends one at once, and no other', async () => {
    const user = await server.signUp()
    const other = await signIn(user)
    const otherToken = tokenOf(other)
    // Warms the caches of tokens and rights.
    expect(await statuses(otherToken)).toEqual([200, 200, 404])
    const [, found] = await sessions(user.token)
    await server.operate('sessionEnd', { id: found?.id ?? '' }, user)
    expect(await statuses(otherToken)).toEqual([401, 401, 401])
    expect((await server.request('/user/me', { token: otherToken })).json).toEqual({ roles: { guest: true } })
    const refreshed = await post('/auth/refresh-token', {}, undefined, { cookie: cookieOf(other) })
    expect([refreshed.status, refreshed.error.code]).toEqual([401, 'REFRESH_TOKEN_INVALID'])
    expect(await statuses(user.token)).toEqual([200, 200, 404])
  })

  it('answers alike for sessions of others, ended ones and invented ones', async () => {
    const [user, stranger] = [await server.signUp(), await server.signUp()]
    const [foreign] = await sessions(stranger.token)
    const ended = tokenOf(await signIn(user))
    const [{ id: endedId } = { id: '' }] = await sessions(ended)
    await post('/auth/signout', {}, ended)
    for (const id of [foreign?.id ?? '', endedId, 'nothing', '']) {
      const answer = await post('/api/v1/operations/sessionEnd', { id }, user.token)
      expect([answer.status, answer.error.code]).toEqual([404, 'SESSION_NOT_FOUND'])
    }
    expect(await statuses(stranger.token)).toEqual([200, 200, 404])
  })

  it('ends all others', async () => {
    const user = await server.signUp()
    const others = [tokenOf(await signIn(user)), tokenOf(await signIn(user))]
    expect(await server.operate('sessionEndOthers', {}, user)).toEqual({ ended: 2 })
    for (const token of others) expect(await statuses(token)).toEqual([401, 401, 401])
    expect(await sessions(user.token)).toHaveLength(1)
  })

  it('ends all, and clears the cookie', async () => {
    const user = await server.signUp()
    const other = tokenOf(await signIn(user))
    const answer = await post('/auth/signout/everywhere', {}, user.token)
    expect(answer.json).toEqual({ ended: 2 })
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^refresh_token=; Path=\/; Max-Age=0;/)
    for (const token of [user.token, other]) expect(await statuses(token)).toEqual([401, 401, 401])
  })

  it('ends the live stream of an ended session', async () => {
    const user = await server.signUp(`live@example.com`)
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    file.prepare("UPDATE xc_users SET user_role = 'user' WHERE email = 'live@example.com'").run()
    file.close()
    const token = tokenOf(await signIn(user))
    const { id } = await server.call('projectCreateByWebWithXCDB', { title: 'Live', projectType: 'rest' }, { token })
    const stream = await fetch(`${server.origin}/nc/${id}/v1/live`, { headers: { 'xc-auth': token } })
    expect(stream.status).toBe(200)
    await server.operate('sessionEndOthers', {}, user)
    // Resolves only at the end of the stream.
    await stream.text()
    expect((await fetch(`${server.origin}/nc/${id}/v1/live`, { headers: { 'xc-auth': token } })).status).toBe(401)
  })
})

describe('a change of the password', () => {
  it('takes the new password, keeps this session and ends all others', async () => {
    const user = await server.signUp()
    const other = tokenOf(await signIn(user))
    const answer = await change({ currentPassword: testPassword, newPassword: 'a new password' }, user.token)
    expect([answer.status, answer.json]).toMatchObject([200, { msg: 'Password updated successfully' }])
    expect(await statuses(other)).toEqual([401, 401, 401])
    expect(await statuses(user.token)).toEqual([200, 200, 404])
    expect((await signIn(user)).error.code).toBe('CREDENTIALS_INVALID')
    expect((await signIn({ ...user, password: 'a new password' })).status).toBe(200)
  })

  it.each([
    [{}, 'Missing new/old password'],
    [{ currentPassword: testPassword }, 'Missing new/old password'],
    [{ currentPassword: '', newPassword: 'a new password' }, 'Missing new/old password'],
    [{ currentPassword: null, newPassword: 'a new password' }, 'Missing new/old password'],
    [{ currentPassword: 'wrong', newPassword: 'a new password' }, 'Current password is wrong'],
    [{ currentPassword: testPassword, newPassword: '1234567' }, 'Your password must be at least 8 characters'],
  ])('refuses %j', async (body, sentence) => {
    const user = await server.signUp()
    const other = tokenOf(await signIn(user))
    const answer = await change(body, user.token)
    expect([answer.status, answer.error.msg]).toEqual([400, sentence])
    expect((await signIn(user)).status).toBe(200)
    expect(await statuses(other)).toEqual([200, 200, 404])
  })

  it('refuses passwords of another type and beyond the limit', async () => {
    const user = await server.signUp()
    for (const newPassword of [12_345_678, ['a new password'], 'ä'.repeat(600)]) {
      const answer = await change({ currentPassword: testPassword, newPassword }, user.token)
      expect(answer.status).toBe(400)
    }
    expect((await change({ currentPassword: testPassword, newPassword: 'a new password' })).status).toBe(401)
    expect((await signIn(user)).status).toBe(200)
  })

  it('stops guesses of the current password', async () => {
    const user = await server.signUp()
    const guess = (currentPassword: string): Promise<Answer> =>
      change({ currentPassword, newPassword: 'a new password' }, user.token)
    for (let n = 0; n < 5; n += 1) expect((await guess(`guess ${n}`)).status).toBe(400)
    const answer = await guess(testPassword)
    expect([answer.status, answer.error.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect((await signIn(user)).status).toBe(200)
  })

  it('lets one of two concurrent changes win', async () => {
    const user = await server.signUp()
    const answers = await Promise.all(
      ['first of two', 'second of two'].map((newPassword) =>
        change({ currentPassword: testPassword, newPassword }, user.token),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('voids links and steps of a sign-in that the old password started', async () => {
    const admin = await server.request('/auth/signin', { method: 'POST', body: await firstAccount() })
    const user = await server.signUp()
    const { id } = (await server.request('/user/me', { token: user.token })).json as { id: number }
    const { link } = await server.operate('passwordResetLinkCreate', { userId: id }, { token: tokenOf(admin) })
    await change({ currentPassword: testPassword, newPassword: 'a new password' }, user.token)
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? ''
    const answer = await post(`/auth/password/reset/${token}`, { password: 'yet another one' })
    expect([answer.status, answer.error.code]).toEqual([400, 'RESET_TOKEN_INVALID'])
  })

  it('reaches separate accounts of one address, each its own', async () => {
    const { email } = await server.signUp()
    const second = tokenOf(await post('/auth/signup', { email, password: 'the second one' }))
    const answer = await change({ currentPassword: 'the second one', newPassword: 'changed second' }, second)
    expect(answer.status).toBe(200)
    const claims = (token: string): unknown =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const again = await signIn({ email, password: 'changed second' })
    expect((claims(tokenOf(again)) as { id: number }).id).toBe((claims(second) as { id: number }).id)
    expect((await signIn({ email, password: testPassword })).status).toBe(200)
  })

  it('is refused to an account without a password', async () => {
    const user = await server.signUp()
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
    file.prepare("UPDATE xc_users SET password = '!' WHERE email = ?").run(user.email)
    file.close()
    const answer = await change({ currentPassword: '!', newPassword: 'a new password' }, user.token)
    expect([answer.status, answer.error.code]).toEqual([400, 'PASSWORD_NOT_SET'])
  })
})

/** Returns the credentials of the super admin of the server, the first account. */
async function firstAccount(): Promise<{ email: string; password: string }> {
  const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
  const { email } = file.prepare('SELECT email FROM xc_users WHERE super_admin = 1').get() as { email: string }
  file.close()
  return { email, password: testPassword }
}

it('stores neither tokens nor cookies of sessions', async () => {
  const user = await server.signUp()
  const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
  const rows = file.prepare('SELECT * FROM nc_sessions s JOIN nc_session_uses u ON u.session_id = s.id').all()
  file.close()
  const stored = JSON.stringify(rows)
  const cookie = user.cookie.replace('refresh_token=', '')
  expect([stored.includes(user.token), stored.includes(cookie)]).toEqual([false, false])
  expect(stored).toContain(createHash('sha256').update(cookie).digest('hex'))
})
