import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@main/db/database'
import { createMetaStore, insertInto, metaTables, type MetaStore } from '@main/db/meta'
import { migrate } from '@main/db/meta/migrate'
import { createDatabases, targetOfUrl, type Databases } from '@main/db/pool'
import { followersFollow, followersGone } from '@main/features/followers'
import { createFollowerRepository, type FollowerRepository, type NewNotice } from '@main/features/followers/repository'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

const time = '2026-03-01T12:00:00.000Z'
const engines = [
  'SQLite',
  ...((await hasPostgres()) ? ['PostgreSQL'] : []),
  ...((await hasMariadb()) ? ['MariaDB'] : []),
]

/** The statements about followers and notices, on every engine that can be a meta store. */
describe.each(engines)('followers in a meta store on %s', (engine) => {
  let folder: string
  let databases: Databases
  let database: Database
  let drop: () => Promise<void> = () => Promise.resolve()
  let store: MetaStore
  let repository: FollowerRepository
  const place = { projectId: 'p', table: 'things', rowKey: 'a%2Fb' }
  /** So many that they are not named one by one, and that they are. */
  const many = Array.from({ length: 1_200 }, (_, at) => `k${at}`)
  const keys = ['other', 'a%2Fb']
  const notice = (id: string, change: Partial<NewNotice> = {}): NewNotice => ({
    ...place,
    id,
    userId: 1,
    kind: 'change',
    recordName: 'Lamp 🪨',
    details: 'Price',
    actorId: 2,
    actor: 'bob@example.com',
    createdAt: time,
    ...change,
  })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-followers-'))
    databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
    if (engine === 'SQLite') {
      const filename = join(folder, 'meta.sqlite')
      database = await databases.open({ dialect: 'sqlite', filename, mode: 'builtIn', create: true })
    } else {
      const made = await (engine === 'MariaDB' ? createTestMariadb() : createTestPostgres())
      ;({ drop } = made)
      database = await databases.open(targetOfUrl(made.url))
    }
    await migrate(database, { now: () => new Date(time) })
    store = createMetaStore(database, { exclusive: false })
    repository = createFollowerRepository(store)
    const at = { created_at: time, updated_at: time }
    const person = { password: '?', user_role: 'user', super_admin: 0, email_verified: 1, ...at }
    const project = { type: 'rest', source: 'builtIn', filename: 'p.sqlite', prefix: '', owner_id: 1, ...at }
    const member = { project_id: 'p', created_at: time }
    await store.transact([
      insertInto(metaTables.users, { id: 1, email: 'ada@example.com', ...person }),
      insertInto(metaTables.users, { id: 2, email: 'robert@example.com', ...person }),
      insertInto(metaTables.users, { id: 3, email: 'vic@example.com', ...person }),
      insertInto(metaTables.projects, { id: 'p', title: 'Shop', ...project }),
      insertInto(metaTables.projectUsers, { user_id: 1, roles: 'owner', ...member }),
      insertInto(metaTables.projectUsers, { user_id: 2, roles: 'commenter', ...member }),
      insertInto(metaTables.projectUsers, { user_id: 3, roles: 'viewer', ...member }),
    ])
  })
  afterAll(async () => {
    await database.close()
    await databases.close()
    await drop()
    await rm(folder, { recursive: true, force: true })
  })

  it('are found by record, as far as they may read comments', async () => {
    expect(await repository.following(place, 1)).toBeUndefined()
    for (const userId of [1, 2, 3]) await repository.setFollowing(place, userId, true, { id: `f${userId}`, now: time })
    expect([...(await repository.followersOf('p', 'things', keys))]).toEqual([['a%2Fb', [1, 2]]])
    for (const asked of [[...many.slice(0, 300), 'a%2Fb'], many])
      expect([...(await repository.followersOf('p', 'things', asked)).keys()]).toEqual(['a%2Fb'])
    expect((await repository.followersOf('p', 'things', ['other'])).size).toBe(0)
    await repository.setFollowing(place, 2, false, { id: 'f4', now: time })
    expect([...(await repository.followersOf('p', 'things', keys))]).toEqual([['a%2Fb', [1]]])
    expect(await Promise.all([1, 2].map((id) => repository.following(place, id)))).toEqual([true, false])
    expect(await Promise.all([2, 3].map((id) => repository.mayFollow('p', id)))).toEqual([true, false])
  })

  it('get notices, newest first, with the address that the person has now', async () => {
    await repository.addNotice(notice('1'), undefined)
    const open = await repository.openNotice(notice('2'), time)
    expect(open).toEqual({ id: '1', details: 'Price' })
    await repository.addNotice(notice('2', { details: 'Price, Name' }), open?.id)
    await repository.addNotice(notice('3', { kind: 'comment', actorId: null, actor: null }), undefined)
    expect(await repository.notices(1, 10)).toMatchObject([
      { id: '3', kind: 'comment', actor: null, project: 'Shop', read: false },
      { id: '2', kind: 'change', actor: 'robert@example.com', recordName: 'Lamp 🪨', details: 'Price, Name' },
    ])
    expect(await repository.notices(1, 1)).toHaveLength(1)
    expect(await repository.unread(1)).toBe(2)
    await repository.markRead(1, time)
    expect([await repository.unread(1), await repository.openNotice(notice('4'), time)]).toEqual([0, undefined])
  })

  it('go with their table, and are set aside with it', async () => {
    await store.transact(followersFollow('p', 'things', 'goods'))
    expect([...(await repository.followersOf('p', 'goods', keys)).keys()]).toEqual(['a%2Fb'])
    expect((await repository.notices(1, 10)).map(({ table }) => table)).toEqual(['goods', 'goods'])
    await store.transact(followersGone('p', 'goods', time))
    expect([...(await repository.followersOf('p', 'goods', keys))]).toEqual([])
    expect(await repository.notices(1, 10)).toEqual([])
  })

  it('lose old notices, and all of them when they say so', async () => {
    await repository.addNotice(notice('5'), undefined)
    await repository.addNotice(notice('6', { createdAt: '2025-01-01T00:00:00.000Z' }), undefined)
    await repository.prune(1, { before: '2026-01-01T00:00:00.000Z', most: 10 })
    expect((await repository.notices(1, 10)).map(({ id }) => id)).toEqual(['5'])
    for (const id of ['7', '8', '9']) await repository.addNotice(notice(id), undefined)
    await repository.addNotice(notice('4', { userId: 2 }), undefined)
    await repository.prune(1, { before: '2026-01-01T00:00:00.000Z', most: 2 })
    expect((await repository.notices(1, 10)).map(({ id }) => id)).toEqual(['9', '8'])
    expect((await repository.notices(2, 10)).map(({ id }) => id)).toEqual(['4'])
    await repository.clear(1)
    expect(await repository.notices(1, 10)).toEqual([])
  })
})
