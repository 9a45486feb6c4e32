import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

/* Other web pages that may call the API: a setting of the installation, unless the start sets them. */

const page = 'https://app.example.com'

function callsOf(server: TestServer, token: string) {
  const operate = (name: string, body: unknown, as = token): Promise<Answer> =>
    server.request(`/api/v1/operations/${name}`, { method: 'POST', token: as, body })
  return {
    save: (allowedOrigins: unknown, as = token) => operate('installationSettingsSave', { allowedOrigins }, as),
    read: async () => (await operate('installationSettingsRead', {})).json as Record<string, unknown>,
    /** Status of a request from another page, and the page that the answer names. */
    from: async (origin: string) => {
      const { status, headers } = await server.request('/user/me', { token, headers: { origin } })
      return [status, headers['access-control-allow-origin']]
    },
  }
}

describe('allowed origins', () => {
  let server: TestServer
  let calls: ReturnType<typeof callsOf>
  beforeAll(async () => {
    server = await startServer({ signInAttempts: 0 })
    calls = callsOf(server, (await server.signUp('owner@example.com')).token)
  })
  afterAll(() => server.close())

  it('are none at first, and apply from the next request', async () => {
    expect(await calls.from(page)).toEqual([403, undefined])
    expect((await calls.save([` ${page}/ `, 'HTTP://Localhost:5173', page])).json).toMatchObject({
      allowedOrigins: [page, 'http://localhost:5173'],
      fixed: [],
    })
    expect(await calls.from(page)).toEqual([200, page])
    expect(await calls.from('http://localhost:5173')).toEqual([200, 'http://localhost:5173'])
    expect(await calls.from('https://evil.example')).toEqual([403, undefined])
    await calls.save(['http://localhost:5173'])
    expect(await calls.from(page)).toEqual([403, undefined])
    await calls.save([])
    expect(await calls.from('http://localhost:5173')).toEqual([403, undefined])
  })

  it.each([
    '*',
    'null',
    'app.example.com',
    'https://*.example.com',
    'https://app.example.com/path',
    'https://app.example.com?x',
    'https://user@app.example.com',
    'ftp://app.example.com',
    'javascript:alert(1)',
    'https://app.example.com https://other.example.com',
    '',
  ])('refuse %j and change nothing', async (wrong) => {
    await calls.save([page])
    const { status, error } = await calls.save(['https://other.example.com', wrong])
    expect([status, error.code]).toEqual([400, 'ORIGIN_INVALID'])
    expect(await calls.read()).toMatchObject({ allowedOrigins: [page] })
    expect(await calls.from('https://other.example.com')).toEqual([403, undefined])
  })

  it('belong to the super admin', async () => {
    const other = await server.signUp('other@example.com')
    expect((await calls.save([page], other.token)).error.code).toBe('NOT_ALLOWED')
    expect((await calls.save('https://app.example.com')).status).toBe(400)
  })

  it('last over a restart', async () => {
    const profileFolder = await mkdtemp(join(tmpdir(), 'basalt-test-'))
    const first = await startServer({ profileFolder })
    const { token } = await first.signUp('owner@example.com')
    await callsOf(first, token).save([page])
    await first.close()
    const second = await startServer({ profileFolder })
    expect(await callsOf(second, token).from(page)).toEqual([200, page])
    await second.close()
    await rm(profileFolder, { recursive: true })
  })
})

describe('allowed origins of the start', () => {
  it('replace the setting', async () => {
    const server = await startServer({ allowedOrigins: [page] })
    const calls = callsOf(server, (await server.signUp('owner@example.com')).token)
    expect(await calls.read()).toMatchObject({ allowedOrigins: [page], fixed: ['allowedOrigins'] })
    expect((await calls.save([])).error.code).toBe('SETTINGS_FIXED')
    expect(await calls.from(page)).toEqual([200, page])
    await server.close()
  })
})
