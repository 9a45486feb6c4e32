import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppError } from '@common/errors'
import type { Database } from '@main/db/database'
import { createMetaStore, insertInto, metaTables, type MetaStore } from '@main/db/meta'
import { migrate } from '@main/db/meta/migrate'
import { createDatabases, type Databases } from '@main/db/pool'
import type { CopyService } from '@main/features/copies'
import { createFolderStore } from '@main/features/object-stores'
import { createSnapshots } from '@main/features/snapshots'
import { randomIds } from '@main/lib/ids'
import { createSchedule } from '@main/lib/schedule'
import { reusedSqlite } from '@tests/helpers/reused-sqlite'
import { sqliteWorkerUrl } from '@tests/helpers/worker'

/* A commit can succeed although its answer gets lost: then the snapshot and its file stay. */

const clock = { now: () => new Date('2026-03-01T08:00:00Z'), monotonicMs: () => 0 }

let folder: string
let databases: Databases
let database: Database
let store: MetaStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-snapshot-commit-'))
  databases = createDatabases({ sqliteWorkerUrl, ...reusedSqlite })
  const filename = join(folder, 'meta.sqlite')
  database = await databases.open({ dialect: 'sqlite', filename, mode: 'builtIn', create: true })
  await migrate(database, { now: clock.now })
  store = createMetaStore(database, { exclusive: true })
  const at = { created_at: '2026', updated_at: '2026' }
  const user = { password: '', user_role: 'user', super_admin: 1, email_verified: 0 }
  const project = { id: 'p', title: 'Shop', type: 'rest', source: 'builtIn', filename: 'shop', prefix: '', owner_id: 1 }
  await store.transact([
    insertInto(metaTables.users, { id: 1, email: 'ada@example.com', ...user, ...at }),
    insertInto(metaTables.projects, { ...project, ...at }),
  ])
})
afterAll(async () => {
  await database.close()
  await databases.close()
  await rm(folder, { recursive: true, force: true })
})

/** Takes a snapshot whose commit fails. @returns the files of snapshots */
async function take(place: 'storage' | 'profile', isCommitted: boolean): Promise<string[]> {
  const profileFolder = await mkdtemp(join(folder, 'profile-'))
  const objects = createFolderStore({ root: join(profileFolder, 'objects'), title: 'Folder', ids: randomIds })
  const copies: Pick<CopyService, 'writeArchive'> = {
    writeArchive: async (path) => {
      await writeFile(path, 'Archive')
      return { tables: 1 }
    },
  }
  const snapshots = createSnapshots({
    store: {
      ...store,
      transact: async (steps) => {
        const isCommit = steps.some((step) => 'table' in step && step.table === metaTables.snapshots.name)
        const results = !isCommit || isCommitted ? await store.transact(steps) : []
        if (isCommit) throw new AppError('DATABASE_UNAVAILABLE')
        return results
      },
    },
    clock,
    schedule: createSchedule(clock),
    ids: randomIds,
    profileFolder,
    storages: {
      active: async () => (place === 'storage' ? { place: 's3', store: objects } : undefined),
      of: async () => objects,
      all: async () => [objects],
    },
    copies: copies as CopyService,
    report: (error) => {
      throw error
    },
  })
  await expect(snapshots.take('p', { title: 'Now', userId: 1, email: null })).rejects.toThrow('DATABASE_UNAVAILABLE')
  await snapshots.close()
  const names = await readdir(profileFolder, { recursive: true })
  return names.filter((name) => /\.(?:zip|part)$/.test(name))
}

it.each(['storage', 'profile'] as const)('keeps the file in the %s if the snapshot may exist', async (place) => {
  expect(await take(place, true)).toHaveLength(1)
  expect(await take(place, false)).toEqual([])
})
