import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailCredentials, startMailServer, type MailServer } from '@tests/helpers/mail-server'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

interface TestResult {
  readonly sent: boolean
  readonly to: string
  readonly msg: string
}

const shortTimes = {
  retryDelaysMs: [20, 20, 20],
  timeouts: { connectMs: 500, idleMs: 500, totalMs: 1_000 },
}

describe('the mail server', () => {
  let server: TestServer
  let mail: MailServer
  let owner: TestUser
  beforeAll(async () => {
    mail = await startMailServer()
    server = await startServer({ mailTimes: shortTimes, signInAttempts: 0 })
    owner = await server.signUp('owner@example.com')
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
  })
  beforeEach(() => {
    mail.behaviour = 'accept'
  })
  afterEach(() => server.call('mailSettingsDelete', {}, { token: owner.token }))

  const test = async (settings = mail.settings): Promise<TestResult> =>
    server.call('mailTest', { settings }, { token: owner.token })
  const store = (more = {}) => server.call('mailSettingsSave', { ...mail.settings, ...more }, { token: owner.token })

  it('is not set up at first, which a test says', async () => {
    const read = await server.call('mailSettingsRead', {}, { token: owner.token })
    expect(read).toEqual({ settings: null, fixed: false, lastFailure: null })
    const answer = await server.request('/api/v1/operations/mailTest', { method: 'POST', token: owner.token, body: {} })
    expect([answer.status, answer.error.code]).toEqual([400, 'MAIL_NOT_SET_UP'])
  })

  it('gets a mail in plain text and HTML to the administrator who tests it', async () => {
    const { sent, to, msg } = await test()
    expect([sent, to, msg]).toEqual([true, 'owner@example.com', expect.stringContaining('queued as') as string])
    const received = await mail.mailTo('owner@example.com')
    expect(received.subject).toBe('Test mail from Basalt')
    expect(received.from?.text).toBe('"Basalt" <basalt@example.com>')
    expect(received.text).toContain('Basalt can send mail.')
    expect(received.html).toContain('Basalt can send mail.')
  })

  it.each([
    ['refuse', 'The mail server rejected the recipient: 550 5.1.1 No such mailbox'],
    ['delay', 'The mail server rejected the recipient: 451 4.7.1 Try again later'],
    ['drop', '127.0.0.1 closed the connection before it accepted the mail.'],
    ['silence', "127.0.0.1 didn't answer in time."],
  ] as const)('that answers with %s is reported as a sentence', async (behaviour, sentence) => {
    mail.behaviour = behaviour
    expect(await test()).toMatchObject({ sent: false, msg: sentence })
  })

  it('that rejects the password, listens nowhere or has no certificate is reported', async () => {
    expect(await test({ ...mail.settings, user: 'basalt', password: 'wrong' })).toMatchObject({
      sent: false,
      msg: expect.stringContaining('535 5.7.8 Authentication failed') as string,
    })
    expect((await test({ ...mail.settings, ...mailCredentials })).sent).toBe(true)
    expect((await test({ ...mail.settings, port: 1 })).msg).toBe('Nothing answers at 127.0.0.1, port 1.')
    expect((await test({ ...mail.settings, security: 'starttls' })).sent).toBe(false)
    expect((await test({ ...mail.settings, security: 'tls' })).sent).toBe(false)
  })

  it('keeps its password secret: in answers, and on disk', async () => {
    const saved = await store(mailCredentials)
    expect(JSON.stringify(saved)).not.toContain(mailCredentials.password)
    expect(saved.settings).toEqual({
      host: '127.0.0.1',
      port: mail.settings.port,
      security: 'none',
      user: 'basalt',
      sender: 'basalt@example.com',
      hasPassword: true,
    })
    for (const name of ['meta.sqlite', 'meta.sqlite-wal'])
      expect(readFileSync(join(server.profileFolder, name)).includes(mailCredentials.password)).toBe(false)
  })

  it('uses the stored password again, but never for another server or user', async () => {
    await store(mailCredentials)
    const { password: _, ...rest } = { ...mail.settings, user: 'basalt', sender: 'other@example.com' }
    const again = await server.call('mailSettingsSave', rest, { token: owner.token })
    expect(again.settings?.hasPassword).toBe(true)
    const elsewhere = await server.call('mailSettingsSave', { ...rest, host: 'localhost' }, { token: owner.token })
    expect(elsewhere.settings?.hasPassword).toBe(false)
  })

  it.each([
    [{ sender: 'nobody' }, 'EMAIL_INVALID'],
    [{ sender: 'a@example.com\r\nBcc: b@example.com' }, 'EMAIL_INVALID'],
    [{ port: 0 }, 'INPUT_INVALID'],
    [{ security: 'ssl' }, 'INPUT_INVALID'],
    [{ smtp: true }, 'INPUT_INVALID'],
  ])('rejects %j', async (wrong, code) => {
    const answer = await server.request('/api/v1/operations/mailSettingsSave', {
      method: 'POST',
      token: owner.token,
      body: { ...mail.settings, ...wrong },
    })
    expect([answer.status, answer.error.code]).toEqual([400, code])
  })

  it('is a matter of super admins', async () => {
    const other = await server.signUp('other@example.com')
    for (const name of ['mailSettingsRead', 'mailSettingsSave', 'mailSettingsDelete', 'mailTest']) {
      const answer = await server.request(`/api/v1/operations/${name}`, {
        method: 'POST',
        token: other.token,
        body: {},
      })
      expect([name, answer.status, answer.error.code]).toEqual([name, 403, 'NOT_ALLOWED'])
    }
  })
})

describe('the environment', () => {
  it('sets the mail server, which nobody can change then', async () => {
    const mail = await startMailServer()
    const server = await startServer({ mail: { ...mail.settings, ...mailCredentials } })
    try {
      const { token } = await server.signUp('owner@example.com')
      expect(await server.call('mailSettingsRead', {}, { token })).toMatchObject({
        fixed: true,
        settings: { port: mail.settings.port, hasPassword: true },
      })
      expect((await server.call('mailTest', {}, { token })).sent).toBe(true)
      for (const [name, body] of [
        ['mailSettingsSave', mail.settings],
        ['mailSettingsDelete', {}],
      ] as const) {
        const answer = await server.request(`/api/v1/operations/${name}`, { method: 'POST', token, body })
        expect([answer.status, answer.error.code]).toEqual([400, 'SETTINGS_FIXED'])
      }
    } finally {
      await server.close()
      await mail.close()
    }
  })
})
