import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { startS3, type TestS3 } from '@tests/helpers/s3-server'
import { startServer, type TestServer } from '@tests/helpers/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/* Objects of snapshots, in a storage that other installations and programs may share. */

describe('objects of snapshots', () => {
  let s3: TestS3
  let profileFolder: string
  let server: TestServer
  let isRunning: boolean
  let token: string
  let shop: { token: string; projectId: string }
  beforeEach(async () => {
    s3 = await startS3()
    profileFolder = mkdtempSync(join(tmpdir(), 'basalt-snapshot-objects-'))
    server = await startServer({ profileFolder })
    isRunning = true
    token = (await server.signUp()).token
    await server.operate('installationSettingsSave', { outboundHosts: [new URL(s3.origin).host] }, { token })
    const values = {
      bucket: s3.bucket,
      endpoint: s3.origin,
      region: s3.region,
      access_key: s3.accessKey,
      access_secret: s3.accessSecret,
    }
    await server.operate('serviceSave', { service: 'minio', values }, { token })
    shop = await projectOf('Shop')
    const columns = [{ name: 'name', type: 'SingleLineText' as const }]
    await server.operate('tableCreate', { table: 'things', columns }, shop)
  })
  afterEach(async () => {
    if (isRunning) await server.close()
    await s3.close()
    await rm(profileFolder, { recursive: true, force: true })
  })

  const projectOf = async (title: string): Promise<{ token: string; projectId: string }> => {
    const { id } = await server.call('projectCreate', { title }, { token })
    return { token, projectId: id }
  }
  const keys = (): string[] => [...s3.objects.keys()].toSorted()
  const keyOf = (id: string, projectId = shop.projectId): string => `snapshots/${projectId}/${id}.zip`
  /** Runs the tidying of a start: closing waits for its end. */
  const startAgain = async (whileStopped: () => void = () => undefined): Promise<void> => {
    await server.close()
    isRunning = false
    whileStopped()
    const next = await startServer({ profileFolder })
    await next.close()
  }
  const inStore = (sql: string, ...params: readonly string[]): void => {
    const database = new Sqlite(join(profileFolder, 'meta.sqlite'))
    database.prepare(sql).run(...params)
    database.close()
  }

  it('of other installations, of a newer store and of other programs stay', async () => {
    const { id } = await server.operate('snapshotTake', {}, shop)
    const others = [
      keyOf('a'.repeat(32), 'other_ab12'),
      keyOf('b'.repeat(32)),
      'snapshots/vm-disk/today.img',
      'snapshots/notes.txt',
    ]
    for (const key of others) s3.objects.set(key, Buffer.from('theirs'))
    await server.call('projectDelete', {}, shop)
    await expect.poll(keys, { timeout: 60_000 }).not.toContain(keyOf(id))
    await startAgain()
    expect(keys()).toEqual(others.toSorted())
  })

  it('are removed at the next start if their storage didn’t answer before', async () => {
    const { id } = await server.operate('snapshotTake', {}, shop)
    s3.faults.push({ method: 'DELETE', kind: 403, left: 1 })
    await server.operate('snapshotDelete', { id }, shop)
    expect(keys()).toEqual([keyOf(id)])
    await startAgain()
    expect(keys()).toEqual([])
  })

  it('whose upload was cancelled or killed at its end are removed', async () => {
    s3.hold = async (request) => {
      if (!request.startsWith('PUT ')) return
      s3.hold = undefined
      s3.objects.set(request.slice('PUT '.length), Buffer.from('Arrived'))
      await server.operate('snapshotCancel', {}, shop)
    }
    await expect(server.operate('snapshotTake', {}, shop)).rejects.toThrow('REQUEST_CANCELLED')
    expect([keys(), readdirSync(join(profileFolder, 'snapshots'))]).toEqual([[], []])

    const killed = 'c'.repeat(32)
    s3.objects.set(keyOf(killed), Buffer.from('Whole'))
    const began = new Date().toISOString()
    await startAgain(() => {
      inStore(
        'INSERT INTO nc_snapshot_files (id, project_id, place, writing_since) VALUES (?, ?, ?, ?)',
        killed,
        shop.projectId,
        'minio',
        began,
      )
    })
    expect(keys()).toEqual([])
  })

  it('are fetched and read while other projects are deleted', async () => {
    const { id } = await server.operate('snapshotTake', {}, shop)
    const other = await projectOf('Other')
    const folder = join(profileFolder, 'snapshots')
    const marker = 'd'.repeat(32)
    mkdirSync(folder, { recursive: true })
    let partsDuring: string[] = []
    s3.hold = async (request) => {
      if (!request.startsWith('GET ')) return
      s3.hold = undefined
      writeFileSync(join(folder, `${id}.99.fetch`), 'Arriving')
      // A file whose project is gone: when it is removed, the tidying has passed.
      writeFileSync(join(folder, `${marker}.zip`), 'Gone')
      await server.call('projectDelete', {}, other)
      await expect.poll(() => readdirSync(folder), { timeout: 60_000 }).not.toContain(`${marker}.zip`)
      partsDuring = readdirSync(folder)
    }
    expect(await server.operate('snapshotRestore', { id, title: 'Restored' }, shop)).toMatchObject({ tables: 1 })
    expect(partsDuring).toContain(`${id}.99.fetch`)
    // The copy for reading stays as well.
    writeFileSync(join(folder, `${marker}.zip`), 'Gone')
    await server.call('projectDelete', {}, await projectOf('Another'))
    await expect.poll(() => readdirSync(folder), { timeout: 60_000 }).not.toContain(`${marker}.zip`)
    expect(readdirSync(folder)).toContain(`${id}.zip`)
    await startAgain()
    expect(readdirSync(folder)).toEqual([])
  })
})
