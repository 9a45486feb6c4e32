import { startS3, type S3Fault, type TestS3 } from '@tests/helpers/s3-server'
import { uploadFile } from '@tests/helpers/form'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

/* A client never takes a part of a file for the whole, and no move loses one, however a storage fails. */

describe('a storage that fails', () => {
  let s3: TestS3
  let server: TestServer
  let owner: TestUser
  let projectId: string
  beforeAll(async () => {
    s3 = await startS3()
    server = await startServer({ signInAttempts: 0 })
    owner = await server.signUp('owner@example.com')
    await server.operate('installationSettingsSave', { outboundHosts: [new URL(s3.origin).host] }, owner)
    projectId = (await server.call('projectCreate', { title: 'Files' }, owner)).id
    await save()
  })
  afterAll(async () => {
    await server.close()
    await s3.close()
  })
  afterEach(() => {
    s3.faults.length = 0
    s3.aheadMs = 0
    s3.hold = undefined
  })

  const values = () => ({
    bucket: s3.bucket,
    endpoint: s3.origin,
    region: s3.region,
    access_key: s3.accessKey,
    access_secret: s3.accessSecret,
  })
  const save = () => server.operate('serviceSave', { service: 'minio', values: values() }, owner)
  const test = async (changed: object = {}): Promise<string> => {
    const input = { service: 'minio' as const, values: { ...values(), ...changed } }
    return (await server.operate('serviceTest', input, owner)).msg
  }
  const upload = async (name: string, content: string): Promise<string> => {
    const answer = await uploadFile(server, { name, content }, { token: owner.token, projectId })
    return (answer.json as { readonly url: string }).url
  }
  const read = (url: string, headers: Record<string, string> = {}) =>
    server.request(url, { token: owner.token, headers })
  const content = 'content of a file '.repeat(10_000)

  it.each([
    [404, 404, 'ATTACHMENT_NOT_FOUND'],
    [403, 502, 'STORAGE_FAILED'],
    [500, 502, 'STORAGE_FAILED'],
    [503, 502, 'STORAGE_FAILED'],
    [301, 502, 'STORAGE_FAILED'],
    ['short', 502, 'STORAGE_FAILED'],
  ] as const)('answers %s: downloads get %i %s', async (kind, status, code) => {
    const url = await upload('a.txt', content)
    s3.faults.push({ method: 'GET', kind, left: 9 })
    const answer = await read(url)
    expect([answer.status, answer.error.code]).toEqual([status, code])
    // Not the file of an earlier answer.
    expect(answer.headers['content-disposition']).toBeUndefined()
    s3.faults.length = 0
    expect((await read(url)).text === content).toBe(true)
  })

  it('breaks off: the transfer breaks off, also of a part', async () => {
    const url = await upload('a.txt', content)
    const part: Record<string, string> = { range: 'bytes=10-99999' }
    for (const headers of [{}, part]) {
      s3.faults.push({ method: 'GET', kind: 'reset', left: 1 })
      await expect(read(url, headers)).rejects.toThrow()
    }
    s3.faults.push({ method: 'GET', kind: 'short', left: 1 })
    expect((await read(url, { range: 'bytes=10-99999' })).error.code).toBe('STORAGE_FAILED')
  })

  it('tells administrators the region of the bucket and the difference of the clocks', async () => {
    expect(await test({ region: 'us-east-1' })).toBe(
      'MinIO failed: the bucket is in the region eu-test-1. Enter this region.',
    )
    s3.aheadMs = 20 * 60_000
    expect(await test()).toBe(
      'MinIO failed: its clock and the clock of this server differ by 20 minutes. Set both clocks.',
    )
  })

  it('in the middle of a move there and back costs no file', { tags: ['nightly'] }, async () => {
    await server.operate('serviceActiveSet', { service: 'minio', active: false }, owner)
    await move('local')
    const files = new Map<string, string>()
    for (let at = 0; at < 30; at += 1)
      files.set(await upload(`${at}.txt`, `file ${at} ${content}`), `file ${at} ${content}`)
    await save()
    for (const [to, method] of [
      ['minio', 'PUT'],
      ['local', 'GET'],
    ] as const) {
      if (to === 'local') await server.operate('serviceActiveSet', { service: 'minio', active: false }, owner)
      const fault: S3Fault = { method, kind: 403, left: 0 }
      s3.faults.push(fault)
      let requests = 0
      s3.hold = async (request) => {
        requests += request.startsWith(method) ? 1 : 0
        if (requests > 9) fault.left = 99
      }
      const failed = await move(to)
      expect(failed).toMatchObject({ state: 'failed', to, problem: { key: 'errors.STORAGE_FAILED' } })
      expect(failed?.moved).toBeGreaterThan(0)
      expect(failed?.moved).toBeLessThan(30)
      s3.hold = undefined
      s3.faults.length = 0
      for (const [url, text] of files) expect((await read(url)).text === text).toBe(true)
      expect(await move(to)).toMatchObject({ state: 'done', failed: 0 })
      for (const [url, text] of files) expect((await read(url)).text === text).toBe(true)
    }
    expect(s3.objects.size).toBe(0)
  })

  async function move(to: 'minio' | 'local') {
    await server.operate('fileMoveStart', { to }, owner)
    return until(async () => {
      const found = (await server.operate('fileMoveRead', {}, owner)).move
      return found === null || found.state === 'running' ? undefined : found
    })
  }
})
