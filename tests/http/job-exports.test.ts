import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3, type TestS3 } from '@tests/helpers/s3-server'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { until } from '@tests/helpers/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* Scheduled exports go to the storage of the installation, which all servers share. */

describe('exports of scheduled jobs', () => {
  let s3: TestS3
  let server: TestServer
  let owner: TestUser
  let projectId: string
  let folder: string
  beforeAll(async () => {
    s3 = await startS3()
    server = await startServer()
    owner = await server.signUp('owner@example.com')
    await server.operate('installationSettingsSave', { outboundHosts: [new URL(s3.origin).host] }, owner)
    projectId = (await server.call('projectCreate', { title: 'Exports' }, owner)).id
    folder = await mkdtemp(join(tmpdir(), 'basalt-exports-'))
    const columns = [
      { cn: 'id', uidt: 'ID' },
      { cn: 'name', uidt: 'SingleLineText' },
    ] as const
    for (const tn of ['plain', 'Über uns', 'Uber uns', '関連']) {
      await server.call('tableCreate', { tn, columns: [...columns] }, here())
      const path = `/nc/${projectId}/api/v1/${encodeURIComponent(tn)}`
      await server.request(path, { method: 'POST', token: owner.token, body: { name: `Row of ${tn}` } })
    }
  })
  afterAll(async () => {
    await server.close()
    await s3.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Exports in the profile, also unfinished ones. */
  const profileFiles = (): string[] => globSync('exports/**/*.{csv,part}', { cwd: server.profileFolder })
  const here = () => ({ token: owner.token, projectId })
  const store = (service: 'minio' | 'folder', values: Record<string, string>) =>
    server.operate('serviceSave', { service, values }, owner)
  const run = async (table: string) => {
    const action = { kind: 'export', table, format: 'csv', folder: 'Every night' } as const
    const job = { title: table, pattern: '0 5 31 12 *', timeZone: 'UTC', action }
    const { id } = await server.operate('jobSave', job, here())
    await server.operate('jobRun', { id }, here())
    return until(async () => {
      const [last] = (await server.operate('jobRuns', { id }, here())).list
      return last === undefined || last.endedAt === null ? undefined : last
    })
  }

  it('go to a bucket, each table to a key of its own, and a second run replaces the first', async () => {
    await store('minio', {
      bucket: s3.bucket,
      endpoint: s3.origin,
      region: s3.region,
      access_key: s3.accessKey,
      access_secret: s3.accessSecret,
    })
    const keys: string[] = []
    for (const table of ['plain', 'Über uns', 'Uber uns', '関連', 'plain']) {
      const { state, output } = await run(table)
      expect(state).toBe('done')
      expect(s3.objects.get(output ?? '')?.toString()).toContain(`Row of ${table}`)
      keys.push(output ?? '')
    }
    const within = `exports/${projectId}/Every_night/`
    const day = '\\d{4}-\\d\\d-\\d\\d'
    const names = [
      `plain_${day}`,
      `-ber_uns_${day}-[0-9a-f]{8}`,
      `Uber_uns_${day}`,
      `--_${day}-[0-9a-f]{8}`,
      `plain_${day}`,
    ]
    for (const [at, name] of names.entries()) expect(keys[at]).toMatch(new RegExp(`^${within}${name}\\.csv$`))
    expect(keys[4]).toBe(keys[0])
    expect(s3.objects.size).toBe(4)
    expect(profileFiles()).toEqual([])
  })

  it('fail with the reason of a storage that fails, and leave no file', async () => {
    s3.objects.clear()
    s3.faults.push({ method: 'PUT', kind: 403, left: 1_000 })
    expect(await run('plain')).toMatchObject({ state: 'failed', msg: expect.stringContaining('403') as unknown })
    s3.faults.length = 0
    expect(s3.objects.size).toBe(0)
    expect(profileFiles()).toEqual([])
  })

  it('go to a folder', async () => {
    await store('folder', { path: folder })
    const { state, output } = await run('plain')
    expect(state).toBe('done')
    expect(await readFile(join(folder, output ?? ''), 'utf8')).toContain('Row of plain')
  })
})
