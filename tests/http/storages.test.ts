import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationOutput } from '@common/operations'
import { uploadFile } from '@tests/helpers/form'
import { giveRoles } from '@tests/helpers/members'
import { startS3, type TestS3 } from '@tests/helpers/s3-server'
import { startServeProcess } from '@tests/helpers/serve-process'
import {
  sendRequest,
  startServer,
  testPassword,
  type Answer,
  type TestServer,
  type TestUser,
} from '@tests/helpers/server'
import { until } from '@tests/helpers/until'

let s3: TestS3
let server: TestServer
let owner: TestUser
let projectId: string
let folder: string
beforeAll(async () => {
  s3 = await startS3()
  server = await startServer({ signInAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  await allow([new URL(s3.origin).host])
})
afterAll(async () => {
  await server.close()
  await s3.close()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-storage-'))
  projectId = (await server.call('projectCreate', { title: 'Files' }, { token: owner.token })).id
})
afterEach(async () => {
  s3.hold = undefined
  s3.faults.length = 0
  await server.operate('fileMoveStart', { to: 'local' }, as())
  await ended()
  for (const service of ['minio', 'folder'] as const) await send('serviceDelete', { service })
  expect(s3.objects.size).toBe(0)
  await server.call('projectDelete', {}, { token: owner.token, projectId })
  await rm(folder, { recursive: true, force: true })
})

const allow = (outboundHosts: string[]) => server.operate('installationSettingsSave', { outboundHosts }, as())
const as = () => ({ token: owner.token })
const send = (name: string, input: object, token = owner.token): Promise<Answer> =>
  server.request(`/api/v1/operations/${name}`, { method: 'POST', token, body: input })
const bucketValues = (changed: object = {}) => ({
  bucket: s3.bucket,
  endpoint: s3.origin,
  region: s3.region,
  access_key: s3.accessKey,
  access_secret: s3.accessSecret,
  ...changed,
})
const useBucket = () => server.operate('serviceSave', { service: 'minio', values: bucketValues() }, as())
const useFolder = () => server.operate('serviceSave', { service: 'folder', values: { path: folder } }, as())
const stateOf = async (service: string) =>
  (await server.operate('serviceList', {}, as())).list.find((each) => each.service === service)
const upload = async (name: string, content: string | Uint8Array): Promise<string> => {
  const answer = await uploadFile(server, { name, content }, { token: owner.token, projectId })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return (answer.json as { readonly url: string }).url
}
const read = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  server.request(url, { token: owner.token, headers })
type Moves = OperationOutput<'fileMoveRead'>
const moves = (): Promise<Moves> => server.operate('fileMoveRead', {}, as())
const ended = (): Promise<Moves> =>
  until(async () => {
    const found = await moves()
    return found.move?.state === 'running' ? undefined : found
  })
const filesIn = async (place: string): Promise<number> =>
  (await moves()).places.find((each) => each.place === place)?.files ?? 0
/** Files of our own folder, without projects that have none. */
const localFiles = async (): Promise<string[]> =>
  readdir(join(server.profileFolder, 'attachments', projectId)).catch(() => [])

describe('storages', () => {
  it('are set up, tested, changed and removed, without an answer that holds a secret', async () => {
    const test = await server.operate('serviceTest', { service: 'minio', values: bucketValues() }, as())
    expect(test).toMatchObject({ passed: true, msg: 'MinIO wrote, read, listed and deleted a test file.' })
    expect(s3.objects.size).toBe(0)
    const { list } = await useBucket()
    expect(list.find(({ service }) => service === 'minio')).toEqual({
      service: 'minio',
      isInstalled: true,
      isActive: true,
      isFixed: false,
      values: { bucket: s3.bucket, endpoint: s3.origin, region: s3.region, access_key: s3.accessKey },
      secrets: ['access_secret'],
    })
    const wrong = bucketValues({ access_secret: 'wrong' })
    expect(await server.operate('serviceTest', { service: 'minio', values: wrong }, as())).toMatchObject({
      passed: false,
      msg: expect.stringContaining('SignatureDoesNotMatch') as string,
    })
    // An empty secret is the stored one, as long as the place is the same.
    const empty = bucketValues({ access_secret: '' })
    expect(await server.operate('serviceTest', { service: 'minio', values: empty }, as())).toMatchObject({
      passed: true,
    })
    const elsewhere = { service: 'minio', values: { ...empty, endpoint: 'https://elsewhere.example' } }
    expect((await send('serviceTest', elsewhere)).json).toMatchObject({ code: 'SERVICE_FIELD_MISSING' })
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
    const stored = ['nc_services', 'nc_audit'].map((table) => file.prepare(`SELECT * FROM ${table}`).all())
    file.close()
    expect(JSON.stringify(stored)).toContain(s3.accessKey)
    expect(JSON.stringify(stored)).not.toContain(s3.accessSecret)
    await server.operate('serviceDelete', { service: 'minio' }, as())
    expect(await stateOf('minio')).toMatchObject({ isInstalled: false, values: {}, secrets: [] })
  })

  it.each([
    ['serviceSave', { service: 'minio', values: {} }, 400, 'SERVICE_FIELD_MISSING'],
    ['serviceSave', { service: 'none', values: {} }, 400, 'INPUT_INVALID'],
    ['serviceSave', { service: 'folder', values: { path: 'relative' } }, 400, 'SERVICE_FIELD_INVALID'],
    ['serviceSave', { service: 'folder', values: { path: '/a/../b' } }, 400, 'SERVICE_FIELD_INVALID'],
    [
      'serviceSave',
      { service: 's3', values: { bucket: 'files', region: 'x/evil', access_key: 'k', access_secret: 's' } },
      400,
      'SERVICE_FIELD_INVALID',
    ],
    ['serviceActiveSet', { service: 'minio', active: true }, 404, 'SERVICE_NOT_INSTALLED'],
    ['serviceDelete', { service: 'minio' }, 404, 'SERVICE_NOT_INSTALLED'],
    ['fileMoveStart', { to: 'minio' }, 404, 'SERVICE_NOT_INSTALLED'],
    ['fileMoveCancel', {}, 409, 'FILE_MOVE_NOT_RUNNING'],
  ])('reject %s %j', async (name, input, status, code) => {
    const answer = await send(name, input)
    expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code })])
  })

  it('are for super admins only', async () => {
    const user = await server.signUp()
    for (const name of ['serviceList', 'fileMoveRead']) expect((await send(name, {}, user.token)).status).toBe(403)
  })

  it('replace each other: new files go to the active one, others stay readable where they are', async () => {
    const inProfile = await upload('a.txt', 'in the profile')
    await useBucket()
    const inBucket = await upload('b.txt', 'in the bucket')
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(`^attachments/${projectId}/[0-9a-f]{32}$`)])
    await useFolder()
    expect(await stateOf('minio')).toMatchObject({ isInstalled: true, isActive: false })
    const inFolder = await upload('c.txt', 'in the folder')
    expect(await readdir(join(folder, 'attachments', projectId))).toHaveLength(1)
    expect(await localFiles()).toHaveLength(1)
    for (const [url, text] of [
      [inProfile, 'in the profile'],
      [inBucket, 'in the bucket'],
      [inFolder, 'in the folder'],
    ] as const) {
      expect((await read(url)).text).toBe(text)
      const part = await read(url, { range: 'bytes=3-5' })
      expect([part.status, part.text, part.headers['content-range']]).toEqual([
        206,
        text.slice(3, 6),
        `bytes 3-5/${text.length}`,
      ])
      expect((await read(url, { range: 'bytes=99-' })).status).toBe(416)
    }
    expect((await moves()).places.map(({ place, files }) => [place, files])).toEqual(
      expect.arrayContaining([
        ['folder', 1],
        ['minio', 1],
      ]),
    )
    const answer = await send('serviceDelete', { service: 'minio' })
    expect([answer.status, answer.json]).toEqual([409, expect.objectContaining({ code: 'STORAGE_IN_USE' })])
    const renamed = { service: 'minio', values: bucketValues({ bucket: 'other' }) }
    expect((await send('serviceSave', renamed)).json).toMatchObject({ code: 'STORAGE_IN_USE' })
  })

  it('keep our rules about readers, and never show their own addresses', async () => {
    await useBucket()
    const url = await upload('secret.txt', 'secret')
    const stranger = await server.signUp()
    expect((await server.request(url, { token: stranger.token })).status).toBe(404)
    expect((await server.request(url)).status).toBe(401)
    const viewer = await server.signUp('viewer-of-storage@example.com')
    giveRoles(server.profileFolder, projectId, { [viewer.email]: 'viewer' })
    const link = await server.operate('attachmentLink', { url }, { token: viewer.token, projectId })
    expect(link.url).toMatch(/^\/dl\/link\//)
    const answer = await server.request(link.url)
    expect([answer.status, answer.text]).toEqual([200, 'secret'])
    expect(JSON.stringify(answer.headers)).not.toContain(new URL(s3.origin).port)
  })

  it('answer 502 with the reason if an upload or a download fails, and store nothing', async () => {
    await useBucket()
    const url = await upload('a.txt', 'content')
    s3.faults.push({ method: 'PUT', kind: 403, left: 1 })
    const rejected = await uploadFile(server, { name: 'b.txt', content: 'b' }, { token: owner.token, projectId })
    expect([rejected.status, rejected.json]).toEqual([502, expect.objectContaining({ code: 'STORAGE_FAILED' })])
    expect(await filesIn('minio')).toBe(1)
    expect(await readdir(join(server.profileFolder, 'attachments', '.arriving'))).toEqual([])
    s3.faults.push({ method: 'GET', kind: 403, left: 1 })
    const failed = await read(url)
    expect([failed.status, failed.headers['content-type']]).toEqual([502, expect.stringContaining('json')])
    s3.faults.push({ method: 'GET', kind: 'reset', left: 1 })
    await expect(read(url)).rejects.toThrow()
    expect((await read(url)).text).toBe('content')
  })

  it('give the files of a deleted project to the backups', async () => {
    await useBucket()
    const other = (await server.call('projectCreate', { title: 'Gone' }, { token: owner.token })).id
    await uploadFile(server, { name: 'a.txt', content: 'from the bucket' }, { token: owner.token, projectId: other })
    expect(s3.objects.size).toBe(1)
    await server.call('projectDelete', {}, { token: owner.token, projectId: other })
    await until(async () => s3.objects.size === 0 || undefined)
    const backups = join(server.profileFolder, 'backups')
    const name = (await readdir(backups)).find((each) => each.startsWith(`${other}-attachments`)) ?? ''
    expect(await readdir(join(backups, name))).toHaveLength(1)
  })
})

describe('moving files', () => {
  const contentOf = (at: number): string => `file ${at} `.repeat(500 + at)
  const uploadMany = async (count: number): Promise<Map<string, string>> => {
    const files = new Map<string, string>()
    for (let at = 0; at < count; at += 1) files.set(await upload(`${at}.txt`, contentOf(at)), contentOf(at))
    return files
  }
  const expectReadable = async (files: ReadonlyMap<string, string>): Promise<void> => {
    for (const [url, content] of files) expect((await read(url)).text === content).toBe(true)
  }

  it('goes there and back; each file is readable at every moment', async () => {
    const files = await uploadMany(8)
    await useBucket()
    const steps: Promise<void>[] = []
    s3.hold = async () => {
      // Between any two steps of the move.
      s3.hold = undefined
      steps.push(expectReadable(files))
    }
    const { move } = await server.operate('fileMoveStart', { to: 'minio' }, as())
    expect(move).toMatchObject({ to: 'minio', state: expect.any(String) as string })
    expect((await ended()).move).toMatchObject({ state: 'done', failed: 0, problem: null })
    await Promise.all(steps)
    expect(steps).toHaveLength(1)
    expect([await filesIn('minio'), s3.objects.size, await localFiles()]).toEqual([8, 8, []])
    await expectReadable(files)
    await server.operate('fileMoveStart', { to: 'local' }, as())
    expect((await ended()).move).toMatchObject({ to: 'local', state: 'done', total: 8, moved: 8 })
    expect([s3.objects.size, (await localFiles()).length]).toEqual([0, 8])
    await expectReadable(files)
    const database = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
    const rows = database.prepare('SELECT place, sha256 FROM nc_attachments WHERE project_id = ?').all(projectId)
    const copies = database.prepare('SELECT * FROM nc_file_copies').all()
    database.close()
    expect(copies).toEqual([])
    expect(rows).toEqual(
      expect.arrayContaining(
        [...files.values()].map((content) => ({
          place: 'local',
          sha256: createHash('sha256').update(content).digest('hex'),
        })),
      ),
    )
  })

  it('can be cancelled; a second move is rejected meanwhile', async () => {
    const files = await uploadMany(6)
    await useBucket()
    let puts = 0
    const held = new Promise<void>((resolve) => {
      s3.hold = async (request) => {
        if (request.startsWith('PUT')) puts += 1
        if (puts > 3) {
          resolve()
          await new Promise(() => undefined)
        }
      }
    })
    await server.operate('fileMoveStart', { to: 'minio' }, as())
    await held
    expect((await send('fileMoveStart', { to: 'local' })).json).toMatchObject({ code: 'FILE_MOVE_RUNNING' })
    expect((await send('serviceDelete', { service: 'minio' })).json).toMatchObject({ code: 'STORAGE_IN_USE' })
    const { move } = await server.operate('fileMoveCancel', {}, as())
    s3.hold = undefined
    expect(move).toMatchObject({ state: 'cancelled', total: 6, failed: 0 })
    await expectReadable(files)
    await until(async () => s3.objects.size === (await filesIn('minio')) || undefined)
  })

  it('leaves files that it cannot copy where they are, and says why', async () => {
    const files = await uploadMany(3)
    await useBucket()
    // The copies are damaged on the way back, so the comparison fails.
    s3.faults.push({ method: 'GET', kind: 'damaged', left: 2 })
    await server.operate('fileMoveStart', { to: 'minio' }, as())
    const { move } = await ended()
    expect(move).toMatchObject({ state: 'failed', total: 3, moved: 1, failed: 2 })
    expect(move?.problem).toMatchObject({ key: 'errors.STORAGE_CHECKSUM_WRONG' })
    await expectReadable(files)
    expect([await filesIn('minio'), (await localFiles()).length]).toEqual([1, 2])
    s3.faults.push({ method: 'PUT', kind: 403, left: 1 })
    await server.operate('fileMoveStart', { to: 'minio' }, as())
    expect((await ended()).move).toMatchObject({ state: 'failed', moved: 1, failed: 1 })
    await server.operate('fileMoveStart', { to: 'minio' }, as())
    expect((await ended()).move).toMatchObject({ state: 'done', total: 1, moved: 1 })
    await expectReadable(files)
    expect(s3.objects.size).toBe(3)
  })

  it('goes on after the server was killed', async () => {
    const profileFolder = await mkdtemp(join(tmpdir(), 'basalt-moved-'))
    try {
      const first = await startServer({ profileFolder, signInAttempts: 0 })
      const user = await first.signUp('killed@example.com')
      const mine = { token: user.token }
      const project = (await first.call('projectCreate', { title: 'Killed' }, mine)).id
      await first.operate('installationSettingsSave', { outboundHosts: [new URL(s3.origin).host] }, mine)
      const files = new Map<string, string>()
      for (let at = 0; at < 7; at += 1) {
        const file = { name: `${at}.txt`, content: contentOf(at) }
        const answer = await uploadFile(first, file, { token: user.token, projectId: project })
        files.set((answer.json as { readonly url: string }).url, contentOf(at))
      }
      await first.operate('serviceSave', { service: 'minio', values: bucketValues() }, mine)
      await first.close()

      const killed = await startServeProcess(profileFolder)
      const signIn = await sendRequest(killed.origin, '/auth/signin', {
        method: 'POST',
        body: { email: user.email, password: testPassword },
      })
      const { token } = signIn.json as { readonly token: string }
      let gets = 0
      const reached = new Promise<void>((resolve) => {
        s3.hold = async (request) => {
          if (request.startsWith('GET')) gets += 1
          // In the comparison of the third copy: some are moved, some copied, some untouched.
          if (gets < 3) return
          resolve()
          await new Promise(() => undefined)
        }
      })
      await sendRequest(killed.origin, '/api/v1/operations/fileMoveStart', {
        method: 'POST',
        token,
        body: { to: 'minio' },
      })
      await reached
      await killed.kill()
      s3.hold = undefined

      const second = await startServer({ profileFolder, signInAttempts: 0 })
      try {
        const done = await until(async () => {
          const { move } = await second.operate('fileMoveRead', {}, mine)
          return move?.state === 'running' ? undefined : move
        })
        expect(done).toMatchObject({ state: 'done', total: 7, moved: 7, failed: 0 })
        for (const [url, content] of files) expect((await second.request(url, mine)).text === content).toBe(true)
        expect(s3.objects.size).toBe(7)
        expect(await readdir(join(profileFolder, 'attachments', project))).toEqual([])
      } finally {
        await second.close()
      }
    } finally {
      s3.objects.clear()
      await rm(profileFolder, { recursive: true, force: true })
    }
  })
})
