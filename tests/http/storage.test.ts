import { mkdirSync, writeFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startServer({})
  owner = (await server.signUp('owner@example.com')).token
})
afterAll(() => server.close())

const operate = (name: string, token: string, body: unknown = {}): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}`, { method: 'POST', token, body })

interface Parts {
  readonly folder: string
  readonly parts: readonly { readonly part: string; readonly files: number; readonly bytes: number }[]
  readonly total: { readonly files: number; readonly bytes: number }
}

describe('the storage of the installation', () => {
  it('is measured by part, for the super admin only', async () => {
    const profile = server.profileFolder
    mkdirSync(join(profile, 'logs', 'old'), { recursive: true })
    mkdirSync(join(profile, 'workspaces', 'p1'), { recursive: true })
    writeFileSync(join(profile, 'logs', 'old', 'a.log'), 'x'.repeat(1_000))
    writeFileSync(join(profile, 'workspaces', 'p1', 'notes.txt'), 'x'.repeat(20))
    writeFileSync(join(profile, 'settings.json'), '{}')

    const before = (await operate('storageRead', owner)).json as Parts
    const of = (part: string) => before.parts.find((each) => each.part === part)
    expect(before.folder).toBe(profile)
    expect(of('workspaces')).toEqual({ part: 'workspaces', files: 1, bytes: 20 })
    expect(of('logs')?.bytes).toBeGreaterThanOrEqual(1_000)
    expect(of('meta')?.bytes).toBeGreaterThan(10_000)
    expect(of('other')?.files).toBeGreaterThanOrEqual(1)
    expect(before.total.bytes).toBe(before.parts.reduce((sum, { bytes }) => sum + bytes, 0))

    const other = (await server.signUp('other@example.com')).token
    for (const name of ['storageRead', 'cacheClear']) expect((await operate(name, other)).status).toBe(403)
  })

  it('loses compiled code when the cache is cleared, and nothing else', async () => {
    const cache = join(server.profileFolder, 'cache')
    mkdirSync(join(cache, 'build-1a', 'v24'), { recursive: true })
    mkdirSync(join(cache, 'bin'), { recursive: true })
    writeFileSync(join(cache, 'build-1a', 'v24', 'code'), 'x'.repeat(300))
    writeFileSync(join(cache, 'bin', 'basalt'), 'x')

    const { status, json } = await operate('cacheClear', owner)
    expect([status, json]).toEqual([200, { cleared: { files: 1, bytes: 300 } }])
    expect([readdirSync(join(cache, 'build-1a')), existsSync(join(cache, 'bin', 'basalt'))]).toEqual([[], true])
    expect((await operate('cacheClear', owner)).json).toEqual({ cleared: { files: 0, bytes: 0 } })
  })
})
