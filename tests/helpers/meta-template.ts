import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@main/db/dialects/sqlite/connection'
import { createSqliteThreads } from '@main/db/dialects/sqlite/threads'
import { migrate } from '@main/db/meta/migrate'
import { reusedSqlite } from './reused-sqlite'
import { sqliteWorkerUrl } from './worker'

let template: Promise<Uint8Array> | undefined

/**
 * Returns the file of an empty meta store. Servers of tests begin with it instead of migrating one each.
 * `dialects/meta-store.test.ts` and the tests of whole programs migrate real ones.
 */
export function metaTemplate(): Promise<Uint8Array> {
  return (template ??= makeTemplate())
}

async function makeTemplate(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'basalt-template-'))
  const filename = join(folder, 'meta.sqlite')
  const threads = createSqliteThreads({ workerUrl: sqliteWorkerUrl, ...reusedSqlite })
  const database = await openSqlite({ threads, filename, mode: 'builtIn', create: true })
  await migrate(database, { now: () => new Date() })
  await database.close()
  await threads.close()
  const file = await readFile(filename)
  await rm(folder, { recursive: true })
  return file
}
