import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMetaStore, migrate, type MetaStore } from '@main/db/meta'
import { createDatabases } from '@main/db/pool'
import { createSecrets, type Secrets } from '@main/features/secrets'
import { systemClock } from '@main/lib/clock'
import type { Keychain } from '@main/lib/keychain'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/* Keys of stored passwords: in the keychain of the computer, in the profile, and on the way between both. */

/** A keychain that decrypts only its own texts. */
const keychainOf = (owner: string): Keychain => ({
  name: 'keychain',
  encrypt: (text) => Buffer.from(`${owner}:${text}`).toString('base64'),
  decrypt: (encrypted) => {
    const text = Buffer.from(encrypted, 'base64').toString()
    if (!text.startsWith(`${owner}:`)) throw new Error('Not mine')
    return text.slice(owner.length + 1)
  },
})
const hasServer = await hasPostgres()
const own = keychainOf('own')
const foreign = keychainOf('foreign')

let folder: string
const databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-secrets-'))
})
afterAll(async () => {
  await databases.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the keys of stored passwords', () => {
  let store: MetaStore
  let files = 0
  beforeEach(async () => {
    files += 1
    const filename = join(folder, `meta-${files}.sqlite`)
    const database = await databases.open({ dialect: 'sqlite', filename, mode: 'builtIn', create: true })
    await migrate(database, { now: systemClock.now })
    store = createMetaStore(database, { exclusive: true })
  })
  const faults: unknown[] = []
  const begin = (keychain?: Keychain, over: MetaStore = store): Promise<Secrets> =>
    createSecrets({ store: over, clock: systemClock, keychain, report: (error) => void faults.push(error) })
  const boxOf = (secrets: Secrets) => secrets.box('nc_connection_secret', 'project connections')
  const placeOf = async (secrets: Secrets) => (await secrets.handlers.secretStorageRead({} as never, {})).place
  const move = (secrets: Secrets, to: 'keychain' | 'profile') => secrets.handlers.secretStorageMove({} as never, { to })
  const renew = (secrets: Secrets) => secrets.handlers.secretStorageRenew({} as never, {})
  const values = async (): Promise<string[]> =>
    (
      await store.read(
        `SELECT value FROM nc_store WHERE name IN ('nc_connection_secret', 'nc_mail_secret', 'nc_action_secret')`,
      )
    ).map(([value]) => String(value))

  it('are in the keychain from the start where there is one, and in the profile elsewhere', async () => {
    expect(await placeOf(await begin())).toBe('profile')
    expect((await values()).every((value) => /^[\w-]{43}$/.test(value))).toBe(true)
    const other = await begin(own)
    expect(await placeOf(other)).toBe('keychain')
    expect((await values()).every((value) => value.startsWith('keychain.v1.'))).toBe(true)
  })

  it('stay the same on their way into the keychain and out of it, in every box', async () => {
    const first = await begin()
    const sealed = boxOf(first).seal('music and more', 'p_1')
    const second = await begin(own)
    const box = boxOf(second)
    expect(box.open(sealed, 'p_1')).toBe('music and more')
    expect((await move(second, 'profile')).place).toBe('profile')
    expect(box.open(sealed, 'p_1')).toBe('music and more')
    // The choice stays: the next start doesn't move them back.
    const third = await begin(own)
    expect(await placeOf(third)).toBe('profile')
    expect((await move(third, 'keychain')).place).toBe('keychain')
    expect(boxOf(third).open(box.seal('new', 'p_2'), 'p_2')).toBe('new')
    expect(boxOf(await begin(own)).open(sealed, 'p_1')).toBe('music and more')
  })

  it('stay in the profile when the keychain fails, or lies', async () => {
    const broken: Keychain = {
      ...own,
      encrypt: () => {
        throw new Error('The user said no')
      },
    }
    const lying: Keychain = { ...own, encrypt: () => own.encrypt('something else') }
    const sealed = boxOf(await begin()).seal('text', 'p')
    for (const keychain of [broken, lying]) {
      faults.length = 0
      const secrets = await begin(keychain)
      expect([await placeOf(secrets), faults.length, boxOf(secrets).open(sealed, 'p')]).toEqual(['profile', 1, 'text'])
      await expect(move(secrets, 'keychain')).rejects.toThrow()
      expect(await placeOf(await begin())).toBe('profile')
    }
  })

  it('of a profile that several servers share stay in the profile', async () => {
    const secrets = await begin(own, { ...store, exclusive: false })
    expect(await placeOf(secrets)).toBe('profile')
    await expect(move(secrets, 'keychain')).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' })
  })

  it.each([
    ['on another computer', foreign],
    ['without a desktop', undefined],
  ])('are locked %s, until they come back or are replaced', async (_name, elsewhere) => {
    const sealed = boxOf(await begin(own)).seal('text', 'p')
    const secrets = await begin(elsewhere)
    const box = boxOf(secrets)
    expect([await placeOf(secrets), secrets.isLocked('nc_connection_secret'), box.open(sealed, 'p')]).toEqual([
      'locked',
      true,
      undefined,
    ])
    expect(() => box.seal('text', 'p')).toThrow(expect.objectContaining({ code: 'SECRETS_LOCKED' }))
    await expect(move(secrets, 'profile')).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    // Nothing is lost: the computer that has the keychain still reads it.
    expect(boxOf(await begin(own)).open(sealed, 'p')).toBe('text')

    expect((await renew(secrets)).place).toBe(elsewhere === undefined ? 'profile' : 'keychain')
    expect(box.open(sealed, 'p')).toBeUndefined()
    expect(box.open(box.seal('entered again', 'p'), 'p')).toBe('entered again')
    expect(await placeOf(await begin(elsewhere))).not.toBe('locked')
    // The former keys are put aside.
    const aside = await store.read(`SELECT value FROM nc_store WHERE name LIKE '%.locked %'`)
    expect(aside.map(([value]) => String(value).startsWith('keychain.v1.'))).toEqual([true, true, true])
    // Once more changes nothing.
    const before = await values()
    await renew(secrets)
    expect(await values()).toEqual(before)
  })

  describe('in a crash', () => {
    /** A store whose process dies at a call, before or after its work. */
    const dying = (at: number, when: 'before' | 'after'): MetaStore => {
      let calls = 0
      const step = async <T>(work: () => Promise<T>): Promise<T> => {
        calls += 1
        const dies = calls >= at
        if (dies && (when === 'before' || calls > at)) throw new Error('killed')
        const result = await work()
        if (dies) throw new Error('killed')
        return result
      }
      return {
        ...store,
        find: ((table: never, where: never) => step(() => store.find(table, where))) as MetaStore['find'],
        transact: (steps) => step(() => store.transact(steps)),
      }
    }
    const moves: [string, (over: MetaStore) => Promise<unknown>][] = [
      ['a move at the start', (over) => begin(own, over)],
      ['a move out', async (over) => move(await begin(own, over), 'profile')],
      [
        'a move out and in',
        async (over) => {
          const secrets = await begin(own, over)
          await move(secrets, 'profile')
          await move(secrets, 'keychain')
        },
      ],
    ]

    it.each(moves)('%s loses nothing, wherever it stops', async (_name, work) => {
      const mail = (secrets: Secrets) => secrets.box('nc_mail_secret', 'mail settings')
      const first = await begin()
      const sealed = [boxOf(first).seal('one', 'p'), mail(first).seal('two', 'm')] as const
      let ended = 0
      let killed = 0
      for (let at = 1; ended < 2 && at < 50; at += 1) {
        ended = 0
        for (const when of ['before', 'after'] as const) {
          // Faults of a move at the start are reported, and the server goes on.
          await work(dying(at, when)).then(
            () => (ended += 1),
            () => (killed += 1),
          )
          const after = await begin(own)
          expect([boxOf(after).open(sealed[0], 'p'), mail(after).open(sealed[1], 'm')]).toEqual(['one', 'two'])
        }
      }
      expect(ended).toBe(2)
      expect(killed).toBeGreaterThan(3)
    })

    it('replacing keys leaves the former ones, or puts them aside', async () => {
      await begin(own)
      const former = await values()
      for (const at of [1, 2, 3, 4, 5, 6, 7])
        for (const when of ['before', 'after'] as const) {
          await begin(foreign, dying(at, when))
            .then(renew)
            .catch(() => undefined)
          const [now, all] = [await values(), await store.read('SELECT value FROM nc_store')]
          expect(all.map(([value]) => String(value))).toEqual(expect.arrayContaining(former))
          expect(now.filter((value) => former.includes(value))).toHaveLength(now[0] === former[0] ? former.length : 0)
        }
      expect((await values())[0]).not.toBe(former[0])
    })
  })
})

describe('a profile whose keys are in the keychain', () => {
  let profileFolder: string
  let owner: TestUser
  let server: TestServer
  const start = async (keychain?: Keychain): Promise<void> => {
    server = await startServer({ profileFolder, keychain })
  }
  beforeAll(async () => {
    profileFolder = await mkdtemp(join(tmpdir(), 'basalt-keychain-'))
  })
  afterAll(() => rm(profileFolder, { recursive: true, force: true }))

  it('works on its computer, says what is locked elsewhere, and goes on with new keys', async () => {
    await start(own)
    owner = await server.signUp()
    const other = await server.signUp()
    const as = { token: owner.token }
    expect(await server.operate('secretStorageRead', {}, as)).toEqual({ place: 'keychain', keychain: 'keychain' })
    const mail = {
      host: '127.0.0.1',
      port: 1,
      security: 'none',
      user: 'ada',
      password: 'pass',
      sender: 'a@example.com',
    } as const
    await server.operate('mailSettingsSave', mail, as)
    const denied = await server.request('/api/v1/operations/secretStorageRead', {
      method: 'POST',
      token: other.token,
      body: {},
    })
    expect(denied.status).toBe(403)
    await server.close()

    // A headless server starts, and everything without a stored password works.
    await start()
    expect(await server.operate('secretStorageRead', {}, as)).toEqual({ place: 'locked', keychain: null })
    await server.operate('projectCreate', { title: 'Works' }, as)
    const saved = await server.request('/api/v1/operations/mailSettingsSave', {
      method: 'POST',
      token: owner.token,
      body: mail,
    })
    expect([saved.status, saved.error.code]).toEqual([409, 'SECRETS_LOCKED'])
    await server.close()

    await start(own)
    expect(await server.operate('mailSettingsRead', {}, as)).toMatchObject({ settings: { host: '127.0.0.1' } })
    await server.close()

    await start(foreign)
    expect(await server.operate('secretStorageRenew', {}, as)).toEqual({ place: 'keychain', keychain: 'keychain' })
    await server.operate('mailSettingsSave', mail, as)
    expect(await server.operate('mailSettingsRead', {}, as)).toMatchObject({ settings: { host: '127.0.0.1' } })
    await server.close()
  })

  it.skipIf(!hasServer)('leads a project on a database server back to its database', async () => {
    const postgres = await createTestPostgres()
    const url = new URL(postgres.url)
    const settings = {
      kind: 'postgres',
      host: url.hostname,
      port: Number(url.port),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
    } as const
    const folderOfProject = await mkdtemp(join(tmpdir(), 'basalt-moved-'))
    const startAt = (keychain?: Keychain): Promise<TestServer> =>
      startServer({ profileFolder: folderOfProject, keychain })
    let moved = await startAt(own)
    const { token } = await moved.signUp()
    const { id: projectId } = await moved.operate(
      'projectCreateFromConnection',
      { title: 'Moved', projectType: 'rest', settings },
      { token },
    )
    await moved.close()

    moved = await startAt(foreign)
    const send = (name: string, body: unknown) =>
      moved.request(`/api/v1/operations/${name}?project=${projectId}`, { method: 'POST', token, body })
    const refused = await send('tableList', {})
    expect([refused.status, refused.error.code]).toEqual([503, 'DATABASE_REFUSED'])
    expect(refused.error.msg).toContain("encrypted with a keychain that isn't available here")
    for (const [name, body] of [
      ['projectConnectionRead', {}],
      ['projectConnectionUpdate', { settings }],
    ] as const)
      expect((await send(name, body)).error.code).toBe('SECRETS_LOCKED')

    await moved.operate('secretStorageRenew', {}, { token })
    expect((await send('projectConnectionRead', {})).error.code).toBe('CONNECTION_UNREADABLE')
    const updated = await send('projectConnectionUpdate', { settings })
    expect([updated.status, updated.text.slice(0, 300)]).toEqual([200, expect.any(String)])
    expect((await send('tableList', {})).status).toBe(200)
    await moved.close()
    // The new key is in the keychain of the new computer.
    moved = await startAt(foreign)
    expect((await send('tableList', {})).status).toBe(200)
    await moved.close()
    await postgres.drop()
    await rm(folderOfProject, { recursive: true, force: true })
  })
})
