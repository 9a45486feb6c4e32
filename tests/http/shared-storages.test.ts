import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFile } from '@tests/helpers/form'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import { startS3, type TestS3 } from '@tests/helpers/s3-server'
import { startServer, type TestServer } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const places = [
  ...((await hasPostgres()) ? [{ engine: 'PostgreSQL', create: createTestPostgres }] : []),
  ...((await hasMariadb()) ? [{ engine: 'MariaDB', create: createTestMariadb }] : []),
]

describe.each(places)('attachments of two servers on one meta store, on $engine', ({ create }) => {
  let place: TestPostgres
  let s3: TestS3
  let one: TestServer
  let other: TestServer
  let here: { readonly token: string; readonly projectId: string }
  beforeAll(async () => {
    ;[place, s3] = await Promise.all([create(), startS3()])
    one = await startServer({ metaUrl: place.url })
    other = await startServer({ metaUrl: place.url })
    const { token } = await one.signUp('owner@example.com')
    await one.operate('installationSettingsSave', { outboundHosts: [new URL(s3.origin).host] }, { token })
    here = { token, projectId: (await one.call('projectCreate', { title: 'Files' }, { token })).id }
  })
  afterAll(async () => {
    await Promise.all([one.close(), other.close()])
    await s3.close()
    await place.drop()
  })

  it('are shared in a storage, without a common folder, and move to it while both read', async () => {
    const files = new Map<string, string>()
    for (let at = 0; at < 6; at += 1) {
      const file = { name: `${at}.txt`, content: `content ${at}`.repeat(200) }
      const uploaded = await uploadFile(one, file, here)
      files.set((uploaded.json as { readonly url: string }).url, file.content)
    }
    const values = {
      bucket: s3.bucket,
      endpoint: s3.origin,
      region: s3.region,
      access_key: s3.accessKey,
      access_secret: s3.accessSecret,
    }
    await one.operate('serviceSave', { service: 'minio', values }, here)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    s3.hold = () => held
    await one.operate('fileMoveStart', { to: 'minio' }, here)
    const again = { method: 'POST', token: here.token, body: { to: 'local' } } as const
    // The other server knows of the move, and only one works on it.
    const answer = await other.request('/api/v1/operations/fileMoveStart', again)
    expect([answer.status, answer.json]).toEqual([409, expect.objectContaining({ code: 'FILE_MOVE_RUNNING' })])
    release()
    const move = await until(async () => {
      const found = (await other.operate('fileMoveRead', {}, here)).move
      return found?.state === 'running' ? undefined : found
    })
    expect(move).toMatchObject({ to: 'minio', state: 'done', total: 6, moved: 6, failed: 0 })
    expect(s3.objects.size).toBe(6)
    for (const [url, content] of files)
      for (const server of [one, other])
        expect((await server.request(url, { token: here.token })).text === content).toBe(true)
    const uploaded = await uploadFile(other, { name: 'new.txt', content: 'from the other' }, here)
    const { url } = uploaded.json as { readonly url: string }
    expect((await one.request(url, { token: here.token })).text).toBe('from the other')
    expect(await readdir(join(one.profileFolder, 'attachments', here.projectId))).toEqual([])
  })
})
