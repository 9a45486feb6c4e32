import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startS3, type TestS3 } from '@tests/helpers/s3-server'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('snapshots in a storage', () => {
  let s3: TestS3
  let server: TestServer
  let owner: TestUser
  let as: { token: string; projectId: string }
  beforeAll(async () => {
    s3 = await startS3()
    server = await startServer()
    owner = await server.signUp()
    const outboundHosts = [new URL(s3.origin).host]
    await server.operate('installationSettingsSave', { outboundHosts }, { token: owner.token })
    const values = {
      bucket: s3.bucket,
      endpoint: s3.origin,
      region: s3.region,
      access_key: s3.accessKey,
      access_secret: s3.accessSecret,
    }
    await server.operate('serviceSave', { service: 'minio', values }, { token: owner.token })
    const { id } = await server.call('projectCreate', { title: 'Stored' }, { token: owner.token })
    as = { token: owner.token, projectId: id }
    const columns = [
      { name: 'id', type: 'ID' as const },
      { name: 'name', type: 'SingleLineText' as const },
    ]
    await server.operate('tableCreate', { table: 'things', columns }, as)
    await write('POST', 'things', { name: 'Lamp' })
  })
  afterAll(async () => {
    await server.close()
    await s3.close()
  })
  const write = async (method: string, path: string, body?: unknown): Promise<void> => {
    const path1 = `/nc/${as.projectId}/api/v1/${path}`
    expect((await server.request(path1, { method, token: as.token, body })).status).toBe(200)
  }
  const localFiles = (): string[] => readdirSync(join(server.profileFolder, 'snapshots'))

  it('are compared and restored from there, also by a server without the file', async () => {
    const { id } = await server.operate('snapshotTake', {}, as)
    expect([...s3.objects.keys()]).toEqual([`snapshots/${as.projectId}/${id}.zip`])
    expect(localFiles()).toEqual([])
    await write('PUT', 'things/1', { name: 'Changed' })
    expect(await server.operate('snapshotCompare', { id }, as)).toMatchObject([{ table: 'things', changed: 1 }])
    for (const name of localFiles()) rmSync(join(server.profileFolder, 'snapshots', name))
    const restored = await server.operate('snapshotRestore', { id, title: 'Restored' }, as)
    expect(restored).toMatchObject({ tables: 1, rows: 1 })
    await server.operate('snapshotDelete', { id }, as)
    expect([s3.objects.size, localFiles()]).toEqual([0, []])
  })

  it('leave nothing behind if the storage fails, and go with their project', async () => {
    s3.faults.push({ method: 'PUT', kind: 403, left: 1 })
    await expect(server.operate('snapshotTake', {}, as)).rejects.toThrow()
    expect([s3.objects.size, localFiles()]).toEqual([0, []])
    expect((await server.operate('snapshotList', {}, as)).list).toEqual([])
    await server.operate('snapshotTake', {}, as)
    expect(s3.objects.size).toBe(1)
    const storage = { service: 'minio' as const }
    await expect(server.operate('serviceDelete', storage, { token: owner.token })).rejects.toThrow()
    await server.call('projectDelete', {}, as)
    await expect.poll(() => s3.objects.size).toBe(0)
  })
})
